package listing

import (
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// marks are the rows that the traveler marked, in that order, whether they are listed now or not; and the
// cursor's own row, while a change of the list has taken it out of sight.
type marks struct {
	rows   []Row
	lost   []Row // marked in a search that was made again since, and not found yet
	seeks  bool  // those are looked for, to be compared
	sought int   // pages that were read for it
	cursor Row
	other  bool // the cursor's row is of a search that was made again since
	line   int  // of the screen, where the traveler put the cursor
	held   bool // since then rows have come in, and the line is known
}

func (m *marks) has(id string) bool {
	return slices.ContainsFunc(m.rows, func(r Row) bool { return r.ID == id })
}

// toggle marks a row, or takes its mark away.
func (m *marks) toggle(row Row) {
	if i := slices.IndexFunc(m.rows, func(r Row) bool { return r.ID == row.ID }); i >= 0 {
		m.rows = slices.Delete(m.rows, i, i+1)
		return
	}
	m.rows = append(m.rows, row)
}

// mark marks the row under the cursor, or takes its mark away, and steps down.
func (l *List) mark() {
	if row, ok := l.rows.row(l.cursor); ok && row.ID != "" {
		l.marks.toggle(row)
	}
	l.move(1)
}

// unmark takes all marks away.
func (l *List) unmark() { l.marks.rows, l.marks.lost, l.marks.seeks = nil, nil, false }

// hidden is how many marked rows the filters leave out, as far as that is known.
func (l *List) hidden() int {
	if l.latest.All == 0 {
		return 0
	}
	n := 0
	for _, row := range l.marks.rows {
		if l.rows.find(row.ID) < 0 {
			n++
		}
	}
	return n
}

// filtered tells whether filters leave rows out, as far as that is known.
func (l *List) filtered() bool { return l.latest.All > l.latest.Total }

// How many rows are compared.
const (
	leastCompared = 2
	mostCompared  = 6
)

// barsCompare says why marked rows cannot be compared.
func (l *List) barsCompare() string {
	switch n := len(l.marks.rows) + len(l.marks.lost); {
	case n < leastCompared:
		return "Mark 2 to 6 rows with space first, then compare them."
	case n > mostCompared:
		return "At most 6 rows can be compared; space takes a mark away, u all of them."
	}
	return ""
}

// mostSought is how many pages are read to find marked rows in a search that was made again: reads are limited,
// and a row is about where it was.
const mostSought = 10

// compare puts the marked rows side by side. Those of a search that was made again since are looked for first.
func (l *List) compare() {
	l.marks.seeks, l.marks.sought = true, 0
	l.seek()
}

// seek reads on, page by page, until the marked rows that are to be compared are found, or it was enough.
func (l *List) seek() {
	if !l.marks.seeks {
		return
	}
	if len(l.marks.lost) > 0 {
		if !l.reading.main.Over() || !l.reading.page.Over() || !sameRows(l.shown, l.query) {
			return // what is read comes back here
		}
		if n := l.rows.unread(); n > 0 && l.marks.sought < mostSought {
			l.marks.sought++
			l.readPage(n)
			return
		}
	}
	l.marks.seeks = false
	switch {
	case l.stage.Top() != stage.Place(l): // the traveler went elsewhere
	case len(l.marks.rows) >= leastCompared:
		l.stage.Push(l.feed.Compare(l, slices.Clone(l.marks.rows)))
		if n := len(l.marks.lost); n > 0 {
			l.stage.Say(words.Counted(n, l.about.Noun) + " that you marked could not be found again.")
		}
	case l.rows.unread() > 0:
		l.stage.Say("What is marked is not among the " + words.Grouped(l.rows.known()) + " rows that were read; c looks further.")
	case l.filtered():
		l.stage.Say("Filters hide what is marked; F shows it, then compare.")
	default:
		l.stage.Say("What is marked was not found again. Mark others with space, then compare them.")
	}
}

// refind finds marked rows of a search that was made again on a page of the new one.
func (l *List) refind(p Page) {
	l.marks.lost = slices.DeleteFunc(l.marks.lost, func(old Row) bool {
		at := l.feed.Same(old, p.Rows)
		if at >= 0 && p.Rows[at].ID != "" && !l.marks.has(p.Rows[at].ID) {
			l.marks.rows = append(l.marks.rows, p.Rows[at])
		}
		return at >= 0
	})
}

// keepAt puts the cursor on a position, at a line of the screen.
func (l *List) keepAt(i, line int) {
	l.cursor, l.top = i, i
	for l.top > 0 && line >= l.heightOf(l.top-1) {
		l.top--
		line -= l.heightOf(l.top)
	}
}

// lineOf is the line of the screen that the cursor's row begins on.
func (l *List) lineOf() int {
	l.follows()
	line := 0
	for i := l.top; i < l.cursor; i++ {
		line += l.heightOf(i)
	}
	return line
}

// changes are what is said beside rows that are new or not as they were, for a moment.
type changes struct {
	notes  map[string]change
	cancel func()
}

type change struct {
	note  string
	until time.Time
}

// brandNew is said of a row that was not listed before.
const brandNew = "new"

// moment is how long a change is told.
const moment = 3 * time.Second

func (c *changes) of(id string) string { return c.notes[id].note }

// changed tells beside the rows of a page what is not as it was on the page before.
func (l *List) changed(before, now search.Listing, locale string) {
	found := present.Marks(search.Compare(before, now), locale)
	if len(found) == 0 {
		return
	}
	if l.changes.notes == nil {
		l.changes.notes = map[string]change{}
	}
	until := l.stage.Desk.Now().Add(moment)
	for id, note := range found {
		if !strings.HasPrefix(note, "was ") {
			note = brandNew
		}
		l.changes.notes[id] = change{note, until}
	}
	l.passes()
}

// passes ends what was told for long enough, and waits for the next that will be.
func (l *List) passes() {
	now, next := l.stage.Desk.Now(), time.Time{}
	for id, c := range l.changes.notes {
		switch {
		case !c.until.After(now):
			delete(l.changes.notes, id)
		case next.IsZero() || c.until.Before(next):
			next = c.until
		}
	}
	l.changes.stop()
	if !next.IsZero() {
		l.changes.cancel = l.stage.Later(next.Sub(now), func() {
			l.changes.cancel = nil
			l.passes()
		})
	}
}

// stop waits for nothing any more.
func (c *changes) stop() {
	if c.cancel != nil {
		c.cancel()
		c.cancel = nil
	}
}
