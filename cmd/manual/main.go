// Command manual writes the manual pages and the command reference of travel from its help texts. It is used for
// releases and is not part of the program.
//
//	go run ./cmd/manual man DIR [VERSION]
//	go run ./cmd/manual markdown DIR
//
// Manual pages are dated by SOURCE_DATE_EPOCH, seconds since 1970, or today if it is not set.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

// run writes the requested pages to a directory.
func run(args []string) error {
	var made map[string]string
	var err error
	switch {
	case len(args) == 2 && args[0] == "markdown":
		made, err = markdownPages()
	case (len(args) == 2 || len(args) == 3) && args[0] == "man":
		made, err = manPages(strings.Join(args[2:], ""))
	default:
		err = errors.New("usage: manual man DIR [VERSION] | manual markdown DIR")
	}
	if err != nil {
		return err
	}
	for name, text := range made {
		path := filepath.Join(args[1], filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// manual returns the program's texts in an environment without any settings.
func manual() (cli.Manual, error) {
	return commands.Manual(cli.New(&cli.Env{
		Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard,
		Getenv: func(string) string { return "" }, Environ: func() []string { return nil }, OS: "linux",
		Now: func() time.Time { return time.Unix(0, 0).UTC() },
	}))
}

// all returns a command and those below it, including help, which cobra does not count as available.
func all(cmd *cobra.Command) (list []*cobra.Command) {
	if cmd.HasParent() && !cmd.IsAvailableCommand() && cmd.Name() != "help" {
		return nil
	}
	list = append(list, cmd)
	for _, c := range cmd.Commands() {
		list = append(list, all(c)...)
	}
	return list
}

// dashed returns the name of a command's page: travel-flights-search.
func dashed(path string) string { return strings.ReplaceAll(path, " ", "-") }

// Output of cobra and md2man that is rewritten to be easier to read.
var (
	flagAlone  = regexp.MustCompile(`(?m)^(\\fB.*\\fP)=$`)          // a flag that takes no value
	flagText   = regexp.MustCompile(`(?m)^(?:\.PP\n)?(\\fB.*)\n\t`) // the meaning of a flag, which is not indented
	titleLine  = regexp.MustCompile(`(?m)^(\.TH .*)\n`)             // after which words are hyphenated and lines justified
	hyphen     = regexp.MustCompile(`(?m)^[^.\n].*`)                // a line in which "-" would become a typographic hyphen
	blankLines = regexp.MustCompile(`\n{3,}`)
)

// roff makes a manual page from md2man easier to read and to copy from.
func roff(text string) string {
	text = flagText.ReplaceAllString(flagAlone.ReplaceAllString(strings.TrimSpace(text), "$1"), ".TP\n$1\n")
	text = hyphen.ReplaceAllStringFunc(text, func(line string) string {
		if rest, quoted := strings.CutPrefix(line, "'"); quoted { // which would begin a request
			line = `\[aq]` + rest
		}
		return strings.ReplaceAll(strings.ReplaceAll(line, `\-`, "-"), "-", `\-`)
	})
	text = strings.ReplaceAll(text, "\n.EE\n", "\n.EE\n.nh\n") // because .EX ends it
	return titleLine.ReplaceAllString(text, "$1\n.nh\n.ad l\n") + "\n"
}

// manPages returns the manual pages by their paths below a directory that man searches: commands in section 1,
// topics in section 7.
func manPages(version string) (map[string]string, error) {
	m, err := manual()
	if err != nil {
		return nil, err
	}
	date := time.Now().UTC()
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		date = time.Unix(seconds, 0).UTC()
	}
	w := writer{man: true}
	title := doc.GenManHeader{Section: "1", Date: &date, Source: strings.TrimSpace("travel " + version), Manual: "Manual of travel"}
	made := map[string]string{}
	for _, cmd := range all(m.Root) {
		topics := w.describe(cmd)
		for _, group := range append(cmd.Groups(), &cobra.Group{Title: "Commands"}) {
			for i, c := range inGroup(cmd, group) {
				if i == 0 {
					cmd.Long += w.heading(group.Title)
				}
				cmd.Long += "**" + dashed(c.CommandPath()) + "**(1)\n: " + w.inline(c.Short) + "\n\n"
			}
		}
		var page bytes.Buffer
		header := title
		if err := doc.GenMan(cmd, &header, &page); err != nil {
			return nil, err
		}
		rest := "## EXIT STATUS\n" + exitStatus + "**travel-exit-codes**(7).\n"
		if !cmd.HasParent() {
			rest += "## ENVIRONMENT\n" + w.extra("environment") + "## FILES\n" + w.extra("files")
		}
		text := strings.Replace(strings.TrimSpace(page.String()), ".SH SEE ALSO", strings.TrimPrefix(string(md2man.Render([]byte(rest))), ".nh\n")+".SH SEE ALSO", 1)
		for _, topic := range topics {
			text += `, \fBtravel-` + topic + `\fP(7)`
		}
		text = strings.Replace(text, date.Format("Jan 2006"), date.Format(time.DateOnly), 1)
		made["man1/"+dashed(cmd.CommandPath())+".1"] = roff(text)
	}
	for _, t := range m.Topics {
		name := "travel-" + t.Name
		page := fmt.Sprintf("%% %q \"7\" %q %q \"Manual of travel\"\n# NAME\n%s \\- %s\n\n# DESCRIPTION\n", strings.ToUpper(name),
			date.Format(time.DateOnly), title.Source, name, w.inline(t.Short)) + w.topic(t) + "# SEE ALSO\n**travel**(1)\n"
		made["man7/"+name+".7"] = roff(string(md2man.Render([]byte(page))))
	}
	return made, nil
}

// markdownPages returns the pages of the command reference: an index, and a page for each command and topic.
func markdownPages() (map[string]string, error) {
	const generated = "<!-- Made by \"make reference\" from the texts of travel --help. Do not edit. -->\n\n"
	m, err := manual()
	if err != nil {
		return nil, err
	}
	var w writer
	made := map[string]string{}
	index := "# Command reference\n\n" + w.blocks(cli.Blocks(m.Root.Long)) +
		"The same is in `travel --help`, [`travel help`](travel-help.md) and the manual pages that packages install: `man travel-flights-search`. " +
		"The flags that every command has are on the page of [travel](travel.md).\n\n"
	for _, group := range m.Root.Groups() {
		index += "## " + group.Title + "\n\n"
		for _, c := range inGroup(m.Root, group) {
			index += "- [" + c.CommandPath() + "](" + dashed(c.CommandPath()) + ".md): " + w.inline(c.Short) + "\n"
		}
		index += "\n"
	}
	index += "## Topics\n\n"
	for _, t := range m.Topics {
		index += "- [" + t.Name + "](topic-" + t.Name + ".md): " + w.inline(t.Short) + "\n"
		made["topic-"+t.Name+".md"] = generated + "# " + t.Short + "\n\n" + strings.TrimSpace(w.topic(t)) + "\n"
	}
	made["README.md"] = generated + index + "\n## Exit codes\n\n" + exitStatus + "[exit-codes](topic-exit-codes.md).\n\n" +
		"## Environment\n\n" + w.extra("environment") + "## Files\n\n" + strings.TrimSpace(w.extra("files")) + "\n"
	for _, cmd := range all(m.Root) {
		topics := w.describe(cmd)
		var page bytes.Buffer
		link := func(name string) string { return strings.ReplaceAll(name, "_", "-") }
		if err := doc.GenMarkdownCustom(cmd, &page, link); err != nil {
			return nil, err
		}
		text := strings.TrimSpace(blankLines.ReplaceAllString(page.String(), "\n\n"))
		for _, topic := range topics {
			text += "\n* [travel help " + topic + "](topic-" + topic + ".md)"
		}
		made[dashed(cmd.CommandPath())+".md"] = generated + text + "\n"
	}
	return made, nil
}
