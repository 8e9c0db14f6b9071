package apiclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Bounds on the structure of a body, so that a small one cannot unfold into
// gigabytes. The largest honest answer holds a few thousand objects.
const (
	maxDepth      = 64
	maxContainers = 50_000  // objects and arrays
	maxValues     = 500_000 // all values
)

var errTooComplex = errors.New("too many values or too deeply nested")

// simpleEnough counts the structure of a body without decoding it.
func simpleEnough(body []byte) bool {
	depth, containers, values := 0, 0, 0
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '"':
			i += stringEnd(body[i+1:])
		case '{', '[':
			depth++
			containers++
		case '}', ']':
			depth--
		case ',':
			values++
		}
		if depth > maxDepth || containers > maxContainers || values > maxValues {
			return false
		}
	}
	return true
}

// stringEnd is how far behind an opening quote its closing quote stands.
func stringEnd(rest []byte) int {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(rest)
}

// decodeAs reads a body as a T and tells the first member that is missing or of
// another type.
func decodeAs[T any](body []byte, word dialect) (*T, error) {
	value := new(T)
	if err := json.Unmarshal(body, value); err != nil {
		return nil, err
	}
	var tree any
	tokens := json.NewDecoder(bytes.NewReader(body))
	tokens.UseNumber() // so that no number is too large
	if err := tokens.Decode(&tree); err != nil {
		return nil, err
	}
	if tree == nil {
		return nil, errors.New("the answer is null")
	}
	var form any = value
	if trip, ok := form.(*Trip); ok {
		form = trip.form()
	}
	promise := planFor(reflect.TypeOf(form)).rename(contractFlag, word.flag())
	if path, found := promise.missing(tree); found {
		return nil, fmt.Errorf("the answer lacks %s", strings.TrimPrefix(path, "."))
	}
	return value, nil
}

// plan is what a type promises. A nil plan promises nothing further.
type plan struct {
	members []memberPlan // of an object
	item    *plan        // of an array
}

type memberPlan struct {
	name     string
	required bool
	plan     *plan
}

func planFor(t reflect.Type) *plan {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil // a union decides for itself
	}
	switch t.Kind() {
	case reflect.Slice:
		if item := planFor(t.Elem()); item != nil {
			return &plan{item: item}
		}
	case reflect.Struct:
		return structPlan(t)
	}
	return nil
}

// structPlan reads the tags: the generator leaves out omitempty where the
// contract lists a member as required.
func structPlan(t reflect.Type) *plan {
	p := &plan{}
	for field := range t.Fields() {
		options := strings.Split(field.Tag.Get("json"), ",")
		if options[0] == "" || options[0] == "-" {
			continue
		}
		required := !slices.Contains(options[1:], "omitempty")
		inner := planFor(field.Type)
		if required || inner != nil {
			p.members = append(p.members, memberPlan{name: options[0], required: required, plan: inner})
		}
	}
	return p
}

// missing is the path of the first required member that is absent or null, with
// a leading dot, and whether there is one. It is put together from the inside
// out, so that an answer with nothing missing builds no text.
func (p *plan) missing(value any) (path string, found bool) {
	if p == nil {
		return "", false
	}
	switch v := value.(type) {
	case map[string]any:
		return p.missingMember(v)
	case []any:
		for i, item := range v {
			if inner, found := p.item.missing(item); found {
				return fmt.Sprintf("[%d]%s", i, inner), true
			}
		}
	case nil:
		return "", true
	}
	return "", false
}

func (p *plan) missingMember(object map[string]any) (path string, found bool) {
	for _, m := range p.members {
		value := object[m.name]
		if value == nil {
			if m.required {
				return "." + m.name, true
			}
			continue
		}
		if inner, found := m.plan.missing(value); found {
			return "." + m.name + inner, true
		}
	}
	return "", false
}
