package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"travel.example/travel/internal/cli"
)

// markdownPages are the pages of the command reference by their names: the first page of the program, one
// for each of its commands with those below it, and one for each topic.
func markdownPages(m cli.Manual) (map[string]string, error) {
	x, err := readExtras()
	if err != nil {
		return nil, err
	}
	topics := map[string]bool{}
	for _, t := range m.Topics {
		topics[t.Name] = true
	}
	page := func() *markdown { return &markdown{topics: topics} }
	made := map[string]string{"README.md": page().index(m, x)}
	for _, c := range m.Commands[1:] {
		text, err := page().command(c, x)
		if err != nil {
			return nil, err
		}
		made[fileOf(c.Path)] += text
	}
	for _, t := range m.Topics {
		made[topicFile(t.Name)] = page().topic(t)
	}
	for name, text := range made {
		made[name] = generated + strings.TrimSpace(text) + "\n"
	}
	return made, nil
}

// generated is the first line of each page.
const generated = "<!-- Made by \"make reference\" from the pages of travel --help. Do not edit. -->\n\n"

// fileOf is the page on which a command stands: that of the first word behind travel.
func fileOf(commandPath string) string {
	return strings.Fields(commandPath)[1] + ".md"
}

func topicFile(topic string) string { return "topic-" + topic + ".md" }

// linkTo leads to a command.
func linkTo(commandPath string) string {
	link := fileOf(commandPath)
	if strings.Count(commandPath, " ") > 1 {
		link += "#" + nameOf(commandPath)
	}
	return fmt.Sprintf("[`%s`](%s)", commandPath, link)
}

// index is the first page: what there is, and what all commands share.
func (w *markdown) index(m cli.Manual, x extras) string {
	root := m.Commands[0]
	w.para("# Command reference")
	w.blocks(root.About)
	w.blocks(root.Examples)
	w.para("The same is in `travel --help`, [`travel help TOPIC`](help.md) and, where a package brought them, the manual pages: `man travel-flights-search`.")
	for _, s := range root.Below {
		w.para("## " + s.Title)
		w.list(s.Rows, func(name string) string { return linkTo(root.Path + " " + name) })
	}
	w.para("## Topics")
	var topics []cli.Row
	for _, t := range m.Topics {
		topics = append(topics, cli.Row{Term: t.Name, About: t.Short})
	}
	w.list(topics, func(name string) string { return "[" + name + "](" + topicFile(name) + ")" })
	w.para("## Flags that every command has")
	for _, s := range joined(root.Flags, root.Shared) {
		w.flags(s)
	}
	w.para("## Exit codes")
	w.para(w.inline(endOf) + " [exit-codes](" + topicFile("exit-codes") + ").")
	w.para("## Environment")
	w.blocks(x.environment)
	w.para("## Files")
	w.blocks(x.files)
	return w.b.String()
}

// command is a command, as the head of a page or a part of it.
func (w *markdown) command(c cli.CommandPage, x extras) (string, error) {
	arguments, err := x.argumentsOf(c)
	if err != nil {
		return "", err
	}
	if strings.Count(c.Path, " ") == 1 {
		w.para("# " + c.Path)
	} else {
		w.para("## " + c.Path)
	}
	w.blocks(c.About)
	w.fence([]string{c.Usage})
	w.list(arguments, code)
	if len(c.Examples) > 0 {
		w.para("**Examples**")
		w.blocks(c.Examples)
	}
	for _, s := range c.Below {
		w.para("**" + s.Title + "**")
		w.list(s.Rows, func(name string) string { return linkTo(c.Path + " " + name) })
	}
	w.blocks(c.More)
	for _, s := range c.Flags {
		w.flags(s)
	}
	links := []string{"[flags that every command has](README.md#flags-that-every-command-has)"}
	for _, topic := range c.Topics {
		links = append(links, fmt.Sprintf("[%s](%s)", topic, topicFile(topic)))
	}
	w.para("More: " + strings.Join(links, " · "))
	return w.b.String() + "\n", nil
}

