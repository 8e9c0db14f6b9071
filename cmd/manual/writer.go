package main

import (
	"cmp"
	"embed"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/cli"
)

// texts holds the parts of the pages that are not in the help: arguments, environment variables and files. They
// follow the rules of help texts, see [cli.Blocks].
//
//go:embed text/*.txt
var texts embed.FS

const exitStatus = "0 when it answered, also when nothing matches. Each kind of failure has a code of its own, the same for every command: see "

// writer writes the help texts as Markdown, for the reference or for md2man.
type writer struct{ man bool }

// describe gives a command texts in a form that cobra can write into a page, and returns the topics to read next.
func (w writer) describe(cmd *cobra.Command) []string {
	topics := cli.TopicsOf(cmd) // determined by the values of flags
	cmd.DisableAutoGenTag = true
	if cmd.HasAvailableSubCommands() && !strings.Contains(cmd.Use, " ") {
		cmd.Use, cmd.DisableFlagsInUseLine = cmd.Use+" COMMAND", true
	}
	cmd.Long = w.blocks(cli.Blocks(cmp.Or(strings.TrimSpace(cmd.Long), cmd.Short+".")))
	var lines []string
	for _, b := range cli.Blocks(cmd.Example) {
		lines = append(lines, cli.FoldCommand(b.Text, codeWidth)...)
	}
	cmd.Example = strings.Join(lines, "\n")
	cmd.InitDefaultHelpFlag()
	cmd.NonInheritedFlags().VisitAll(w.flag)
	return topics
}

// codeWidth is the maximum width of a command line: a manual page of 80 columns without its margins.
const codeWidth = 72

// named is a flag's value with another name for its type, by which cobra recognizes a switch.
type named struct {
	pflag.Value
	name string
}

func (n named) Type() string { return n.name }

// flag makes cobra show the value that a flag takes, and its default only if its text does not mention it.
func (w writer) flag(f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	kind := value
	switch f.NoOptDefVal {
	case "":
	case "true":
		value, kind = "", "bool"
	default:
		f.NoOptDefVal, kind = value, ""
	}
	if slices.Contains([]string{"0", "false", "[]"}, f.DefValue) || strings.Contains(usage, "default") {
		f.DefValue = ""
	}
	if w.man { // man shows the value in place of the default
		if f.DefValue != "" {
			usage += " (default " + f.DefValue + ")"
		}
		if value == "" {
			f.NoOptDefVal = ""
		}
		usage, kind, f.DefValue = w.inline(usage), "", value
	}
	f.Usage, f.Value = usage, named{f.Value, kind}
}

// inGroup returns the commands of a group.
func inGroup(cmd *cobra.Command, group *cobra.Group) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
		return !c.IsAvailableCommand() || c.GroupID != group.ID
	})
}

func (w writer) extra(name string) string {
	text, err := texts.ReadFile("text/" + name + ".txt")
	if err != nil {
		panic(err) // it is embedded
	}
	return w.blocks(cli.Blocks(string(text)))
}

func (w writer) topic(t cli.TopicPage) string {
	text := w.blocks(t.Text)
	for _, s := range t.More {
		text += w.heading(s.Title)
		for _, r := range s.Rows {
			text += w.row(r)
		}
		text += "\n" + w.inline(strings.ReplaceAll(s.List, "\u00a0", " ")) + "\n\n"
	}
	return text
}

func (w writer) blocks(list []cli.Block) string {
	var b strings.Builder
	for i, block := range list {
		switch block.Kind {
		case cli.Paragraph:
			short := len(strings.Fields(block.Text)) <= 3 && !strings.ContainsAny(block.Text[len(block.Text)-1:], ".:;,")
			if short && i < len(list)-1 { // a heading of the following lines
				b.WriteString(w.heading(block.Text))
			} else {
				b.WriteString(w.inline(block.Text) + "\n\n")
			}
		case cli.Table:
			for _, r := range block.Rows {
				b.WriteString(w.row(r))
			}
			b.WriteString("\n")
			if w.man {
				b.WriteString("<!-- -->\n\n") // ends the list before a command line
			}
		case cli.Command:
			if i == 0 || list[i-1].Kind != cli.Command {
				b.WriteString("```\n")
			}
			b.WriteString(strings.Join(cli.FoldCommand(block.Text, codeWidth), "\n") + "\n")
			if i == len(list)-1 || list[i+1].Kind != cli.Command {
				b.WriteString("```\n\n")
			}
		}
	}
	return b.String()
}

func (w writer) heading(title string) string {
	if w.man {
		return "\n### " + w.inline(title) + "\n\n"
	}
	return "\n#### " + w.inline(title) + "\n\n"
}

// row returns a term with its description.
func (w writer) row(r cli.Row) string {
	if w.man {
		return "`" + r.Term + "`\n: " + w.inline(r.About) + "\n\n"
	}
	return "- `" + r.Term + "`: " + w.inline(r.About) + "\n"
}

// verbatim matches the parts of a sentence that are typed as they are: a flag with its value, a variable, or a text
// in backquotes.
var verbatim = regexp.MustCompile("--[a-z][a-z-]*(=[A-Za-z0-9]+)?|[A-Z]+_[A-Z_]+(=[0-9])?|`[^`]*`")

// special escapes the special characters of Markdown.
var special = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "#", `\#`)

// inline returns a sentence as Markdown.
func (w writer) inline(text string) string {
	var b strings.Builder
	at := 0
	for _, span := range verbatim.FindAllStringIndex(text, -1) {
		b.WriteString(special.Replace(text[at:span[0]]) + "`" + strings.Trim(text[span[0]:span[1]], "`") + "`")
		at = span[1]
	}
	return b.String() + special.Replace(text[at:])
}
