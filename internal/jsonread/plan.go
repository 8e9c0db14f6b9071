package jsonread

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
)

// kind is how a type is read.
type kind uint8

const (
	other  kind = iota // by encoding/json
	text               // of any string type
	figure             // a json.Number
	integer
	boolean
	pointer
	list
	object
)

// plan is how a type is read. It is made once.
type plan struct {
	kind    kind
	of      *plan // what a pointer points to, and a list holds
	members []member
	want    uint64 // the members that are promised, a bit each

	items atomic.Int32 // of the last list of this type, so that the next one need not grow
}

type member struct {
	name string
	plan *plan
}

// most is how many members a plan may have: a bit for each.
const most = 64

// planFor makes a plan; made are those of the types around it.
func planFor(t reflect.Type, made map[reflect.Type]*plan) *plan {
	if p, ok := made[t]; ok {
		return p
	}
	p := &plan{}
	made[t] = p
	if t == reflect.TypeFor[json.Number]() {
		p.kind = figure
		return p
	}
	if readsItself(t) {
		return p
	}
	switch t.Kind() {
	case reflect.String:
		p.kind = text
	case reflect.Bool:
		p.kind = boolean
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.kind = integer
	case reflect.Pointer:
		p.kind, p.of = pointer, planFor(t.Elem(), made)
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 { // bytes are written as text
			p.kind, p.of = list, planFor(t.Elem(), made)
		}
	case reflect.Struct:
		p.structure(t, made)
	}
	return p
}

// readsItself tells a type that has a say in how it is read.
func readsItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// structure plans a struct whose members are plain fields. A member is promised where its tag has neither
// omitempty nor omitzero.
func (p *plan) structure(t reflect.Type, made map[reflect.Type]*plan) {
	var members []member
	var want uint64
	for field := range t.Fields() {
		options := strings.Split(field.Tag.Get("json"), ",")
		name := options[0]
		if name == "" {
			name = field.Name
		}
		again := slices.ContainsFunc(members, func(m member) bool { return strings.EqualFold(m.name, name) })
		if field.Anonymous || !field.IsExported() || name == "-" || again || slices.Contains(options, "string") || len(members) == most {
			return // encoding/json knows the rules
		}
		if !slices.Contains(options, "omitempty") && !slices.Contains(options, "omitzero") {
			want |= 1 << len(members)
		}
		members = append(members, member{name, planFor(field.Type, made)})
	}
	p.kind, p.members, p.want = object, members, want
}

// find is the place of a member, bad if there is none of exactly that name. Most stand in the order of the
// struct, so the search begins where the last one ended.
func (p *plan) find(name string, from int) int {
	for i := from; i < len(p.members); i++ {
		if p.members[i].name == name {
			return i
		}
	}
	for i := range min(from, len(p.members)) {
		if p.members[i].name == name {
			return i
		}
	}
	return bad
}

// resembles tells whether encoding/json would take a name for one of the members.
func (p *plan) resembles(name string) bool {
	return slices.ContainsFunc(p.members, func(m member) bool { return strings.EqualFold(m.name, name) })
}
