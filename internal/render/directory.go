package render

import (
	"slices"
	"strings"
)

// Directory is a long list of short entries, grouped and set in columns.
type Directory struct {
	Title   string
	Columns []string // what the fields of an entry are, for TSV and CSV
	Groups  []DirectoryGroup
	Notes   []string
	Next    []string // commands that may follow
}

// DirectoryGroup is the entries under one heading, which is a field of the records too.
type DirectoryGroup struct {
	Name    string
	Entries []DirectoryEntry
}

// DirectoryEntry is one entry: a code, a name and short facts, of which the last go first where
// there is little room.
type DirectoryEntry struct {
	Code, Name string
	Facts      []string // each of a few letters
	Record     []string // the fields for TSV and CSV
}

const (
	entryGap  = 3  // blanks between two entries
	entryName = 22 // what a name wants at least
	tightName = 18 // what it gets where the facts were cut
)

func (v Directory) lines(c canvas) []string {
	out := c.wrapIndented("", c.spaced(v.Title), Strong)
	for _, g := range v.Groups {
		if len(g.Entries) == 0 {
			continue
		}
		out = append(out, "")
		out = append(out, c.wrapIndented("", c.text(g.Name)+"  "+number(len(g.Entries)), Strong)...)
		out = append(out, v.set(c, g.Entries)...)
	}
	return append(out, c.ending(v.Notes, v.Next)...)
}

// set lays entries out in columns that are read downwards.
func (v Directory) set(c canvas, entries []DirectoryEntry) []string {
	form := v.form(c)
	height := (len(entries) + form.across - 1) / form.across
	out := make([]string, height)
	for i, e := range entries {
		line := &out[i%height]
		if i >= height {
			*line += strings.Repeat(" ", entryGap)
		} else {
			*line = strings.Repeat(" ", gridMargin)
		}
		*line += form.entry(c, e)
	}
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ")
	}
	return out
}

// entryForm is how entries are set: how many beside each other, and the width of each field.
type entryForm struct {
	across      int
	code, name  int
	facts       []int
	wholeOfLine int
}

// form finds the room for names: first with all facts, then with fewer of them in more columns.
func (v Directory) form(c canvas) entryForm {
	f := entryForm{}
	longest := 0
	for _, g := range v.Groups {
		for _, e := range g.Entries {
			f.code = max(f.code, cells(c.text(e.Code)))
			longest = max(longest, cells(c.text(e.Name)))
			for i, fact := range e.Facts {
				if i == len(f.facts) {
					f.facts = append(f.facts, 0)
				}
				f.facts[i] = max(f.facts[i], cells(c.text(fact)))
			}
		}
	}
	f.code = min(f.code, c.width/4)
	room, want := c.width-gridMargin, entryName
	if room/2 < f.taken()+want {
		f.facts, want = f.facts[:min(len(f.facts), 1)], tightName
	}
	if f.taken()+want > room {
		f.facts = nil
	}
	f.across = max((room+entryGap)/(f.taken()+min(longest, want)+entryGap), 1)
	f.name = max((room+entryGap)/f.across-entryGap-f.taken(), hardFloor)
	f.name = min(f.name, max(longest, 1))
	f.wholeOfLine = room
	return f
}

// taken is the width of everything in an entry but its name.
func (f entryForm) taken() int {
	sum := f.code + gridGap
	for _, width := range f.facts {
		sum += gridGap + width
	}
	return sum
}

func (f entryForm) entry(c canvas, e DirectoryEntry) string {
	text := c.paint(Strong, pad(c.cut(c.text(e.Code), f.code), f.code)) + strings.Repeat(" ", gridGap)
	text += pad(c.cut(c.text(e.Name), f.name), f.name)
	for i, width := range f.facts {
		text += strings.Repeat(" ", gridGap) + c.paint(Faint, pad(c.cut(c.text(at(e.Facts, i)), width), width))
	}
	if cells(text) > f.wholeOfLine {
		return c.cut(text, f.wholeOfLine)
	}
	return text
}

// pad fills text with blanks up to a width.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-cells(text), 0))
}

func (v Directory) records() records {
	r := records{head: append(slices.Clone(v.Columns), "group")}
	for _, g := range v.Groups {
		for _, e := range g.Entries {
			row := make([]string, len(v.Columns), len(v.Columns)+1)
			copy(row, e.Record)
			r.rows = append(r.rows, append(row, g.Name))
		}
	}
	return r
}
