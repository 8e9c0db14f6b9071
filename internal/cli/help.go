package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
)

// flagGroup is the annotation that assigns a flag to a section of the help page.
const flagGroup = "travel_group"

// The sections of a help page, in order.
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

// SetGroup assigns a flag to a section of the help page.
func SetGroup(f *pflag.Flag, group string) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[flagGroup] = []string{group}
}

// groupOf returns the section of a contract parameter.
func groupOf(op *api.Operation, p *api.Param) string {
	_, isFilter := ask.FilterOf(op, p.Name)
	switch {
	case ask.SameTime(p.Name) != "":
		return GroupTime
	case p.Name == "currency", p.Name == "locale", p.Name == "siteCode":
		return GroupMoney
	case p.Name == "page", p.Name == "pageSize", p.Name == "sort", p.Name == "view":
		return GroupPaging
	case isFilter:
		return GroupFilter
	}
	return GroupMain
}

// flagHelp returns a flag's help line from the contract: its purpose, then its limits and default.
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

// limitWords describes a parameter's limits briefly.
func limitWords(p *api.Param) string {
	switch {
	case p.Kind == api.Boolean:
		return ""
	case len(p.Enum) > 0:
		return strings.Join(wordsOf(p), ", ")
	case ask.TypeName(p) == "length":
		return ask.LengthForms
	case ask.TypeName(p) == "times":
		return ask.TimeForms + ", or minutes: 360-720"
	case p.Kind != api.String:
		return strings.TrimPrefix(strings.TrimPrefix(check.Bounds(p), " from "), " of ")
	case p.Pattern == ask.DayPattern:
		return "such as " + ask.Forms
	case p.MaxLen > 0:
		return fmt.Sprintf("%d to %d characters", p.MinLen, p.MaxLen)
	}
	return ""
}

// Used is a frequently used flag with its text on the short help page. If the text is "", that of the table of
// filters or the flag's help is used.
type Used = ask.Used

// UsedOfList returns the most used flags of a list: filters of its operation, and flags that every list has. order
// is the text for --sort.
func UsedOfList(operation, order string) []Used {
	op, _ := api.Find(operation)
	return append(ask.UsedMost(op), []Used{
		{Flag: "sort", About: order},
		{Flag: "facets", About: "Print the filter values, with counts"},
		{Flag: "limit", About: "Rows to print, across pages"},
		{Flag: "currency", About: "Currency of the prices, such as EUR"},
		{Flag: "watch", About: "Keep reading and show changes"},
	}...)
}

// usedMost is the annotation of a command that lists its most used flags.
const usedMost = "travel_used_most"

// UsedMost sets which flags the short help page of a command shows if there is no room for all of them, in order.
// --json is always one of them.
func UsedMost(cmd *cobra.Command, flags ...Used) {
	var lines []string
	for _, f := range flags {
		lines = append(lines, f.Flag+"\t"+cmp.Or(f.About, ask.UsedFor(f.Flag)))
	}
	annotate(cmd, usedMost, strings.Join(lines, "\n"))
}

// extent says how many of a command's flags its page shows.
type extent int

const (
	someFlags  extent = iota // the most used ones, or none for a command group
	briefFlags               // without the common ones, each with a short text
	ownFlags                 // without those that every command has
	allFlags
)

// screenful is the maximum number of lines of the short page at the usual width.
const screenful = 40

// printHelp prints a command's page. travel help COMMAND --help=all is about that command, and --help all means
// --help=all.
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

