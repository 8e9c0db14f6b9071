package cli

import (
	"strings"

	"github.com/spf13/cobra"
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
