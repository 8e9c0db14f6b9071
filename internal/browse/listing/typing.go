package listing

import (
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/screen"
)

// typing is what is typed into a list: the number of a row, and what to find.
type typing struct {
	number int       // of a row, as far as it was typed; 0 for none
	last   time.Time // when its last digit was
	from   int       // where the cursor was before the number, or the finding
	top    int       // the position at the top of the screen then
}

// Type is part of a [stage.Typist]: digits go to the row of a number.
func (l *List) Type(e screen.Event) bool {
	k, ok := e.(screen.Key)
	digit := int(k.Rune - '0')
	if !ok || k.Code != screen.Text || k.Mod != 0 || digit < 0 || digit > 9 {
		l.typing.number = 0
		return false
	}
	now, last := l.stage.Desk.Now(), l.typing.last
	l.typing.last = now
	if l.typing.number > l.rows.count && now.Sub(last) >= refusedFor {
		l.typing.number = 0
	}
	if l.typing.number == 0 {
		l.typing.from, l.typing.top = l.cursor, l.top
	}
	n := min(l.typing.number*10+digit, mostNumber)
	l.typing.number = n
	switch {
	case n > l.rows.count:
		l.moveTo(l.typing.from) // and not to the row of the first digits
		l.top = l.typing.top
		l.stage.Hush() // what was said before, so that the refusal is seen
	case n > 0:
		l.moveTo(n - 1)
		l.rests()
	}
	return true
}

// refusedFor is how long after a digit of a number that no row has another digit belongs to it, and is not the
// first of a new one.
const refusedFor = time.Second

// mostNumber bounds the number of a row that is typed.
const mostNumber = 999_999_999

// rests has the rows around a number read when no more digits come.
func (l *List) rests() {
	l.stopWaiting()
	l.reading.waits = l.stage.Later(patience, func() {
		l.reading.waits = nil
		if !sameRows(l.reading.query, l.query) { // it was to be read when this wait took its place
			l.reread()
		}
	})
}

// typed is the number of a row as far as it was typed, or that there is no such row.
func (l *List) typed() string {
	switch n := l.typing.number; {
	case n == 0:
		return ""
	case n > l.rows.count:
		return fmt.Sprintf("There is no row %d.", n)
	}
	return fmt.Sprintf("Row %d.", l.typing.number)
}

// startFind begins a finding.
func (l *List) startFind() {
	l.typing.from = l.cursor
	l.finder.Begin()
}

// look is a [stage.Look] over the rows that were read.
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
		if row, ok := l.rows.bare(at); ok && strings.Contains(row.Text, want) {
			l.moveTo(at)
			return fmt.Sprintf("row %d", at+1)
		}
	}
	return "no row that was read has it"
}
