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

// marks holds the marked rows in order, whether or not they are listed now. It also holds the cursor's row while a
// change of the list hides it.
type marks struct {
	rows   []Row
	lost   []Row // marked in a search that has been made again; not found yet
	seeks  int   // pages that may still be read to find the lost rows for a comparison, plus one; 0 for none
	cursor Row
	other  bool // the cursor's row belongs to a search that has been made again
	line   int  // the line of the screen where the user put the cursor
	held   bool // rows have arrived since then and line is valid
}

// count returns the number of marked rows, including those not found yet.
func (m *marks) count() int { return len(m.rows) + len(m.lost) }

func (m *marks) has(id string) bool {
	return slices.ContainsFunc(m.rows, func(r Row) bool { return r.ID == id })
}

// mark toggles the mark of the row under the cursor and moves down.
func (l *List) mark() {
	if row, ok := l.rows.row(l.cursor); ok && row.ID != "" {
		if i := slices.IndexFunc(l.marks.rows, func(r Row) bool { return r.ID == row.ID }); i >= 0 {
			l.marks.rows = slices.Delete(l.marks.rows, i, i+1)
		} else {
			l.marks.rows = append(l.marks.rows, row)
		}
	}
	l.move(1)
}

func (l *List) unmark() { l.marks.rows, l.marks.lost, l.marks.seeks = nil, nil, 0 }

// filtered reports whether filters hide rows, as far as known.
func (l *List) filtered() bool { return l.latest.All > l.latest.Total }

// Limits on the number of compared rows.
const (
	leastCompared = 2
	mostCompared  = 6
)

func (l *List) barsCompare() string {
	switch n := l.marks.count(); {
	case n < leastCompared:
		return "Mark 2 to 6 rows with space first, then compare them."
	case n > mostCompared:
		return "At most 6 rows can be compared; space removes a mark, u all of them."
	}
	return ""
}

// mostSought limits the pages read to find marked rows in a search that was made again: reads are limited, and a row
// is usually near its old position.
const mostSought = 10

// compare shows the marked rows side by side. It first searches for those of a search that was made again.
func (l *List) compare() {
	l.marks.seeks = 1 + mostSought
	l.seek()
}

// seek reads more pages until the marked rows are found or the limit is reached.
func (l *List) seek() {
	lost, next := len(l.marks.lost), l.rows.unread()
	idle := l.reading.main.Over() && l.reading.page.Over() && sameRows(l.shown, l.query)
	switch {
	case l.marks.seeks == 0, lost > 0 && !idle: // this is called again when that read ends
		return
	case lost > 0 && next > 0 && l.marks.seeks > 1:
		l.marks.seeks--
		l.readPage(next)
		return
	}
	l.marks.seeks = 0
	switch {
	case l.stage.Top() != stage.Place(l): // the user has left the list
	case len(l.marks.rows) >= leastCompared:
		l.stage.Push(l.feed.Compare(l, slices.Clone(l.marks.rows)))
		if lost > 0 {
			l.stage.Say(words.Counted(lost, l.about.Noun) + " that you marked could not be found again.")
		}
	case next > 0:
		l.stage.Say("The marked rows are not among those that were read; c looks further.")
	case l.filtered():
		l.stage.Say("Filters hide what is marked; F shows it, then compare.")
	default:
		l.stage.Say("The marked rows were not found again. Mark others with space, then compare them.")
	}
}

// refind finds the lost marked rows on a page of the new search.
func (l *List) refind(p Page) {
	l.marks.lost = slices.DeleteFunc(l.marks.lost, func(old Row) bool {
		at := l.feed.Same(old, p.Rows)
		if at >= 0 && p.Rows[at].ID != "" && !l.marks.has(p.Rows[at].ID) {
			l.marks.rows = append(l.marks.rows, p.Rows[at])
		}
		return at >= 0
	})
}

// keepAt puts the cursor on a row at a line of the screen.
func (l *List) keepAt(i, line int) {
	l.cursor, l.top = i, i
	for l.top > 0 && line >= l.heightOf(l.top-1) {
		l.top--
		line -= l.heightOf(l.top)
	}
}

// lineOf returns the line of the screen on which the cursor's row begins.
func (l *List) lineOf() int {
	l.keepInView()
	line := 0
	for i := l.top; i < l.cursor; i++ {
		line += l.heightOf(i)
	}
	return line
}

// changes holds the notes shown briefly beside new and changed rows.
type changes struct {
	notes map[string]string // by id
	timer stage.Timer       // removes them
}

// brandNew is the note of a row that was not listed before.
const brandNew = "new"

// moment is how long a note is shown.
const moment = 3 * time.Second

// changed shows notes for the differences between two reads of the same page, in place of earlier ones.
func (l *List) changed(before, now search.Listing, locale string) {
	notes := present.Marks(search.Compare(before, now), locale)
	if len(notes) == 0 {
		return
	}
	for id, note := range notes {
		if !strings.HasPrefix(note, "was ") {
			notes[id] = brandNew
		}
	}
	l.changes.notes = notes
	l.changes.timer.Start(l.stage, moment, func() { l.changes.notes = nil })
}
