package cli

import (
	"embed"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// topicPath is the command that shows a topic.
const topicPath = "travel help "

// topic is a page about something that several commands share.
type topic struct {
	name, short string
	concerns    func(*cobra.Command) bool      // whether a command's page points to it; nil: none does
	more        func(*cobra.Command) []Section // generated sections after the text; may be nil
}

// topics lists the pages of travel help besides those of commands, in order.
var topics = []topic{
	{"filters", "Filter trips and hotels", takesGroup(GroupFilter), nil},
	{"dates", "How to write dates", func(cmd *cobra.Command) bool { return takesDays(cmd.Use) }, nil},
	{"times", "How to write times of day, durations and orders", nil, nil},
	{"money", "What prices include, and in which currency", takesFlag("currency"), nil},
	{"events", "Follow a search from a program", takesFlag("events"), nil},
	{"columns", "Columns of output in pipes and CSV", takesFlag("columns"), columnSections},
	{"exit-codes", "Exit codes and errors, for scripts", nil, nil},
	{"settings", "Settings and environment variables", nil, settingSections},
}

// topicTexts has the texts of the topics.
//
//go:embed topics/*.txt
var topicTexts embed.FS

func takesFlag(name string) func(*cobra.Command) bool {
	return func(cmd *cobra.Command) bool {
		f := cmd.Flags().Lookup(name)
		return f != nil && !f.Hidden
	}
}

func takesGroup(group string) func(*cobra.Command) bool {
	return func(cmd *cobra.Command) bool {
		found := false
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			p, op, ok := ParamOf(f)
			found = found || ok && groupOf(op, p) == group
		})
		return found
	}
}

// TopicsOf returns the names of the topics that a command's page points to. The first page points to all.
func TopicsOf(cmd *cobra.Command) []string {
	var names []string
	for _, t := range topics {
		if !cmd.HasParent() || t.concerns != nil && !cmd.HasSubCommands() && t.concerns(cmd) {
			names = append(names, t.name)
		}
	}
	return names
}

