package facets

import (
	"strings"
	"time"

	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/figure"
)

// times are when a flight leaves or lands: in parts of the day, or between two moments.
type times struct {
	parts, between string // on the wire
	flag           string // in a person's words, for both
	head           string
	lands          string // tells a landing apart where few words say what is on; "" for a departure
}

func (t *times) wires() []string { return []string{t.parts, t.between} }

// partWords are the parts of the day on the wire, and for a person.
var partWords = [][2]string{
	{"midnight", "00:00 to 06:00, night"}, {"morning", "06:00 to 12:00, morning"},
	{"afternoon", "12:00 to 18:00, afternoon"}, {"night", "18:00 to 24:00, evening"},
}

const (
	day        = 24 * 60
	partPrefix = len("00:00 to 06:00, ")
)

func (t *times) items(b *builder) {
	chosen, head := b.query.Texts(t.parts), t.head
	for _, part := range partWords {
		b.add(&item{
			key: t.parts + "=" + part[0], head: head, label: part[1], said: t.lands + part[1][partPrefix:], on: has(chosen, part[0]),
			turn: func(q *params.Values) error { return t.setParts(q, turned(q.Texts(t.parts), part[0])) },
		})
		head = ""
	}
	from, to := t.ends(b.query)
	b.add(t.item(b, &end{side: lower, at: from}, "not before", "from"))
	b.add(t.item(b, &end{side: upper, at: to}, "not after", "until"))
}

// item is one of the moments.
func (t *times) item(b *builder, e *end, label, before string) *item {
	e.scale, e.param, e.unit, e.found = scale{0, day, 30}, t.between, clocks, b.found
	e.put = func(q *params.Values, text string) error { return t.setEnd(q, e.side, text) }
	return &item{key: t.between + "=" + label, label: label, said: t.lands + before, on: e.at != e.open(), end: e}
}

// ends are the moments that are set, in minutes of the day; an end that is open is 0 or that of the day.
func (t *times) ends(q *params.Values) (from, to float64) {
	low, high, ok := strings.Cut(q.Text(t.between), "-")
	if !ok {
		return 0, day
	}
	from, to = number(low), number(high)
	if to == day-1 {
		to = day
	}
	return from, to
}

// setParts sets parts of the day, in place of moments.
func (t *times) setParts(q *params.Values, parts []string) error {
	q.Unset(t.wires()...)
	if len(parts) == 0 {
		return nil
	}
	for i, part := range parts {
		if part == "night" {
			parts[i] = "evening" // as people say it; the command line knows both
		}
	}
	return setPlain(q, t.flag, strings.Join(parts, ","))
}

// setEnd sets one of the moments, in place of parts of the day.
func (t *times) setEnd(q *params.Values, side side, text string) error {
	from, to := t.ends(q)
	at, open := &from, 0.0
	if side == upper {
		at, open = &to, day
	}
	*at = open
	if text != "" {
		c, ok := params.ParseClock("until " + text)
		if !ok {
			return problem.NotAccepted("--"+t.flag, text, "a time of the day such as 06:00, 18 or 6pm", "")
		}
		*at = float64(c.To)
	}
	q.Unset(t.wires()...)
	said := clock(from) + "-" + clock(to)
	switch {
	case from == 0 && to >= day-1:
		return nil
	case to >= day-1:
		said = "after " + clock(from)
	case from == 0:
		said = "until " + clock(to)
	}
	return setPlain(q, t.flag, said)
}

// clock is a minute of the day as people write it; its end is 24:00.
func clock(minute float64) string {
	if minute >= day {
		return "24:00"
	}
	return figure.Clock(time.Unix(0, 0).UTC().Add(time.Duration(minute)*time.Minute), 0)
}
