package listing

import (
	"slices"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/stage"
)

// Table returns the keys of a list.
func Table() stage.Table[*List] {
	find := stage.FindRows(func(l *List) *stage.Finder { return l.finder })
	find[0].Do, find[0].Does, find[0].Bars = (*List).startFind, "Find a row by name, place or time", (*List).barsRow
	t := stage.Table[*List]{Title: "A list", Rows: []stage.Row[*List]{
		{Keys: "enter l right", Foot: "open", Does: "Open the row under the cursor", Do: (*List).open, Bars: (*List).barsRow},
		{Keys: "space", Foot: "mark", Does: "Mark or unmark the row, and move down", Do: (*List).mark, Bars: (*List).barsRow},
		{Keys: "c", Foot: "compare", Does: "Compare the marked rows, 2 to 6", Do: (*List).compare, Bars: (*List).barsCompare},
		{Keys: "s", Foot: "sort", Does: "Choose another order (uses no search)", Do: (*List).sort, Bars: (*List).barsRead},
		{Keys: "f", Foot: "filter", Does: "Filter (uses no search)", Do: (*List).filter, Bars: (*List).barsRead},
		{Keys: "F", Foot: "no filters", Does: "Clear all filters", Do: (*List).clear, Bars: (*List).barsClear},
		{Keys: "R", Foot: "renew", Does: "Refresh the search; if it has expired, search again after asking", Do: (*List).reload, Bars: (*List).barsReload},
		{Keys: "1 2 3 4 5 6 7 8 9 0", Does: "Go to the row with that number; type all digits, as in 12"},
		{Keys: "u", Does: "Remove all marks", Do: (*List).unmark, Bars: (*List).barsUnmark},
		{Keys: "j down", Does: "The next row", Do: func(l *List) { l.move(1) }},
		{Keys: "k up", Does: "The row before", Do: func(l *List) { l.move(-1) }},
		{Keys: "ctrl+d", Does: "Half a screen down", Do: func(l *List) { l.page(1) }},
		{Keys: "ctrl+u", Does: "Half a screen up", Do: func(l *List) { l.page(-1) }},
		{Keys: "pgdn", Does: "A screen down", Do: func(l *List) { l.page(2) }},
		{Keys: "pgup", Does: "A screen up", Do: func(l *List) { l.page(-2) }},
		{Keys: "g home", Does: "The first row", Do: func(l *List) { l.moveTo(0) }},
		{Keys: "G end", Does: "The last row", Do: func(l *List) { l.moveTo(l.rows.count - 1) }},
	}}
	t.Rows = slices.Insert(t.Rows, found, find...)
	return t
}

// found is the index in the table at which the search keys are inserted.
const found = 7

// Keys implements [stage.Place].
func (l *List) Keys() []stage.Binding { return Table().For(l) }

func (l *List) barsRead() string {
	if l.shown == nil {
		return "Nothing has been read yet."
	}
	return ""
}

func (l *List) barsRow() string {
	if l.rows.count == 0 {
		return "There is no row."
	}
	return ""
}

func (l *List) barsClear() string {
	if facets.Count(l.query) == 0 {
		return "There are no filters."
	}
	return ""
}

func (l *List) barsReload() string {
	if !l.reading.main.Over() {
		return "It is being read."
	}
	return ""
}

func (l *List) barsUnmark() string {
	if len(l.marks.rows)+len(l.marks.lost) == 0 {
		return "Nothing is marked."
	}
	return ""
}

// open opens the row under the cursor.
func (l *List) open() {
	row, ok := l.rows.row(l.cursor)
	switch {
	case !ok:
		l.stage.Say("This row is not read yet.")
	case row.ID == "":
		l.stage.Say("This row has no usable id, so it cannot be opened.")
	default:
		l.stage.Push(l.feed.Open(l, row))
	}
}

// Step moves the cursor by rows to the next one that was read and can be opened, and returns it. If there is none, it
// returns false and the cursor stays. The page of a row uses it to go to neighboring rows.
func (l *List) Step(by int) (Row, bool) {
	for i := l.cursor + by; by != 0; i += by {
		row, ok := l.rows.row(i)
		if !ok {
			return Row{}, false
		}
		if row.ID != "" {
			l.moveTo(i)
			return row, true
		}
	}
	return Row{}, false
}

func (l *List) filter() {
	if p := l.feed.Filters(l); p != nil {
		l.stage.Push(p)
	}
}

// clear removes all filters.
func (l *List) clear() {
	q := l.query.Clone()
	facets.Clear(q)
	l.query = q
	l.reread()
}

// sort shows a menu of the orders.
func (l *List) sort() {
	all := l.feed.Sorts(l.list)
	o := stage.MenuOptions{Title: "Sort by", Take: func(i int) {
		q, err := l.sorted(all[i])
		if err != nil {
			l.stage.Failed(err)
			return
		}
		l.query = q
		l.reread()
	}}
	for i, s := range all {
		o.Rows = append(o.Rows, []string{s.Word, s.Does})
		if q, err := l.sorted(s); err == nil && sameRows(q, l.query) {
			o.At = i
		}
	}
	l.stage.Push(stage.NewMenu(l.stage, o))
}

// sorted returns the query with another order.
func (l *List) sorted(s Sort) (*ask.Values, error) {
	q := l.query.Clone()
	q.Unset("sort")
	err := q.Set("sort", "--sort", s.Word)
	if err == nil && s.Also != nil {
		err = s.Also(q)
	}
	return q, err
}
