package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/render"
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
	GroupBatch  = "Many searches from a file"
	GroupOutput = "Output"
	GroupRun    = "Profile and waiting"
)

var groupOrder = []string{GroupMain, GroupFilter, GroupTime, GroupPaging, GroupMoney, GroupLink, GroupBatch, GroupOutput, GroupRun}

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
	text := helpFor(p)
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
		return strings.Join(wordsOf(p), ", ")
	case params.TypeName(p) == "length":
		return params.LengthForms
	case params.TypeName(p) == "times":
		return params.TimeForms + ", or minutes: 360-720"
	case p.Kind != api.String:
		return strings.TrimPrefix(strings.TrimPrefix(params.Bounds(p), " from "), " of ")
	case p.Pattern == params.DayPattern:
		return "such as " + params.Forms
	case p.MaxLen > 0:
		return fmt.Sprintf("%d to %d characters", p.MinLen, p.MaxLen)
	}
	return ""
}

// Used is a flag that is used most, and the few words that stand for its help on the short page; ""
// is its help.
type Used struct{ Flag, About string }

// usedMost is the annotation of a command that names its flags used most.
const usedMost = "travel_used_most"

// UsedMost says which flags the short help page of a command shows when there is no room for all of
// them, in their order; --json is one of them everywhere.
func UsedMost(cmd *cobra.Command, flags ...Used) {
	var lines []string
	for _, f := range flags {
		lines = append(lines, f.Flag+"\t"+f.About)
	}
	annotate(cmd, usedMost, strings.Join(lines, "\n"))
}

// extent is how much of a command's flags its page shows.
type extent int

const (
	someFlags  extent = iota // those used most, or none of a command that only holds others
	briefFlags               // without those that every command has, each in its first words
	ownFlags                 // without those that every command has
	allFlags
)

// screenful is how many lines the short page may have in a window of the usual width.
const screenful = 40

// printHelp prints a command's page. travel help COMMAND --help=all is of that command, and --help all
// is meant as --help=all.
func (r *Run) printHelp(cmd *cobra.Command) error {
	args := cmd.Flags().Args()
	if found, _, err := cmd.Root().Find(args); cmd.Name() == helpWord && err == nil && found.HasParent() {
		cmd = found
	}
	show := allFlags
	if !r.Flags.help.all && !slices.Equal(args, []string{"all"}) {
		show = shortest(cmd)
	}
	p := newPage(r.Env.Stdout, r.out.Terminal())
	p.help(cmd, show)
	return r.printPage(p)
}

func (r *Run) printPage(p *page) error {
	if _, err := io.WriteString(r.Env.Stdout, p.text()); err != nil {
		return fmt.Errorf("write the help page: %w", err)
	}
	return nil
}

// shortest is the most that fits on a screen. It goes by the usual width, so that a page says the same
// in every window.
func shortest(cmd *cobra.Command) extent {
	if cmd.HasAvailableSubCommands() {
		return someFlags
	}
	for _, show := range []extent{allFlags, ownFlags} {
		lines := 0
		if flagsOf(cmd, show, func(*pflag.Flag) { lines++ }); lines > screenful {
			continue // a flag takes a line at least
		}
		p := newPage(io.Discard, render.Terminal{})
		p.help(cmd, show)
		if len(p.lines) <= screenful {
			return show
		}
	}
	if cmd.Annotations[usedMost] == "" {
		return briefFlags
	}
	return someFlags
}

// help writes a command's page: what it does, how it is called, examples, its commands or flags, what
// else is to be known, and where the rest is.
func (p *page) help(cmd *cobra.Command, show extent) {
	about, more := aboutOf(cmd)
	p.prose(about)
	if cmd.HasParent() { // the first page is full
		p.heading("Usage")
		p.command(usage(cmd))
	}
	if cmd.Example != "" {
		p.heading("Examples")
		p.prose(cmd.Example)
	}
	p.commands(cmd)
	switch {
	case show != someFlags:
		p.flags(cmd, show)
	case cmd.Annotations[usedMost] != "":
		p.flagsUsedMost(cmd)
	}
	if more != "" {
		p.blank()
		p.prose(more)
	}
	p.rest(cmd, show)
}

// aboutOf is what a command does, in a paragraph, and what else is to be known of it.
func aboutOf(cmd *cobra.Command) (about, more string) {
	about, more, _ = strings.Cut(strings.TrimSpace(cmd.Long), "\n\n")
	if about == "" {
		about = cmd.Short + "."
	}
	return about, more
}

