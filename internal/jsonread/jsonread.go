// Package jsonread reads a JSON text into structs in one pass, where encoding/json checks it first and
// looks at most of it twice more. It takes a text only where it surely reads what encoding/json would,
// and declines every other: one that is wrong, that repeats a member, that writes a name in another case.
// The caller then asks encoding/json, whose value or error stands.
package jsonread

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"sync"
	"unicode/utf8"
)

// Reader reads texts, and keeps what it has learned about types. The zero value is ready, for several
// goroutines.
type Reader struct {
	// Strict declines a text with a member that its struct does not have.
	Strict bool

	plans sync.Map // a *plan by its reflect.Type
}

// largest is the text that is copied at most, in bytes. Of a longer one encoding/json keeps what it needs.
const largest = 4 << 20

// Read reads a text into what value points to, which must be zero. whole tells that every struct surely
// got each member whose tag does not allow it to be left out, and none of them null. Where ok is false the
// value may be filled in part.
//
// The strings that are read are parts of one copy of the text, and hold on to it.
func (r *Reader) Read(text []byte, value any) (whole, ok bool) {
	if len(text) > largest {
		return false, false
	}
	v := reflect.ValueOf(value).Elem()
	reading := reading{text: string(text), strict: r.Strict, whole: true}
	end := reading.value(r.plan(v.Type()), v, space(reading.text, 0))
	ok = end != bad && space(reading.text, end) == len(reading.text)
	return ok && reading.whole, ok
}

func (r *Reader) plan(t reflect.Type) *plan {
	if p, ok := r.plans.Load(t); ok {
		return p.(*plan)
	}
	p, _ := r.plans.LoadOrStore(t, planFor(t, map[reflect.Type]*plan{}))
	return p.(*plan)
}

// reading is one text that is being read. Its methods return where it goes on behind the value at a
// position, or bad.
type reading struct {
	text   string
	strict bool
	whole  bool
}

func (r *reading) value(p *plan, v reflect.Value, at int) int {
	if at >= len(r.text) {
		return bad
	}
	if p.kind == other {
		return r.foreign(v, at)
	}
	switch c := r.text[at]; {
	case c == 'n': // changes nothing, as a nil pointer or slice is zero
		r.whole = r.whole && p.kind != object
		return word(r.text, at, "null")
	case p.kind == pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return r.value(p.of, v.Elem(), at)
	case p.kind == object && c == '{':
		return r.object(p, v, space(r.text, at+1))
	case p.kind == list && c == '[':
		return r.list(p, v, space(r.text, at+1))
	case p.kind == text && c == '"':
		return r.string(v, at)
	case p.kind == figure || p.kind == integer:
		return r.number(p, v, at)
	case p.kind == boolean && c == 't':
		v.SetBool(true)
		return word(r.text, at, "true")
	case p.kind == boolean && c == 'f':
		return word(r.text, at, "false")
	}
	return bad
}

// foreign has encoding/json read a value of a type that is not planned.
func (r *reading) foreign(v reflect.Value, at int) int {
	end := skip(r.text, at, 0)
	if end == bad {
		return bad
	}
	r.whole = false // nothing is known of what is inside
	decoder := json.NewDecoder(bytes.NewReader([]byte(r.text[at:end])))
	if r.strict {
		decoder.DisallowUnknownFields()
	}
	if decoder.Decode(v.Addr().Interface()) != nil {
		return bad
	}
	return end
}

func (r *reading) number(p *plan, v reflect.Value, at int) int {
	end := number(r.text, at)
	if end == bad {
		return bad
	}
	if p.kind == figure {
		v.SetString(r.text[at:end])
		return end
	}
	n, err := strconv.ParseInt(r.text[at:end], 10, 64)
	if err != nil || v.OverflowInt(n) {
		return bad
	}
	v.SetInt(n)
	return end
}

func (r *reading) string(v reflect.Value, at int) int {
	end, plain := quoted(r.text, at+1)
	if end == bad {
		return bad
	}
	said := r.text[at+1 : end-1]
	if !plain {
		said = r.unquoted(at, end)
	}
	v.SetString(said)
	return end
}

// unquoted is what a string says that has an escape or something beyond ASCII.
func (r *reading) unquoted(at, end int) string {
	said := r.text[at+1 : end-1]
	escaped := false
	for i := range len(said) {
		escaped = escaped || said[i] == '\\'
	}
	if !escaped && utf8.ValidString(said) {
		return said
	}
	_ = json.Unmarshal([]byte(r.text[at:end]), &said) // it is a string
	return said
}

// list reads the items of an array from the first one on.
func (r *reading) list(p *plan, v reflect.Value, at int) int {
	if at < len(r.text) && r.text[at] == ']' {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		return at + 1
	}
	for n := 0; ; n++ {
		if n == v.Cap() {
			v.Grow(max(1, int(p.items.Load())-n))
		}
		v.SetLen(n + 1)
		r.whole = r.whole && at < len(r.text) && r.text[at] != 'n'
		if at = r.value(p.of, v.Index(n), at); at == bad {
			return bad
		}
		if at = space(r.text, at); at >= len(r.text) {
			return bad
		}
		if r.text[at] == ']' {
			p.items.Store(int32(min(n+1, longest)))
			return at + 1
		}
		if r.text[at] != ',' {
			return bad
		}
		at = space(r.text, at+1)
	}
}

// longest bounds what is set aside for a list before its items are seen.
const longest = 64

// object reads the members of an object from the first one on.
func (r *reading) object(p *plan, v reflect.Value, at int) int {
	var seen, known uint64 // known are not null
	if at < len(r.text) && r.text[at] == '}' {
		r.whole = r.whole && p.want == 0
		return at + 1
	}
	for next := 0; ; {
		i, from := r.member(p, next, at)
		switch {
		case from == bad:
			return bad
		case i == bad:
			at = skip(r.text, from, 0)
		case seen&(1<<i) != 0:
			return bad // encoding/json would read it on top of the first
		default:
			next, seen = i+1, seen|1<<i
			if from < len(r.text) && r.text[from] != 'n' {
				known |= 1 << i
			}
			at = r.value(p.members[i].plan, v.Field(i), from)
		}
		if at == bad {
			return bad
		}
		if at = space(r.text, at); at >= len(r.text) {
			return bad
		}
		if r.text[at] == '}' {
			r.whole = r.whole && known&p.want == p.want
			return at + 1
		}
		if r.text[at] != ',' {
			return bad
		}
		at = space(r.text, at+1)
	}
}

// member reads a name: its place in the struct, bad for none, and where its value begins.
func (r *reading) member(p *plan, next, at int) (place, from int) {
	from = colon(r.text, at)
	if from == bad {
		return bad, bad
	}
	end, plain := quoted(r.text, at+1)
	name := r.text[at+1 : end-1]
	if !plain {
		name = r.unquoted(at, end)
	}
	if place = p.find(name, next); place == bad && (r.strict || p.resembles(name)) {
		return bad, bad
	}
	return place, from
}
