// Package params holds the parameters of one request as the contract's table knows them: text in
// the traveler's own forms becomes values that the contract allows, or an error in one line that
// names the argument. It knows no command line; flags and arguments fill it.
package params

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/problem"
)

// Values are the parameters of one request, as the contract's table knows
// them. Flags and arguments fill it; what nobody gave stays absent, so that
// the service can tell explicit from default, and a given 0 or false is sent.
type Values struct {
	op      *api.Operation
	values  map[string]any // by wire name: json.Number, string, or a slice of them
	days    *Days
	typedAs map[string]string // what stands for a value in the words a person typed, by wire name
}

// New returns the empty parameters of an operation. It panics on an
// operationId the contract does not have, which a test of the tree would meet.
func New(operationID string, days *Days) *Values {
	op, ok := api.Find(operationID)
	if !ok {
		panic("no operation " + operationID + " in the contract")
	}
	return &Values{op: op, values: map[string]any{}, days: days}
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

// Set checks text against the parameter's limits and keeps it. The label is
// what the traveler typed it as: --page-size, or QUERY.
func (p *Values) Set(wire, label, text string) error {
	param, ok := p.op.Param(wire)
	if !ok {
		return fmt.Errorf("%s has no parameter %s", p.op.ID, wire)
	}
	value, err := p.parse(param, label, text)
	if err != nil {
		return err
	}
	if list, ok := value.([]any); ok {
		before, _ := p.values[wire].([]any)
		if list = append(before, list...); param.MaxItems > 0 && len(list) > param.MaxItems {
			return problem.NotAccepted(label, text, fmt.Sprintf("at most %d values", param.MaxItems), "")
		}
		value = list
	}
	p.values[wire] = value
	return nil
}

// SetDefault is set for a value from the configuration or from an earlier
// list: it yields to what was given, and to operations without the parameter.
func (p *Values) SetDefault(wire, label, text string) error {
	if _, known := p.op.Param(wire); !known || text == "" || p.Has(wire) {
		return nil
	}
	return p.Set(wire, label, text)
}

// Repeat takes the currency and the language of the request that came before:
// the service inherits neither.
func (p *Values) Repeat(before *Values) error {
	for _, wire := range []string{"currency", "locale"} {
		if err := p.SetDefault(wire, wire, before.Text(wire)); err != nil {
			return err
		}
	}
	return nil
}

// Has tells whether somebody gave the parameter.
func (p *Values) Has(wire string) bool { _, ok := p.values[wire]; return ok }

// Text is the value of a string or number parameter, or "".
func (p *Values) Text(wire string) string {
	switch v := p.values[wire].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// Into fills a generated params or body struct, whose JSON names are the wire
// names of the table.
func (p *Values) Into(target any) error {
	text, err := json.Marshal(p.values)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, target)
}

// Op is the operation that the parameters belong to.
func (p *Values) Op() *api.Operation { return p.op }

// Takes tells whether the operation has such a parameter.
func (p *Values) Takes(wire string) bool { _, ok := p.op.Param(wire); return ok }

// Count is how many values a list parameter has.
func (p *Values) Count(wire string) int {
	list, _ := p.values[wire].([]any)
	return len(list)
}

// List are the values of a list parameter as text.
func (p *Values) List(wire string) []string {
	var texts []string
	list, _ := p.values[wire].([]any)
	for _, value := range list {
		texts = append(texts, fmt.Sprint(value))
	}
	return texts
}

// Names are the wire names of what was given, in no order.
func (p *Values) Names() []string { return slices.Collect(maps.Keys(p.values)) }

// Replace puts a value of the contract's own in the place of what was given. It does not check.
func (p *Values) Replace(wire string, value any) { p.values[wire] = value }

// Delete takes a parameter back.
func (p *Values) Delete(wire string) { delete(p.values, wire) }

// TypedAs says in which words a person typed what became this parameter.
func (p *Values) TypedAs(wire, typed string) {
	if p.typedAs == nil {
		p.typedAs = map[string]string{}
	}
	p.typedAs[wire] = typed
}
