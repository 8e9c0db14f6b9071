// Package facets is the panel of filters: what the rows of a search can be filtered by, with counts, and what
// of that is on. It changes a copy of the view and tells each change; it reads nothing.
package facets

import (
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// Options are what a panel is made of.
type Options struct {
	Of    Subject
	Query *ask.Values // of the read that is on the screen: filters, order and all else; it is copied
	Found Found
	// Changed is told of each change that the desk accepts, at once, with a copy of the query that has it.
	Changed func(q *ask.Values)
	Command func() string // the command line that gives the list; it is asked after Changed
}

// Panel is the panel of filters. It is a place of a stage.
type Panel struct {
	stage *stage.Stage
	o     Options
	query *ask.Values

	groups [][]*item // of the subject's groups
	group  int       // the one that is open
	among  bool      // the cursor is among the groups, not in one
	rows   []*item   // of the open group, or all that were found
	at     int       // of the rows
	left   []string  // the key of the row that the cursor had in each group
	find   string    // what is looked for in all groups, "" for nothing

	input input
	view  view
}

// New makes a panel, which the caller pushes on the stage.
func New(s *stage.Stage, o Options) *Panel {
	p := &Panel{stage: s, o: o, query: o.Query.Clone(), left: make([]string, len(o.Of.groups))}
	p.build()
	return p
}

// Update takes what another answer tells. The cursor stays on its word, and where it is on the screen.
func (p *Panel) Update(f Found) {
	p.o.Found = f
	p.build()
}

// Count is how many filters are on. What is part of another filter does not count by itself.
func Count(q *ask.Values) int {
	n := 0
	for _, wire := range q.Filters() {
		if f, _ := ask.FilterOf(q.Op(), wire); f.Needs == nil {
			n++
		}
	}
	return n
}

// Clear takes out all filters and tells how many there were. Whose scores order a list of hotels stays.
func Clear(q *ask.Values) int {
	n := Count(q)
	q.ClearFilters(q.Filters())
	return n
}

// build makes the rows of all groups again, and keeps the cursor on its row.
func (p *Panel) build() {
	b := builder{query: p.query, found: &p.o.Found}
	p.groups = make([][]*item, len(p.o.Of.groups))
	for g := range p.o.Of.groups {
		b.items = nil
		for _, f := range p.o.Of.groups[g].filters {
			b.filter(f)
		}
		p.groups[g] = b.items
	}
	key, line := p.key(), p.lineOf(p.at)
	p.list()
	p.seek(key)
	p.view.top += p.lineOf(p.at) - line
}

// list says which rows there are.
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
			found := *i // with another heading
			if found.head != "" {
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

// row is the one under the cursor, nil where there is none.
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

// seek puts the cursor on the row of a key, or leaves it about where it is.
func (p *Panel) seek(key string) {
	for i, r := range p.rows {
		if r.key == key {
			p.at = i
			break
		}
	}
	p.at = max(min(p.at, len(p.rows)-1), 0)
}

// open goes to another group.
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

// change sets something; what the desk refuses changes nothing and is said.
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
	if p.o.Changed != nil {
		p.o.Changed(q.Clone())
	}
	return true
}

// Head says how many filters are on, and what they leave.
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

// Command is that of the list below.
func (p *Panel) Command() string {
	if p.o.Command == nil {
		return ""
	}
	return p.o.Command()
}

// State is what the group keeps, or what can be typed.
func (p *Panel) State(c canvas.Canvas) string {
	text := p.o.Of.groups[p.group].Note
	r := p.row()
	switch {
	case p.input.what == typingValue && r != nil && r.end != nil:
		if param, ok := p.query.Op().Param(r.end.param); ok {
			text = words.UpperFirst(ask.Wants(param)) + "; nothing leaves it open."
		}
	case p.input.what == typingFind:
		text = "Type a part of a name; enter goes to what was found."
	case p.find != "":
		text = words.Counted(len(p.rows), "filter") + " with " + words.Quote(p.find) + "."
	case r != nil && r.barred != "" && !p.among:
		text = r.barred
	}
	return c.Paint(canvas.Faint, c.Text(text))
}

// Height is most of the screen where it is low: the list needs room too.
func (p *Panel) Height(c canvas.Canvas) int {
	const low, least = 18, 12
	if c.Height < low {
		return c.Height
	}
	return max(least, c.Height/2)
}

// Cursor is where something is being typed.
func (p *Panel) Cursor() (screen.Place, bool) { return p.view.caret, p.input.what != typingNothing }
