package listing

import (
	"fmt"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/screen"
)

// Pages returns the key bindings of a list for the documentation.
func Pages() [][]stage.Binding { return [][]stage.Binding{(&List{}).Keys()} }

// Keys returns the key bindings.
func (l *List) Keys() []stage.Binding {
	hasRow := stage.Needs(func() bool { return l.rows.count > 0 }, "The list is empty.")
	wasRead := stage.Needs(func() bool { return l.shown != nil }, "Nothing has been read yet.")
	filtered := stage.Needs(func() bool { return l.shown != nil && facets.Count(l.query) > 0 }, "There are no filters.")
	idle := stage.Needs(func() bool { return l.reading.main.Over() }, "It is being read.")
	marked := stage.Needs(func() bool { return l.marks.count() > 0 }, "Nothing is marked.")
	find := l.finder.Keys()
	find[0].Does, find[0].Bars = "Find a row by name, place or time", hasRow
	find[0].Do = func() {
		l.typing.from = l.cursor
		l.finder.Begin()
	}
	return stage.Table("A list", []stage.Binding{
		{Keys: "enter l right", Foot: "open", Does: "Open the row under the cursor", Do: l.open, Bars: hasRow},
		{Keys: "space", Foot: "mark", Does: "Mark or unmark the row, and move down", Do: l.mark, Bars: hasRow},
		{Keys: "c", Foot: "compare", Does: "Compare the marked rows, 2 to 6", Do: l.compare, Bars: l.barsCompare},
		{Keys: "s", Foot: "sort", Does: "Choose another order (uses no search)", Do: l.sort, Bars: wasRead},
		{Keys: "f", Foot: "filter", Does: "Filter (uses no search)", Do: l.filter, Bars: wasRead},
		{Keys: "F", Foot: "no filters", Does: "Clear all filters", Do: l.clear, Bars: filtered},
		{Keys: "R", Foot: "refresh", Does: "Refresh the search; if it has expired, search again after asking", Do: l.reload, Bars: idle},
	}, find, []stage.Binding{
		{Keys: "1 2 3 4 5 6 7 8 9 0", Does: "Go to the row with that number; type all digits, as in 12"},
		{Keys: "u", Does: "Remove all marks", Do: l.unmark, Bars: marked},
	}, stage.MoveKeys(l.move, l.page, l.toEnd))
}

func (l *List) open() {
	row, ok := l.rows.row(l.cursor)
	switch {
	case !ok:
		l.stage.Say("This row has not been read yet.")
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
	of, found := l.feed.Facets(l.list)
	l.panel = facets.New(l.stage, facets.Options{Of: of, Query: l.query, Found: found, Changed: l.SetQuery, Command: l.Command})
	l.stage.Push(l.panel)
}

func (l *List) clear() {
	q := l.query.Clone()
	q.ClearFilters(q.Filters())
	l.query = q
	l.reread()
}

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

func (l *List) move(by int) { l.moveTo(l.cursor + by) }

// toEnd moves to the first row, or to the last one with 1.
func (l *List) toEnd(by int) { l.moveTo(max(by, 0) * (l.rows.count - 1)) }

// moveTo puts the cursor on a row, or on the nearest one in range.
func (l *List) moveTo(i int) {
	l.moved, l.reading.rereads = true, mostRereads
	l.marks.cursor, l.marks.held = Row{}, false
	l.cursor = min(max(i, 0), max(l.rows.count-1, 0))
}

// page moves the cursor by half screens.
func (l *List) page(halves int) { l.move(halves * max(l.height/max(l.layout.usual, 1)/2, 1)) }

// keepInView scrolls so that the cursor is visible and no line stays empty that a row could fill.
func (l *List) keepInView() {
	l.cursor = min(max(l.cursor, 0), max(l.rows.count-1, 0))
	first, room := l.cursor, l.height-l.heightOf(l.cursor)
	for first > 0 && room >= l.heightOf(first-1) {
		first--
		room -= l.heightOf(first)
	}
	l.top = min(max(l.top, first), l.cursor)
	room = l.height
	for i := l.top; i < l.rows.count && room > 0; i++ {
		room -= l.heightOf(i)
	}
	for l.top > 0 && room >= l.heightOf(l.top-1) {
		l.top--
		room -= l.heightOf(l.top)
	}
}

// typing is the state of typing a row number or a search text.
type typing struct {
	number int // the row number typed so far; 0 for none
	from   int // cursor position before typing
	top    int // top row before typing
}

// Type handles digits: they go to the row with that number.
func (l *List) Type(e screen.Event) bool {
	k, ok := e.(screen.Key)
	digit := int(k.Rune - '0')
	if !ok || k.Code != screen.Text || k.Mod != 0 || digit < 0 || digit > 9 {
		l.typing.number = 0
		return false
	}
	if l.typing.number > l.rows.count {
		l.typing.number = 0
	}
	if l.typing.number == 0 {
		l.typing.from, l.typing.top = l.cursor, l.top
	}
	n := l.typing.number*10 + digit
	l.typing.number = n
	switch {
	case n > l.rows.count:
		l.moveTo(l.typing.from) // and not to the row of the first digits
		l.top = l.typing.top
		l.stage.Hush() // remove earlier messages, so that the error is visible
	case n > 0:
		l.moveTo(n - 1)
		l.reading.waits.Start(l.stage, patience, func() { // when no more digits follow, rows around it are read
			if !sameRows(l.reading.query, l.query) { // this wait has replaced a pending reread
				l.reread()
			}
		})
	}
	return true
}

// typed returns the row number typed so far, or says that there is no such row.
func (l *List) typed() string {
	switch n := l.typing.number; {
	case n == 0:
		return ""
	case n > l.rows.count:
		return fmt.Sprintf("The list has no row %d.", n)
	}
	return fmt.Sprintf("Row %d.", l.typing.number)
}

// look is the [stage.Look] of a list; it searches the rows that were read.
func (l *List) look(text string, by int) string {
	want := strings.ToLower(text)
	from, step := l.cursor+by, by
	if by == 0 {
		from, step = l.typing.from, 1
		l.moveTo(from)
	}
	if want == "" {
		return ""
	}
	n := l.rows.count
	for i := range n {
		at := ((from+i*step)%n + n) % n
		if row, ok := l.rows.row(at); ok && strings.Contains(row.Text, want) {
			l.moveTo(at)
			return fmt.Sprintf("row %d", at+1)
		}
	}
	return "no match in the rows read so far"
}
