package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/words"
)

// Flags are the flags every command has.
type Flags struct {
	json, tsv, csv bool
	events         bool // of the commands that follow a search
	columns        []string
	columnNames    func() []string // of the command that runs, nil when it prints no list
	jq, template   string
	query          *render.Query // of jq or template, once checked
	color          string
	Profile        string // --profile
	Timeout        time.Duration
	RetryWait      time.Duration
	Sends          int // how often a request may be sent, 0 by the client's own rules
	persistent     *pflag.FlagSet
}

// errDuration is what a duration flag says; FlagError words it.
var errDuration = errors.New("not a duration from 0s to 24h")

// maxDuration bounds the waits a person may ask for.
const maxDuration = 24 * time.Hour

// AddTo gives the root command the flags.
func (g *Flags) AddTo(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.SortFlags = false
	g.persistent = flags
	flags.BoolVar(&g.json, "json", false, "print the service's own JSON, with what the client knows under 'travel'")
	flags.BoolVar(&g.tsv, "tsv", false, "print tab-separated lines with a header")
	flags.BoolVar(&g.csv, "csv", false, "print comma-separated lines with a header")
	flags.StringVar(&g.jq, "jq", "", "print what this jq expression makes of the JSON")
	flags.StringVar(&g.template, "template", "", "print what this Go template makes of the JSON")
	flags.Var((*oneOf)(&g.color), "color", "colour on a terminal: auto, always or never (default auto)")
	flags.StringVar(&g.Profile, "profile", "", "profile to use, see: travel profile list")
	flags.Var(Duration{&g.Timeout}, "timeout", "longest one request may take (default 30s)")
	flags.Var(Duration{&g.RetryWait}, "retry-wait", "longest to wait in all when the service says to try later (default 75s)")
	for _, name := range []string{"json", "jq", "template", "tsv", "csv", "color"} {
		SetGroup(flags.Lookup(name), GroupOutput)
	}
	for _, name := range []string{"profile", "timeout", "retry-wait"} {
		SetGroup(flags.Lookup(name), GroupRun)
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return g.check(cmd) }
	g.addConfigFlags(flags)
	flags.BoolP("help", "h", false, "show this help")
	SetGroup(flags.Lookup("help"), GroupRun)
}

// addConfigFlags gives each setting a flag of its name. They are left out of
// the help pages, except that of travel config, since few commands need them; a
// command's own flag of the same name, such as --currency, comes first.
func (g *Flags) addConfigFlags(flags *pflag.FlagSet) {
	for _, key := range config.Keys() {
		if flags.Lookup(key.Name) != nil {
			continue
		}
		flags.String(key.Name, "", key.Help)
		f := flags.Lookup(key.Name)
		f.Hidden = true
		SetGroup(f, GroupRun)
	}
}

// limits are --timeout and --retry-wait as the client takes them: 0 is its own default, and a wait
// below 0 never waits.
func (g *Flags) limits() deployment.Limits {
	wait := g.RetryWait
	if g.persistent.Lookup("retry-wait").Changed && wait == 0 {
		wait = -1
	}
	return deployment.Limits{Timeout: g.Timeout, WaitBudget: wait, Sends: g.Sends}
}

// readAhead looks for a form of JSON behind a flag that could not be read, so
// that its failure too comes in the form the caller asked for.
func (g *Flags) readAhead(args []string) {
	for _, arg := range args {
		name, value, _ := strings.Cut(arg, "=")
		switch {
		case arg == "--":
			return
		case name == "--events" && value != "false":
			g.events = true
		case name == "--jq", name == "--template", name == "--json" && value != "false":
			g.json = true
		}
	}
}

// check refuses flags that contradict each other.
func (g *Flags) check(cmd *cobra.Command) error {
	var forms []string
	for _, name := range []string{"jq", "template", "tsv", "csv"} {
		if g.persistent.Lookup(name).Changed {
			forms = append(forms, "--"+name)
		}
	}
	if g.json && (g.tsv || g.csv) {
		forms = append([]string{"--json"}, forms...)
	}
	if g.events {
		forms = slices.DeleteFunc(forms, func(form string) bool { return form == "--jq" })
		forms = append([]string{"--events"}, forms...)
		if g.persistent.Lookup("json").Changed {
			forms = append(forms, "--json")
		}
	}
	if len(forms) > 1 {
		return problem.UsageError{Text: strings.Join(forms, " and ") + " both say how to print the answer; give one of them", Next: cmd.CommandPath() + " --help"}
	}
	if err := g.checkColumns(cmd); err != nil {
		return err
	}
	return g.compile(cmd)
}

// compile reads --jq and --template, so that a mistake in them costs no request.
func (g *Flags) compile(cmd *cobra.Command) (err error) {
	label, text, compile := "--jq", g.jq, render.JQ
	if g.template != "" {
		label, text, compile = "--template", g.template, render.Template
	}
	if text == "" {
		return nil
	}
	if g.query, err = compile(text); err != nil {
		return problem.UsageError{Text: fmt.Sprintf("%s %s is not accepted: %v", label, words.Quote(text), err), Next: cmd.CommandPath() + " --help"}
	}
	return nil
}

// Settings are the settings given as flags, by their names.
func (g *Flags) Settings() map[string]string {
	given := map[string]string{}
	for _, key := range config.Keys() {
		if f := g.persistent.Lookup(key.Name); f != nil && f.Changed {
			given[key.Name] = f.Value.String()
		}
	}
	return given
}

// Format is the form of the answer that the flags ask for.
func (g *Flags) Format() render.Format {
	switch {
	case g.json, g.events, g.jq != "", g.template != "":
		return render.FormatJSON
	case g.tsv:
		return render.FormatTSV
	case g.csv:
		return render.FormatCSV
	}
	return render.FormatText
}

// oneOf is the value of --color.
type oneOf string

func (o *oneOf) String() string { return string(*o) }
func (o *oneOf) Type() string   { return "word" }
func (o *oneOf) Set(s string) error {
	switch s {
	case "auto", "always", "never":
		*o = oneOf(s)
		return nil
	}
	return problem.NotAccepted("--color", s, "auto, always or never", "")
}

// Duration is a flag that takes 30s, 2m or a bare number of seconds, from 0 to a day.
type Duration struct{ Value *time.Duration }

func (f Duration) String() string { return "" }
func (f Duration) Type() string   { return "duration" }
func (f Duration) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil {
		d, err = time.ParseDuration(s + "s")
	}
	if err != nil || d < 0 || d > maxDuration {
		return errDuration
	}
	*f.Value = d
	return nil
}
