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

// edit changes the JSON body of an answer.
func (e *event) edit(a *answer, change func(value any) any) {
	dec := json.NewDecoder(bytes.NewReader(a.body.Bytes()))
	dec.UseNumber()
	var value any
	before, after := newAnswer(0), newAnswer(0)
	if err := dec.Decode(&value); err == nil {
		before.encode(value)
		after.encode(change(value))
	}
	if bytes.Equal(before.body.Bytes(), after.body.Bytes()) {
		e.handler.log.Warn("the fault found nothing to change", "rule", e.rule.text)
		return
	}
	a.body = after.body
}

// editing returns an effect that changes the value at its first argument, PATH or PATH=VALUE.
func editing(change func(e *event, old any) any) func(*event) {
	return changing(func(e *event, a *answer) {
		path, _, _ := strings.Cut(e.arg(0).text, "=")
		e.edit(a, func(value any) any {
			return at(value, strings.Split(path, "."), func(old any) any { return change(e, old) })
		})
	})
}

// gone represents a member that does not exist.
type gone struct{}

// at changes the value at path. A * in a path means every member or item. do receives the old value, or gone if
// the object at the end of the path lacks the member, and returns the new value or gone.
func at(value any, path []string, do func(any) any) any {
	if len(path) == 0 {
		return do(value)
	}
	switch v := value.(type) {
	case map[string]any:
		keys := []string{path[0]}
		if path[0] == "*" {
			keys = slices.Collect(maps.Keys(v))
		}
		for _, key := range keys {
			old, there := v[key]
			if !there {
				old = gone{}
			}
			if v[key] = at(old, path[1:], do); v[key] == (gone{}) {
				delete(v, key)
			}
		}
	case []any:
		for i, item := range v {
			if path[0] == "*" || path[0] == strconv.Itoa(i) {
				v[i] = at(item, path[1:], do)
			}
		}
		return slices.DeleteFunc(v, func(item any) bool { return item == gone{} })
	}
	return value
}

// retype changes a value to another JSON type.
func retype(_ *event, old any) any {
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
}

// each calls do for every object in a value, inner objects first.
func each(value any, do func(object map[string]any)) any {
	switch v := value.(type) {
	case map[string]any:
		for _, inner := range v {
			each(inner, do)
		}
		do(v)
	case []any:
		for _, item := range v {
			each(item, do)
		}
	}
	return value
}

// newMembers adds a member that no contract has to every object.
func newMembers(value any) any {
	return each(value, func(object map[string]any) {
		object["sandboxNews"] = map[string]any{"since": "0.99", "list": []any{1, "two", nil}}
	})
}

// newWords replaces every word of a closed list with a word that no contract has.
func newWords(value any) any {
	const word = "sandbox_news"
	return each(value, func(object map[string]any) {
		for _, name := range listMembers() {
			switch v := object[name].(type) {
			case string:
				object[name] = word
			case []any:
				for i := range v {
					if _, text := v[i].(string); text {
						v[i] = word
					}
				}
			}
		}
	})
}

// listMembers returns the members of answers whose words the contract lists. It omits a problem's code, since an
// airport also has a code.
func listMembers() []string {
	return []string{
		"badges", "cabin", "coverage", "covers", "currencyCodeSource", "direction", "featured", "fromStationType",
		"guestType", "kind", "localeSource", "policy", "refundable", "resolvedFrom", "scope", "siteCodeSource",
		"stationType", "status", "toStationType", "transportType", "transportTypes", "type", "window",
	}
}
