package site_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// screen is an answer as a browser has it.
type screen struct {
	path   string
	status int
	header http.Header
	body   string
	doc    *html.Node
}

// reload is the address that a page loads by itself after a while.
func (s screen) reload() string {
	for n := range s.doc.Descendants() {
		if n.Data == "meta" && attr(n, "http-equiv") == "refresh" {
			_, address, _ := strings.Cut(attr(n, "content"), ";url=")
			return address
		}
	}
	return ""
}

// links are the addresses that a page leads to.
func (s screen) links() []string {
	var paths []string
	for n := range s.doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "a" {
			paths = append(paths, attr(n, "href"))
		}
	}
	return paths
}

// link is the first address that begins with prefix and holds part.
func (s screen) link(t testing.TB, prefix, part string) string {
	t.Helper()
	for _, path := range s.links() {
		if strings.HasPrefix(path, prefix) && strings.Contains(path, part) {
			return path
		}
	}
	t.Fatalf("%s leads to no %s…%s", s.path, prefix, part)
	return ""
}

// text is what a page says, its spaces made single.
func (s screen) text() string { return textOf(s.doc) }

// says fails unless a page says each of the texts.
func (s screen) says(t testing.TB, texts ...string) {
	t.Helper()
	all := s.text()
	for _, text := range texts {
		if !strings.Contains(all, text) {
			t.Errorf("%s does not say %q:\n%s", s.path, text, all)
		}
	}
}

// all is what every element of a class says.
func (s screen) all(class string) []string {
	var texts []string
	for n := range s.doc.Descendants() {
		for word := range strings.FieldsSeq(attr(n, "class")) {
			if word == class {
				texts = append(texts, textOf(n))
			}
		}
	}
	return texts
}

// byID is what the element of an id says.
func (s screen) byID(id string) string {
	for n := range s.doc.Descendants() {
		if attr(n, "id") == id {
			return textOf(n)
		}
	}
	return ""
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// textOf is what an element says; what is not text for a reader is left out.
func textOf(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Data == "style" || n.Data == "title":
			return
		case n.Data == "br" || n.Data == "p" || n.Data == "dt" || n.Data == "dd" || n.Data == "li" || n.Data == "h1" || n.Data == "h2" || n.Data == "h3":
			b.WriteString(" ")
		}
		for child := range n.ChildNodes() {
			walk(child)
		}
	}
	walk(n)
	return strings.ReplaceAll(strings.Join(strings.Fields(b.String()), " "), "\u00a0", " ")
}

// with is a path with parameters of its query replaced.
func with(t testing.TB, path string, pairs ...string) string {
	t.Helper()
	u, err := url.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	for i := 0; i < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	u.RawQuery = query.Encode()
	return u.String()
}
