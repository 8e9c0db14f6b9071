package doors

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

	"github.com/google/go-cmp/cmp"
)

// pages yields the path of every Markdown page of the repository, from the
// module's root; pictures of output and what npm brought are not pages.
func pages(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && slices.Contains([]string{".git", "bin", "dist", "build", "testdata", "node_modules"}, d.Name()):
			return fs.SkipDir
		case path.Ext(name) == ".md":
			names = append(names, name)
		}
		return nil
	})
	if err != nil || !slices.Contains(names, "README.md") || !slices.Contains(names, "docs/threats.md") {
		t.Fatalf("the walk looked in the wrong place: %v, %v", names, err)
	}
	return names
}

var (
	codeSpan = regexp.MustCompile("`[^`]+`")
	inline   = regexp.MustCompile(`\]\(<?([^()\s>]+)>?(?: "[^"]*")?\)`)
	tagged   = regexp.MustCompile(`(?:src|srcset|href)="([^"]+)"`)
	defined  = regexp.MustCompile(`^\[[^\]]+\]:\s+(\S+)`)
	atxHead  = regexp.MustCompile(`^#{1,6} +(.*?) *#*$`)
	shown    = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// proseOf is a page without its blocks of code, a line each.
func proseOf(text string) []string {
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

// linksOf lists where the links and pictures of a page lead.
func linksOf(text string) []string {
	var found []string
	for _, line := range proseOf(text) {
		line = codeSpan.ReplaceAllString(line, "")
		for _, shape := range []*regexp.Regexp{inline, tagged, defined} {
			for _, m := range shape.FindAllStringSubmatch(line, -1) {
				found = append(found, m[1])
			}
		}
	}
	return found
}

// anchorsOf are the fragments that a forge gives the heads of a page: small
// letters, a dash for a blank, no other signs; a second one of a name counts on.
func anchorsOf(text string) map[string]bool {
	anchors := map[string]bool{}
	for _, line := range proseOf(text) {
		head := atxHead.FindStringSubmatch(line)
		if head == nil {
			continue
		}
		words := strings.ToLower(shown.ReplaceAllString(head[1], "$1"))
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return r
			}
			return -1
		}, words)
		once := name
		for n := 1; anchors[name]; n++ {
			name = fmt.Sprintf("%s-%d", once, n)
		}
		anchors[name] = true
	}
	return anchors
}

// deadLinks are the links of a page, among the files of a tree, that lead nowhere.
func deadLinks(tree fs.FS, page, text string) []string {
	var dead []string
	for _, link := range linksOf(text) {
		u, err := url.Parse(link)
		if err != nil {
			dead = append(dead, fmt.Sprintf("%s: %s is not an address", page, link))
			continue
		}
		if u.Scheme != "" || u.Host != "" {
			continue
		}
		target, other := page, text
		if u.Path != "" {
			target = path.Join(path.Dir(page), u.Path)
			content, err := fs.Stat(tree, target)
			if err != nil || strings.HasPrefix(u.Path, "/") {
				dead = append(dead, fmt.Sprintf("%s: there is no %s", page, link))
				continue
			}
			if u.Fragment == "" || content.IsDir() {
				continue
			}
			bytes, err := fs.ReadFile(tree, target)
			if err != nil {
				dead = append(dead, err.Error())
				continue
			}
			other = string(bytes)
		}
		if path.Ext(target) == ".md" && !anchorsOf(other)[u.Fragment] {
			dead = append(dead, fmt.Sprintf("%s: %s has no head #%s", page, target, u.Fragment))
		}
	}
	return dead
}

func TestEveryLinkOfAPageLeadsSomewhere(t *testing.T) {
	tree := os.DirFS(root)
	links := 0
	for _, page := range pages(t) {
		text, err := fs.ReadFile(tree, page)
		if err != nil {
			t.Fatal(err)
		}
		links += len(linksOf(string(text)))
		for _, dead := range deadLinks(tree, page, string(text)) {
			t.Error(dead)
		}
	}
	if links < 20 {
		t.Errorf("%d links were found, which cannot be all", links)
	}
}

// TestTheIndexListsEveryPage holds docs/README.md to the pages beside it.
func TestTheIndexListsEveryPage(t *testing.T) {
	tree := os.DirFS(root)
	index, err := fs.ReadFile(tree, "docs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{"README.md": true}
	for _, link := range linksOf(string(index)) {
		listed[link] = true
	}
	beside, err := fs.Glob(tree, "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range beside {
		if !listed[path.Base(page)] {
			t.Errorf("docs/README.md does not link %s", page)
		}
	}
}

func TestADeadLinkIsSeen(t *testing.T) {
	text := "# One `two` [three](x)!\n\n## Twice\n\n## Twice\n\n" +
		"[a](gone.md) [b](threats.md#gone) [c](#one-two-three) [d](#twice-1) [e](#twice-2) `[f](no.md)`\n" +
		"[g](https://a.example/) [h](../internal) <img src=\"gone.svg\"> [i](/README.md)\n\n    [j](no.md)\n\n```\n[k](no.md)\n```\n\n[l]: gone.txt\n"
	want := []string{
		"docs/page.md: there is no gone.md",
		"docs/page.md: docs/threats.md has no head #gone",
		"docs/page.md: docs/page.md has no head #twice-2",
		"docs/page.md: there is no /README.md",
		"docs/page.md: there is no gone.svg",
		"docs/page.md: there is no gone.txt",
		"docs/page.md: there is no x",
	}
	got := deadLinks(os.DirFS(root), "docs/page.md", text)
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
