package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// flagGroup is the annotation that sorts a command's flags into sections.
const flagGroup = "travel_group"

// The sections of a help page, in their order.
const (
	GroupMain   = "Flags"
	GroupFilter = "Filters"
	GroupTime   = "Times of the day"
	GroupPaging = "Order and pages"
	GroupMoney  = "Money, language, market"
	GroupLink   = "With the link"
	GroupOutput = "Output"
	GroupRun    = "Profile and waiting"
)

var groupOrder = []string{GroupMain, GroupFilter, GroupTime, GroupPaging, GroupMoney, GroupLink, GroupOutput, GroupRun}

// SetGroup sorts a flag into a section of the help page.
func SetGroup(f *pflag.Flag, group string) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[flagGroup] = []string{group}
}

// groupOf sorts a parameter of the contract.
func groupOf(p *api.Param) string {
	switch {
	case params.OfTimes(p):
		return GroupTime
	case p.Name == "currency", p.Name == "locale", p.Name == "siteCode":
		return GroupMoney
	case p.Name == "page", p.Name == "pageSize", p.Name == "sort", p.Name == "view":
		return GroupPaging
	case params.IsFilter(p):
		return GroupFilter
	}
	return GroupMain
}

// flagHelp is a flag's help line from the contract: what it is for, then its limits and default.
func flagHelp(p *api.Param) string {
	text := strings.TrimSuffix(strings.ReplaceAll(p.Help, "`", "'"), ".")
	text = strings.TrimSuffix(text, ". Repeated or comma-separated") // its type says so
	var facts []string
	if limits := limitWords(p); limits != "" {
		facts = append(facts, limits)
	}
	if p.HasDefault {
		facts = append(facts, "default "+p.Default)
	}
	if len(facts) == 0 {
		return text
	}
	return text + " (" + strings.Join(facts, "; ") + ")"
}

// limitWords are a parameter's limits, as short as a help page needs them.
func limitWords(p *api.Param) string {
	switch {
	case p.Kind == api.Boolean:
		return ""
	case len(p.Enum) > 0:
		return strings.Join(p.Enum, ", ")
	case p.Kind != api.String:
		return strings.TrimPrefix(strings.TrimPrefix(params.Bounds(p), " from "), " of ")
	case p.Pattern == `^\d{1,7}$`:
		return "0 to 9999999"
	case p.Pattern != "" && strings.Contains(p.Pattern, "14[0-2]"):
		return "such as 360-720 for 06:00 to 12:00"
	case p.Pattern == params.DayPattern:
		return "such as " + params.Forms
	case p.MaxLen > 0:
		return fmt.Sprintf("%d to %d characters", p.MinLen, p.MaxLen)
	}
	return ""
}

// printHelp prints a command's page.
func printHelp(env *Env, cmd *cobra.Command) error {
	width := 100
	if env.OutTerm.TTY {
		width = min(max(env.OutTerm.Width, 60), 120)
	}
	var page bytes.Buffer
	helpPage(&page, cmd, width)
	if _, err := env.Stdout.Write(page.Bytes()); err != nil {
		return fmt.Errorf("write the help page: %w", err)
	}
	return nil
}

// helpPage writes a command's help: what it does, how it is called, examples,
// its commands or flags by section.
func helpPage(w io.Writer, cmd *cobra.Command, width int) {
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	if about != "" {
		fmt.Fprintf(w, "%s\n\n", strings.TrimSpace(about))
	}
	use := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		use = cmd.CommandPath() + " COMMAND"
	}
	fmt.Fprintf(w, "Usage\n  %s\n", use)
	if cmd.Example != "" {
		fmt.Fprintf(w, "\nExamples\n%s\n", strings.TrimRight(cmd.Example, "\n"))
	}
	writeCommands(w, cmd)
	writeFlags(w, cmd, width)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nMore on one of them: %s COMMAND --help\n", cmd.CommandPath())
	}
}

func writeCommands(w io.Writer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	width := 0
	for _, c := range cmd.Commands() {
		width = max(width, len(c.Name()))
	}
	list := func(title, group string) {
		var lines strings.Builder
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.GroupID == group {
				fmt.Fprintf(&lines, "  %-*s  %s\n", width, c.Name(), c.Short)
			}
		}
		if lines.Len() > 0 {
			fmt.Fprintf(w, "\n%s\n%s", title, lines.String())
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
	}
	list("Commands", "")
}

