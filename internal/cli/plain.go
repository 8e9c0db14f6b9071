package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk/params"
)

// days are what the words of a person are read by in this run.
func (r *Run) days() *params.Days {
	return &params.Days{Today: r.Env.Now, Languages: r.languages}
}

// languages are those that a person may name days and countries in: of the settings, and of the
// computer. The settings are read afresh, since the flag that chooses a profile may stand behind.
func (r *Run) languages() []string {
	var list []string
	if cfg, err := config.Load(r.ConfigInput()); err == nil {
		list = append(list, cfg.Get("locale").Value)
	}
	for _, name := range []string{"LC_ALL", "LC_TIME", "LANG"} {
		list = append(list, r.Env.Getenv(name))
	}
	return list
}

// wordsOf are the words that a parameter takes.
func wordsOf(param *api.Param) []string {
	if param.Name == "sort" {
		return params.SortWords(param)
	}
	return param.Enum
}

// addPlainFlags gives a command the flags in a person's words, beside those of the parameters.
func addPlainFlags(cmd *cobra.Command, p *params.Values) {
	for _, plain := range params.PlainFlags(p.Op()) {
		flag := cmd.Flags().VarPF(plainFlag{p, plain}, plain.Name, "", plain.Help)
		SetGroup(flag, GroupFilter)
		if plain.Type == "" {
			flag.NoOptDefVal = "true"
		}
		if plain.Type == "times" {
			_ = cmd.RegisterFlagCompletionFunc(plain.Name, cobra.FixedCompletions(params.PartsOfDay(), cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// plainFlag is a flag in a person's words.
type plainFlag struct {
	values *params.Values
	plain  *params.PlainFlag
}

func (f plainFlag) Set(text string) error { return f.values.SetPlain(f.plain, text) }
func (f plainFlag) String() string        { return "" }
func (f plainFlag) Type() string          { return f.plain.Type }

// dayWords is how many arguments more a command takes whose days may come without quotes.
const dayWords = 6

// endsInDays tells a command whose last arguments are days.
func endsInDays(names string) bool {
	return strings.Contains(names, "DATE") || strings.Contains(names, "CHECKIN")
}
