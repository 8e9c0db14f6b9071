// Package desk is what a traveler can do, as data and calls that any face may
// use: it knows no command line and no terminal.
package desk

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/api"
)

// Params are the parameters of one request, as the contract's table knows them.
// What was not given stays absent, so that the service can tell explicit from
// default, and a given 0 or false is sent. Every value was checked on its way in.
type Params struct {
	Operation *api.Operation
	// By the name on the wire: one value, or several of a list. Each is a string,
	// an int64, a bool or a json.Number, by the kind of the parameter.
	values map[string][]any
}

// NewParams returns the empty parameters of an operation. It panics on an
// operationId that the contract does not have.
func NewParams(operationID string) Params {
	op, ok := api.Find(operationID)
	if !ok {
		panic("no operation " + operationID + " in the contract")
	}
	return Params{Operation: op, values: map[string][]any{}}
}

// Set checks typed values and keeps them in place of those given before: one, or
// any number for a list. Text is a string, a whole number an int or int64, a
// decimal one a json.Number, yes or no a bool. The error is a *ParamError.
func (p Params) Set(name string, values ...any) error {
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

// SetText reads values from text, as Parse does, and keeps them. Those of a list
// come on top of what was given before. The error is a *ParamError.
func (p Params) SetText(name, text string) error {
	param, err := p.param(name)
	if err != nil {
		return err
	}
	values, err := Parse(param, text)
	if err != nil {
		return err
	}
	if param.List {
		values = append(slices.Clone(p.values[name]), values...)
	}
	return p.keep(param, values, text)
}

// SetDefault is Set for values of the configuration or of an earlier list: they
// yield to what was given, and to operations without the parameter.
func (p Params) SetDefault(name string, values ...any) error {
	if _, known := p.Operation.Param(name); !known || p.Has(name) {
		return nil
	}
	return p.Set(name, values...)
}

func (p Params) param(name string) (*api.Param, error) {
	param, ok := p.Operation.Param(name)
	if !ok {
		return nil, fmt.Errorf("%s has no parameter %s", p.Operation.ID, name)
	}
	return param, nil
}

func (p Params) keep(param *api.Param, values []any, given string) error {
	switch {
	case len(values) == 0:
		return refuse(param, given)
	case len(values) > 1 && !param.List:
		return &ParamError{Name: param.Name, Given: given, Want: "one value"}
	case param.MaxItems > 0 && len(values) > param.MaxItems:
		return &ParamError{Name: param.Name, Given: given, Want: fmt.Sprintf("at most %d values", param.MaxItems)}
	}
	p.values[param.Name] = values
	return nil
}

// Unset leaves a parameter out again.
func (p Params) Unset(name string) { delete(p.values, name) }

// Clone is a copy whose values can be changed.
func (p Params) Clone() Params {
	return Params{Operation: p.Operation, values: maps.Clone(p.values)}
}

// Has tells whether the parameter was given.
func (p Params) Has(name string) bool { return len(p.values[name]) > 0 }

// Names are the parameters given, in the contract's order.
func (p Params) Names() []string {
	var names []string
	for i := range p.Operation.Params {
		if name := p.Operation.Params[i].Name; p.Has(name) {
			names = append(names, name)
		}
	}
	return names
}

// Text is the value of a parameter that is not a list, as it goes on the wire,
// or "".
func (p Params) Text(name string) string {
	if param, ok := p.Operation.Param(name); !ok || param.List || !p.Has(name) {
		return ""
	}
	return fmt.Sprint(p.values[name][0])
}

// Int is the whole number of a parameter, 0 when it was not given.
func (p Params) Int(name string) int64 {
	if !p.Has(name) {
		return 0
	}
	n, _ := p.values[name][0].(int64)
	return n
}

// Texts are the values of a parameter, as they go on the wire.
func (p Params) Texts(name string) []string {
	var texts []string
	for _, value := range p.values[name] {
		texts = append(texts, fmt.Sprint(value))
	}
	return texts
}

// Request is a generated params or body struct filled with what was given. Its
// members are the table's parameters; those in the path are left out. A test
// holds that every parameter fits its member.
func Request[T any](p Params) T {
	var request T
	for field, member := range reflect.ValueOf(&request).Elem().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if values := p.values[name]; len(values) > 0 {
			fill(member, values)
		}
	}
	return request
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
