package commands

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
)

// params are the parameters of one request, as the contract's table knows
// them. Flags and arguments fill it; what nobody gave stays absent, so that
// the service can tell explicit from default, and a given 0 or false is sent.
type params struct {
	op      *api.Operation
	values  map[string]any // by wire name: json.Number, string, or a slice of them
	dates   *dateBase
	typedAs map[string]string // what stands for a value in the words a person typed, by wire name
}

// newParams returns the empty parameters of an operation. It panics on an
// operationId the contract does not have, which a test of the tree would meet.
func newParams(operationID string, dates *dateBase) *params {
	op, ok := api.Find(operationID)
	if !ok {
		panic("no operation " + operationID + " in the contract")
	}
	return &params{op: op, values: map[string]any{}, dates: dates}
}

// flagNames are the flags that are not the parameter's name in kebab-case.
var flagNames = map[string]string{"searchId": "search", "tripId": "trip", "fareOptionId": "option"}

// flagName turns a wire name into its flag: pageSize is --page-size.
func flagName(wire string) string {
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

// addFlags gives cmd one flag for each parameter but those that are arguments.
func (p *params) addFlags(cmd *cobra.Command, arguments ...string) {
	flags := cmd.Flags()
	for i := range p.op.Params {
		param := &p.op.Params[i]
		name := flagName(param.Name)
		if slices.Contains(arguments, param.Name) || flags.Lookup(name) != nil {
			continue
		}
		flag := flags.VarPF(paramFlag{p, param}, name, "", flagHelp(param))
		if param.Kind == api.Boolean && !param.List {
			flag.NoOptDefVal = "true"
		}
		setFlagGroup(flag, groupOf(param))
		if len(param.Enum) > 0 {
			_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(param.Enum, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// set checks text against the parameter's limits and keeps it. The label is
// what the traveler typed it as: --page-size, or QUERY.
func (p *params) set(wire, label, text string) error {
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
			return usageError{Arg: label, Given: text, Want: fmt.Sprintf("at most %d values", param.MaxItems)}
		}
		value = list
	}
	p.values[wire] = value
	return nil
}

// setDefault is set for a value from the configuration or from an earlier
// list: it yields to what was given, and to operations without the parameter.
func (p *params) setDefault(wire, label, text string) error {
	if _, known := p.op.Param(wire); !known || text == "" || p.has(wire) {
		return nil
	}
	return p.set(wire, label, text)
}

// repeat takes the currency and the language of the request that came before:
// the service inherits neither.
func (p *params) repeat(before *params) error {
	for _, wire := range []string{"currency", "locale"} {
		if err := p.setDefault(wire, wire, before.text(wire)); err != nil {
			return err
		}
	}
	return nil
}

func (p *params) has(wire string) bool { _, ok := p.values[wire]; return ok }

// text is the value of a string or number parameter, or "".
func (p *params) text(wire string) string {
	switch v := p.values[wire].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// into fills a generated params or body struct, whose JSON names are the wire
// names of the table.
func (p *params) into(target any) error {
	text, err := json.Marshal(p.values)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, target)
}

// paramFlag is one parameter as a flag.
type paramFlag struct {
	params *params
	param  *api.Param
}

func (f paramFlag) Set(text string) error {
	return f.params.set(f.param.Name, "--"+flagName(f.param.Name), text)
}

func (f paramFlag) String() string { return "" }

func (f paramFlag) Type() string { return typeName(f.param) }
