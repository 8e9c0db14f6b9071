// Package params holds the parameters of one request as the contract's table knows them: text in
// the traveler's own forms becomes values that the contract allows, or an error in one line that
// names the argument. It knows no command line; flags and arguments fill it.
package params

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Values are the parameters of one request, as the contract's table knows them. What was not given
// stays absent, so that the service can tell explicit from default, and a given 0 or false is sent.
// Every value was checked on its way in.
type Values struct {
	op *api.Operation
	// By the name on the wire: one value, or several of a list. Each is a string,
	// an int64, a bool or a json.Number, by the kind of the parameter.
	values  map[string][]any
	days    *Days
	typedAs map[string]string // what stands for a value on a command line, by wire name
	given   map[string]string // the words that a person gave for it, by wire name
	before  map[string]string // the flag that gave it to an earlier read, by wire name
	by      map[string]string // the flag that it came from in this one, by wire name
}

// New returns the empty parameters of an operation; words for days count from days. It panics on an
// operationId that the contract does not have, which a test of the command tree would meet.
func New(operationID string, days *Days) *Values {
	op, ok := api.Find(operationID)
	if !ok {
		panic("no operation " + operationID + " in the contract")
	}
	return &Values{op: op, values: map[string][]any{}, days: days}
}

// Op is the operation that the parameters belong to.
func (p *Values) Op() *api.Operation { return p.op }

// Days is the day that words for days count from.
func (p *Values) Days() *Days { return p.days }

// Takes tells whether the operation has such a parameter.
func (p *Values) Takes(wire string) bool {
	_, ok := p.op.Param(wire)
	return ok
}

// Set reads values from text as a person types it, checks them, and keeps them. Those of a list come
// on top of what was given before. The label is what the text was typed as: --page-size, or QUERY.
func (p *Values) Set(wire, label, text string) error {
	err := p.read(wire, label, text)
	if err == nil {
		p.noteGiven(wire, text)
	}
	return err
}

// read is Set for text that no one may have typed.
func (p *Values) read(wire, label, text string) error {
	param, err := p.param(wire)
	if err != nil {
		return err
	}
	if err := p.claim(label, wire); err != nil {
		return err
	}
	own, err := p.inContract(param, label, text)
	if err != nil {
		return err
	}
	err = p.setText(wire, own)
	if e, ok := errors.AsType[*Error](err); ok {
		return problem.NotAccepted(label, e.Given, e.Want, "")
	}
	if err == nil && !param.List {
		delete(p.typedAs, wire)
		if own != text && isFlag(label) {
			p.TypedAs(wire, label+" "+words.Shell(text))
		}
	}
	return err
}

// inContract turns the words of a person into the contract's. What it does not know stays as it is;
// the error says what a day or a country may be given as.
func (p *Values) inContract(param *api.Param, label, text string) (string, error) {
	switch {
	case param.Pattern == DayPattern:
		return p.days.One(label, text)
	case param.Pattern == CountryPattern:
		return p.days.readCountry(label, text)
	case param.Name == "sort":
		if order, ok := parseSort(param, text); ok {
			return order, nil
		}
	case isLength(param):
		if minutes, ok := ParseLength(text); ok {
			return strconv.Itoa(minutes), nil
		}
	case isRange(param) && !onlyMinutes(text):
		if clock, ok := parseTimes(text); ok {
			return clock.String(), nil
		}
	case isBlocks(param):
		return blocks(text), nil
	}
	return text, nil
}

// SetDefault is Set for a value from the configuration or from an earlier list: it yields to what
// was given, and to operations without the parameter.
func (p *Values) SetDefault(wire, label, text string) error {
	if !p.Takes(wire) || text == "" || p.Has(wire) || p.by[wire] != "" {
		return nil
	}
	return p.read(wire, label, text)
}

