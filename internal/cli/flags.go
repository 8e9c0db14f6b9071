package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/config"
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
	persistent     *pflag.FlagSet
}

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
	color := OneOf(&g.color, "--color", "auto", "always", "never")
	color.Kind = "word"
	flags.Var(color, "color", "Use color: auto, always or never (default auto)")
	flags.StringVar(&g.Profile, "profile", "", "Profile to use (see travel profile list)")
	flags.Var(Value{Kind: "name", Read: func(text string) error {
		g.List = text
		return checkListName("--list", text)
	}}, "list", "Name of the list that row numbers refer to (default: the list of this terminal or job)")
	flags.Var(Duration(&g.Timeout), "timeout", "Time limit for one request (default 30s)")
	flags.Var(Duration(&g.deadline), "deadline", "Time limit for the command, not counting --wait, --watch, --retry-wait and questions (default 60s; 0 means no limit)")
	flags.Var(Duration(&g.RetryWait), "retry-wait", "Maximum total wait if the service asks to retry later (default 75s)")
	flags.Var(Value{Kind: "string", Read: func(text string) error { g.debug = text; return nil }, Meant: func(next string) bool {
		return strings.Contains(next, "/") || strings.HasSuffix(next, ".log") || strings.HasSuffix(next, ".txt")
	}}, "debug", "Log requests, answers and waits to stderr, without secrets; --debug=FILE appends to a file")
	flags.Lookup("debug").NoOptDefVal = "-"
	flags.BoolVar(&g.quiet, "quiet", false, "Print only errors, warnings and questions on stderr")
	InGroup(flags, GroupOutput, "json", "jq", "template", "tsv", "csv", "color", "quiet")
	InGroup(flags, GroupRun, "profile", "list", "timeout", "deadline", "retry-wait", "debug")
	g.deadline = usualDeadline
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		limit := g.deadline
		if limit != 0 && !flags.Changed("deadline") {
			limit = max(limit, g.Timeout)
		}
		ctx, _ := patience.With(cmd.Context(), limit) // released when the process ends
		cmd.SetContext(ctx)
		return g.check()
	}
	// Few commands need a flag for a setting, so help pages hide them, except that of travel config. A command's own
	// flag with the same name, such as --currency, takes precedence.
	for _, key := range config.Keys() {
		if flags.Lookup(key.Name) == nil {
			flags.String(key.Name, "", key.Help)
			flags.Lookup(key.Name).Hidden = true
			SetGroup(flags.Lookup(key.Name), GroupRun)
		}
	}
	help := flags.VarPF(&g.help, "help", "h", "Show this help; --help=all shows every flag")
	help.NoOptDefVal = "true"
	SetGroup(help, GroupRun)
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

