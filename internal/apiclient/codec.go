package apiclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"travel.example/travel/api"
)

// pathOf fills the path of an operation with ids, in the order of its template.
func pathOf(op *api.Operation, ids []string) (string, error) {
	segments := strings.Split(op.Path, "/")
	for i, segment := range segments {
		if !strings.HasPrefix(segment, "{") {
			continue
		}
		valid := ValidID
		if segment == "{rateId}" {
			valid = ValidRateID
		}
		if !valid(ids[0]) {
			return "", notSent(fmt.Sprintf("%q is not a valid %s", ids[0], strings.Trim(segment, "{}")))
		}
		segments[i], ids = url.PathEscape(ids[0]), ids[1:]
	}
	return strings.Join(segments, "/"), nil
}

// queryOf encodes the generated parameter struct of an operation in the contract's order: a list as one pair per
// item (OpenAPI 3.0, style form, explode true), text escaped as in a form, nil members omitted. The result starts
// with a question mark, or is empty.
func queryOf(op *api.Operation, params any, word dialect) string {
	fields := fieldsOf(params)
	var query strings.Builder
	separator := byte('?')
	for i := range op.Params {
		param := &op.Params[i]
		field, ok := fields[param.Name]
		if param.In != api.InQuery || !ok {
			continue
		}
		for _, text := range texts(field) {
			query.WriteByte(separator)
			query.WriteString(url.QueryEscape(param.Name) + "=" + url.QueryEscape(word.rewriteKind(param.Name, text)))
			separator = '&'
		}
	}
	return query.String()
}

// fieldsOf returns the members of a parameter struct, keyed by the wire name in their tags.
func fieldsOf(params any) map[string]reflect.Value {
	value := reflect.Indirect(reflect.ValueOf(params))
	if !value.IsValid() {
		return nil // no parameters
	}
	fields := map[string]reflect.Value{}
	for field, member := range value.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		fields[name] = member
	}
	return fields
}

// texts returns the values of a member: none if it is nil, one per item of a list.
func texts(value reflect.Value) []string {
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return nil
		}
		return texts(value.Elem())
	case reflect.Slice:
		var all []string
		for i := range value.Len() {
			all = append(all, texts(value.Index(i))...)
		}
		return all
	case reflect.Int, reflect.Int64:
		return []string{strconv.FormatInt(value.Int(), 10)}
	}
	return []string{value.String()} // a test ensures that there are no other kinds
}

// Bounds on the structure of a body, so that a small one cannot expand into gigabytes. The largest legitimate answer
// holds a few thousand objects.
const (
	maxDepth      = 64
	maxContainers = 50_000  // objects and arrays
	maxValues     = 500_000 // all values
)

var errTooComplex = errors.New("too many values or too deeply nested")

// simpleEnough reports whether a body is within the bounds, without decoding it.
func simpleEnough(body []byte) bool {
	depth, containers, values := 0, 0, 0
	inString := false
	for i := 0; i < len(body); i++ {
		switch b := body[i]; {
		case inString && b == '\\':
			i++
		case b == '"':
			inString = !inString
		case inString:
		case b == '{', b == '[':
			depth++
			containers++
		case b == '}', b == ']':
			depth--
		case b == ',':
			values++
		}
		if depth > maxDepth || containers > maxContainers || values > maxValues {
			return false
		}
	}
	return true
}

// Decode decodes the body of an answer. The error names the first member that is missing or has the wrong type.
func Decode[T any](body []byte) (*T, error) {
	value := new(T)
	if err := json.Unmarshal(body, value); err != nil {
		return nil, err
	}
	var members any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber() // accept a number of any size
	if err := decoder.Decode(&members); err != nil {
		return nil, err
	}
	if members == nil {
		return nil, lackError("the answer is null")
	}
	var form any = value
	if trip, ok := form.(*FlightTrip); ok {
		form = trip.form()
	}
	if path, found := planFor(reflect.TypeOf(form)).missing(members); found {
		return nil, lackError("the answer lacks " + strings.TrimPrefix(path, "."))
	}
	return value, nil
}

// lackError describes, in our own words, what an answer lacks.
type lackError string

func (e lackError) Error() string { return string(e) }

// plan describes the members that a type requires. A nil plan requires nothing.
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
		return nil // a union checks itself
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

// structPlan reads the tags: the generator leaves out omitempty for members that the contract requires.
func structPlan(t reflect.Type) *plan {
	p := &plan{}
	for field := range t.Fields() {
		options := strings.Split(field.Tag.Get("json"), ",")
		if options[0] == "" || options[0] == "-" {
			continue
		}
		// The flag of a deployment may have another name.
		required := !slices.Contains(options[1:], "omitempty") && options[0] != contractFlag
		inner := planFor(field.Type)
		if required || inner != nil {
			p.members = append(p.members, memberPlan{name: options[0], required: required, plan: inner})
		}
	}
	return p
}

// missing returns the path of the first required member that is absent or null, with a leading dot, and whether
// there is one. The path is built from the inside out, so that a complete answer builds no text.
func (p *plan) missing(value any) (path string, found bool) {
	if p == nil {
		return "", false
	}
	switch value := value.(type) {
	case nil:
		return "", true
	case []any:
		for i, item := range value {
			if inner, absent := p.item.missing(item); absent {
				return fmt.Sprintf("[%d]%s", i, inner), true
			}
		}
	case map[string]any:
		for _, m := range p.members {
			member := value[m.name]
			if member == nil && !m.required {
				continue
			}
			if inner, absent := m.plan.missing(member); absent || member == nil {
				return "." + m.name + inner, true
			}
		}
	}
	return "", false
}

// FlightTrip is a flight trip in one of the contract's two forms. Exactly one field is set.
type FlightTrip struct {
	Default *TripDefault
	Detail  *TripDetail
}

// UnmarshalJSON distinguishes the forms by the legs, which only the detailed one has.
func (t *FlightTrip) UnmarshalJSON(body []byte) error {
	var detailed struct {
		Legs []struct{} `json:"legs"`
	}
	*t = FlightTrip{}
	if err := json.Unmarshal(body, &detailed); err == nil && detailed.Legs != nil {
		return json.Unmarshal(body, &t.Detail)
	}
	t.Default = &TripDefault{}
	return json.Unmarshal(body, t.Default)
}

// form returns the form that is set.
func (t *FlightTrip) form() any {
	if t.Detail != nil {
		return t.Detail
	}
	return t.Default
}

// maxIDBytes is the maximum length of an id in a path or a query, by the contract.
const maxIDBytes = 256

// alphanumeric are the ASCII letters and digits.
const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// consistsOf reports whether s is 1 to most bytes of ASCII letters, digits and the extra characters.
func consistsOf(s, extra string, most int) bool {
	return s != "" && len(s) <= most && strings.Trim(s, alphanumeric+extra) == ""
}

// ValidID reports whether s may be sent as a search, trip, fare or option id: 1 to 256 of A-Z a-z 0-9 . _ : ~ = -,
// and neither "." nor "..", which would be resolved as path segments.
func ValidID(s string) bool {
	return s != "." && s != ".." && consistsOf(s, "._:~=-", maxIDBytes)
}

// ValidRateID reports whether s may be sent as a rate id. The service chooses these freely and expects them back
// byte for byte, so any visible text is valid: 1 to 256 characters, none of them a control or invisible character,
// and neither "." nor "..".
func ValidRateID(s string) bool {
	if s == "" || s == "." || s == ".." || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxIDBytes {
		return false
	}
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) } // the only space it accepts is the plain one
	return !strings.ContainsFunc(s, unprintable)
}
