// Package facets is the filter panel. It shows the available filters of a search with their counts and which are on.
// It changes a copy of the query and reports each change; it makes no requests.
package facets

import (
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// Options configures a panel.
type Options struct {
	Of    Subject
	Query *ask.Values // the query of the rows on the screen; it is copied
	Found Found
	// Changed is called with a copy of the query after each change that passes the check.
	Changed func(q *ask.Values)
	Command func() string // returns the command line for the list; called after Changed
}

// Panel is the filter panel. It is a place on a stage.
type Panel struct {
	stage *stage.Stage
	o     Options
	query *ask.Values

	groups [][]*item // the items of each group of the subject
	items  []*item   // those of the group being built
	group  int       // the open group
	among  bool      // the cursor is on the list of groups
	rows   []*item   // the rows of the open group, or the search results
	at     int       // index into rows
	left   []string  // the key of the row last under the cursor in each group
	find   string    // the text searched for in all groups, or ""

	input input
	view  view
}

// New returns a panel. The caller pushes it on the stage.
func New(s *stage.Stage, o Options) *Panel {
	p := &Panel{stage: s, o: o, query: o.Query.Clone(), left: make([]string, len(o.Of.groups))}
	p.build()
	return p
}

// Update shows the data of another answer. The cursor stays on its item and at its line of the screen.
func (p *Panel) Update(f Found) {
	p.o.Found = f
	p.build()
}

// Count returns the number of active filters. A filter that belongs to another one is not counted.
func Count(q *ask.Values) int {
	n := 0
	for _, wire := range q.Filters() {
		if f, _ := ask.FilterOf(q.Op(), wire); f.Needs == nil {
			n++
		}
	}
	return n
}

// build rebuilds the rows of all groups and keeps the cursor on its row.
func (p *Panel) build() {
	p.groups = make([][]*item, len(p.o.Of.groups))
	for g := range p.o.Of.groups {
		p.items = nil
		for _, f := range p.o.Of.groups[g].filters {
			p.filter(f)
		}
		p.groups[g] = p.items
	}
	key, line := p.key(), p.lineOf(p.at)
	p.list()
	p.seek(key)
	p.view.top += p.lineOf(p.at) - line
}

// list fills in the rows to show.
func (p *Panel) list() {
	p.rows = p.rows[:0]
	if p.find == "" {
		p.rows = append(p.rows, p.groups[p.group]...)
		return
	}
	wanted := words.Fold(p.find)
	for g, items := range p.groups {
		title, head, last := p.o.Of.groups[g].Title, "", ""
		for _, i := range items {
			found := *i // a copy, since the heading differs
			if found.head != "" && found.head != title {
				head = ": " + found.head
			}
			text := found.label + " " + found.code
			if found.end != nil {
				text = title + " " + head
			}
			if !strings.Contains(words.Fold(text), wanted) {
				continue
			}
			found.head = ""
			if last != title+head {
				last = title + head
				found.head = last
			}
			p.rows = append(p.rows, &found)
		}
	}
}

func (p *Panel) row() *item {
	if p.at < 0 || p.at >= len(p.rows) {
		return nil
	}
	return p.rows[p.at]
}

func (p *Panel) key() string {
	if r := p.row(); r != nil {
		return r.key
	}
	return ""
}

// seek moves the cursor to the row with that key, or leaves it about where it is.
func (p *Panel) seek(key string) {
	for i, r := range p.rows {
		if r.key == key {
			p.at = i
			break
		}
	}
	p.at = max(min(p.at, len(p.rows)-1), 0)
}

func (p *Panel) open(group int) {
	if p.find != "" {
		p.find = ""
	} else {
		p.left[p.group] = p.key()
	}
	n := len(p.groups)
	p.group, p.at, p.view.top = (group+n)%n, 0, 0
	p.list()
	p.seek(p.left[p.group])
}

// change applies a change to the query. If the check fails, it shows the error and changes nothing.
func (p *Panel) change(set func(q *ask.Values) error) bool {
	q := p.query.Clone()
	err := set(q)
	if err == nil {
		q.DropLone(p.query.Filters())
		err = p.o.Of.check(q)
	}
	if err != nil {
		p.stage.Failed(err)
		return false
	}
	p.query = q
	p.build()
	p.o.Changed(q.Clone())
	return true
}

// Head shows how many filters are on and how many rows they leave.
func (p *Panel) Head(c canvas.Canvas) string {
	on := "none on"
	if n := Count(p.query); n > 0 {
		on = words.Grouped(n) + " on"
	}
	f := &p.o.Found
	of, hidden := "", ""
	if f.Left < f.All {
		of, hidden = words.Grouped(f.Left)+" of ", ", "+words.Grouped(f.All-f.Left)+" hidden"
	}
	return c.Text("Filters: " + on + ", " + of + words.Counted(f.All, p.o.Of.noun) + hidden)
}

// Command returns the command line for the list.
func (p *Panel) Command() string { return p.o.Command() }

// State describes the group or the input expected.
func (p *Panel) State(c canvas.Canvas) string {
	text := p.o.Of.groups[p.group].Note
	r := p.row()
	switch {
	case p.input.what == typingValue && r != nil && r.end != nil:
		if param, ok := p.query.Op().Param(r.end.param); ok {
			text = words.UpperFirst(ask.Wants(param)) + "; nothing leaves it open."
		}
	case p.input.what == typingFind:
		text = "Type part of a name; Enter goes to the match."
	case p.find != "":
		text = words.Counted(len(p.rows), "filter") + " with " + words.Quote(p.find) + "."
	case r != nil && r.barred != "" && !p.among:
		text = r.barred
	}
	return c.Paint(canvas.Faint, c.Text(text))
}

// Height returns the whole height on a low screen and half of a taller one, since the list needs room too.
func (p *Panel) Height(c canvas.Canvas) int {
	const low, least = 18, 12
	if c.Height < low {
		return c.Height
	}
	return max(least, c.Height/2)
}

// Cursor returns the position of the text cursor.
func (p *Panel) Cursor() (screen.Place, bool) { return p.view.caret, p.input.what != typingNothing }