// check returns an error for conflicting flags. It compiles --jq and --template, so that a mistake in them costs no
// request.
func (g *Flags) check() (err error) {
	var forms []string
	for _, name := range []string{"jq", "template", "tsv", "csv"} {
		if g.persistent.Changed(name) {
			forms = append(forms, "--"+name)
		}
	}
	if g.json && (g.tsv || g.csv) {
		forms = append([]string{"--json"}, forms...)
	}
	if g.events {
		forms = slices.DeleteFunc(forms, func(form string) bool { return form == "--jq" })
		forms = append([]string{"--events"}, forms...)
		if g.persistent.Changed("json") {
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
	if len(g.columns) > 0 && g.Format() == render.FormatJSON {
		return problem.Usagef("--columns chooses what tables, --csv and --tsv hold; JSON is the service's own, so choose from it with --jq")
	}
	for _, name := range g.columns {
		if names := g.columnNames(); render.ColumnNamed(names, name) < 0 {
			return problem.NotAccepted("--columns", name, "names out of "+strings.Join(names, ", "))
		}
	}
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

// Value is a flag whose text is passed to a function.
type Value struct {
	Kind string // its type on help pages
	Read func(text string) error

	words []string // accepted values for completion; nil if there are too many
	usual string   // the default, for help pages

	// Meant reports whether the argument after a flag with an optional value looks like that value. A nil func means
	// that none does.
	Meant func(next string) bool
}

// String implements [pflag.Value].
func (v Value) String() string { return v.usual }

// Type returns the name of the value in the help.
func (v Value) Type() string { return v.Kind }

// Set passes the text on.
func (v Value) Set(text string) error { return v.Read(text) }

// Text is a flag whose value must not be empty, so that an unset variable in a script is an error and does not
// count as an absent flag. flag is its name as typed, such as "--below", and want the accepted values, as for
// [problem.NotAccepted].
func Text(to *string, flag, want string) Value {
	return Value{Kind: "string", Read: func(text string) error {
		if text == "" {
			return problem.NotAccepted(flag, text, want)
		}
		*to = text
		return nil
	}}
}

// OneOf is a flag that accepts one of some words, and completes them. flag is its name as typed, such as "--sort".
func OneOf(to *string, flag string, accepted ...string) Value {
	return Value{Kind: "string", words: accepted, usual: *to, Read: func(text string) error {
		if *to = text; !slices.Contains(accepted, text) {
			return problem.NotAccepted(flag, text, words.Or(accepted))
		}
		return nil
	}}
}

// Number is a flag that accepts a whole number from least to most. flag is its name as typed, such as "--top".
func Number(to *int, flag string, least, most int) Value {
	usual := ""
	if *to > 0 {
		usual = strconv.Itoa(*to)
	}
	return Value{Kind: "int", usual: usual, Read: func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return problem.NotAccepted(flag, text, fmt.Sprintf("a whole number from %d to %d", least, most))
		}
		*to = n
		return nil
	}}
}

// Duration is a flag that accepts 30s, 2m or a plain number of seconds, from 0 to 24 hours.
func Duration(to *time.Duration) Value {
	return Value{Kind: "duration", Read: func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil {
			d, err = time.ParseDuration(text + "s")
		}
		if err != nil || d < 0 || d > 24*time.Hour {
			return errors.New("not a duration from 0s to 24h") // flagError rewrites it
		}
		*to = d
		return nil
	}}
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
		flag := flags.VarPF(paramFlag{Value{Kind: ask.TypeName(param), Read: func(text string) error {
			return p.Later(param.Name, "--"+name, text)
		}}, op, param}, name, "", flagHelp(param))
		if param.Kind == api.Boolean && !param.List {
			flag.NoOptDefVal = "true"
		}
		SetGroup(flag, groupOf(op, param))
	}
	for _, plain := range ask.PlainFlags(op) {
		if slices.Contains(arguments, plain.Wires[0]) {
			continue
		}
		value := Value{Kind: plain.Type, Read: func(text string) error { return p.SetPlain(plain, text) }}
		if plain.Type == "times" {
			value.words = ask.PartsOfDay()
		}
		flag := flags.VarPF(value, plain.Name, "", plain.Help)
		SetGroup(flag, GroupFilter)
		if plain.Type == "" {
			flag.NoOptDefVal = "true"
		}
	}
}

// paramFlag is the flag of a parameter.
type paramFlag struct {
	Value
	op    *api.Operation
	param *api.Param
}

// ParamOf returns the contract parameter and operation of a flag. ok is false for a flag of this program.
func ParamOf(f *pflag.Flag) (param *api.Param, op *api.Operation, ok bool) {
	p, ok := f.Value.(paramFlag)
	return p.param, p.op, ok
}

// AddDay adds a filter that accepts a day in any supported form, and returns the day as YYYY-MM-DD, or "" if the flag
// was not given.
func AddDay(cmd *cobra.Command, days *ask.Days, name, usage string) *string {
	iso := new(string)
	SetGroup(cmd.Flags().VarPF(Value{Kind: "date", Read: func(text string) (err error) {
		*iso, err = days.One("--"+name, text)
		several, ok := errors.AsType[ask.SeveralError](err)
		if !ok {
			return err
		}
		days.Hold(func(choose ask.Chooser) error {
			r, err := choose(several)
			*iso = r.Value
			return err
		})
		return nil
	}}, name, "", usage), GroupFilter)
	return iso
}

// columnsFlag is --columns of one command: comma-separated names, or the repeated flag.
type columnsFlag struct {
	Value
	names func() []string
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
	columns := cmd.Flags().VarPF(columnsFlag{Value{Kind: "name,name", Read: func(text string) error {
		for name := range strings.SplitSeq(text, ",") {
			r.Flags.columns = append(r.Flags.columns, strings.TrimSpace(name))
		}
		r.Flags.columnNames = names
		return nil
	}}, names}, "columns", "", "Columns to print, in this order (see travel help columns)")
	SetGroup(columns, GroupOutput)
}

