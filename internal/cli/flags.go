package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/words"
)

// Flags holds the flags that every command has.
type Flags struct {
	json, tsv, csv bool
	events         bool // of commands that follow a search
	dryRun         bool // of commands that send requests
	columns        []string
	columnNames    func() []string // of the running command; nil if it prints no list
	jq, template   string
	query          *render.Query // the compiled jq or template
	color          string
	quiet          bool // no notices
	help           helpFlag
	Profile        string // --profile
	List           string // --list
	Timeout        time.Duration
	deadline       time.Duration
	debug          string // a file, or "-" for stderr
	RetryWait      time.Duration
	Sends          int // maximum number of attempts per request; 0: the client's own rules
	persistent     *pflag.FlagSet
}

// errDuration is the error of duration flags; flagError rewrites it.
var errDuration = errors.New("not a duration from 0s to 24h")

// maxDuration is the longest wait that can be requested.
const maxDuration = 24 * time.Hour

// usualDeadline is the default time limit of a command.
const usualDeadline = time.Minute

// AddTo adds the flags to the root command.
func (g *Flags) AddTo(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.SortFlags = false
	g.persistent = flags
	flags.BoolVar(&g.json, "json", false, "Print the service's own JSON, with the client's additions under 'travel'")
	flags.BoolVar(&g.tsv, "tsv", false, "Print tab-separated lines with a header")
	flags.BoolVar(&g.csv, "csv", false, "Print comma-separated lines with a header")
	flags.StringVar(&g.jq, "jq", "", "Filter the JSON with this jq expression")
	flags.StringVar(&g.template, "template", "", "Format the JSON with this Go template")
	flags.Var((*oneOf)(&g.color), "color", "Use color: auto, always or never (default auto)")
	flags.StringVar(&g.Profile, "profile", "", "Profile to use (see travel profile list)")
	flags.Var((*listName)(&g.List), "list", "Name of the list that row numbers refer to (default: the list of this terminal or job)")
	flags.Var(Duration{&g.Timeout}, "timeout", "Time limit for one request (default 30s)")
	flags.Var(Duration{&g.deadline}, "deadline", "Time limit for the command, not counting --wait, --watch, --retry-wait and questions (default 60s; 0 means no limit)")
	flags.Var(Duration{&g.RetryWait}, "retry-wait", "Longest total wait if the service asks to retry later (default 75s)")
	flags.StringVar(&g.debug, "debug", "", "Log requests, answers and waits to stderr, without secrets; --debug=FILE appends to a file")
	flags.Lookup("debug").NoOptDefVal = "-"
	flags.BoolVar(&g.quiet, "quiet", false, "Print only errors, warnings and questions on stderr")
	for _, name := range []string{"json", "jq", "template", "tsv", "csv", "color", "quiet"} {
		SetGroup(flags.Lookup(name), GroupOutput)
	}
	for _, name := range []string{"profile", "list", "timeout", "deadline", "retry-wait", "debug"} {
		SetGroup(flags.Lookup(name), GroupRun)
	}
	g.deadline = usualDeadline
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		ctx, _ := patience.With(cmd.Context(), g.limit()) // released when the process ends
		cmd.SetContext(ctx)
		return g.check(cmd)
	}
	g.addConfigFlags(flags)
	_ = root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"}, inOrder))
	help := flags.VarPF(&g.help, "help", "h", "Show this help; --help=all shows every flag")
	help.NoOptDefVal = "true"
	SetGroup(help, GroupRun)
}

// addConfigFlags adds a flag for each setting. They are hidden in help, except for travel config, since few
// commands need them. A command's own flag with the same name, such as --currency, takes precedence.
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

// limit returns the deadline of the whole command, extended to --timeout if that is longer.
func (g *Flags) limit() time.Duration {
	if g.deadline == 0 || g.persistent.Lookup("deadline").Changed {
		return g.deadline
	}
	return max(g.deadline, g.Timeout)
}

// limits converts --timeout and --retry-wait for the client, for which 0 means its own default and a negative wait
// means never to wait.
func (g *Flags) limits() deployment.Limits {
	wait := g.RetryWait
	if g.persistent.Lookup("retry-wait").Changed && wait == 0 {
		wait = -1
	}
	return deployment.Limits{Timeout: g.Timeout, WaitBudget: wait, Sends: g.Sends}
}

// LongestWait returns how long one wait for quota may be: --retry-wait, or usual if it was not given.
func (g *Flags) LongestWait(usual time.Duration) time.Duration {
	if g.persistent.Lookup("retry-wait").Changed {
		return g.RetryWait
	}
	return usual
}

// readAhead looks for JSON flags after a flag that could not be parsed, so that the error is printed in the
// requested format.
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

// check returns an error for conflicting flags.
func (g *Flags) check(cmd *cobra.Command) error {
	if err := giveAliasFlag(cmd); err != nil {
		return err
	}
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
	if g.dryRun && g.events {
		g.dryRun = false // so that the error is reported
		return problem.Usagef("--events reports what happens, and with --dry-run nothing does; give one of them")
	}
	if len(forms) > 1 {
		return problem.Usagef("%s both say how to print the answer; give one of them", strings.Join(forms, " and "))
	}
	if err := g.checkColumns(); err != nil {
		return err
	}
	return g.compile()
}

