package countryview

import (
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// Directory is a long list of short entries, grouped and arranged in columns.
type Directory struct {
	Title   string
	Columns []string // names of the fields of an entry, for TSV and CSV
	Groups  []DirectoryGroup
	Notes   []string
	Next    []string // suggested commands
}

// DirectoryGroup is the entries under one heading, which is also a field of the records.
type DirectoryGroup struct {
	Name    string
	Entries []DirectoryEntry
}

// DirectoryEntry is one entry: a code, a name and short facts. If there is little room, the last facts are dropped
// first.
type DirectoryEntry struct {
	Code, Name string
	Facts      []string // each of a few letters
	Record     []string // the fields for TSV and CSV
}

// entryGap is the number of spaces between two entries.
const entryGap = 3

// Lines returns the layout for a person.
func (v Directory) Lines(c canvas.Canvas) []string {
	out := c.Wrap("", c.Spaced(v.Title), canvas.Strong)
	form := v.form(c)
	for _, g := range v.Groups {
		if len(g.Entries) == 0 {
			continue
		}
		out = append(out, "")
		out = append(out, c.Wrap("", c.Text(g.Name)+"  "+strconv.Itoa(len(g.Entries)), canvas.Strong)...)
		entries := grid.Each(g.Entries, func(e DirectoryEntry) string { return form.entry(c, e) })
		out = append(out, grid.Downwards(entries, form.across, entryGap)...)
	}
	return append(out, c.Ending(v.Notes, v.Next)...)
}

// entryForm says how entries are arranged: the number per line and the width of each field.
type entryForm struct {
	across      int
	code, name  int
	facts       []int
	wholeOfLine int
}

// form finds room for names: first with all facts, then with fewer facts in more columns.
func (v Directory) form(c canvas.Canvas) entryForm {
	f := entryForm{}
	longest := 0
	for _, g := range v.Groups {
		for _, e := range g.Entries {
			f.code = max(f.code, canvas.Cells(c.Text(e.Code)))
			longest = max(longest, canvas.Cells(c.Text(e.Name)))
			for i, fact := range e.Facts {
				if i == len(f.facts) {
					f.facts = append(f.facts, 0)
				}
				f.facts[i] = max(f.facts[i], canvas.Cells(c.Text(fact)))
			}
		}
	}
	f.code = min(f.code, c.Width/4)
	room, want := c.Width-grid.Margin, 22 // the preferred minimum width of a name
	if room/2 < f.taken()+want {
		f.facts, want = f.facts[:min(len(f.facts), 1)], 18
	}
	if f.taken()+want > room {
		f.facts = nil
	}
	f.across = max((room+entryGap)/(f.taken()+min(longest, want)+entryGap), 1)
	f.name = max((room+entryGap)/f.across-entryGap-f.taken(), grid.Narrowest)
	f.name = min(f.name, max(longest, 1))
	f.wholeOfLine = room
	return f
}

// taken returns the width of everything in an entry except its name.
func (f entryForm) taken() int {
	sum := f.code + grid.Gap
	for _, width := range f.facts {
		sum += grid.Gap + width
	}
	return sum
}

func (f entryForm) entry(c canvas.Canvas, e DirectoryEntry) string {
	text := c.Paint(canvas.Strong, canvas.Pad(c.Cut(c.Text(e.Code), f.code), f.code)) + strings.Repeat(" ", grid.Gap)
	text += canvas.Pad(c.Cut(c.Text(e.Name), f.name), f.name)
	for i, width := range f.facts {
		text += strings.Repeat(" ", grid.Gap) + c.Paint(canvas.Faint, canvas.Pad(c.Cut(c.Text(canvas.LineAt(e.Facts, i)), width), width))
	}
	if canvas.Cells(text) > f.wholeOfLine {
		return c.Cut(text, f.wholeOfLine)
	}
	return text
}

// Records returns a row for each entry, with its group last.
func (v Directory) Records() grid.Records {
	r := grid.Records{Head: append(slices.Clone(v.Columns), "group")}
	for _, g := range v.Groups {
		for _, e := range g.Entries {
			row := make([]string, len(v.Columns), len(v.Columns)+1)
			copy(row, e.Record)
			r.Rows = append(r.Rows, append(row, g.Name))
		}
	}
	return r
}
