package facets

import (
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/words"
)

// A span is a lower and an upper limit; it may have one alone.
type span struct {
	low, high string // on the wire, "" for none
	of        string // what was measured
	unit      *unit
	head      string
}

func (s *span) wires() []string {
	var list []string
	for _, wire := range []string{s.low, s.high} {
		if wire != "" {
			list = append(list, wire)
		}
	}
	return list
}

func (s *span) items(b *builder) {
	scale, head := s.unit.scale(b.found.seen[s.of]), s.head
	for side, wire := range []string{s.low, s.high} {
		if wire == "" {
			continue
		}
		e := &end{scale: scale, param: wire, unit: s.unit, put: func(q *params.Values, text string) error { return setText(q, wire, text) }}
		label, before := "at least", "from"
		if side == 1 {
			e.side, label, before = upper, "at most", "to"
		}
		b.end(&item{key: wire, head: head, label: label, end: e}, before, b.query.Texts(wire))
		head = ""
	}
}

// end adds an end, at the value that it has.
func (b *builder) end(i *item, before string, values []string) {
	i.end.at = i.end.open()
	if len(values) > 0 {
		i.on = true
		i.end.at = number(values[0])
	}
	i.said, i.end.found = before, b.found
	b.add(i)
}

// setText gives a parameter what was typed for it, or leaves it out.
func setText(q *params.Values, wire, text string) error {
	q.Unset(wire)
	if text == "" {
		return nil
	}
	return q.Set(wire, "--"+params.FlagName(wire), text)
}

// Ratings are the scores by one kind of guests. The service takes the kind and the score together, and one
// kind alone.
type ratings struct{ head string }

func (*ratings) wires() []string { return []string{"guest-type", "min-guest-rating"} }

// guests are the kinds of guests on the wire, and for a person.
var guests = [][2]string{{"couple", "couples"}, {"family", "families"}, {"solo", "solo guests"}, {"business", "on business"}}

func (r *ratings) items(b *builder) {
	counts := map[string]string{}
	for _, f := range b.found.vocabulary["guest-type"] {
		counts[f.Value] = words.Grouped(f.Count)
	}
	scale, head := halves.scale(b.found.seen[scores]), r.head
	for _, who := range guests {
		var now []string
		if b.query.Text("guest-type") == who[0] {
			now = b.query.Texts("min-guest-rating")
		}
		e := &end{scale: scale, param: "min-guest-rating", unit: halves}
		e.put = func(q *params.Values, text string) error { return setRating(q, who[0], text) }
		b.end(&item{key: "guest-type=" + who[0], head: head, label: who[1], count: counts[who[0]], end: e}, who[1], now)
		head = ""
	}
}

// setRating sets the score of a kind of guests in place of that of any other. The kind stays where the order
// is theirs.
func setRating(q *params.Values, who, text string) error {
	unset(q, (&ratings{}).wires())
	if text == "" {
		return nil
	}
	q.Unset("guest-type")
	if err := q.SetTyped("guest-type", who); err != nil {
		return err
	}
	return setText(q, "min-guest-rating", text)
}
