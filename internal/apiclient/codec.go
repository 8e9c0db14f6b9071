package apiclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"travel.example/travel/api"
	"travel.example/travel/internal/words"
)

// targetOf returns the path and query of a request without a body, and the ids in them, each with its name in the
// contract. ids fill the path in order. The generated struct params is encoded in the contract's order: a list as one
// pair per item (OpenAPI 3.0, style form, explode true), text escaped as in a form, nil members omitted.
func targetOf(op *api.Operation, params any, ids []string, word dialect) (path string, named [][2]string, err error) {
	path = op.Path
	fields := fieldsOf(params)
	var query strings.Builder
	separator := byte('?')
	for i := range op.Params {
		param := &op.Params[i]
		var values []string
		if field, ok := fields[param.Name]; param.In == api.InPath {
			values, ids = ids[:1], ids[1:]
			valid := ValidID
			if param.Name == "rateId" {
				valid = ValidRateID
			}
			if !valid(values[0]) {
				return "", nil, notSent(fmt.Sprintf("%q is not a valid %s", values[0], param.Name))
			}
			path = strings.Replace(path, "{"+param.Name+"}", url.PathEscape(values[0]), 1)
		} else if ok {
			values = texts(field)
			for _, text := range values {
				query.WriteByte(separator)
				query.WriteString(url.QueryEscape(param.Name) + "=" + url.QueryEscape(word.rewriteKind(param.Name, text)))
				separator = '&'
			}
		}
		if len(values) == 1 && values[0] != "" && strings.HasSuffix(param.Name, "Id") {
			named = append(named, [2]string{param.Name, values[0]})
		}
	}
	return path + query.String(), named, nil
}

// checkIDs rejects an answer whose id is not the one requested, and adds the requested ids to a 404. An id that the
// answer does not repeat is assumed to be right.
func checkIDs[T any](answer *Answer[T], err error, ids [][2]string) (*Answer[T], error) {
	for _, id := range ids {
		if p, ok := errors.AsType[*ProblemError](err); ok && p.Code == ErrorCodeNotFound {
			p.IDs = append(p.IDs, id[0]+" "+words.Quote(id[1]))
		}
		if err != nil {
			continue
		}
		m, _ := FindMember(answer.Body, id[0])
		var got string
		if value := answer.Body[m.At:m.End]; json.Unmarshal(value, &got) != nil {
			got = string(value) // a number
		}
		// A trip id without its search is the same trip as one with it.
		same := got == id[1] || !strings.Contains(id[1], ":") && strings.HasSuffix(got, ":"+id[1])
		if got != "" && !same {
			return nil, &ExchangeError{Kind: AnotherThing, Host: answer.Host, Detail: fmt.Sprintf("its %s is %q, not the one asked for", id[0], got)}
		}
	}
	return answer, err
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
	if trip, ok := form.(*FlightTrip); ok && trip.Detail != nil {
		form = trip.Detail
	} else if ok {
		form = trip.Default
	}
	if path, found := missing(membersOf(reflect.TypeOf(form)), members); found {
		return nil, lackError("the answer lacks " + strings.TrimPrefix(path, "."))
	}
	return value, nil
}

// lackError describes, in our own words, what an answer lacks.
type lackError string

func (e lackError) Error() string { return string(e) }

// member is a member of an object, or of the objects in a list, that is required or has such members.
type member struct {
	name     string
	required bool
	members  []member // nil for text, numbers, and unions, which check themselves
}

// membersOf returns the members of a type as the contract requires them.
func membersOf(t reflect.Type) []member {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	all := []member{}
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		// The generator leaves out omitempty for members that the contract requires. The flag of a deployment may
		// have another name.
		required := !strings.Contains(options, "omitempty") && name != contractFlag
		m := member{name: name, required: required, members: membersOf(field.Type)}
		if name != "" && name != "-" && (m.required || m.members != nil) {
			all = append(all, m)
		}
	}
	return all
}

// missing returns the path of the first required member that is absent or null, with a leading dot, and whether
// there is one. The path is built from the inside out, so that a complete answer builds no text.
func missing(required []member, value any) (path string, found bool) {
	switch value := value.(type) {
	case nil:
		return "", required != nil
	case []any:
		for i, item := range value {
			if inner, absent := missing(required, item); absent {
				return fmt.Sprintf("[%d]%s", i, inner), true
			}
		}
	case map[string]any:
		for _, m := range required {
			got := value[m.name]
			if got == nil && !m.required {
				continue
			}
			if inner, absent := missing(m.members, got); absent || got == nil {
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

// A Member is a member of an object by the offsets where its value begins and ends in the text, so that it can be
// changed and every other byte kept.
type Member struct{ At, End int }

// FindMember returns the member of an object with the given name. The last one counts, as in other JSON decoders. The
// text must be valid JSON. Any other value has no members.
func FindMember(text []byte, name string) (found Member, ok bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return found, false
	}
	for decoder.More() {
		is, err := decoder.Token()
		if err != nil {
			break
		}
		rest := bytes.TrimLeft(text[decoder.InputOffset():], ": \t\r\n")
		if decoder.Decode(&skipped{}) != nil {
			break
		}
		if is == name {
			found, ok = Member{At: len(text) - len(rest), End: int(decoder.InputOffset())}, true
		}
	}
	return found, ok
}

// skipped discards a value without copying it.
type skipped struct{}

func (*skipped) UnmarshalJSON([]byte) error { return nil }

// The contract's own word, and the places where a deployment may use another one.
const (
	contractWord      = "platform"
	contractFlag      = "hasPlatformFare"
	bookingTypesParam = "booking-types"
)

// dialect is the word a deployment uses where the contract says "platform": as a fare's kind, as a booking type and
// in a trip's has...Fare flag. If empty, the contract's word is used.
type dialect string

func (d dialect) foreign() bool { return d != "" && d != contractWord }

// OwnFares finds out from the has...Fare flags of a page of trips what the service calls the fares that it sells
// itself. missing reports that a trip lacks the flag for this client's word; other is the word of the flag that the
// trip has instead, or "" if it has none. A nil answer reports nothing.
func (c *Client) OwnFares(answer *Answer[FlightResults]) (other string, missing bool) {
	if answer == nil {
		return "", false
	}
	var page struct {
		Results []struct {
			Price map[string]json.RawMessage `json:"price"`
		} `json:"results"`
	}
	if json.Unmarshal(answer.Body, &page) != nil {
		return "", false
	}
	flag := contractFlag
	if c.word.foreign() {
		flag = "has" + strings.ToUpper(string(c.word[:1])) + string(c.word[1:]) + "Fare"
	}
	const longest = 32 // a plausible length of the word
	for _, trip := range page.Results {
		if _, ok := trip.Price[flag]; ok {
			continue
		}
		missing = true
		for _, name := range slices.Sorted(maps.Keys(trip.Price)) {
			front, isFlag := strings.CutSuffix(name, "Fare")
			word, has := strings.CutPrefix(front, "has")
			if isFlag && has && consistsOf(word, "", longest) {
				return strings.ToLower(word[:1]) + word[1:], true
			}
		}
	}
	return "", missing
}

// rewriteKind returns the value of a query parameter in the deployment's own word. Only the filter of booking types
// contains that word.
func (d dialect) rewriteKind(param, value string) string {
	if d.foreign() && param == bookingTypesParam && value == contractWord {
		return string(d)
	}
	return value
}