func writeFlags(w io.Writer, cmd *cobra.Command, width int) {
	sections := map[string]*pflag.FlagSet{}
	add := func(f *pflag.Flag) {
		name := GroupMain
		if g := f.Annotations[flagGroup]; len(g) > 0 {
			name = g[0]
		}
		if sections[name] == nil {
			sections[name] = pflag.NewFlagSet(name, pflag.ContinueOnError)
			sections[name].SortFlags = false
		}
		sections[name].AddFlag(f)
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	for _, name := range groupOrder {
		if s := sections[name]; s != nil && s.HasAvailableFlags() {
			fmt.Fprintf(w, "\n%s\n%s", name, s.FlagUsagesWrapped(width))
		}
	}
}

// Group is a command that only holds others.
func Group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: unknownCommand, RunE: showHelp}
	cmd.AddCommand(commands...)
	return cmd
}

// showHelp runs a command that only holds others.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// unknownCommand refuses a word that is not a command, and names the nearest.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s is not a command of %s", words.Quote(args[0]), cmd.CommandPath())
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return problem.UsageError{Text: text + "; did you mean " + strings.Join(near, " or ") + "?", Next: cmd.CommandPath() + " " + near[0] + " --help"}
	}
	return problem.UsageError{Text: text, Next: cmd.CommandPath() + " --help"}
}

// Arguments checks how many arguments there are and names those that are missing or too many.
func Arguments(names string, least, most int) cobra.PositionalArgs {
	list := strings.Fields(names)
	return func(cmd *cobra.Command, args []string) error {
		next := cmd.CommandPath() + " --help"
		switch {
		case len(args) < least:
			missing := list[len(args):least]
			return problem.UsageError{Text: fmt.Sprintf("%s %s missing; usage: %s %s", strings.Join(missing, " and "), words.IsAre(len(missing)), cmd.CommandPath(), names), Next: next}
		case len(args) > most:
			return problem.UsageError{Text: fmt.Sprintf("%s is one argument too many; usage: %s", words.Quote(args[most]), strings.TrimSpace(cmd.CommandPath()+" "+names)), Next: next}
		}
		return nil
	}
}

// AtLeastOne takes several words for one text, so that a name needs no quotes.
func AtLeastOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if strings.TrimSpace(strings.Join(args, "")) == "" {
			return Arguments(name, 1, 1)(cmd, nil)
		}
		return nil
	}
}

// flagError turns pflag's errors into ours: one line that names the flag.
func flagError(cmd *cobra.Command, err error) error {
	help := cmd.CommandPath() + " --help"
	if e, ok := errors.AsType[problem.UsageError](err); ok {
		if e.Next == "" && e.Hint == "" {
			e.Next = help
		}
		return e
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return problem.UsageError{Text: unknownFlag(cmd, e), Next: help}
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return problem.NotAccepted("--"+e.GetFlag().Name, e.GetValue(), wantedType(e.GetFlag()), help)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return problem.UsageError{Text: "--" + e.GetFlag().Name + " needs a value", Next: help}
	}
	return problem.UsageError{Text: err.Error(), Next: help}
}

// unknownFlag says that a flag does not exist, and names the nearest that does.
func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) string {
	name := e.GetSpecifiedName()
	dashes := "--"
	if e.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	text := fmt.Sprintf("%s%s is not a flag of %s", dashes, name, cmd.CommandPath())
	best, distance := "", 4
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := words.EditDistance(name, f.Name); d < distance && d < len(name) && !f.Hidden {
			best, distance = f.Name, d
		}
	})
	if best != "" {
		text += "; did you mean --" + best + "?"
	}
	return text
}

func wantedType(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int":
		return "a whole number"
	case "duration":
		return "a duration such as 30s or 2m"
	}
	return "a value of type " + f.Value.Type()
}

func notADay(arg, given string) error {
	return problem.NotAccepted(arg, given, "a day such as "+params.Forms, "")
}
