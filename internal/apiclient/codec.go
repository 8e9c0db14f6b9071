package apiclient

import (
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
	"travel.example/travel/internal/jsonread"
	"travel.example/travel/internal/jsonspan"
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
			return "", &RequestError{Reason: fmt.Sprintf("%q is not a valid %s", ids[0], strings.Trim(segment, "{}"))}
		}
		segments[i], ids = url.PathEscape(ids[0]), ids[1:]
	}
	return strings.Join(segments, "/"), nil
}

// queryOf writes the generated parameter struct of an operation as the contract has it: in its
// order, a list as one pair for each item (OpenAPI 3.0, style form, explode true), text escaped as
// in a form. What is nil is left out. The result starts with a question mark, or is empty.
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

// fieldsOf are the members of a parameter struct by the name that their tags give them on the wire.
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

// texts are the values of a member: none when it is nil, several of a list.
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
	return []string{value.String()} // a test holds that there are no other kinds
}

// Bounds on the structure of a body, so that a small one cannot unfold into gigabytes. The largest
// honest answer holds a few thousand objects.
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
			i = jsonspan.StringEnd(body, i+1) - 1
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

// decodeAs reads a body as a T and tells the first member that is missing or of another type. whole tells
// that none is missing at all, where it is sure of that.
func decodeAs[T any](r *jsonread.Reader, body []byte) (value *T, whole bool, err error) {
	value = new(T)
	whole, ok := r.Read(body, value)
	if !ok {
		value = new(T)
		err = json.Unmarshal(body, value)
	}
	if err == nil && !whole {
		err = lacking(value, body)
	}
	if err != nil {
		return nil, false, err
	}
	return value, whole, nil
}

// rereader has learned about the types that were read once more.
var rereader jsonread.Reader

// Reread reads a body once more that a call was answered with.
func Reread[T any](body []byte) (*T, error) {
	value, _, err := decodeAs[T](&rereader, body)
	return value, err
}

// lackError is what an answer lacks, in words of ours.
type lackError string

func (e lackError) Error() string { return string(e) }

// lacking tells the first member that a value lacks, which was read from that body.
func lacking[T any](value *T, body []byte) error {
	start := jsonspan.Skip(body, 0)
	if body[start] == 'n' {
		return lackError("the answer is null")
	}
	var form any = value
	if trip, ok := form.(*FlightTrip); ok {
		form = trip.form()
	}
	if path, found := planFor(reflect.TypeOf(form)).without(contractFlag).missing(body, start); found {
		return lackError("the answer lacks " + strings.TrimPrefix(path, "."))
	}
	return nil
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

// structPlan reads the tags: the generator leaves out omitempty where the contract lists a member
// as required.
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

// missing is the path of the first required member that is absent or null, with a leading dot, and
// whether there is one, in the value of a valid body that begins at at. It is put together from the
// inside out, so that an answer with nothing missing builds no text.
func (p *plan) missing(body []byte, at int) (path string, found bool) {
	_, path, found = p.walk(body, at)
	return path, found
}

// walk is missing, and where the body goes on behind the value.
func (p *plan) walk(body []byte, at int) (end int, path string, found bool) {
	switch {
	case p != nil && body[at] == '{' && len(p.members) > 0:
		return p.walkObject(body, at)
	case p != nil && body[at] == '[' && p.item != nil:
		w := jsonspan.NewWalk(body, at)
		for i := 0; w.Next(); i++ {
			end, inner, absent := p.item.walk(body, w.At)
			if w.At = end; absent && !found {
				path, found = fmt.Sprintf("[%d]%s", i, inner), true
			}
		}
		return w.At, path, found
	}
	return jsonspan.End(body, at), "", p != nil && body[at] == 'n'
}

// met is what was found of a member.
type met struct {
	present bool // and not null
	path    string
	missing bool
}

// walkObject takes the last of several members of a name, as every reader does.
func (p *plan) walkObject(body []byte, at int) (end int, path string, found bool) {
	var few [24]met
	members := append(few[:0], make([]met, len(p.members))...)
	w := jsonspan.NewWalk(body, at)
	for next := 0; w.Next(); {
		i := p.member(w.Name, next)
		if i < 0 {
			w.At = jsonspan.End(body, w.At)
			continue
		}
		next, members[i] = i+1, met{present: body[w.At] != 'n'}
		if members[i].present {
			w.At, members[i].path, members[i].missing = p.members[i].plan.walk(body, w.At)
		} else {
			w.At = jsonspan.End(body, w.At)
		}
	}
	for i, m := range p.members {
		switch {
		case !members[i].present && m.required:
			return w.At, "." + m.name, true
		case members[i].missing:
			return w.At, "." + m.name + members[i].path, true
		}
	}
	return w.At, "", false
}

// member is the place of a name among the members, -1 if it has none; most stand in the order of the
// contract, so the search begins where the last one ended.
func (p *plan) member(name []byte, from int) int {
	for n := range p.members {
		i := (from + n) % len(p.members)
		if string(name) == p.members[i].name {
			return i
		}
	}
	return -1
}

// FlightTrip is a flight trip in one of the contract's two forms; exactly one is set.
type FlightTrip struct {
	Default *TripDefault
	Detail  *TripDetail
}

// UnmarshalJSON tells the forms apart by the legs that only the detailed one has.
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

// form is the one that is set.
func (t *FlightTrip) form() any {
	if t.Detail != nil {
		return t.Detail
	}
	return t.Default
}

// maxIDBytes is the longest id the contract allows in a path or a query.
const maxIDBytes = 256

// ValidID tells whether s may be sent as a search, trip, fare or option id: 1 to 256 of A-Z a-z 0-9
// . _ : ~ = -, and neither "." nor "..", which a path would resolve away.
func ValidID(s string) bool {
	if len(s) == 0 || len(s) > maxIDBytes || s == "." || s == ".." {
		return false
	}
	for i := range len(s) {
		if !isIDByte(s[i]) {
			return false
		}
	}
	return true
}

// ValidRateID tells whether s may be sent as a rate id. The service makes these up as it likes and
// wants them back byte for byte, so anything goes that a person can see: 1 to 256 characters, none
// of them a control or an invisible one, and neither "." nor "..".
func ValidRateID(s string) bool {
	if s == "" || s == "." || s == ".." || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxIDBytes {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) { // of all spaces, it takes the plain one
			return false
		}
	}
	return true
}

func isIDByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	case c == '.', c == '_', c == ':', c == '~', c == '=', c == '-':
		return true
	}
	return false
}