func usage(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() && !takesArguments(cmd) {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine()
}

// takesArguments tells a command that does something by itself, even where others stand below it.
func takesArguments(cmd *cobra.Command) bool { return strings.Contains(cmd.Use, " ") }

// rest says where to read on.
func (p *page) rest(cmd *cobra.Command, show extent) {
	var items []string
	if show != allFlags {
		items = append(items, "--help=all")
	}
	if cmd.HasAvailableSubCommands() {
		items = append(items, cmd.CommandPath()+" COMMAND --help")
	}
	if topics := topicsOf(cmd); len(topics) > 0 {
		items = append(items, "travel help "+strings.Join(topics, "|"))
	}
	if len(items) > 0 {
		p.blank()
		p.add(p.canvas.Flow("More   ", items, " · ")...)
	}
}

// commands lists the commands below one, by their groups.
func (p *page) commands(cmd *cobra.Command) {
	for _, s := range commandSections(cmd) {
		p.section(s)
	}
}

// commandSections are the commands below one, by their groups.
func commandSections(cmd *cobra.Command) []Section {
	var found []Section
	list := func(title, group string) {
		s := Section{Title: title}
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.GroupID == group {
				s.Rows = append(s.Rows, Row{c.Name(), c.Short})
			}
		}
		if len(s.Rows) > 0 {
			found = append(found, s)
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
	}
	list("Commands", "")
	return found
}

// flags lists the flags by their sections.
func (p *page) flags(cmd *cobra.Command, show extent) {
	var list []Row
	for _, s := range flagSections(cmd, show) {
		if show != briefFlags {
			list = nil
		}
		for _, f := range s.Flags {
			list = append(list, f.row())
		}
		if show != briefFlags {
			p.section(Section{Title: s.Title, Rows: list})
		}
	}
	if show == briefFlags {
		p.section(Section{Title: GroupMain, Rows: list})
	}
}

// flagSections are the flags that a page of that extent has, by their sections.
func flagSections(cmd *cobra.Command, show extent) []FlagSection {
	sections := map[string][]Flag{}
	flagsOf(cmd, show, func(f *pflag.Flag) {
		name := GroupMain
		if g := f.Annotations[flagGroup]; len(g) > 0 {
			name = g[0]
		}
		about := ""
		if show == briefFlags {
			about = firstWords(f.Usage)
		}
		sections[name] = append(sections[name], flagOf(f, about))
	})
	var found []FlagSection
	for _, name := range groupOrder {
		if len(sections[name]) > 0 {
			found = append(found, FlagSection{name, sections[name]})
		}
	}
	return found
}

// flagsOf visits the flags that a page of that extent has.
func flagsOf(cmd *cobra.Command, show extent, visit func(*pflag.Flag)) {
	global := cmd.Root().PersistentFlags()
	visible := func(f *pflag.Flag) {
		if !f.Hidden {
			visit(f)
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f != global.Lookup(f.Name) && (show == allFlags || f.Name != dryRun) { // which nearly every command has
			visible(f)
		}
	})
	if show == allFlags {
		global.VisitAll(visible)
	}
}

func (p *page) flagsUsedMost(cmd *cobra.Command) {
	var list []Row
	for line := range strings.SplitSeq(cmd.Annotations[usedMost], "\n") {
		name, about, _ := strings.Cut(line, "\t")
		if f := cmd.Flag(name); f != nil {
			list = append(list, flagOf(f, about).row())
		}
	}
	p.heading("Flags used most")
	if cmd.Annotations[printsNothing] == "" {
		list = append(list, flagOf(cmd.Flag("json"), "Print the service's own JSON").row())
	}
	p.rows(list)
}

// printsNothing is the annotation of a command that shows a screen in place of an answer.
const printsNothing = "travel_prints_nothing"

// PrintsNothing says that a command shows a screen in place of an answer.
func PrintsNothing(cmd *cobra.Command) { annotate(cmd, printsNothing, "yes") }

// firstWords are those of a flag's help, up to where it goes into detail.
func firstWords(help string) string {
	for _, end := range []string{". ", "; ", " ("} {
		help, _, _ = strings.Cut(help, end)
	}
	return help
}

// flagOf is a flag with its value and what it does; about stands in place of its help.
func flagOf(f *pflag.Flag, about string) Flag {
	value, usage := pflag.UnquoteUsage(f)
	flag := Flag{Letter: f.Shorthand, Name: f.Name, About: about}
	switch {
	case f.NoOptDefVal == "true":
	case f.NoOptDefVal != "":
		flag.Value = "[=" + value + "]"
	case value != "":
		flag.Value = " " + value
	}
	if about != "" {
		return flag
	}
	if !slices.Contains([]string{"", "0", "false", "[]"}, f.DefValue) && !strings.Contains(usage, "default") {
		usage += " (default " + f.DefValue + ")"
	}
	flag.About = usage
	return flag
}
