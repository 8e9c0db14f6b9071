package listing

import (
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/screen"
)

// typing is the state of typing a row number or a search text.
type typing struct {
	number int       // the row number typed so far; 0 for none
	last   time.Time // time of its last digit
	from   int       // cursor position before typing
	top    int       // top row before typing
}

// Type implements [stage.Typist]: digits go to the row with that number.
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
		l.stage.Hush() // remove earlier messages, so that the error is visible
	case n > 0:
		l.moveTo(n - 1)
		l.rests()
	}
	return true
}

// refusedFor is how long after the last digit of a number without a row another digit is still part of that number,
// instead of starting a new one.
const refusedFor = time.Second

// mostNumber limits the row number that can be typed.
const mostNumber = 999_999_999

// rests schedules a read of the rows around the number, for when no more digits follow.
func (l *List) rests() {
	l.stopWaiting()
	l.reading.waits = l.stage.Later(patience, func() {
		l.reading.waits = nil
		if !sameRows(l.reading.query, l.query) { // this wait has replaced a pending reread
			l.reread()
		}
	})
}

// typed returns the row number typed so far, or says that there is no such row.
func (l *List) typed() string {
	switch n := l.typing.number; {
	case n == 0:
		return ""
	case n > l.rows.count:
		return fmt.Sprintf("There is no row %d.", n)
	}
	return fmt.Sprintf("Row %d.", l.typing.number)
}

// startFind starts a text search.
func (l *List) startFind() {
	l.typing.from = l.cursor
	l.finder.Begin()
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
		if row, ok := l.rows.bare(at); ok && strings.Contains(row.Text, want) {
			l.moveTo(at)
			return fmt.Sprintf("row %d", at+1)
		}
	}
	return "no row that was read has it"
}
