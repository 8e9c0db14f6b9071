package facets

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/words"
)

// An item is a line of the panel that the cursor can stand on: something to turn on or off, or an end of a
// range.
type item struct {
	key         string // of this item alone, the same after each answer
	head        string // stands on a line above it
	label, code string // foreign text
	count       string
	said        string // how it is named in few words where it is on; foreign text
	on          bool
	turn        func(q *params.Values) error // turns it to the other side; nil for an end
	barred      string                       // why it cannot be turned, a sentence; "" where it can
	end         *end                         // nil for what is turned
}

// A builder makes the items of a group.
type builder struct {
	query *params.Values
	found *Found
	items []*item
}

func (b *builder) add(i *item) { b.items = append(b.items, i) }

// has tells whether a list has a word, in any case.
func has(list []string, word string) bool {
	for _, one := range list {
		if strings.EqualFold(one, word) {
			return true
		}
	}
	return false
}

// turned is a list without a word, or with it where it was not there.
func turned(list []string, word string) []string {
	var left []string
	for _, one := range list {
		if !strings.EqualFold(one, word) {
			left = append(left, one)
		}
	}
	if len(left) == len(list) {
		left = append(left, word)
	}
	return left
}

// turnWord turns one word of a list on or off. A list without words is left out.
func turnWord(q *params.Values, wire, word string) error {
	words := turned(q.Texts(wire), word)
	q.Unset(wire)
	if len(words) == 0 {
		return nil
	}
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	return q.SetTyped(wire, list...)
}

// A vocabulary is a list of words that the service tells of a search.
type vocabulary struct {
	wire, head string
	floor      string // stands behind a count that is only a floor
	spoken     bool   // the words are codes made of words: free_cancellation
}

func (v *vocabulary) wires() []string { return []string{v.wire} }

func (v *vocabulary) items(b *builder) {
	chosen := b.query.Texts(v.wire)
	var known []string
	for _, f := range b.found.vocabulary[v.wire] {
		known = append(known, f.Value)
		v.add(b, f, chosen, words.Grouped(f.Count)+v.floor)
	}
	for _, word := range chosen { // what was typed and no row has: it can be turned off
		if !has(known, word) {
			v.add(b, desk.Facet{Value: word}, chosen, "")
		}
	}
}

func (v *vocabulary) add(b *builder, f desk.Facet, chosen []string, count string) {
	i := &item{key: v.wire + "=" + strings.ToLower(f.Value), label: f.Value, count: count, said: f.Value}
	if len(b.items) == 0 || !strings.HasPrefix(b.items[len(b.items)-1].key, v.wire+"=") {
		i.head = v.head
	}
	if v.spoken {
		i.label = strings.ReplaceAll(f.Value, "_", " ")
		i.said = i.label
	}
	if f.Name != "" && !strings.EqualFold(f.Name, f.Value) {
		i.label, i.code = f.Name, f.Value
	}
	i.on = has(chosen, f.Value)
	if !i.on && !sendable(b.query, v.wire, f.Value) {
		i.barred = "The service does not take this word as a filter."
	}
	i.turn = func(q *params.Values) error { return turnWord(q, v.wire, f.Value) }
	b.add(i)
}

// sendable tells whether a word of the service comes back to it as it is: a list is parted at commas.
func sendable(q *params.Values, wire, word string) bool {
	param, ok := q.Op().Param(wire)
	return ok && params.Offerable(param, word) && !strings.Contains(word, ",") && clean.Line(word) == word
}

// choices are the words of the contract itself.
type choices struct {
	wire, head string
	words      [][2]string // on the wire, and for a person
}

func (w *choices) wires() []string { return []string{w.wire} }

func (w *choices) items(b *builder) {
	chosen := b.query.Texts(w.wire)
	for n, word := range w.words {
		i := &item{key: w.wire + "=" + word[0], label: word[1], said: word[1], on: has(chosen, word[0])}
		if n == 0 {
			i.head = w.head
		}
		i.turn = func(q *params.Values) error { return turnWord(q, w.wire, word[0]) }
		b.add(i)
	}
}

// A toggle is a parameter that has one value or is left out.
type toggle struct {
	wire   string
	value  string
	label  string
	beside string // the parameter without which it does nothing; "" for none
}

func (t *toggle) wires() []string { return []string{t.wire} }

func (t *toggle) items(b *builder) {
	on := b.query.Has(t.wire) && b.query.Texts(t.wire)[0] == t.value
	b.add(&item{key: t.wire, label: t.label, said: t.label, on: on, turn: func(q *params.Values) error {
		q.Unset(t.wire)
		if on {
			return nil
		}
		return setText(q, t.wire, t.value)
	}})
}

// stops are how many stops a trip may have.
type stops struct{}

func (*stops) wires() []string { return []string{"stops"} }

// mostStops is how many are told apart on the command line.
const mostStops = 9

// stopWords are what is turned on: from how many stops to how many.
var stopWords = []struct {
	label, said string
	from, to    int
}{{"Nonstop", "nonstop", 0, 0}, {"1 stop", "1", 1, 1}, {"2 stops", "2", 2, 2}, {"3 stops or more", "3+", 3, mostStops}}

func (*stops) items(b *builder) {
	wanted := stopsOf(b.query)
	for i := range stopWords {
		s := &stopWords[i]
		on := wanted[s.from]
		b.add(&item{key: "stops=" + s.said, label: s.label, said: s.said, on: on, turn: func(q *params.Values) error {
			now := stopsOf(q)
			for n := s.from; n <= s.to; n++ {
				now[n] = !on
			}
			return setStops(q, now)
		}})
	}
}

// stopsOf tells which numbers of stops are wanted.
func stopsOf(q *params.Values) (wanted [mostStops + 1]bool) {
	for _, text := range q.Texts("stops") {
		if n := int(number(text)); n >= 0 && n <= mostStops {
			wanted[n] = true
		}
	}
	return wanted
}

// setStops gives the numbers of stops in the words of the command line where it has some.
func setStops(q *params.Values, wanted [mostStops + 1]bool) error {
	q.Unset("stops")
	var list []any
	last := -1
	for n, on := range wanted {
		if on {
			list, last = append(list, n), n
		}
	}
	switch {
	case last < 0:
		return nil
	case last == 0:
		return setPlain(q, "nonstop", "true")
	case last == len(list)-1:
		return setPlain(q, "max-stops", strconv.Itoa(last))
	}
	return q.SetTyped("stops", list...)
}

// setPlain gives a value by a flag in a person's words.
func setPlain(q *params.Values, flag, text string) error {
	for _, f := range params.PlainFlags(q.Op()) {
		if f.Name == flag {
			return q.SetPlain(f, text)
		}
	}
	return nil
}