// compile compiles --jq and --template, so that a mistake in them costs no request.
func (g *Flags) compile() (err error) {
	label, text, compile := "--jq", g.jq, render.JQ
	if g.template != "" {
		label, text, compile = "--template", g.template, render.Template
	}
	if text == "" {
		return nil
	}
	if g.query, err = compile(text); err != nil {
		return problem.Usagef("%s %s is not accepted: %v", label, words.Quote(text), err)
	}
	return nil
}

// Settings returns the settings given as flags, by name.
func (g *Flags) Settings() map[string]string {
	given := map[string]string{}
	for _, key := range config.Keys() {
		if f := g.persistent.Lookup(key.Name); f != nil && f.Changed {
			given[key.Name] = f.Value.String()
		}
	}
	return given
}

// Give sets a setting as its flag would.
func (g *Flags) Give(name, value string) error { return g.persistent.Set(name, value) }

// Format returns the output format selected by the flags.
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
	return problem.NotAccepted("--color", s, "auto, always or never")
}

// helpFlag is --help, alone or as --help=all. cobra treats it as a boolean flag.
type helpFlag struct{ given, all bool }

func (h *helpFlag) String() string { return strconv.FormatBool(h.given) }
func (h *helpFlag) Type() string   { return "bool" }
func (h *helpFlag) Set(s string) error {
	given, err := strconv.ParseBool(s)
	if h.all = s == "all"; err != nil && !h.all {
		return problem.NotAccepted("--help", s, "all, for every flag, or nothing")
	}
	h.given = given || h.all
	return nil
}

// Duration is a flag that accepts 30s, 2m or a plain number of seconds, from 0 to 24 hours.
type Duration struct{ Value *time.Duration }

// String implements [pflag.Value].
func (f Duration) String() string { return "" }

// Type implements [pflag.Value].
func (f Duration) Type() string { return "duration" }

// Set implements [pflag.Value].
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

