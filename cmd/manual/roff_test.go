package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/need"
)

// difficult holds what roff would take for its own, in every place of a page.
func difficult() cli.Manual {
	const bad = `.so x 'quoted' "twice" \(em a\b --max-time=2h30 -n ^~` + "`" + ` é → ‘’ 日`
	page := cli.CommandPage{
		Path: "travel", Short: bad, Usage: `travel [TO] 'x' \fB`,
		About: cli.Blocks(".first\n\n'second\n\n  .TH x\n  'so y\n\n  .term  .about\n  'term  'about"),
		Below: []cli.Section{{Title: ".Group", Rows: []cli.Row{{Term: "x", About: bad}}}},
		Flags: []cli.FlagSection{{Title: "'Flags'", Flags: []cli.Flag{{Letter: "n", Name: "limit", Value: ` '\x`, About: "'" + bad}}}},
	}
	return cli.Manual{Commands: []cli.CommandPage{page}}
}

// No text becomes a request, and each sign comes out as it went in.
func TestRoffTakesTextAsItIs(t *testing.T) {
	pages, err := manPages(difficult(), edition{"1", "2026-11-21"})
	if err != nil {
		t.Fatal(err)
	}
	known := []string{".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".EX", ".EE", ".nh", ".ad"}
	for line := range strings.Lines(pages["man1/travel.1"]) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !slices.Contains(known, word) {
			t.Errorf("a text has become a request: %s", line)
		}
		for _, c := range line {
			if c > '~' {
				t.Errorf("a sign that is not of ASCII stands in: %s", line)
				break
			}
		}
	}
	if diff := cmp.Diff(`\[rs]fB\-x\[aq]\[dq]\[ga]\[ha]\[ti]\[u00E9]\ \[u1F600]`, literal("\\fB-x'\"`^~é\u00a0😀")); diff != "" {
		t.Error(diff)
	}
}

// Both programs that set manual pages take every page without a word, and man finds them by the names
// that people type.
func TestManReadsThePages(t *testing.T) {
	need.Manual(t)
	dir := t.TempDir()
	if err := run([]string{"man", dir, "1.2.3"}, epoch); err != nil {
		t.Fatal(err)
	}
	hard, err := manPages(difficult(), edition{"1.2.3", "2026-11-21"})
	if err != nil {
		t.Fatal(err)
	}
	if err := write(dir, map[string]string{"man1/difficult.1": hard["man1/travel.1"]}); err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(dir + "/man?/*")
	if err != nil || len(pages) < 60 {
		t.Fatal(len(pages), err)
	}
	command := func(name string, args ...string) string {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Env = append(os.Environ(), "MANPATH="+dir, "MANWIDTH=80", "LC_ALL=C.UTF-8", "MANPAGER=cat", "MAN_KEEP_FORMATTING=")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%s %v: %v\n%s", name, args[:1], err, out)
		}
		return string(out)
	}
	if said := command("mandoc", append([]string{"-T", "lint", "-W", "warning"}, pages...)...); said != "" {
		t.Errorf("mandoc says:\n%s", said)
	}
	if said := command("groff", append([]string{"-man", "-Tutf8", "-ww", "-z"}, pages...)...); said != "" {
		t.Errorf("groff says:\n%s", said)
	}
	for typed, want := range map[string][]string{
		"travel":                 {"TRAVEL_TOKEN", "config.yaml", "travel-flights(1)"},
		"travel flights":         {"travel-flights-search(1)"},
		"travel-flights search":  {"travel flights search FROM TO DATE [RETURN]", "--nonstop", "   Filters"},
		"travel flights-search":  {"--max-price number"},
		"travel-flights-search":  {"--max-price number"},
		"travel exit-codes":      {"wait and retry"},
		"travel-weekends-open.1": {"NUMBER"},
		"difficult":              {".first", "'second", "    .TH x", "    'so y", ".term", "'about", `'.so x 'quoted' "twice" \(em a\b`, "^~` é → ‘’ 日"},
	} {
		page := command("man", strings.Fields(typed)...)
		if strings.Contains(page, "‐\n") {
			t.Errorf("man %s breaks words", typed)
		}
		for _, text := range want {
			if !strings.Contains(page, text) {
				t.Errorf("man %s does not show %s:\n%.2000s", typed, text, page)
			}
		}
	}
}
