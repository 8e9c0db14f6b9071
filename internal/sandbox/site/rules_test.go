package site_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// checkPage checks a page for what is true of every page: it is well
// formed, can be read by everyone, says that it is a sandbox, and needs nothing
// but itself.
func checkPage(t testing.TB, s screen) {
	t.Helper()
	for _, fault := range slices.Concat(nesting(s.body), outline(s), controls(s), foreign(s), guards(s)) {
		t.Errorf("%s: %s", s.path, fault)
	}
}

// void are the elements without an end.
var void = []string{"meta", "link", "input", "img", "br", "path"}

// nesting tells where a page is not well formed: a parser repairs what a page
// gets wrong, so the raw tags are counted.
func nesting(body string) []string {
	var faults, open []string
	ids := map[string]bool{}
	if !strings.HasPrefix(strings.TrimSpace(body), `<!doctype html>`) {
		faults = append(faults, "there is no doctype in front")
	}
	z := html.NewTokenizer(strings.NewReader(body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				faults = append(faults, fmt.Sprintf("%v are not closed", open))
			}
			return faults
		case html.StartTagToken:
			tag := z.Token()
			seen := map[string]bool{}
			for _, a := range tag.Attr {
				if seen[a.Key] {
					faults = append(faults, fmt.Sprintf("%s has %s twice", tag.Data, a.Key))
				}
				seen[a.Key] = true
				if a.Key == "id" && ids[a.Val] {
					faults = append(faults, "two elements have the id "+a.Val)
				}
				ids[a.Val] = ids[a.Val] || a.Key == "id"
			}
			if !slices.Contains(void, tag.Data) {
				open = append(open, tag.Data)
			}
		case html.EndTagToken:
			tag := z.Token()
			if len(open) == 0 || open[len(open)-1] != tag.Data {
				faults = append(faults, fmt.Sprintf("</%s> closes %v", tag.Data, open))
				return faults
			}
			open = open[:len(open)-1]
		}
	}
}

// outline checks what a screen reader relies on: language, title,
// landmarks, headings in order, and texts of pictures and links.
func outline(s screen) []string {
	var faults []string
	count := map[string]int{}
	level, lang := 0, ""
	for n := range s.doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		count[n.Data]++
		switch n.Data {
		case "html":
			lang = attr(n, "lang")
		case "title":
			if !strings.HasSuffix(n.FirstChild.Data, " – travel sandbox") || len(n.FirstChild.Data) < 22 {
				faults = append(faults, "the title is "+n.FirstChild.Data)
			}
		case "h1", "h2", "h3":
			now := int(n.Data[1] - '0')
			if now > level+1 {
				faults = append(faults, fmt.Sprintf("%s %q comes after level %d", n.Data, textOf(n), level))
			}
			level = now
		case "img":
			if !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "alt" }) || attr(n, "width") == "" {
				faults = append(faults, "a picture has no text or size: "+attr(n, "src"))
			}
		case "a":
			if textOf(n) == "" || attr(n, "href") == "" {
				faults = append(faults, fmt.Sprintf("the link to %q says %q", attr(n, "href"), textOf(n)))
			}
		case "section", "nav", "article":
			if n.Data == "nav" && attr(n, "aria-label") == "" {
				faults = append(faults, "a navigation has no name")
			}
			if id := attr(n, "aria-labelledby"); id != "" && s.byID(id) == "" {
				faults = append(faults, "nothing is called "+id)
			}
		}
	}
	for name, want := range map[string]int{"h1": 1, "main": 1, "header": 1, "footer": 1, "title": 1, "style": 1} {
		if count[name] != want {
			faults = append(faults, fmt.Sprintf("there are %d %s", count[name], name))
		}
	}
	if text := s.text(); lang != "en" || !strings.Contains(text, "Nothing can be booked or paid here.") {
		faults = append(faults, "it does not say that it is a sandbox, in English")
	}
	return faults
}

// controls wants a label on everything that takes input, and forms that only
// read.
func controls(s screen) []string {
	var faults []string
	for n := range s.doc.Descendants() {
		switch n.Data {
		case "input", "select":
			if attr(n, "type") == "hidden" {
				continue
			}
			labelled := false
			for p := n.Parent; p != nil; p = p.Parent {
				labelled = labelled || p.Data == "label" && textOf(p) != ""
			}
			if !labelled || attr(n, "name") == "" {
				faults = append(faults, "a control has no label: "+attr(n, "name"))
			}
		case "form":
			if attr(n, "method") != "get" || !strings.HasPrefix(attr(n, "action"), "/") {
				faults = append(faults, "a form goes by "+attr(n, "method")+" to "+attr(n, "action"))
			}
		}
	}
	return faults
}

// foreign finds scripts, styles of single elements, and anything of another
// site.
func foreign(s screen) []string {
	var faults []string
	for n := range s.doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if slices.Contains([]string{"script", "iframe", "object", "embed", "base", "audio", "video"}, n.Data) {
			faults = append(faults, "there is a "+n.Data)
		}
		for _, a := range n.Attr {
			local := strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "//") || strings.HasPrefix(a.Val, "#") ||
				n.Data == "link" && strings.HasPrefix(a.Val, "data:image/svg+xml,")
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style":
				faults = append(faults, n.Data+" has "+a.Key)
			case (a.Key == "href" || a.Key == "src" || a.Key == "action") && !local:
				faults = append(faults, n.Data+" leads to "+a.Val)
			}
		}
	}
	return faults
}

// guards checks the headers, of which the policy must name the style that the
// page really has.
func guards(s screen) []string {
	_, style, _ := strings.Cut(s.body, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))
	var faults []string
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"Content-Type":                 "text/html; charset=utf-8",
		"X-Frame-Options":              "DENY",
		"Referrer-Policy":              "no-referrer",
		"Cache-Control":                "no-store",
		"X-Content-Type-Options":       "nosniff",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Set-Cookie":                   "",
	} {
		if got := s.header.Get(name); got != want {
			faults = append(faults, fmt.Sprintf("%s is %q, want %q", name, got, want))
		}
	}
	return faults
}