// AddParams adds one flag for each parameter that is not an argument and has no flag yet, and the additional plain
// flags. Types, limits, help and completion come from the contract's table.
func AddParams(cmd *cobra.Command, p *ask.Values, arguments ...string) {
	flags := cmd.Flags()
	op := p.Op()
	for i := range op.Params {
		param := &op.Params[i]
		name := ask.FlagName(param.Name)
		if slices.Contains(arguments, param.Name) || flags.Lookup(name) != nil {
			continue
		}
		flag := flags.VarPF(paramFlag{p, param, nil}, name, "", flagHelp(param))
		if param.Kind == api.Boolean && !param.List {
			flag.NoOptDefVal = "true"
		}
		SetGroup(flag, groupOf(op, param))
		offerValues(cmd, name, param, p.Days())
	}
	for _, plain := range ask.PlainFlags(op) {
		if slices.Contains(arguments, plain.Wires[0]) {
			continue
		}
		flag := flags.VarPF(paramFlag{p, nil, plain}, plain.Name, "", plain.Help)
		SetGroup(flag, GroupFilter)
		if plain.Type == "" {
			flag.NoOptDefVal = "true"
		}
		if plain.Type == "times" {
			_ = cmd.RegisterFlagCompletionFunc(plain.Name, cobra.FixedCompletions(ask.PartsOfDay(), cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// paramFlag is the flag of a parameter, or a plain flag.
type paramFlag struct {
	values *ask.Values
	param  *api.Param
	plain  *ask.PlainFlag // nil for the flag of a parameter
}

func (f paramFlag) Set(text string) error {
	if f.plain != nil {
		return f.values.SetPlain(f.plain, text)
	}
	return f.values.Later(f.param.Name, "--"+ask.FlagName(f.param.Name), text)
}

func (f paramFlag) String() string { return "" }

func (f paramFlag) Type() string {
	if f.plain != nil {
		return f.plain.Type
	}
	return ask.TypeName(f.param)
}

// DayFlag is a flag that accepts a day in any supported form.
type DayFlag struct {
	Days *ask.Days
	Name string // of the flag, with its dashes
	ISO  string // YYYY-MM-DD, or "" if the flag was not given
}

func (d *DayFlag) String() string { return "" }

// Type implements [pflag.Value].
func (d *DayFlag) Type() string { return "date" }

// Set implements [pflag.Value].
func (d *DayFlag) Set(text string) error {
	iso, err := d.Days.One(d.Name, text)
	d.ISO = iso
	several, ok := errors.AsType[ask.SeveralError](err)
	if !ok {
		return err
	}
	d.Days.Hold(func(choose ask.Chooser) error {
		r, err := choose(several)
		d.ISO = r.Value
		return err
	})
	return nil
}

// ParamOf returns the contract parameter and operation of a flag. ok is false for a flag of this program.
func ParamOf(f *pflag.Flag) (*api.Param, *api.Operation, bool) {
	p, ok := f.Value.(paramFlag)
	if !ok || p.plain != nil {
		return nil, nil, false
	}
	return p.param, p.values.Op(), true
}

// columnsFlag is --columns of one command: comma-separated names, or the repeated flag.
type columnsFlag struct {
	flags *Flags
	names func() []string
}

func (c columnsFlag) String() string { return "" }
func (c columnsFlag) Type() string   { return "name,name" }
func (c columnsFlag) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		c.flags.columns = append(c.flags.columns, strings.TrimSpace(name))
	}
	c.flags.columnNames = c.names
	return nil
}

// Columns adds --columns to a command that prints a list. The views are examples of its output, the usual one
// first; other flags decide which one is printed.
func (r *Run) Columns(cmd *cobra.Command, usual render.View, other ...func() render.View) {
	names := func() []string {
		for _, view := range other {
			if v := view(); v != nil {
				return render.ColumnNames(v)
			}
		}
		return render.ColumnNames(usual)
	}
	columns := cmd.Flags().VarPF(columnsFlag{r.Flags, names}, "columns", "", "Columns to print, in this order (see travel help columns)")
	SetGroup(columns, GroupOutput)
	_ = cmd.RegisterFlagCompletionFunc("columns", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return listCompletions(typed, names()), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// checkColumns returns an error for names that the list does not have.
func (g *Flags) checkColumns() error {
	if len(g.columns) == 0 {
		return nil
	}
	if g.Format() == render.FormatJSON {
		return problem.Usagef("--columns chooses what tables, --csv and --tsv hold; JSON is the service's own, so choose from it with --jq")
	}
	names := g.columnNames()
	for _, name := range g.columns {
		if render.ColumnNamed(names, name) < 0 {
			return problem.NotAccepted("--columns", name, "names out of "+strings.Join(names, ", "))
		}
	}
	return nil
}

// Text is a flag whose value must not be empty, so that an unset variable in a script is an error and does not
// count as an absent flag.
type Text struct {
	Value *string
	Flag  string // as typed, such as "--below"
	Want  string // the accepted values, for problem.NotAccepted
}

// String implements [pflag.Value].
func (f Text) String() string { return "" }

// Type implements [pflag.Value].
func (f Text) Type() string { return "string" }

// Set implements [pflag.Value].
func (f Text) Set(s string) error {
	if s == "" {
		return problem.NotAccepted(f.Flag, s, f.Want)
	}
	*f.Value = s
	return nil
}

// days returns the settings for parsing days in this run.
func (r *Run) days() *ask.Days {
	return &ask.Days{Today: r.Env.Now, Languages: r.languages}
}

// languages returns the languages in which days and countries may be written: from the settings and the
// environment. It loads the settings again, because the flag that selects a profile may come later on the line.
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

// wordsOf returns the words that a parameter accepts.
func wordsOf(param *api.Param) []string {
	if param.Name == "sort" {
		return ask.SortWords(param)
	}
	return param.Enum
}

// dayWords is the number of additional arguments of a command whose days may be unquoted.
const dayWords = 6

// takesDays reports whether the last arguments of a command are days.
func takesDays(names string) bool {
	return strings.Contains(names, "DATE") || strings.Contains(names, "CHECKIN")
}

// FacetsFlag is --facets, alone or with the name of one filter after an equals sign.
type FacetsFlag struct {
	On      bool
	Filter  string // its flag without dashes; "" means all filters
	filters []string
}

// everyFilter is the value of --facets without a value.
const everyFilter = "all"

// AddTo adds the flag to a command. nouns names the items that the operation lists.
func (f *FacetsFlag) AddTo(cmd *cobra.Command, nouns, operation string) {
	op, _ := api.Find(operation)
	filters := ask.FacetFilters(op)
	f.filters = filters
	facets := cmd.Flags().VarPF(f, "facets", "", "Print the filter values with counts instead of the "+nouns+": the most frequent of each filter, or all of one, as in --facets="+filters[0])
	facets.NoOptDefVal = everyFilter
	SetGroup(facets, GroupFilter)
	_ = cmd.RegisterFlagCompletionFunc("facets", cobra.FixedCompletions(filters, cobra.ShellCompDirectiveNoFileComp))
}

// String implements [pflag.Value].
func (f *FacetsFlag) String() string { return "" }

// Type implements [pflag.Value].
func (f *FacetsFlag) Type() string { return "filter" }

// Set implements [pflag.Value].
func (f *FacetsFlag) Set(text string) error {
	f.On, f.Filter = true, strings.ToLower(strings.TrimPrefix(text, "--"))
	if f.Filter == everyFilter {
		f.Filter = ""
		return nil
	}
	if !slices.Contains(f.filters, f.Filter) {
		return problem.NotAccepted("--facets", text, "one of "+strings.Join(f.filters, ", ")+" behind an equals sign, or nothing, which is the top of each")
	}
	return nil
}

// AddNoFilters adds the flag that clears the filters to a command that reads the last list again.
func AddNoFilters(cmd *cobra.Command, view *desk.View) {
	cmd.Flags().BoolVar(&view.NoFilters, "no-filters", false, "Clear the filters of the last list, but keep its order and page size")
	SetGroup(cmd.Flags().Lookup("no-filters"), GroupFilter)
}
