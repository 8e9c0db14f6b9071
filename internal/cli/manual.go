package cli

import (
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/schema"
)

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