// shortest returns the largest extent that fits on a screen of the usual width, so that a page is the same in every
// window.
func shortest(cmd *cobra.Command) extent {
	if cmd.HasAvailableSubCommands() {
		return someFlags
	}
	for _, show := range []extent{allFlags, ownFlags} {
		lines := 0
		if flagsOf(cmd, show, func(*pflag.Flag) { lines++ }); lines > screenful {
			continue // a flag takes at least one line
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

// help writes a command's page: its purpose, usage, examples, subcommands or flags, further details, and where to
// read more.
func (p *page) help(cmd *cobra.Command, show extent) {
	about, more := aboutOf(cmd)
	p.prose(about)
	if cmd.HasParent() { // the first page has no room
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

// aboutOf returns the first paragraph about a command, and the remaining text.
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

// takesArguments reports whether a command does something itself, even if it has subcommands.
func takesArguments(cmd *cobra.Command) bool { return strings.Contains(cmd.Use, " ") }

// rest says where to read more.
func (p *page) rest(cmd *cobra.Command, show extent) {
	var items []string
	if show != allFlags {
		items = append(items, "--help=all")
	}
	if cmd.HasAvailableSubCommands() {
		items = append(items, cmd.CommandPath()+" COMMAND --help")
	}
	if topics := TopicsOf(cmd); len(topics) > 0 {
		items = append(items, "travel help "+strings.Join(topics, "|"))
	}
	if len(items) > 0 {
		p.blank()
		p.add(p.canvas.Flow("More   ", items, " · ")...)
	}
}

// commands lists the subcommands by group.
func (p *page) commands(cmd *cobra.Command) {
	for _, s := range commandSections(cmd) {
		p.section(s)
	}
}

// commandSections returns the subcommands by group.
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

// flags lists the flags by section.
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

// flagSections returns the flags for a page of that extent, by section.
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

// flagsOf visits the flags for a page of that extent.
func flagsOf(cmd *cobra.Command, show extent, visit func(*pflag.Flag)) {
	global := cmd.Root().PersistentFlags()
	visible := func(f *pflag.Flag) {
		if !f.Hidden {
			visit(f)
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f != global.Lookup(f.Name) && (show == allFlags || f.Name != dryRun) { // nearly every command has it
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

// printsNothing is the annotation of a command that shows a screen instead of printing an answer.
const printsNothing = "travel_prints_nothing"

// PrintsNothing marks a command that shows a screen instead of printing an answer.
func PrintsNothing(cmd *cobra.Command) { annotate(cmd, printsNothing, "yes") }

// firstWords returns the start of a flag's help, without the details.
func firstWords(help string) string {
	for _, end := range []string{". ", "; ", " ("} {
		help, _, _ = strings.Cut(help, end)
	}
	return help
}

// flagOf returns a flag with its value and help; about replaces the help if it is not "".
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

// personHelp replaces help texts of the contract that address programs. The limits and default of a parameter are
// still added.
var personHelp = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"Guest cohort to judge by. Send it exactly when `sort=guest_rating_desc` or `min-guest-rating` is sent; otherwise the answer is 400.": "Guests whose scores count for `sort=guest_rating_desc` and `min-guest-rating`; not used otherwise",
		"Keep hotels whose card price has a `deal`. A missing hotel proves nothing.":                                                          "Keep hotels with a deal. A hotel that is missing may still have one",
		"Keep reviews of one reviewer cohort. The words differ from those of the results read.":                                               "Keep reviews by one kind of guest. The values differ from those of a list of hotels",
		"Lowest score given by the `guest-type` cohort. A hotel that cohort did not score is dropped.":                                        "Lowest score by the guests of `guest-type`. Hotels without such a score are left out",
		"Most rows to return. Upstream gives about ten, so this can only shorten the list.":                                                   "Most rows to print. The service returns about ten",
		"Optional cross-check. It must equal the part of `tripId` before the first colon.":                                                    "Search of the trip. It is part of the trip id and is only used to check it",
		"Search that the id in the path was read from.":                                                                                       "Search that the id comes from; not needed with a row number",
		"Search the rate came from. Taken from the rate id when absent; a value that disagrees with it is a 400.":                             "Search that the rate comes from. It is part of the rate id and is only used to check it",
		"Trip the fare belongs to, shaped `{searchId}:{tripCode}`.":                                                                           "Id of the trip that the fare belongs to; not needed with a row number",
		"Wanted stop counts, compared with the trip's `stops`. Repeated or comma-separated.":                                                  "Numbers of stops to keep, such as 0,2",
	}
})

// helpFor returns the help of a parameter for people, in which parameters are named by their flags.
func helpFor(p *api.Param) string {
	text := p.Help
	if own, ok := personHelp()[text]; ok {
		text = own
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, "."), ". Repeated or comma-separated") // its type says so
	var said strings.Builder
	for {
		before, rest, _ := strings.Cut(text, "`")
		name, after, quoted := strings.Cut(rest, "`")
		if !quoted {
			said.WriteString(text)
			return said.String()
		}
		said.WriteString(before)
		said.WriteString(nameForPeople(name))
		text = after
	}
}

// nameForPeople returns a name in the contract's help as people know it.
func nameForPeople(name string) string {
	word, value, given := strings.Cut(name, "=")
	switch {
	case strings.HasPrefix(name, "metadata.filterOptions."):
		return "--facets"
	case !paramNames()[word]:
		return "'" + name + "'"
	case given:
		return "--" + ask.FlagName(word) + " " + value
	}
	return "--" + ask.FlagName(word)
}

// paramNames is the set of all parameter names of the contract.
var paramNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for i := range api.Operations {
		for _, p := range api.Operations[i].Params {
			names[p.Name] = true
		}
	}
	return names
})

// The dimensions of a help page, in terminal cells.
const (
	pageWidth   = 100 // of the widest line; longer ones are hard to read
	plainWidth  = 80  // without a window
	pageIndent  = 2
	columnGap   = 2
	leastBeside = 28 // minimum width of text next to its term; otherwise the text goes below
	below       = 4  // column width in that case
)

// page is a help page laid out for one window.
type page struct {
	canvas canvas.Canvas
	lines  []string
}

// newPage returns an empty page for a stream, as wide as its window but no wider than is readable.
func newPage(out io.Writer, term render.Terminal) *page {
	if !term.TTY {
		term.Width, term.Unicode = plainWidth, true
	}
	c := canvas.New(out, term)
	c.Width = min(c.Width, pageWidth)
	return &page{canvas: c}
}

// text returns the page as it is printed.
func (p *page) text() string { return strings.Join(p.lines, "\n") + "\n" }

func (p *page) add(lines ...string) {
	for _, line := range lines {
		p.lines = append(p.lines, p.canvas.Letters(strings.TrimRight(line, " ")))
	}
}

// blank separates two sections.
func (p *page) blank() {
	if n := len(p.lines); n > 0 && p.lines[n-1] != "" {
		p.add("")
	}
}

func (p *page) heading(text string) {
	p.blank()
	for _, line := range canvas.FoldWhole(text, p.canvas.Width) {
		p.add(p.canvas.Paint(canvas.Strong, line))
	}
}

// section adds a section with its heading.
func (p *page) section(s Section) {
	p.heading(s.Title)
	p.rows(s.Rows)
	if s.List == "" {
		return
	}
	for _, line := range canvas.FoldWhole(s.List, p.canvas.Width-pageIndent) {
		p.add(strings.Repeat(" ", pageIndent) + strings.ReplaceAll(line, noBreak, " "))
	}
}

// rows adds terms with their text next to them, or below if a term is too long.
func (p *page) rows(list []Row) {
	column := 0
	for _, r := range list {
		column = max(column, canvas.Cells(r.Term))
	}
	column = min(column, p.canvas.Width*2/5)
	if p.canvas.Width-pageIndent-column-columnGap < leastBeside {
		column = below
	}
	margin := strings.Repeat(" ", pageIndent+column+columnGap)
	for _, r := range list {
		lead := strings.Repeat(" ", pageIndent) + r.Term
		if canvas.Cells(r.Term) > column {
			if canvas.Cells(lead) > p.canvas.Width {
				lead = strings.Repeat(" ", pageIndent) + strings.TrimSpace(r.Term)
			}
			p.add(lead)
			lead = ""
		}
		for _, line := range canvas.FoldWhole(r.About, p.canvas.Width-len(margin)) {
			p.add(lead + margin[min(canvas.Cells(lead), len(margin)):] + line)
			lead = ""
		}
	}
}

// prose adds help text, see [Blocks].
func (p *page) prose(text string) {
	for _, b := range Blocks(text) {
		switch b.Kind {
		case Paragraph:
			p.add(canvas.FoldWhole(b.Text, p.canvas.Width)...)
		case Table:
			p.rows(b.Rows)
		case Command:
			p.command(b.Text)
		case Gap:
			p.blank()
		}
	}
}

// command adds a command line.
func (p *page) command(line string) {
	for _, text := range FoldCommand(line, p.canvas.Width-pageIndent) {
		p.add(strings.Repeat(" ", pageIndent) + text)
	}
}

// FoldCommand breaks a command line that is wider than width cells between words, with the shell's continuation
// character.
func FoldCommand(line string, width int) []string {
	const more = ` \`
	if canvas.Cells(line) <= width {
		return []string{line}
	}
	var lines []string
	text, indent := "", ""
	for _, word := range shellPieces(line, width-2*pageIndent-len(more)) {
		switch {
		case text == "":
			text = word
		case canvas.Cells(indent+text+" "+word+more) <= width:
			text += " " + word
		default:
			lines = append(lines, indent+text+more)
			text, indent = word, strings.Repeat(" ", 2*pageIndent)
		}
	}
	return append(lines, indent+text)
}

// shellPieces splits a command line where it may be broken. A flag stays with its value if both fit.
func shellPieces(line string, room int) []string {
	var pieces []string
	for _, word := range shellWords(line) {
		last := len(pieces) - 1
		if last < 0 || !isFlag(pieces[last]) || word[0] == '-' || word[0] == '#' || canvas.Cells(pieces[last]+" "+word) > room {
			pieces = append(pieces, word)
			continue
		}
		pieces[last] += " " + word
	}
	return pieces
}

// isFlag reports whether a word is a flag that may take the next word as its value.
func isFlag(word string) bool {
	return strings.HasPrefix(word, "--") && !strings.ContainsAny(word, " =")
}

// shellWords splits a command line into words with their quotes. A trailing comment is one word, since a shell
// cannot continue a line after a comment.
func shellWords(line string) []string {
	var pieces []string
	var quote rune
	start := 0
	for i, c := range line {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#' && start == i:
			return append(pieces, line[i:])
		case c == ' ':
			if start < i {
				pieces = append(pieces, line[start:i])
			}
			start = i + 1
		}
	}
	if start < len(line) {
		pieces = append(pieces, line[start:])
	}
	return pieces
}
