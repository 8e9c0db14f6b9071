package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/render"
)

// TestTheReadmeDoesWhatItShows runs every command line of the README and of
// docs/, in order, on a terminal of 80 columns and against the built-in
// sandbox: each one works, and each screen that is shown is what one of the
// lines before it printed.
func TestTheReadmeDoesWhatItShows(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(repository, "docs", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatal("there are no pages in docs", err)
	}
	lines, screens := 0, 0
	for _, page := range append(pages, filepath.Join(repository, "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(page)
		tr := newTraveler(t)
		inputs(t, tr.home)
		tr.vars, tr.term = nil, render.Terminal{TTY: true, Width: 80, Height: 50, Unicode: true}
		printed := map[string]bool{}
		for _, part := range partsOf(string(text)) {
			if part.screen {
				screens++
				if !printed[part.text] {
					t.Errorf("%s shows a screen that no line before it printed:\n%s", name, part.text)
				}
				continue
			}
			lines++
			args := wordsOf(part.text)
			if args[0] == "sandbox" && args[1] == "serve" {
				args = append(args, "--addr", "127.0.0.1:0") // the port of the page may be taken
			}
			code, stdout, stderr := tr.run(args...)
			if want := endOf(args); code != want {
				t.Errorf("%s: travel %s ended with %d, want %d\n%s", name, strings.Join(args, " "), code, want, stderr)
			}
			printed[strings.TrimRight(stdout, "\n")] = true
		}
	}
	t.Logf("%d lines, %d screens", lines, screens)
	if lines < 60 || screens < 1 {
		t.Errorf("%d lines and %d screens were found, which cannot be all", lines, screens)
	}
}

// TestTheReadmeStartsWithItsTwoCommands reads the first two command lines of the README, and runs the first in an
// empty home, with the caches of Go that there are.
func TestTheReadmeStartsWithItsTwoCommands(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	start, _, _ := strings.Cut(string(text), "<picture>")
	var lines []string
	for line := range strings.Lines(start) {
		if command, indented := strings.CutPrefix(line, "    "); indented {
			command, _, _ = strings.Cut(command, "#")
			lines = append(lines, strings.TrimSpace(command))
		}
	}
	want := []string{"go run ./cmd/travel flights search Dubai London +30d", "go test ./..."}
	if !slices.Equal(lines, want) {
		t.Fatalf("the README starts with %q, want %q", lines, want)
	}
	caches, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache := strings.Split(string(caches), "\n")
	words := strings.Fields(lines[0])
	run := exec.CommandContext(t.Context(), words[0], words[1:]...)
	run.Dir = repository
	run.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TMPDIR=" + t.TempDir(),
		"GOCACHE=" + cache[0], "GOMODCACHE=" + cache[1], "GOPATH=" + cache[2],
	}
	stdout, err := run.Output()
	if err != nil || !regexp.MustCompile(`(?m)^1\t.*\n2\t`).Match(stdout) {
		t.Errorf("%s: %v\n%s", lines[0], err, stdout)
	}
}

// inputs goes to a directory with the files that the pages speak of.
func inputs(t *testing.T, dir string) {
	t.Helper()
	for name, text := range map[string]string{
		"routes.csv":   "from,to,fromDate\nLIS,MAD,+30d\nLIS,LHR,+31d\n",
		"stays.ndjson": `{"place":"LIS","checkIn":"+30d","checkOut":"3 nights"}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// endOf is the exit code of a line that works here. Those that would wait for a browser, or ask a deployment that
// does not exist, are interrupted. A scheduler cannot run a program of go test, and there is no screen to browse on.
func endOf(args []string) int {
	switch {
	case args[0] == "login" || args[0] == "doctor":
		return 130
	case args[0] == "watch" && args[1] == "schedule", args[0] == "browse":
		return 2
	}
	return 0
}

// part is a command line of a page, or a screen that it shows.
type part struct {
	text   string
	screen bool
}

// within finds the command in a line that hands what it prints to a shell.
var within = regexp.MustCompile(`[$<]\((travel [^)]+)\)`)

// partsOf reads the indented lines that call travel, and what stands between
// fences.
func partsOf(page string) []part {
	var parts []part
	var screen []string
	fenced := false
	page = strings.ReplaceAll(page, "\\\n", " ") // a line that goes on
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		command, indented := strings.CutPrefix(line, "    ")
		command = strings.Replace(command, "go run ./cmd/travel ", "travel ", 1)
		if inner := within.FindStringSubmatch(command); inner != nil {
			command = inner[1]
		}
		switch {
		case strings.HasPrefix(line, "```"):
			if fenced {
				parts = append(parts, part{strings.Join(screen, "\n"), true})
			}
			screen, fenced = nil, !fenced
		case fenced:
			screen = append(screen, line)
		case indented && strings.HasPrefix(command, "travel "):
			parts = append(parts, part{command, false})
		}
	}
	return parts
}

// wordsOf are the arguments of a command line, up to a pipe, a file or a remark.
func wordsOf(line string) []string {
	var words []string
	for i, chunk := range strings.Split(strings.ReplaceAll(line, "\"", "'"), "'") {
		if i%2 == 1 {
			words = append(words, chunk)
			continue
		}
		for word := range strings.FieldsSeq(chunk) {
			if word == "|" || word == "#" || word == ">" {
				return words[1:]
			}
			words = append(words, word)
		}
	}
	return words[1:]
}

// patience is the context of a line: over at once for those of endOf, and for a
// server, which would wait for its callers.
func (tr *traveler) patience(args []string) context.Context {
	ctx, stop := context.WithCancel(tr.t.Context())
	tr.t.Cleanup(stop)
	if args[0] == "login" || args[0] == "sandbox" || args[0] == "doctor" {
		stop()
	}
	return ctx
}
