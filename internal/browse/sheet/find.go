package sheet

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/browse/stage"
)

// sought holds the position at which a search began and the last line found.
type sought struct{ top, at, line int }

// FindRows returns the keys that search the sheet of a place.
func FindRows[P any](of func(P) *Sheet, finder func(P) *stage.Finder) []stage.Row[P] {
	rows := stage.FindRows(finder)
	begin := rows[0].Do
	rows[0].Do = func(p P) {
		s := of(p)
		s.sought = sought{s.top, s.at, s.top}
		begin(p)
	}
	return rows
}

// Look is the [stage.Look] of a sheet. It chooses the item that contains the line found; if there is none, it scrolls
// that line to the top.
func (s *Sheet) Look(text string, by int) string {
	if by == 0 {
		s.top, s.at, s.sought.line = min(s.sought.top, s.last()), s.sought.at, s.sought.top
	}
	if text == "" {
		return ""
	}
	var has []int
	for i, line := range s.lines {
		if strings.Contains(strings.ToLower(ansi.Strip(line)), strings.ToLower(text)) {
			has = append(has, i)
		}
	}
	if len(has) == 0 {
		return "nothing has it"
	}
	n := 0
	for n < len(has) && has[n] < s.sought.line {
		n++
	}
	switch {
	case by > 0 && n < len(has) && has[n] == s.sought.line:
		n++
	case by < 0:
		n += len(has) - 1
	}
	n %= len(has)
	s.goTo(has[n])
	return fmt.Sprintf("%d of %d", n+1, len(has))
}

// goTo shows a line that was found.
func (s *Sheet) goTo(line int) {
	s.sought.line = line
	for i, item := range s.items {
		if line >= item.From && line < item.To {
			s.Choose(i)
			return
		}
	}
	s.top = min(line, s.last())
}
