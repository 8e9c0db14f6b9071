package commands

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/render"
)

// globalFlags are the flags every command has.
type globalFlags struct {
	json, tsv, csv bool
	events         bool // of the commands that follow a search
	columns        []string
	columnNames    func() []string // of the command that runs, nil when it prints no list
	jq, template   string
	query          *render.Query // of jq or template, once checked
	color          string
	profile        string
	timeout        time.Duration
	retryWait      time.Duration
	persistent     *pflag.FlagSet
}

// maxDuration bounds the waits a person may ask for.
const maxDuration = 24 * time.Hour

func (g *globalFlags) addFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.SortFlags = false
	g.persistent = flags
	flags.BoolVar(&g.json, "json", false, "print the service's own JSON, with what the client knows under 'travel'")
	flags.BoolVar(&g.tsv, "tsv", false, "print tab-separated lines with a header")
	flags.BoolVar(&g.csv, "csv", false, "print comma-separated lines with a header")
	flags.StringVar(&g.jq, "jq", "", "print what this jq expression makes of the JSON")
	flags.StringVar(&g.template, "template", "", "print what this Go template makes of the JSON")
	flags.Var((*oneOf)(&g.color), "color", "colour on a terminal: auto, always or never (default auto)")
	flags.StringVar(&g.profile, "profile", "", "profile to use, see: travel profile list")
	flags.Var(durationFlag{&g.timeout}, "timeout", "longest one request may take (default 30s)")
	flags.Var(durationFlag{&g.retryWait}, "retry-wait", "longest to wait in all when the service says to try later (default 75s)")
	for _, name := range []string{"json", "jq", "template", "tsv", "csv", "color"} {
		setFlagGroup(flags.Lookup(name), groupOutput)
	}
	for _, name := range []string{"profile", "timeout", "retry-wait"} {
		setFlagGroup(flags.Lookup(name), groupRun)
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return g.check(cmd) }
	g.addConfigFlags(flags)
	flags.BoolP("help", "h", false, "show this help")
	setFlagGroup(flags.Lookup("help"), groupRun)
}

// addConfigFlags gives each setting a flag of its name. They are left out of
// the help pages, but for travel config, since few commands need them; a
// command's own flag of the same name, such as --currency, comes first.
func (g *globalFlags) addConfigFlags(flags *pflag.FlagSet) {
	for _, key := range config.Keys() {
		if flags.Lookup(key.Name) != nil {
			continue
		}
		flags.String(key.Name, "", key.Help)
		f := flags.Lookup(key.Name)
		f.Hidden = true
		setFlagGroup(f, groupRun)
	}
}

// waitBudget is --retry-wait as the client takes it: 0 is its own default, and
// less never waits.
func (g *globalFlags) waitBudget() time.Duration {
	if g.persistent.Lookup("retry-wait").Changed && g.retryWait == 0 {
		return -1
	}
	return g.retryWait
}

// readAhead looks for a form of JSON behind a flag that could not be read, so
// that its failure too comes in the form the caller asked for.
func (g *globalFlags) readAhead(args []string) {
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
func (g *globalFlags) check(cmd *cobra.Command) error {
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
		return misuse{Text: strings.Join(forms, " and ") + " both say how to print the answer; give one of them", Next: cmd.CommandPath() + " --help"}
	}
	if err := g.checkColumns(cmd); err != nil {
		return err
	}
	return g.compile(cmd)
}

// compile reads --jq and --template, so that a mistake in them costs no request.
func (g *globalFlags) compile(cmd *cobra.Command) (err error) {
	label, text, compile := "--jq", g.jq, render.JQ
	if g.template != "" {
		label, text, compile = "--template", g.template, render.Template
	}
	if text == "" {
		return nil
	}
	if g.query, err = compile(text); err != nil {
		return misuse{Text: fmt.Sprintf("%s %s is not accepted: %v", label, quoteArg(text), err), Next: cmd.CommandPath() + " --help"}
	}
	return nil
}

// configFlags are the settings given as flags.
func (g *globalFlags) configFlags() map[string]string {
	given := map[string]string{}
	for _, key := range config.Keys() {
		if f := g.persistent.Lookup(key.Name); f != nil && f.Changed {
			given[key.Name] = f.Value.String()
		}
	}
	return given
}

func (g *globalFlags) format() render.Format {
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
	return usageError{Arg: "--color", Given: s, Want: "auto, always or never"}
}

// durationFlag takes 30s, 2m or a bare number of seconds, from 0 to a day.
type durationFlag struct{ d *time.Duration }

func (f durationFlag) String() string { return "" }
func (f durationFlag) Type() string   { return "duration" }
func (f durationFlag) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil {
		d, err = time.ParseDuration(s + "s")
	}
	if err != nil || d < 0 || d > maxDuration {
		return errDuration
	}
	*f.d = d
	return nil
}
