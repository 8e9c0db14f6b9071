package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Manual is everything that the pages of the help say, before it is laid out for a window: what manual
// pages and the command reference are written from.
type Manual struct {
	Commands []CommandPage // the program first, then each command before those below it
	Topics   []TopicPage
}

// CommandPage is what the page of a command says, with every flag.
type CommandPage struct {
	Path, Short, Usage    string
	About, Examples, More []Block
	Below                 []Section // the commands below it, by their groups
	Flags                 []FlagSection
	Shared                []FlagSection // the flags that every command has
	Topics                []string      // that it points to
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

// Manual reads the pages of a tree, in which every command is made.
func (r *Run) Manual(root *cobra.Command) (Manual, error) {
	var m Manual
	var each func(*cobra.Command)
	each = func(cmd *cobra.Command) {
		m.Commands = append(m.Commands, pageOf(cmd))
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == helpWord {
				each(c)
			}
		}
	}
	root.InitDefaultHelpCmd()
	each(root)
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

// pageOf is the whole page of a command.
func pageOf(cmd *cobra.Command) CommandPage {
	about, more := aboutOf(cmd)
	page := CommandPage{
		Path: cmd.CommandPath(), Short: cmd.Short, Usage: usage(cmd),
		About: Blocks(about), Examples: Blocks(cmd.Example), More: Blocks(more),
		Below: commandSections(cmd), Topics: topicsOf(cmd),
	}
	local := map[string]bool{}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { local[f.Name] = f != cmd.Root().PersistentFlags().Lookup(f.Name) })
	for _, s := range flagSections(cmd, allFlags) {
		own, shared := FlagSection{Title: s.Title}, FlagSection{Title: s.Title}
		for _, f := range s.Flags {
			if local[f.Name] {
				own.Flags = append(own.Flags, f)
			} else {
				shared.Flags = append(shared.Flags, f)
			}
		}
		if len(own.Flags) > 0 {
			page.Flags = append(page.Flags, own)
		}
		if len(shared.Flags) > 0 {
			page.Shared = append(page.Shared, shared)
		}
	}
	return page
}