// Repeat takes the currency and the language of the request that came before: the service inherits
// neither.
func (p *Values) Repeat(before *Values) error {
	for _, wire := range []string{"currency", "locale"} {
		if err := p.SetDefault(wire, wire, before.Text(wire)); err != nil {
			return err
		}
	}
	return nil
}

// SetTyped checks typed values and keeps them in place of those given before: one, or
// any number for a list. Text is a string, a whole number an int or int64, a
// decimal one a json.Number, yes or no a bool. The error is an *Error.
func (p *Values) SetTyped(name string, values ...any) error {
	param, err := p.param(name)
	if err != nil {
		return err
	}
	kept := make([]any, len(values))
	for i, value := range values {
		var ok bool
		if kept[i], ok = typed(param, value); !ok {
			return refuse(param, fmt.Sprint(value))
		}
	}
	return p.keep(param, kept, fmt.Sprint(values...))
}

// setText reads values from text, as parse does, and keeps them. Those of a list
// come on top of what was given before. The error is an *Error.
func (p *Values) setText(name, text string) error {
	param, err := p.param(name)
	if err != nil {
		return err
	}
	values, err := parse(param, text)
	if err != nil {
		return err
	}
	if param.List {
		values = append(slices.Clone(p.values[name]), values...)
	}
	return p.keep(param, values, text)
}

func (p *Values) param(name string) (*api.Param, error) {
	param, ok := p.op.Param(name)
	if !ok {
		return nil, fmt.Errorf("%s has no parameter %s", p.op.ID, name)
	}
	return param, nil
}

func (p *Values) keep(param *api.Param, values []any, given string) error {
	switch {
	case len(values) == 0:
		return refuse(param, given)
	case len(values) > 1 && !param.List:
		return &Error{Name: param.Name, Given: given, Want: "one value"}
	case param.MaxItems > 0 && len(values) > param.MaxItems:
		return &Error{Name: param.Name, Given: given, Want: fmt.Sprintf("at most %d values", param.MaxItems)}
	}
	p.values[param.Name] = values
	return nil
}

// Unset leaves parameters out again.
func (p *Values) Unset(names ...string) {
	for _, name := range names {
		delete(p.values, name)
		delete(p.typedAs, name)
		delete(p.given, name)
		delete(p.before, name)
		delete(p.by, name)
	}
}

// Clone is a copy whose values can be changed.
func (p *Values) Clone() *Values {
	return &Values{
		op: p.op, values: maps.Clone(p.values), days: p.days, typedAs: maps.Clone(p.typedAs), given: maps.Clone(p.given),
		before: maps.Clone(p.before), by: maps.Clone(p.by),
	}
}

// CloneOn is a clone whose words for days count from other days.
func (p *Values) CloneOn(days *Days) *Values {
	own := p.Clone()
	own.days = days
	return own
}

// Has tells whether the parameter was given.
func (p *Values) Has(name string) bool { return len(p.values[name]) > 0 }

// Names are the parameters given, in the contract's order.
func (p *Values) Names() []string {
	var names []string
	for i := range p.op.Params {
		if name := p.op.Params[i].Name; p.Has(name) {
			names = append(names, name)
		}
	}
	return names
}

// Text is the value of a parameter that is not a list, as it goes on the wire, or "".
func (p *Values) Text(name string) string {
	if param, ok := p.op.Param(name); !ok || param.List || !p.Has(name) {
		return ""
	}
	return fmt.Sprint(p.values[name][0])
}

// Texts are the values of a parameter, one or those of a list, as they go on the wire.
func (p *Values) Texts(name string) []string {
	var texts []string
	for _, value := range p.values[name] {
		texts = append(texts, fmt.Sprint(value))
	}
	return texts
}

// Request is a generated params or body struct filled with what was given. Its
// members are the table's parameters; those in the path are left out. A test
// holds that every parameter fits its member.
func Request[T any](p *Values) (request T) {
	p.fill(reflect.ValueOf(&request).Elem())
	return request
}

