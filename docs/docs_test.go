// Package docs has the tests of the project's documents: links lead somewhere, every threat has a
// test, and what a page says the program prints, or .ci/run does, exists.
package docs

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// tree is the module, which the tests see from here.
var tree = os.DirFS("..")

// files are the paths below a folder that end in the suffix, fixtures and what tools left aside.
func files(t *testing.T, folder, suffix string) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(tree, folder, func(name string, d fs.DirEntry, err error) error {
		skipped := []string{".git", "bin", "build", "dist", "node_modules", "testdata"}
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != folder && slices.Contains(skipped, d.Name()):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, suffix):
			names = append(names, name)
		}
		return nil
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files of %s end in %s: %v", len(names), folder, suffix, err)
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	codeSpan = regexp.MustCompile("`[^`]+`")
	link     = regexp.MustCompile(`\]\(<?([^()\s>]+)>?(?: "[^"]*")?\)|(?:src|srcset|href)="([^"]+)"`)
	heading  = regexp.MustCompile(`^#{1,6} +(.*?) *#*$`)
	linkText = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// prose is a page without its blocks of code, one line each.
func prose(text string) []string {
	var lines []string
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
			continue
		}
		if !fenced && !strings.HasPrefix(line, "    ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// links are the targets of the links and pictures of a page.
func links(text string) []string {
	var found []string
	for _, line := range prose(text) {
		for _, m := range link.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, ""), -1) {
			found = append(found, m[1]+m[2])
		}
	}
	return found
}

// anchors are the fragments that GitHub gives the headings of a page: lower case, a hyphen for a
// space, no punctuation, and a number when a heading comes again.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for _, line := range prose(text) {
		m := heading.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, linkText.ReplaceAllString(m[1], "$1"))
		anchor := name
		for n := 1; found[anchor]; n++ {
			anchor = fmt.Sprintf("%s-%d", name, n)
		}
		found[anchor] = true
	}
	return found
}

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	for _, page := range files(t, ".", ".md") {
		text := read(t, page)
		for _, link := range links(text) {
			u, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: %s is not an address", page, link)
				continue
			}
			if u.Scheme != "" || u.Host != "" {
				continue
			}
			target := page
			if u.Path != "" {
				target = path.Join(path.Dir(page), u.Path)
			}
			if _, err := fs.Stat(tree, target); err != nil || strings.HasPrefix(u.Path, "/") {
				t.Errorf("%s: there is no %s", page, link)
				continue
			}
			if u.Fragment != "" && path.Ext(target) == ".md" && !anchors(read(t, target))[u.Fragment] {
				t.Errorf("%s: %s has no heading #%s", page, target, u.Fragment)
			}
		}
	}
}

func TestTheIndexListsEveryPage(t *testing.T) {
	listed := links(read(t, "docs/README.md"))
	pages, err := fs.Glob(tree, "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if name := path.Base(page); name != "README.md" && !slices.Contains(listed, name) {
			t.Errorf("docs/README.md does not link to %s", page)
		}
	}
}

// TestEveryThreatHasATest compares threats.md with the source: a row names tests, scripts and files
// that exist, and every number in a comment, a test or a script has a row.
func TestEveryThreatHasATest(t *testing.T) {
	number := regexp.MustCompile(`\b[TF][0-9]{2}\b`)
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	tests, users := map[string]bool{}, map[string]string{}
	for _, name := range append(files(t, ".", ".go"), files(t, "testdata/script", ".txt")...) {
		text := read(t, name)
		for _, n := range number.FindAllString(text, -1) {
			users[n] = name
		}
		if strings.HasSuffix(name, "_test.go") {
			for _, m := range function.FindAllStringSubmatch(text, -1) {
				tests[m[1]] = true
			}
		}
	}
	rows := map[string]bool{}
	for line := range strings.Lines(read(t, "docs/threats.md")) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		n := strings.TrimSpace(cells[0])
		if n == "" || n != number.FindString(n) {
			continue
		}
		if rows[n] {
			t.Errorf("%s has two rows", n)
		}
		rows[n] = true
		proofs := codeSpan.FindAllString(cells[len(cells)-1], -1)
		if len(cells) != 4 || len(proofs) == 0 {
			t.Errorf("%s has %d cells and %d tests in backquotes, want 4 cells with the tests in the last", n, len(cells), len(proofs))
		}
		for _, proof := range proofs {
			proof = strings.Trim(proof, "`")
			file := proof
			if strings.HasSuffix(proof, ".txt") && !strings.Contains(proof, "/") {
				file = "testdata/script/" + proof
			}
			if _, err := fs.Stat(tree, file); err != nil && !tests[proof] {
				t.Errorf("%s names %s, which does not exist", n, proof)
			}
		}
	}
	for n, name := range users {
		if !rows[n] {
			t.Errorf("%s refers to %s, which has no row in docs/threats.md", name, n)
		}
	}
}

// TestEverySymptomIsAMessageOfTheProgram looks for each heading of troubleshooting.md in the source
// and in the golden files, piece by piece: an ellipsis stands for what differs.
func TestEverySymptomIsAMessageOfTheProgram(t *testing.T) {
	var printed strings.Builder
	for _, name := range slices.Concat(files(t, "internal", ".go"), files(t, "cmd/travel", ".go"), files(t, "testdata/golden", "")) {
		if !strings.HasSuffix(name, "_test.go") {
			printed.WriteString(strings.Join(strings.Fields(read(t, name)), " ") + "\n")
		}
	}
	symptoms := regexp.MustCompile("(?m)^### `([^`]+)`$").FindAllStringSubmatch(read(t, "docs/troubleshooting.md"), -1)
	if len(symptoms) == 0 {
		t.Error("no symptom was found")
	}
	for _, m := range symptoms {
		for piece := range strings.SplitSeq(m[1], "…") {
			if !strings.Contains(printed.String(), strings.TrimSpace(piece)) {
				t.Errorf("nothing prints %q of the symptom %q", piece, m[1])
			}
		}
	}
}

// TestEveryStepThatIsNamedExists holds pages, workflows and the Makefile to the steps of .ci/run.
func TestEveryStepThatIsNamedExists(t *testing.T) {
	run := read(t, ".ci/run")
	call := regexp.MustCompile("(?m)(?:`\\.ci/run((?: [a-z]+)+)`|(?:^\t|: | {4})\\.ci/run((?: [a-z]+)+)\\s*(?:$|#))")
	for _, name := range slices.Concat(files(t, ".", ".md"), files(t, ".github", ".yml"), []string{"Makefile"}) {
		for _, m := range call.FindAllStringSubmatch(read(t, name), -1) {
			for step := range strings.FieldsSeq(m[1] + m[2]) {
				if !strings.Contains(run, "\nstep_"+step+"() {") {
					t.Errorf("%s calls the step %s, which .ci/run does not have", name, step)
				}
			}
		}
	}
}