func (w *markdown) topic(t cli.TopicPage) string {
	w.para("# " + cmp.Or(topicTitles[t.Name], strings.ToUpper(t.Name[:1])+t.Name[1:]) + ": " + strings.ToLower(t.Short[:1]) + w.inline(t.Short[1:]))
	w.blocks(t.Text)
	for _, s := range t.More {
		w.para("## " + w.inline(s.Title))
		w.list(s.Rows, code)
		if s.List != "" {
			w.para(w.inline(strings.ReplaceAll(s.List, "\u00a0", " ")))
		}
	}
	return w.b.String()
}

// topicTitles are those that are not the topic's name.
var topicTitles = map[string]string{"exit-codes": "Exit codes"}

// markdown writes a page.
type markdown struct {
	b      strings.Builder
	topics map[string]bool // that there is a page of
}

func (w *markdown) raw(line string) { w.b.WriteString(line + "\n") }

// para begins a paragraph.
func (w *markdown) para(text string) {
	if w.b.Len() > 0 {
		w.raw("")
	}
	w.raw(text)
}

// fence sets lines as they stand.
func (w *markdown) fence(lines []string) {
	w.para("```console")
	for _, line := range lines {
		w.raw(line)
	}
	w.raw("```")
}

func (w *markdown) blocks(list []cli.Block) {
	for len(list) > 0 {
		switch b := list[0]; b.Kind {
		case cli.Paragraph:
			if isHeading(list) {
				w.para("## " + w.inline(b.Text))
			} else {
				w.para(w.inline(b.Text))
			}
		case cli.Table:
			w.list(b.Rows, code)
		case cli.Command:
			end := slices.IndexFunc(list, func(b cli.Block) bool { return b.Kind != cli.Command })
			if end < 0 {
				end = len(list)
			}
			w.commands(list[:end])
			list = list[end-1:]
		}
		list = list[1:]
	}
}

// codeWidth is how wide a line of a code block may be.
const codeWidth = 80

func (w *markdown) commands(list []cli.Block) {
	var lines []string
	for _, b := range list {
		lines = append(lines, cli.FoldCommand(b.Text, codeWidth)...)
	}
	w.fence(lines)
}

// list sets terms with what they mean.
func (w *markdown) list(rows []cli.Row, face func(string) string) {
	for i, r := range rows {
		if i == 0 {
			w.raw("")
		}
		w.raw("- " + face(r.Term) + ": " + w.inline(r.About))
	}
}

func (w *markdown) flags(s cli.FlagSection) {
	w.para("| " + s.Title + " | |")
	w.raw("|---|---|")
	for _, f := range s.Flags {
		name := "--" + f.Name + f.Value
		if f.Letter != "" {
			name = "-" + f.Letter + ", " + name
		}
		w.raw("| " + strings.ReplaceAll(code(name), "|", `\|`) + " | " + strings.ReplaceAll(w.inline(f.About), "|", `\|`) + " |")
	}
}

// code sets a text as it stands.
func code(text string) string {
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

// verbatim is what stands in a sentence as it is typed: a page of the help, a flag with its value, the
// name of a variable, or a text in backquotes.
var verbatim = regexp.MustCompile("travel help [a-z-]+|--[a-z][a-z-]*(=[A-Za-z0-9]+)?|[A-Z]+_[A-Z_]+(=[0-9])?|CLICOLOR=0|`[^`]*`")

// inline sets a sentence.
func (w *markdown) inline(text string) string {
	var b strings.Builder
	at := 0
	for _, span := range verbatim.FindAllStringIndex(text, -1) {
		b.WriteString(escaped.Replace(text[at:span[0]]))
		word := text[span[0]:span[1]]
		if topic, found := strings.CutPrefix(word, "travel help "); found && w.topics[topic] {
			fmt.Fprintf(&b, "[`%s`](%s)", word, topicFile(topic))
		} else {
			b.WriteString(code(strings.Trim(word, "`")))
		}
		at = span[1]
	}
	b.WriteString(escaped.Replace(text[at:]))
	return b.String()
}

// escaped are the signs that mean something in Markdown.
var escaped = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`, "#", `\#`)
