package cli

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
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

// InGroup assigns several flags to a section of the help page.
func InGroup(flags *pflag.FlagSet, group string, names ...string) {
	for _, name := range names {
		SetGroup(flags.Lookup(name), group)
	}
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
	limits := ""
	switch {
	case p.Kind == api.Boolean:
	case len(p.Enum) > 0:
		limits = strings.Join(wordsOf(p), ", ")
	case ask.TypeName(p) == "length":
		limits = ask.LengthForms
	case ask.TypeName(p) == "times":
		limits = ask.TimeForms + ", or minutes: 360-720"
	case p.Kind != api.String:
		limits = strings.TrimPrefix(strings.TrimPrefix(check.Bounds(p), " from "), " of ")
	case p.Pattern == ask.DayPattern:
		limits = "such as " + ask.Forms
	case p.MaxLen > 0:
		limits = fmt.Sprintf("%d to %d characters", p.MinLen, p.MaxLen)
	}
	switch text := helpFor(p); {
	case limits == "" && !p.HasDefault:
		return text
	case !p.HasDefault:
		return text + " (" + limits + ")"
	case limits == "":
		return text + " (default " + p.Default + ")"
	default:
		return text + " (" + limits + "; default " + p.Default + ")"
	}
}

// usedMost is the annotation of a command that lists its most used flags.
const usedMost = "travel_used_most"

// UsedMost sets which flags the short help page of a command shows if there is no room for all of them, in order.
// --json is always one of them. A text after a tab replaces the usual one.
func UsedMost(cmd *cobra.Command, flags ...string) {
	annotate(cmd, usedMost, strings.Join(flags, "\n"))
}

// briefly has the texts of flags on short pages, if they are shorter than their own help. A key with an operation is
// for its parameter. The table of filters has those of filters.
var briefly = map[string]string{
	"adults":                     "Adults, 1 to 9 (default 1)",
	"createHotelSearch adults":   "Adults over all rooms, 1 to 9 (default 2)",
	"children":                   "Children, 0 to 8",
	"infants":                    "Infants, never more than adults",
	"cabin":                      "economy, premium_economy, business or first",
	"children-ages":              "The age of each child, such as 4,9",
	"rooms":                      "Number of rooms, 1 to 4 (default 1)",
	"currency":                   "Currency of the prices, such as EUR",
	"sort":                       "Order: cheapest, fastest, earliest and others",
	"getHotelSearchResults sort": "Order: cheapest, nearest, central and others",
	"facets":                     "Print the filter values, with counts",
	"limit":                      "Rows to print, across pages",
	"page":                       "Page to print, from 1",
	"watch":                      "Keep reading and show changes",
	"no-filters":                 "Clear all filters of the list",
	"flex":                       "Days before and after a single day (default 3)",
	"max-searches":               "Make at most this many searches",
}

// briefHelp returns the text of a flag on short pages, or "" for its own help.
func briefHelp(f *pflag.Flag) string {
	if _, op, ok := ParamOf(f); ok {
		if text := cmp.Or(ask.UsedFor(op, f.Name), briefly[op.ID+" "+f.Name]); text != "" {
			return text
		}
	}
	return cmp.Or(briefly[f.Name], ask.UsedFor(nil, f.Name))
}

// extent says how many of a command's flags its page shows.
type extent int

const (
	someFlags extent = iota // the most used ones, or none for a command group
	ownFlags                // without those that every command has
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
	if _, err := io.WriteString(r.Env.Stdout, strings.Join(p.lines, "\n")+"\n"); err != nil {
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
	return someFlags
}

// help writes a command's page: its purpose, usage, examples, subcommands or flags, further details, and where to
// read more.
func (p *page) help(cmd *cobra.Command, show extent) {
	about, details, _ := strings.Cut(strings.TrimSpace(cmd.Long), "\n\n")
	p.prose(cmp.Or(about, cmd.Short+"."))
	group := cmd.HasAvailableSubCommands()
	if cmd.HasParent() { // the first page has no room
		p.heading("Usage")
		usage := cmd.UseLine()
		if group && !takesArguments(cmd) {
			usage = cmd.CommandPath() + " COMMAND"
		}
		p.command(usage)
	}
	if cmd.Example != "" {
		p.heading("Examples")
		p.prose(cmd.Example)
	}
	for _, g := range append(slices.Clone(cmd.Groups()), &cobra.Group{Title: "Commands"}) {
		s := Section{Title: g.Title}
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.GroupID == g.ID {
				s.Rows = append(s.Rows, Row{c.Name(), c.Short})
			}
		}
		if len(s.Rows) > 0 {
			p.section(s)
		}
	}
	p.flags(cmd, show)
	if details != "" {
		p.blank()
		p.prose(details)
	}
	var more []string
	if show != allFlags {
		more = append(more, "--help=all")
	}
	if group {
		more = append(more, cmd.CommandPath()+" COMMAND --help")
	}
	if topics := TopicsOf(cmd); len(topics) > 0 {
		more = append(more, "travel help "+strings.Join(topics, "|"))
	}
	if len(more) > 0 {
		p.blank()
		p.add(p.canvas.Flow("More   ", more, " · ")...)
	}
}

