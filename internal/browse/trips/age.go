package trips

import (
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// age tracks the age of the search being shown. While shown, it is updated once a minute until the search may have
// expired; nothing else wakes the stage.
type age struct {
	stage  *stage.Stage
	search search.Ref
	cancel func()
}

// of starts tracking the age of a search.
func (a *age) of(s search.Ref) {
	a.search = s
	a.show()
}

func (a *age) show() {
	a.hide()
	if a.counts() && !a.late() {
		a.cancel = a.stage.Later(time.Minute-a.old()%time.Minute, a.show)
	}
}

func (a *age) hide() {
	if a.cancel != nil {
		a.cancel()
		a.cancel = nil
	}
}

func (a *age) counts() bool       { return !a.search.Created.IsZero() }
func (a *age) old() time.Duration { return max(a.stage.Desk.Now().Sub(a.search.Created), 0) }

// late reports whether the search may have expired.
func (a *age) late() bool { return a.counts() && a.old() >= desk.FlightLinkLasts }

// words returns the age in words, or "" if it is unknown or less than a minute.
func (a *age) words() string {
	minutes := int(min(a.old(), desk.FlightLinkLasts).Minutes())
	switch {
	case !a.counts(), minutes == 0:
		return ""
	case a.late():
		return fmt.Sprintf("made %d min ago or more, may have expired; R refreshes it", minutes)
	}
	return fmt.Sprintf("made %d min ago", minutes)
}

// wideAge is the least width at which the age of a search that may have expired is shown in full.
const wideAge = 100

// state joins the parts of a status line with the number of lines below and the age, which comes first if the search
// may have expired.
func state(c canvas.Canvas, parts []string, below int, a *age) string {
	if below > 0 {
		parts = append(parts, c.Paint(canvas.Faint, words.Counted(below, "more line")))
	}
	switch text := a.words(); {
	case text == "":
	case a.late():
		if c.Width < wideAge {
			_, text, _ = strings.Cut(text, ", ")
		}
		parts = append([]string{c.Paint(canvas.Warn, text)}, parts...)
	default:
		parts = append(parts, c.Paint(canvas.Faint, text))
	}
	return strings.Join(parts, "  ")
}
