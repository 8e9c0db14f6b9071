package cli

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk/params"
)

// AddParams gives a command one flag for each parameter, except those that are arguments or have a
// flag already. Type, limits, help and completion come from the contract's table.
func AddParams(cmd *cobra.Command, p *params.Values, arguments ...string) {
	flags := cmd.Flags()
	op := p.Op()
	for i := range op.Params {
		param := &op.Params[i]
		name := params.FlagName(param.Name)
		if slices.Contains(arguments, param.Name) || flags.Lookup(name) != nil {
			continue
		}
		flag := flags.VarPF(paramFlag{p, param}, name, "", flagHelp(param))
		if param.Kind == api.Boolean && !param.List {
			flag.NoOptDefVal = "true"
		}
		SetGroup(flag, groupOf(param))
		if len(param.Enum) > 0 {
			_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(param.Enum, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// paramFlag is one parameter as a flag.
type paramFlag struct {
	values *params.Values
	param  *api.Param
}

func (f paramFlag) Set(text string) error {
	return f.values.Set(f.param.Name, "--"+params.FlagName(f.param.Name), text)
}

func (f paramFlag) String() string { return "" }

func (f paramFlag) Type() string { return params.TypeName(f.param) }

// DayFlag is a flag that takes a day of the date grammar.
type DayFlag struct {
	Days *params.Days
	Name string // of the flag, with its dashes
	ISO  string // YYYY-MM-DD, "" when the flag was not given
}

func (d *DayFlag) String() string { return "" }

// Type is the word of the help page.
func (d *DayFlag) Type() string { return "date" }

// Set reads the day.
func (d *DayFlag) Set(text string) error {
	iso, ok := params.ParseDay(text, d.Days.Base())
	if !ok {
		return notADay(d.Name, text)
	}
	d.ISO = iso
	return nil
}

// ParamOf is the parameter of the contract that a flag stands for, and its operation; false for a
// flag of this program.
func ParamOf(f *pflag.Flag) (*api.Param, *api.Operation, bool) {
	p, ok := f.Value.(paramFlag)
	if !ok {
		return nil, nil, false
	}
	return p.param, p.values.Op(), true
}
