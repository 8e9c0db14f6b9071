package facets

import (
	"math"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/words"
)

// A scale is where an end of a range can be moved. The zero value is not known.
type scale struct{ low, high, step float64 }

// An end is the lower or the upper end of a range.
type end struct {
	scale
	side  side
	at    float64 // of the scale; its own end where nothing is set
	param string  // whose words say what can be typed
	unit  *unit
	found *Found
	put   func(q *params.Values, text string) error // sets what was typed; "" leaves it open
}

// A side is which end of a range it is.
type side uint8

const (
	lower side = iota
	upper
)

// open is where an end stands that limits nothing.
func (e *end) open() float64 {
	if e.side == lower {
		return e.low
	}
	return e.high
}

// moved is what is typed for the end so many steps further; "" is open.
func (e *end) moved(by float64) string {
	at := math.Floor(e.at/e.step)*e.step + by*e.step
	if by < 0 {
		at = math.Ceil(e.at/e.step)*e.step + by*e.step
	}
	at = min(max(at, e.low), e.high)
	if at == e.open() {
		return ""
	}
	return e.unit.say(at)
}

// show is a number of the scale for people.
func (e *end) show(c canvas.Canvas, at float64) string { return e.unit.show(c, e.found, at) }

// A unit is how the numbers of a range are shown, typed and stepped through.
type unit struct {
	show  func(c canvas.Canvas, f *Found, at float64) string
	say   func(at float64) string // as it is typed on a command line
	steps []float64               // that the ends may move by, the smallest first; none for 1, 2, 5, 10 and so on
}

var (
	amounts = &unit{show: showAmount, say: words.Number}                                      // in the currency of the answers
	lengths = &unit{show: showLength, say: sayLength, steps: []float64{15, 30, 60, 120, 240}} // minutes
	counts  = &unit{show: showNumber, say: words.Number, steps: []float64{1}}
	halves  = &unit{show: showNumber, say: words.Number, steps: []float64{0.5}}
	clocks  = &unit{show: showClock, say: clock, steps: []float64{30}} // minutes of the day
)

func showAmount(c canvas.Canvas, f *Found, at float64) string {
	price := money.Money{Amount: words.Number(at), Currency: f.currency}
	if !c.Unicode {
		return money.ASCIITexts([]money.Money{price}, f.locale)[0]
	}
	return c.Text(price.Text(f.locale))
}

func showNumber(_ canvas.Canvas, _ *Found, at float64) string { return words.Number(at) }
func showLength(_ canvas.Canvas, _ *Found, at float64) string { return sayLength(at) }
func showClock(_ canvas.Canvas, _ *Found, at float64) string  { return clock(at) }

func sayLength(minutes float64) string {
	if minutes == 0 {
		return "0h00"
	}
	return figure.Span(int(minutes))
}

// mostSteps is how many steps there are about from one end of a scale to the other.
const mostSteps = 40

// scale is one on which everything that was seen lies.
func (u *unit) scale(seen extent) scale {
	if seen.high <= seen.low {
		return scale{}
	}
	step := u.step((seen.high - seen.low) / mostSteps)
	return scale{low: math.Floor(seen.low/step) * step, high: math.Ceil(seen.high/step) * step, step: step}
}

// step is the smallest good step that is not smaller than another.
func (u *unit) step(least float64) float64 {
	for _, s := range u.steps {
		if s >= least {
			return s
		}
	}
	if n := len(u.steps); n > 0 {
		return u.steps[n-1]
	}
	for s := 1.0; ; s *= 10 {
		for _, times := range []float64{1, 2, 5} {
			if s*times >= least {
				return s * times
			}
		}
	}
}

// number is a value of the wire as a number, 0 for what is none.
func number(text string) float64 {
	n, _ := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n
}
