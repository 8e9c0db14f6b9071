package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// edit is the genuine answer with its JSON changed.
type edit struct{ change change }

// change returns the value with its change in it, and in how many places that
// is.
type change interface {
	in(value any) (any, int)
}

func (d edit) serve(e *event) {
	a := e.work()
	dec := json.NewDecoder(bytes.NewReader(a.body.Bytes()))
	dec.UseNumber()
	var value any
	places := 0
	if err := dec.Decode(&value); err == nil {
		value, places = d.change.in(value)
	}
	if places > 0 {
		a.body.Reset()
		a.encode(value)
	} else {
		e.handler.log.Warn("the fault found nothing to change", "rule", e.rule.String())
	}
	e.send(a)
}

// gone stands for a member that does not exist.
type gone struct{}

// at changes what path leads to. A * in a path is every member or item. do gets
// the old value, or gone for a member that an object at the path's end lacks,
// and returns the new one or gone.
func at(value any, path []string, do func(any) any) (any, int) {
	if len(path) == 0 {
		return do(value), 1
	}
	places := 0
	switch v := value.(type) {
	case map[string]any:
		for _, key := range keysOf(v, path[0]) {
			places += member(v, key, path[1:], do)
		}
	case []any:
		kept := v[:0]
		for i, item := range v {
			if path[0] == "*" || path[0] == strconv.Itoa(i) {
				n := 0
				item, n = at(item, path[1:], do)
				places += n
			}
			if item != (gone{}) {
				kept = append(kept, item)
			}
		}
		return kept, places
	}
	return value, places
}

func keysOf(object map[string]any, step string) []string {
	if step == "*" {
		return slices.Sorted(maps.Keys(object))
	}
	return []string{step}
}

func member(object map[string]any, key string, rest []string, do func(any) any) int {
	old, there := object[key]
	if !there {
		old = gone{}
		if len(rest) > 0 {
			return 0
		}
	}
	changed, places := at(old, rest, do)
	if changed == (gone{}) {
		delete(object, key)
		if !there {
			return 0
		}
		return places
	}
	object[key] = changed
	return places
}

// remove takes members away.
type remove struct{ path []string }

func (r remove) in(value any) (any, int) {
	return at(value, r.path, func(any) any { return gone{} })
}

// plant puts a value in the place of members, or adds it.
type plant struct {
	path []string
	json string
}

func (p plant) in(value any) (any, int) {
	return at(value, p.path, func(any) any { return json.RawMessage(p.json) })
}

// lengthen puts a text, repeated up to a size in bytes, in the place of members.
type lengthen struct {
	path []string
	size int
	of   string
}

func (l lengthen) in(value any) (any, int) {
	return at(value, l.path, func(any) any { return strings.Repeat(l.of, l.size/len(l.of)) })
}

// retype turns members into another JSON type.
type retype struct{ path []string }

func (r retype) in(value any) (any, int) {
	return at(value, r.path, func(old any) any {
		switch v := old.(type) {
		case gone:
			return v
		case string:
			return 7
		case map[string]any:
			return []any{}
		case []any:
			return map[string]any{}
		case nil:
			return true
		}
		return fmt.Sprint(old) // a number or a boolean in quotes
	})
}

// newMembers adds to every object a member that no contract has.
type newMembers struct{}

func (n newMembers) in(value any) (any, int) {
	places := 0
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			_, more := n.in(inner)
			places += more
			v[key] = inner
		}
		v["sandboxNews"] = map[string]any{"since": "0.99", "list": []any{1, "two", nil}}
		places++
	case []any:
		for _, item := range v {
			_, more := n.in(item)
			places += more
		}
	}
	return value, places
}

// newWords puts a word that no contract has in the place of every word of a
// closed list.
type newWords struct{}

// newWord is in no closed list of the contract.
const newWord = "sandbox_news"

func (n newWords) in(value any) (any, int) {
	places := 0
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			do := n.in
			if slices.Contains(listMembers(), key) {
				do = reword
			}
			changed, more := do(inner)
			v[key] = changed
			places += more
		}
	case []any:
		for i, item := range v {
			changed, more := n.in(item)
			v[i] = changed
			places += more
		}
	}
	return value, places
}

// reword replaces a word, or each word of a list.
func reword(value any) (any, int) {
	switch v := value.(type) {
	case string:
		return newWord, 1
	case []any:
		places := 0
		for i, item := range v {
			changed, more := reword(item)
			v[i] = changed
			places += more
		}
		return v, places
	case map[string]any:
		return newWords{}.in(v)
	}
	return value, 0
}
