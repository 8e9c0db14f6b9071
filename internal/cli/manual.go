package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// Manual is what manual pages and the command reference are written from: the tree of the commands, each of
// which is made, and the topics.
type Manual struct {
	Root   *cobra.Command
	Topics []TopicPage
}

// TopicPage is what the page of a topic says.
type TopicPage struct {
	Name, Short string
	Text        []Block
	More        []Section
}

// Section is a part of a page with a heading.
type Section struct {
	Title string
	Rows  []Row
	List  string // names with commas between; "" where there are rows
}

// FlagSection is a part of a page that lists flags.
type FlagSection struct {
	Title string
	Flags []Flag
}

// Row is a term and what it means.
type Row struct{ Term, About string }

// Flag is a flag as a page lists it.
type Flag struct {
	Letter string // its short form, "" for none
	Name   string
	Value  string // what stands behind the name: " int", "[=filter]", or "" for nothing
	About  string
}

// row is the flag as a row of a help page.
func (f Flag) row() Row {
	if f.Letter != "" {
		return Row{"-" + f.Letter + ", --" + f.Name + f.Value, f.About}
	}
	return Row{"    --" + f.Name + f.Value, f.About}
}

// BlockKind is what a block of text is.
type BlockKind int

// The kinds of blocks.
const (
	Paragraph BlockKind = iota // Text is filled
	Table                      // Rows
	Command                    // Text is a command line
	Gap                        // parts what stands before it from what follows
)

// Block is a piece of a text.
type Block struct {
	Kind BlockKind
	Text string
	Rows []Row
}

// Blocks reads a text of the help. Lines without an indent are paragraphs, which are filled; an indented
// line is a row when two spaces part its term from its meaning, which deeper lines continue, and else a
// command. A blank line ends each of them.
func Blocks(text string) []Block {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var blocks []Block
	open := func() *Block { // the block that the next line may go on with
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

// Manual reads the topics of a tree, in which every command is made.
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
