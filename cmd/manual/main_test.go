package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands"
)

// epoch is a day for pages: 2026-11-21.
const epoch = "1795219200"

// root is the module's directory seen from here.
const root = "../.."

func made(t *testing.T, what, version, epoch string) map[string]string {
	t.Helper()
	made, err := files(what, version, epoch)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// travel is what the program prints for a line.
func travel(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	env := &cli.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: io.Discard, Home: t.TempDir(), OS: "linux",
		Getenv: func(string) string { return "" }, Environ: func() []string { return nil }, Now: time.Now,
	}
	if code := commands.Execute(context.Background(), env); code != 0 {
		t.Fatalf("travel %v ended with %d", args, code)
	}
	return out.String()
}

// docs/reference is what the program says today.
func TestTheReferenceIsThatOfToday(t *testing.T) {
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
	if diff := cmp.Diff(made(t, "markdown", "", ""), committed); diff != "" {
		t.Errorf("run make reference and commit what it makes (-made +committed):\n%s", diff)
	}
}

// A link leads to a page that is there, and to a heading of it.
func TestTheReferenceLeadsNowhereElse(t *testing.T) {
	pages := made(t, "markdown", "", "")
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	links := 0
	for name, text := range pages {
		for _, link := range regexp.MustCompile(`\]\(([^)#]*)#?([^)]*)\)`).FindAllStringSubmatch(text, -1) {
			links++
			page, there := pages[link[1]]
			found := link[2] == ""
			for _, h := range heading.FindAllStringSubmatch(page, -1) {
				found = found || strings.ReplaceAll(strings.ToLower(h[1]), " ", "-") == link[2]
			}
			if !there || !found {
				t.Errorf("%s leads to %s, which is not there", name, link[0])
			}
		}
	}
	if links < 100 {
		t.Errorf("%d links were found, which cannot be all", links)
	}
}

// flagOfPage is a flag at the head of a line of a help page.
var flagOfPage = regexp.MustCompile(`(?m)^ {2}(?:-(\w), | {4})--([a-z-]+)`)

// Each command of the help has a page, and each flag of its --help=all stands on that page.
func TestEachCommandHasAPageWithItsFlags(t *testing.T) {
	pages, reference := made(t, "man", "", epoch), made(t, "markdown", "", "")
	seen, flags := map[string]bool{}, 0
	var look func(path []string)
	look = func(path []string) {
		name := strings.Join(append([]string{"travel"}, path...), "-")
		page, there := pages["man1/"+name+".1"]
		if !there {
			t.Errorf("%s has no page", name)
			return
		}
		seen["man1/"+name+".1"] = true
		page = strings.ReplaceAll(page, `\-`, "-")
		help := travel(t, append(path, "--help=all")...)
		markdown := reference["README.md"]
		if len(path) > 0 {
			markdown += reference[path[0]+".md"]
		}
		for _, flag := range flagOfPage.FindAllStringSubmatch(help, -1) {
			flags++
			if !strings.Contains(page, `\fB--`+flag[2]+`\fR`) || flag[1] != "" && !strings.Contains(page, `\fB-`+flag[1]+`\fR, `) {
				t.Errorf("the page of %s does not tell of --%s", name, flag[2])
			}
			if !strings.Contains(markdown, "--"+flag[2]) {
				t.Errorf("docs/reference does not tell of --%s of %s", flag[2], name)
			}
		}
		for _, sub := range below(t, path) {
			look(append(slices.Clone(path), sub))
		}
	}
	look(nil)
	for name := range pages {
		if !seen[name] && strings.HasPrefix(name, "man1/") && name != "man1/travel-help.1" {
			t.Errorf("%s is the page of no command", name)
		}
	}
	if flags < 1000 {
		t.Errorf("%d flags were found, which cannot be all", flags)
	}
}

// below are the commands that a shell offers below one.
func below(t *testing.T, path []string) []string {
	t.Helper()
	var found []string
	for line := range strings.Lines(travel(t, append(append([]string{"__complete"}, path...), "")...)) {
		name, about, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if !regexp.MustCompile(`^[a-z][a-z-]+$`).MatchString(name) || about == "" || name == "help" {
			continue // a value that is offered, not a command
		}
		sub := append(slices.Clone(path), name)
		if strings.Contains(travel(t, append(slices.Clone(sub), "--help")...), "Usage\n  travel "+strings.Join(sub, " ")) {
			found = append(found, name)
		}
	}
	return found
}

// Every variable of our own that the program reads stands on its page, by its name or as a setting.
func TestThePageTellsEveryVariable(t *testing.T) {
	page := made(t, "man", "", epoch)["man1/travel.1"]
	settings := strings.ReplaceAll(made(t, "man", "", epoch)["man7/travel-settings.7"], `\-`, "-")
	read := 0
	err := filepath.WalkDir(root+"/internal", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/internal/need/") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, name := range regexp.MustCompile(`"(TRAVEL_[A-Z_]+)"`).FindAllStringSubmatch(string(text), -1) {
			read++
			setting := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name[1], "TRAVEL_"), "_", "-"))
			if !strings.Contains(page, name[1]) && !strings.Contains(settings, `\fB`+setting+`\fR`) {
				t.Errorf("%s reads %s, which travel(1) does not tell: add it to cmd/manual/text/environment.txt", path, name[1])
			}
		}
		return err
	})
	if err != nil || read < 10 {
		t.Errorf("%d variables were found: %v", read, err)
	}
}

// What a package carries is what travel completion prints.
func TestScriptsAreThoseOfTheProgram(t *testing.T) {
	want := map[string]string{}
	for name, shell := range map[string]string{"travel.bash": "bash", "_travel": "zsh", "travel.fish": "fish", "travel.ps1": "powershell"} {
		want[name] = travel(t, "completion", shell)
	}
	if diff := cmp.Diff(want, made(t, "completions", "", "")); diff != "" {
		t.Errorf("(-printed +packed):\n%s", diff)
	}
}

// The files are written where they are asked for, the same each time, and pages of the reference that no
// command has any more go.
func TestFilesAreWritten(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "ref", "old.md")
	if err := os.MkdirAll(filepath.Dir(old), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, args := range [][]string{{"man", dir + "/man", "1.2.3"}, {"man", "--gzip", dir + "/gz", "1.2.3"}, {"completions", dir + "/tab"}, {"markdown", dir + "/ref"}} {
			if err := run(args, epoch); err != nil {
				t.Fatal(args, err)
			}
		}
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("a page that is not made any more is still there")
	}
	zipped, err := os.Open(dir + "/gz/man1/travel.1.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer zipped.Close()
	r, err := gzip.NewReader(zipped)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if diff := cmp.Diff(made(t, "man", "1.2.3", epoch)["man1/travel.1"], string(text)); diff != "" || err != nil || !r.ModTime.IsZero() {
		t.Errorf("%v, time %v (-made +zipped):\n%s", err, r.ModTime, diff)
	}
	if head, _, _ := strings.Cut(string(text), "\n"); head != `.TH "TRAVEL" "1" "2026-11-21" "travel 1.2.3" "Manual of travel"` {
		t.Errorf("the page begins with %s", head)
	}
}

func TestWhatIsNotAskedForRightIsRefused(t *testing.T) {
	for _, args := range [][]string{nil, {"man"}, {"man", "--gzip"}, {"html", "x"}, {"completions", "a", "b"}, {"man", "a", "b", "c"}, {"markdown", "--gzip", "x"}} {
		if err := run(args, ""); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
	if err := run([]string{"man", t.TempDir()}, "today"); err == nil {
		t.Error("a date that is not a number is taken")
	}
}