// takesArguments reports whether a command does something itself, even if it has subcommands.
func takesArguments(cmd *cobra.Command) bool { return strings.Contains(cmd.Use, " ") }

// flags lists the flags by section.
func (p *page) flags(cmd *cobra.Command, show extent) {
	if show == someFlags {
		p.flagsUsedMost(cmd)
		return
	}
	sections := map[string][]Row{}
	flagsOf(cmd, show, func(f *pflag.Flag) {
		name := GroupMain
		if g := f.Annotations[flagGroup]; len(g) > 0 {
			name = g[0]
		}
		sections[name] = append(sections[name], flagRow(f, ""))
	})
	for _, name := range groupOrder {
		if rows := sections[name]; len(rows) > 0 {
			p.section(Section{Title: name, Rows: rows})
		}
	}
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

// flagsUsedMost lists the most used flags. If a command has named none, it lists all of its own, without the details of
// their help; a group lists none.
func (p *page) flagsUsedMost(cmd *cobra.Command) {
	var list []Row
	used := cmd.Annotations[usedMost]
	if used == "" {
		if !cmd.HasAvailableSubCommands() {
			flagsOf(cmd, ownFlags, func(f *pflag.Flag) {
				_, about := pflag.UnquoteUsage(f)
				for _, end := range []string{". ", "; ", " ("} {
					about, _, _ = strings.Cut(about, end)
				}
				list = append(list, flagRow(f, about))
			})
			p.section(Section{Title: GroupMain, Rows: list})
		}
		return
	}
	for line := range strings.SplitSeq(used, "\n") {
		name, about, _ := strings.Cut(line, "\t")
		if f := cmd.Flag(name); f != nil {
			list = append(list, flagRow(f, cmp.Or(about, briefHelp(f))))
		}
	}
	if cmd.Annotations[printsNothing] == "" {
		list = append(list, flagRow(cmd.Flag("json"), "Print the service's own JSON"))
	}
	p.section(Section{Title: "Flags used most", Rows: list})
}

// printsNothing is the annotation of a command that shows a screen or serves instead of printing an answer.
const printsNothing = "travel_prints_nothing"

// PrintsNothing marks a command that shows a screen or serves instead of printing an answer.
func PrintsNothing(cmd *cobra.Command) { annotate(cmd, printsNothing, "yes") }

// flagRow returns a flag with its value, and its help unless about replaces it.
func flagRow(f *pflag.Flag, about string) Row {
	value, usage := pflag.UnquoteUsage(f)
	term := "    --" + f.Name
	if f.Shorthand != "" {
		term = "-" + f.Shorthand + ", --" + f.Name
	}
	switch {
	case f.NoOptDefVal == "true":
	case f.NoOptDefVal != "":
		term += "[=" + value + "]"
	case value != "":
		term += " " + value
	}
	if !slices.Contains([]string{"", "0", "false", "[]"}, f.DefValue) && !strings.Contains(usage, "default") {
		usage += " (default " + f.DefValue + ")"
	}
	return Row{term, cmp.Or(about, usage)}
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
	return quotedName().ReplaceAllStringFunc(text, func(quoted string) string {
		quoted = strings.Trim(quoted, "`")
		name, value, given := strings.Cut(quoted, "=")
		switch {
		case strings.HasPrefix(quoted, "metadata.filterOptions."):
			return "--facets"
		case !paramNames()[name]:
			return "'" + quoted + "'"
		case given:
			return "--" + ask.FlagName(name) + " " + value
		}
		return "--" + ask.FlagName(name)
	})
}

// quotedName matches a name in backquotes.
var quotedName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`[^`]*`") })

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

// pieces matches the parts of a command line that stay on one line: a comment, after which a shell cannot continue a
// line, a flag with its value, and a word with its quotes.
var pieces = sync.OnceValue(func() *regexp.Regexp {
	const quoted = `"[^"]*"|'[^']*'`
	const letter = `(?:` + quoted + `|\\.|[^ ])`
	return regexp.MustCompile(`#.*|--[a-z-]+ (?:` + quoted + `|[^ "'#-])` + letter + `*|` + letter + `+`)
})

// FoldCommand breaks a command line that is wider than width cells between words, with the shell's continuation
// character.
func FoldCommand(line string, width int) []string {
	if canvas.Cells(line) <= width {
		return []string{line}
	}
	const more, indent = ` \`, "    "
	lines := []string{""}
	for _, piece := range pieces().FindAllString(line, -1) {
		parts := []string{piece}
		flag, value, ok := strings.Cut(piece, " ")
		if ok && flag[0] == '-' && !strings.ContainsAny(flag, `"'`) && canvas.Cells(indent+piece+more) > width {
			parts = []string{flag, value}
		}
		for _, part := range parts {
			switch last := &lines[len(lines)-1]; {
			case *last == "":
				*last = part
			case canvas.Cells(*last+" "+part+more) <= width:
				*last += " " + part
			default:
				*last += more
				lines = append(lines, indent+part)
			}
		}
	}
	return lines
}
