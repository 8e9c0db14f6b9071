package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"travel.example/travel/internal/render"
)

// columnsPage is where the columns of lines without a header are promised.
var columnsPage = filepath.Join(repository, "docs", "columns.md")

// TestColumnsAreAPromise holds every command to the columns that docs/columns.md lists: none moves,
// none is renamed, none goes. One that is added at the end is to be listed too: -update does that, and
// never takes a promise back.
func TestColumnsAreAPromise(t *testing.T) {
	tr := newTraveler(t)
	tr.vars, tr.term = nil, render.Terminal{TTY: true, Width: 80, Height: 50, Unicode: true}
	code, page, stderr := tr.run("help", "columns")
	if code != 0 {
		t.Fatalf("travel help columns ended with %d\n%s", code, stderr)
	}
	text, err := os.ReadFile(columnsPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), "```\n")
	promised, after, _ := strings.Cut(rest, "```\n")
	old, now := columnsOf(promised), columnsOf(page)
	broken := len(old) < 17
	if broken {
		t.Errorf("%d commands are promised, which cannot be all", len(old))
	}
	for command, columns := range old {
		if !strings.HasPrefix(now[command]+",", columns+",") {
			broken = true
			t.Errorf("travel %s prints other columns than promised: add new ones at the end\npromised %s\nnow      %s", command, columns, now[command])
		}
	}
	switch {
	case broken: // nothing takes a promise back
	case *update:
		text := before + "```\n" + strings.TrimRight(page, "\n") + "\n```\n" + after
		if err := os.WriteFile(columnsPage, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	case promised != page:
		t.Errorf("%s is not what travel help columns prints; -update writes it again", columnsPage)
	}
}

// columnsOf are the columns of each command on the page, in one line.
func columnsOf(page string) map[string]string {
	found := map[string]string{}
	var commands []string
	for paragraph := range strings.SplitSeq(page, "\n\n") {
		head, list, _ := strings.Cut(strings.TrimSpace(paragraph), "  1 ")
		if list == "" {
			continue
		}
		commands = strings.Split(strings.Join(strings.Fields(head), " "), ", ")
		for _, command := range commands {
			found[command] = "1 " + strings.Join(strings.Fields(list), " ")
		}
	}
	return found
}

// TestTheReadmeTellsTheExitCodesOfTheHelp compares the table of the README with the topic.
func TestTheReadmeTellsTheExitCodesOfTheHelp(t *testing.T) {
	code, page, _ := newTraveler(t).run("help", "exit-codes")
	text, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil || code != 0 {
		t.Fatal(code, err)
	}
	page = strings.Join(strings.Fields(page), " ")
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| (.*) \|$`).FindAllStringSubmatch(string(text), -1)
	if len(rows) != 13 {
		t.Errorf("the README has %d exit codes, want 13", len(rows))
	}
	for _, row := range rows {
		if want := row[1] + " " + strings.ReplaceAll(row[2], "`", ""); !strings.Contains(page, want) {
			t.Errorf("the topic exit-codes does not say: %s", want)
		}
	}
}
