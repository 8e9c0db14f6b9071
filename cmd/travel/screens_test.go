package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"travel.example/travel/api"
	"travel.example/travel/internal/render"
)

// forms are the three ways in which an answer leaves: a terminal, a pipe, JSON.
// Other widths are pinned in internal/render, view by view.
var forms = []struct {
	name  string
	term  render.Terminal
	flags []string
}{
	{"80", render.Terminal{TTY: true, Width: 80, Height: 50, Unicode: true}, nil},
	{"pipe", render.Terminal{Unicode: true}, nil},
	{"json", render.Terminal{Unicode: true}, []string{"--json"}},
}

// beside are the commands that are not operations. The calendar is of one search: the times of several
// at once are not the same in every run.
var beside = []string{
	"flights compare 1 2", "hotels compare 1 2", "flights calendar LIS MAD 2027-03-12 --flex 0", "weekends DE --bridge 2",
	"hotels calendar LIS 2027-03-12 --flex 0 --nights 2",
	"explore LIS 2027-03-12 --to PAR --passport IN",
	"auth status", "config list", "config get currency", "profile list", "api GET /health", "version",
}

// TestEveryCommandHasItsScreens holds every command in every form to the golden
// files of testdata/golden/commands; -update rewrites them.
func TestEveryCommandHasItsScreens(t *testing.T) {
	files := 0
	for _, form := range forms {
		tr := newTraveler(t)
		tr.term = form.term
		tr.walkJourney(form.flags, func(line, _, stdout string, _ []exchange) {
			tr.golden(screenOf(line)+"-"+form.name+".txt", stdout)
			files++
		})
		for _, line := range beside {
			tr.golden(screenOf(line)+"-"+form.name+".txt", tr.ok(append(strings.Fields(line), form.flags...)...))
			files++
		}
	}
	t.Logf("%d golden files", files)
}

// screenOf is the name of a command line's screens: its words without what they
// are about.
func screenOf(line string) string {
	words := strings.Fields(line)
	name := words[0]
	if len(words) > 1 && strings.Contains(" flights hotels places countries auth config profile ", " "+name+" ") {
		name += "-" + words[1]
	}
	if strings.Contains(line, "--no-wait") {
		name += "-no-wait"
	}
	return name
}

// golden compares with a golden file, or rewrites it.
func (tr *traveler) golden(name, got string) {
	tr.t.Helper()
	got = tr.still(got)
	path := filepath.Join(repository, "testdata", "golden", "commands", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			tr.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			tr.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		tr.t.Errorf("%v (go test ./cmd/travel -update writes it)", err)
		return
	}
	if got != string(want) {
		tr.t.Errorf("the screen is not testdata/golden/commands/%s (go test ./cmd/travel -update rewrites it):\n%s\nwant:\n%s", name, got, want)
	}
}

// still holds still what differs from run to run, and keeps its width: the
// port, the signatures in ids, the home.
func (tr *traveler) still(text string) string {
	text = strings.ReplaceAll(text, tr.home, "/home/ada")
	for id := range tr.wire.created {
		text = strings.ReplaceAll(text, id, strings.Repeat("s", len(id)))
	}
	text = uuids.ReplaceAllStringFunc(text, func(id string) string { return strings.Repeat("0", len(id)) })
	return ports.ReplaceAllStringFunc(text, func(host string) string {
		return "127.0.0.1:" + strings.Repeat("1", len(host)-len("127.0.0.1:"))
	})
}

var (
	uuids = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	ports = regexp.MustCompile(`127\.0\.0\.1:\d+`)
)

// TestEveryOperationHasScriptsAndScreens prints which scripts and screens hold
// the command of each operation, and fails when there are none.
func TestEveryOperationHasScriptsAndScreens(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join(repository, "testdata", "script", "*.txt"))
	if err != nil || len(scripts) == 0 {
		t.Fatal("there are no scripts", err)
	}
	texts := map[string]string{}
	for _, path := range scripts {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(path), ".txt")] = string(text)
	}
	lines := map[string]string{}
	for _, step := range journey() {
		lines[step.operation] = step.line
	}
	var table strings.Builder
	for i := range api.Operations {
		id := api.Operations[i].ID
		if lines[id] == "" {
			t.Errorf("%s: no step of the journey", id)
			continue
		}
		screen := screenOf(lines[id])
		command := "travel " + strings.Replace(strings.TrimSuffix(screen, "-no-wait"), "-", " ", 1)
		var in []string
		for name, text := range texts {
			if strings.Contains(text, command+" ") || strings.Contains(text, command+"\n") {
				in = append(in, name)
			}
		}
		screens := 0
		for _, form := range forms {
			if _, err := os.Stat(filepath.Join(repository, "testdata", "golden", "commands", screen+"-"+form.name+".txt")); err != nil {
				t.Errorf("%s: %v", id, err)
				continue
			}
			screens++
		}
		if len(in) == 0 {
			t.Errorf("%s: no script runs %s", id, command)
		}
		fmt.Fprintf(&table, "%-24s %-32s %2d scripts, %d screens %s-*\n", id, command, len(in), screens, screen)
	}
	t.Logf("\n%s", table.String())
}
