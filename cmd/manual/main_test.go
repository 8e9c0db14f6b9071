package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/testkit/need"
)

// root is the module's directory relative to this one.
const root = "../.."

func made(t *testing.T, pages func() (map[string]string, error)) map[string]string {
	t.Helper()
	made, err := pages()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func mans() (map[string]string, error) { return manPages("1.2.3") }

// docs/reference matches the program's help, and each of its links leads to a page.
func TestTheReferenceIsUpToDate(t *testing.T) {
	committed := map[string]string{}
	there, err := filepath.Glob(filepath.Join(root, "docs/reference/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range there {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		committed[filepath.Base(path)] = string(text)
	}
	pages := made(t, markdownPages)
	if diff := cmp.Diff(pages, committed); diff != "" {
		t.Errorf("run make reference and commit what it makes (-made +committed):\n%s", diff)
	}
	for name, text := range pages {
		for _, link := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(text, -1) {
			if pages[link[1]] == "" {
				t.Errorf("%s links to %s, which does not exist", name, link[1])
			}
		}
	}
}

// Each command has a manual page and a page of the reference, with each of its flags.
func TestEachCommandHasItsPages(t *testing.T) {
	m, err := manual()
	if err != nil {
		t.Fatal(err)
	}
	mans, reference := made(t, mans), made(t, markdownPages)
	flags := 0
	for _, cmd := range all(m.Root) {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		man := strings.ReplaceAll(mans["man1/"+name+".1"], `\-`, "-")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			flags++
			if !strings.Contains(man, `\fB--`+f.Name+`\fP`) || !strings.Contains(reference[name+".md"], "--"+f.Name) {
				t.Errorf("the pages of %s do not have --%s", name, f.Name)
			}
		})
		if man == "" || reference[name+".md"] == "" {
			t.Errorf("%s has no page", name)
		}
	}
	if flags < 300 {
		t.Errorf("only %d flags", flags)
	}
}

// Every variable of this program is on its page, by its name or as a setting.
func TestThePageHasEveryVariable(t *testing.T) {
	pages := made(t, mans)
	page, settings := pages["man1/travel.1"], strings.ReplaceAll(pages["man7/travel-settings.7"], `\-`, "-")
	read := 0
	err := filepath.WalkDir(root+"/internal", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/internal/testkit/") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, name := range regexp.MustCompile(`"(TRAVEL_[A-Z_]+)"`).FindAllStringSubmatch(string(text), -1) {
			read++
			setting := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name[1], "TRAVEL_"), "_", "-"))
			if !strings.Contains(page, name[1]) && !strings.Contains(settings, `\fB`+setting+`\fR`) {
				t.Errorf("%s reads %s, which travel(1) does not have: add it to cmd/manual/text/environment.txt", path, name[1])
			}
		}
		return err
	})
	if err != nil || read < 10 {
		t.Errorf("%d variables were found: %v", read, err)
	}
}

// Both programs that format manual pages accept every page, and man finds them by the names that people type.
func TestManReadsThePages(t *testing.T) {
	need.Manual(t)
	dir := t.TempDir()
	t.Setenv("SOURCE_DATE_EPOCH", "1795219200")
	if err := run([]string{"man", dir, "1.2.3"}); err != nil {
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
	if said := command("groff", append([]string{"-K", "utf8", "-man", "-Tutf8", "-ww", "-z"}, pages...)...); said != "" {
		t.Errorf("groff says:\n%s", said)
	}
	for typed, want := range map[string][]string{
		"travel":                {"TRAVEL_TOKEN", "config.yaml", "travel-flights(1)", "travel 1.2.3", "2026-11-21"},
		"travel-flights search": {"travel-flights-search - Search", "travel flights search FROM TO DATE [RETURN]", "--max-price=number", "'any' (used"},
		"travel-flights-search": {"-n, --limit=int", "--nonstop\n", "travel-filters(7)"},
		"7 travel-filters":      {"--max-price 600"},
		"travel exit-codes":     {"wait and retry"},
	} {
		page := command("man", strings.Fields(typed)...)
		for _, text := range want {
			if !strings.Contains(page, text) {
				t.Errorf("man %s does not show %s:\n%.2000s", typed, text, page)
			}
		}
	}
}