// help returns the command that shows the pages of commands and topics.
func (r *Run) help() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Show help for a command or a topic",
		Example: `  travel help flights search
  travel help dates`,
	}
	var list strings.Builder
	list.WriteString("Show help for a command or a topic. For a command it is the same as --help.\n\nTopics:\n\n")
	for _, t := range topics {
		fmt.Fprintf(&list, "  %s  %s\n", t.name, t.short)
	}
	cmd.Long = list.String()
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			if i := slices.IndexFunc(topics, func(t topic) bool { return t.name == args[0] }); i >= 0 {
				return r.printTopic(cmd.Root(), topics[i])
			}
		}
		return helpOn(cmd.Root(), args)
	}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) (found []string, _ cobra.ShellCompDirective) {
		group, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		offer := func(name, about string) {
			if strings.HasPrefix(name, typed) {
				found = append(found, name+"\t"+about)
			}
		}
		for _, c := range group.Commands() {
			if c.IsAvailableCommand() {
				offer(c.Name(), c.Short)
			}
		}
		if group == cmd.Root() {
			for _, t := range topics {
				offer(t.name, t.short)
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// helpOn shows the page of the command that args name, relative to a group. A word may be neither a command nor a
// topic.
func helpOn(group *cobra.Command, args []string) error {
	found, rest, err := group.Find(args)
	if err != nil || found == nil {
		found, rest = group, args
	}
	switch {
	case !found.HasSubCommands() || len(rest) == 0:
		return found.Help()
	case found.HasParent():
		return unknownCommand(found, rest[:1])
	}
	text := words.Quote(rest[0]) + " is neither a command nor a topic"
	if near := nearest(found, rest[0]); len(near) > 0 {
		next := topicPath + strings.TrimPrefix(strings.TrimPrefix(near[0], topicPath), found.Name()+" ")
		return problem.Usagef("%s", text).Advise("did you mean: " + next)
	}
	names := make([]string, len(topics))
	for i, t := range topics {
		names[i] = t.name
	}
	return problem.Usagef("%s; topics: %s", text, strings.Join(names, ", ")).See("travel --help")
}

// printTopic prints the page of a topic.
func (r *Run) printTopic(root *cobra.Command, t topic) error {
	text, err := t.text()
	if err != nil {
		return err
	}
	p := newPage(r.Env.Stdout, r.out.Terminal())
	p.heading(words.UpperFirst(strings.ReplaceAll(t.name, "-", " ")) + ": " + strings.ToLower(t.short[:1]) + t.short[1:])
	p.blank()
	p.prose(text)
	if t.more != nil {
		for _, s := range t.more(root) {
			p.section(s)
		}
	}
	return r.printPage(p)
}

// text returns the text of the topic, without the generated sections.
func (t topic) text() (string, error) {
	text, err := topicTexts.ReadFile("topics/" + t.name + ".txt")
	if err != nil {
		return "", fmt.Errorf("read the topic %s: %w", t.name, err)
	}
	return string(text), nil
}

// settingSections lists the settings with their defaults.
func settingSections(*cobra.Command) []Section {
	var list []Row
	for _, key := range config.Keys() {
		about := words.UpperFirst(key.Help)
		if key.Default != "" {
			about += " (default " + key.Default + ")"
		}
		list = append(list, Row{key.Name, about})
	}
	return []Section{{Title: "Settings", Rows: list}}
}

// noBreak is a space at which a line is not broken.
const noBreak = "\u00a0"

// columnSections lists the columns of each command. Commands with the same columns share an entry.
func columnSections(root *cobra.Command) []Section {
	var lists []string
	commands := map[string][]string{}
	add := func(command string, names []string) {
		numbered := make([]string, len(names))
		for i, name := range names {
			numbered[i] = fmt.Sprintf("%d%s%s", i+1, noBreak, name)
		}
		list := strings.Join(numbered, ", ")
		if commands[list] == nil {
			lists = append(lists, list)
		}
		commands[list] = append(commands[list], command)
	}
	visit(root, func(c *cobra.Command) {
		f := c.Flags().Lookup("columns")
		if f == nil {
			return
		}
		choice, ok := f.Value.(columnsFlag)
		if !ok {
			return
		}
		name := strings.TrimPrefix(c.CommandPath(), root.Name()+" ")
		add(name, choice.names())
		if facets := c.Flags().Lookup("facets"); facets != nil && facets.Value.Set(facets.NoOptDefVal) == nil {
			add(name+" --facets", choice.names())
		}
		if from := c.Flags().Lookup("from"); from != nil && from.Value.Set("DXB") == nil {
			add(name+" --from", choice.names())
		}
	})
	sections := make([]Section, len(lists))
	for i, list := range lists {
		sections[i] = Section{Title: strings.Join(commands[list], ", "), List: list}
	}
	return sections
}

// Manual is the source of manual pages and the command reference: the command tree, with every command created, and
// the topics.
type Manual struct {
	Root   *cobra.Command
	Topics []TopicPage
}

// TopicPage is the content of a topic's page.
type TopicPage struct {
	Name, Short string
	Text        []Block
	More        []Section
}

// Section is a part of a page with a heading.
type Section struct {
	Title string
	Rows  []Row
	List  string // comma-separated names; "" if there are rows
}

// Row is a term and its meaning.
type Row struct{ Term, About string }

// BlockKind is the type of a block of text.
type BlockKind int

// The kinds of blocks.
const (
	Paragraph BlockKind = iota // Text is filled
	Table                      // Rows
	Command                    // Text is a command line
	Gap                        // a blank line
)

// Block is a piece of a text.
type Block struct {
	Kind BlockKind
	Text string
	Rows []Row
}

// Blocks parses help text. Lines without indentation are paragraphs, which are filled. An indented line is a row if
// two spaces separate its term from its text, which deeper lines continue; otherwise it is a command. A blank line
// ends each of them.
func Blocks(text string) []Block {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var blocks []Block
	open := func() *Block { // the block that the next line may continue
		if len(blocks) == 0 {
			return &Block{Kind: Gap}
		}
		return &blocks[len(blocks)-1]
	}
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		bare := strings.TrimSpace(line)
		term, about, isRow := strings.Cut(bare, "  ")
		last := open()
		switch {
		case bare == "":
			blocks = append(blocks, Block{Kind: Gap})
		case line[0] != ' ' && line[0] != '\t':
			if last.Kind == Paragraph {
				last.Text += " " + bare
				continue
			}
			blocks = append(blocks, Block{Kind: Paragraph, Text: bare})
		case last.Kind == Table && strings.HasPrefix(line, "     "):
			last.Rows[len(last.Rows)-1].About += " " + bare
		case isRow:
			row := Row{term, strings.TrimSpace(about)}
			if last.Kind == Table {
				last.Rows = append(last.Rows, row)
				continue
			}
			blocks = append(blocks, Block{Kind: Table, Rows: []Row{row}})
		default:
			blocks = append(blocks, Block{Kind: Command, Text: bare})
		}
	}
	return blocks
}

// Manual returns the command tree, in which every command must have been created, with the topics.
func (r *Run) Manual(root *cobra.Command) (Manual, error) {
	root.InitDefaultHelpCmd()
	m := Manual{Root: root}
	for _, t := range topics {
		text, err := t.text()
		if err != nil {
			return Manual{}, err
		}
		page := TopicPage{Name: t.name, Short: t.short, Text: Blocks(text)}
		if t.more != nil {
			page.More = t.more(root)
		}
		m.Topics = append(m.Topics, page)
	}
	return m, nil
}

// Prints sets what a command prints with --json, for travel schema. By default, the command of an operation prints
// its body.
func (r *Run) Prints(cmd *cobra.Command, shapes ...schema.Shape) *cobra.Command {
	r.shapes[cmd] = shapes
	return cmd
}

// Emits adds an event to those that commands may print with --events.
func (r *Run) Emits(name string, own any) {
	r.emits = append(r.emits, schema.Event{Name: name, Own: own})
}

// A NamedSchema is a schema that is generated on request.
type NamedSchema struct {
	Name  string // of the command, without travel; or error, events, dry-run, batch
	About string // the output it describes
	Make  func() *schema.Schema
}

// Schemas returns the schemas of all output for programs, with commands sorted by name. It creates every command.
func (r *Run) Schemas(root *cobra.Command) []NamedSchema {
	r.Whole(root)
	var list []NamedSchema
	add := func(name, about string, shapes ...schema.Shape) {
		list = append(list, NamedSchema{name, about, func() *schema.Schema { return schema.Of(name, about, shapes...) }})
	}
	visit(root, func(c *cobra.Command) {
		shapes := r.shapes[c]
		if id := c.Annotations["operationId"]; id != "" && len(shapes) == 0 {
			shapes = []schema.Shape{schema.Body(id, desk.Meta{})}
		}
		if len(shapes) > 0 {
			add(strings.TrimPrefix(c.CommandPath(), "travel "), c.CommandPath()+" --json", shapes...)
		}
	})
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	add("error", "the error object of --json, on stderr", schema.Document(desk.Failure{}, nil))
	add("dry-run", "--dry-run --json of every command that has it", schema.Document(planJSON{}, desk.Meta{}))
	add("batch", "a line of --batch", schema.Document(batchLine{}, nil))
	const lines = "a line of --events"
	events := append([]schema.Event{
		{Name: "created", Own: createdEvent{}}, {Name: "snapshot", Own: snapshotEvent{}}, {Name: "waiting", Own: waitingEvent{}},
		{Name: "settled", Own: wholeEvent{}}, {Name: "changed", Own: changedEvent{}}, {Name: "expired", Own: endedEvent{}},
		{Name: "ended", Own: endedEvent{}}, {Name: "error", Own: errorEvent{}},
	}, r.emits...)
	return append(list, NamedSchema{"events", lines, func() *schema.Schema { return schema.Events("events", lines, desk.Origin{}, events...) }})
}