// fill puts what was given into the members of a struct. It is not generic, so that the program has
// it once.
func (p *Values) fill(request reflect.Value) {
	for field, member := range request.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if values := p.values[name]; len(values) > 0 {
			fill(member, values)
		}
	}
}

// fill puts values into a member: a list, or one value, maybe behind a pointer.
func fill(member reflect.Value, values []any) {
	switch member.Kind() {
	case reflect.Slice:
		member.Set(reflect.MakeSlice(member.Type(), len(values), len(values)))
		for i := range values {
			fill(member.Index(i), values[i:i+1])
		}
		return
	case reflect.Pointer:
		member.Set(reflect.New(member.Type().Elem()))
		fill(member.Elem(), values)
		return
	}
	switch value := values[0].(type) {
	case int64:
		member.SetInt(value)
	case bool:
		member.SetString(strconv.FormatBool(value)) // the contract writes it as a word
	case json.Number:
		member.SetString(value.String())
	case string:
		member.SetString(value)
	}
}

// TypedAs says in which words a person typed what became this parameter.
func (p *Values) TypedAs(wire, typed string) {
	if p.typedAs == nil {
		p.typedAs = map[string]string{}
	}
	p.typedAs[wire] = typed
}

// Typed is a parameter as a person would type it.
func (p *Values) Typed(wire string) string {
	if text := cmp.Or(p.typedAs[wire], p.before[wire]); text != "" {
		return text
	}
	if param, ok := p.op.Param(wire); ok && param.Kind == api.Boolean && !param.List {
		if p.Text(wire) == "true" {
			return "--" + FlagName(wire)
		}
		return "--" + FlagName(wire) + "=" + p.Text(wire)
	}
	return "--" + FlagName(wire) + " " + words.Shell(strings.Join(p.Texts(wire), ","))
}

// flagNames are the flags that are not the parameter's name in kebab-case.
var flagNames = map[string]string{"searchId": "search", "tripId": "trip", "fareOptionId": "option"}

// FlagName turns a wire name into its flag: pageSize is --page-size.
func FlagName(wire string) string {
	if name, ok := flagNames[wire]; ok {
		return name
	}
	var b strings.Builder
	for _, r := range wire {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('-')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// IsFilter tells the parameters that leave rows out. A name with a dash is a filter, by the
// contract's casing rule.
func IsFilter(p *api.Param) bool { return strings.Contains(p.Name, "-") || oneWord[p.Name] }

// oneWord names the filters of one word.
var oneWord = map[string]bool{"airlines": true, "alliances": true, "stops": true, "aircraft": true, "types": true, "amenities": true, "brands": true, "chains": true, "districts": true, "refundable": true, "topics": true}

// OfTimes tells the filters on times of the day.
func OfTimes(p *api.Param) bool {
	return strings.HasSuffix(p.Name, "-blocks") || strings.HasSuffix(p.Name, "-range")
}

// Offerable tells whether a word of the service may stand for the parameter on a command line: it
// passes as its value, and does not look like a flag.
func Offerable(param *api.Param, value string) bool {
	_, ok := parseItem(param, value)
	return ok && value != "" && value[0] != '-'
}

// Number is the value of a parameter as a whole number, 0 where it is absent.
func (p *Values) Number(wire string) int {
	n, _ := strconv.Atoi(p.Text(wire))
	return n
}

// CheckSpans refuses lower limits above their upper ones.
func (p *Values) CheckSpans(pairs [][2]string) error {
	for _, pair := range pairs {
		low, errLow := strconv.ParseFloat(p.Text(pair[0]), 64)
		high, errHigh := strconv.ParseFloat(p.Text(pair[1]), 64)
		if errLow == nil && errHigh == nil && low > high {
			return problem.UsageError{Text: fmt.Sprintf("%s is above %s; nothing lies between", p.Typed(pair[0]), p.Typed(pair[1]))}
		}
	}
	return nil
}