// days returns the settings for parsing days in this run. Days and countries may be written in the languages of the
// settings and the environment.
func (r *Run) days() *ask.Days {
	return &ask.Days{Today: r.Env.Now, Languages: func() (list []string) {
		// The settings are loaded again, because the flag that selects a profile may come later on the line.
		if cfg, err := config.Load(r.ConfigInput()); err == nil {
			list = append(list, cfg.Get("locale").Value)
		}
		for _, name := range []string{"LC_ALL", "LC_TIME", "LANG"} {
			list = append(list, r.Env.Getenv(name))
		}
		return list
	}}
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
	On     bool
	Filter string // its flag without dashes; "" means all filters
}

// AddTo adds the flag to a command. nouns names the items that the operation lists.
func (f *FacetsFlag) AddTo(cmd *cobra.Command, nouns, operation string) {
	const every = "all" // the value of --facets without a value
	op, _ := api.Find(operation)
	filters := ask.FacetFilters(op)
	read := func(text string) error {
		f.On, f.Filter = true, strings.ToLower(strings.TrimPrefix(text, "--"))
		if f.Filter == every {
			f.Filter = ""
		} else if !slices.Contains(filters, f.Filter) {
			return problem.NotAccepted("--facets", text, "one of "+strings.Join(filters, ", ")+" behind an equals sign, or nothing, which is the top of each")
		}
		return nil
	}
	isFilter := func(next string) bool { return slices.Contains(filters, next) }
	facets := cmd.Flags().VarPF(Value{Kind: "filter", words: filters, Read: read, Meant: isFilter},
		"facets", "", "Print the filter values with counts instead of the "+nouns+": the most frequent of each filter, or all of one, as in --facets="+filters[0])
	facets.NoOptDefVal = every
	SetGroup(facets, GroupFilter)
}

// maxListName is the maximum length of a list name in characters.
const maxListName = 100

// checkListName returns an error for an invalid list name; arg names the flag or variable it came from.
func checkListName(arg, text string) error {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }
	if strings.TrimSpace(text) == "" || utf8.RuneCountInString(text) > maxListName || strings.ContainsFunc(text, odd) {
		return problem.NotAccepted(arg, text, "a name of 1 to 100 visible characters")
	}
	return nil
}

// command matches a command of this program in a text, up to its last word that is not an argument. A command
// followed by --help gets no other flags.
var command = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\btravel (?:(?:flights|hotels|places) [a-z]+(?:-[a-z]+)*|(?:countries|auth|config|profile|sandbox) [a-z]+(?:-[a-z]+)*|login|logout|whoami|doctor|feedback|health|api|quota)\b`)
})

// Carried adds the profile, deployment and list, if given as flags, to every command in a text, so that pasted
// commands use the same ones.
func (g *Flags) Carried(text string) string {
	if !strings.Contains(text, "travel ") {
		return text
	}
	end := len(text)
	for _, at := range slices.Backward(command().FindAllStringIndex(text, -1)) {
		flags := g.flagsFor(text[at[0]:at[1]], text[at[1]:end])
		text = text[:at[1]] + flags + text[at[1]:]
		end = at[0]
	}
	return text
}

// flagsFor returns the flags that a command lacks; rest is the text after it.
func (g *Flags) flagsFor(command, rest string) (flags string) {
	if strings.HasPrefix(rest, " --help") || command == "travel login" && strings.HasPrefix(rest, " http") { // it names its own
		return ""
	}
	add := func(name, value string) {
		if value != "" && !strings.Contains(rest, "--"+name) {
			flags += " --" + name + " " + words.Shell(value)
		}
	}
	noun, _, _ := strings.Cut(strings.TrimPrefix(command, "travel "), " ")
	if noun != "profile" {
		add("profile", g.Profile)
	}
	switch noun {
	case "config", "profile", "sandbox": // reach no deployment
	default:
		given := g.Settings()
		for _, key := range config.Keys() {
			if key.Deployment {
				add(key.Name, given[key.Name])
			}
		}
	}
	switch noun {
	case "flights", "hotels", "places":
		add("list", g.List)
	}
	return flags
}
