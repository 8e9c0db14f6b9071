package commands

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk"
)

// params are the parameters of one request, as flags and arguments give them.
type params struct {
	desk.Params
	dates   *dateBase
	typedAs map[string]string // what stands for a value in the words a person typed, by wire name
}

// newParams returns the empty parameters of an operation.
func newParams(operationID string, dates *dateBase) *params {
	return &params{Params: desk.NewParams(operationID), dates: dates}
}

// dateBase is the day that words and offsets count from.
type dateBase struct {
	today func() time.Time
	from  string // the outbound day once it is known, for a return
}

func (d *dateBase) day() time.Time {
	if t, err := time.Parse(isoDate, d.from); err == nil {
		return t
	}
	return d.today()
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
	for i := range p.Operation.Params {
		param := &p.Operation.Params[i]
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
	if param, ok := p.Operation.Param(wire); ok && param.Pattern == desk.DatePattern {
		day, ok := parseDate(text, p.dates.day())
		if !ok {
			return usageError{Arg: label, Given: text, Want: "a day such as " + dateForms}
		}
		text = day
	}
	err := p.SetText(wire, text)
	if e, ok := errors.AsType[*desk.ParamError](err); ok {
		return usageError{Arg: label, Given: e.Given, Want: e.Want}
	}
	return err
}

// setDefault is set for a value from the configuration or from an earlier
// list: it yields to what was given, and to operations without the parameter.
func (p *params) setDefault(wire, label, text string) error {
	if _, known := p.Operation.Param(wire); !known || text == "" || p.Has(wire) {
		return nil
	}
	return p.set(wire, label, text)
}

// repeat takes the currency and the language of the request that came before:
// the service inherits neither.
func (p *params) repeat(before *params) error {
	for _, wire := range []string{"currency", "locale"} {
		if err := p.setDefault(wire, wire, before.Text(wire)); err != nil {
			return err
		}
	}
	return nil
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

// typeName is the short word for a parameter's type in the help; a list's
// tells that commas separate.
func typeName(param *api.Param) string {
	name := ""
	switch {
	case param.Kind == api.Boolean:
		return ""
	case param.Kind == api.Integer:
		name = "int"
	case param.Kind == api.Number:
		name = "number"
	case param.Pattern == desk.DatePattern:
		name = "date"
	case param.Pattern == `^\d{1,7}$`:
		name = "minutes"
	case desk.IsCode(param):
		name = "code"
	case len(param.Enum) > 0:
		name = "word"
	default:
		name = "text"
	}
	if param.List {
		return name + "," + name
	}
	return name
}
