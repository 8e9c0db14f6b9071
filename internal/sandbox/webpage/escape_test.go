package webpage

import (
	"strings"
	"testing"
	"testing/fstest"
)

func readPage(text string) (*Set, error) {
	return Read(fstest.MapFS{"pages/page.html": {Data: []byte(text)}, "pages/style.css": {Data: []byte("b{}")}})
}

func TestAValueWhereItCouldNotBeEscapedIsRefused(t *testing.T) {
	for _, text := range []string{
		`<script>{{.}}</script>`, `<script>x = "{{.}}"</script>`, `<style>{{.}}</style>`, `<STYLE>a{{.}}`, `<!-- {{.}} -->`, `<a {{.}}>`, `<a{{.}}>`, `<a href={{.}}>`,
		`<a href='{{.}}'>`, `<a title={{.}}>`, `<a onclick="{{.}}">`, `<a style="{{.}}">`, `<img srcset="{{.}}">`, `<a href="/x/{{.}}">`, `<a href="{{.}}/{{.}}">`,
		`<a href="{{if .}}javascript:{{end}}{{.}}">`, `<a data-x="{{.}}">`, `<iframe srcdoc="{{.}}">`, `<p {{if .}}title="{{end}}x">{{.}}`, `<p title="{{if .}}">{{else}}"{{end}}`,
		`<s{{if .}}cript>{{.}}{{end}}</script>`, `<p on{{if .}}title="{{.}}"{{end}}>`, `<p title="{{.}}`, `<p `, `{{define "x"}}{{.}}{{end}}{{template "x" .}}<a href="{{template "x" .}}">`,
		`{{range .}}<p title="{{end}}`, `{{define "x"}}{{if .}}<a {{template "x" ""}}{{end}}{{end}}{{template "x" .}}`, `{{template "none"}}`, `{{.`, `{{range .}}{{break}}{{end}}`, `<meta content="{{.}}{{.}}">`, `<p content="{{.}}">`,
		`{{define "x"}}<script>{{end}}{{template "x"}}{{.}}</script>`, `<link rel="x" HREF="x{{.}}">`, "<a\thref\n=\"{{.}}\">", `<svg xlink:href="{{.}}">`,
	} {
		if _, err := readPage(text); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}

func TestAValueIsEscapedForItsPlace(t *testing.T) {
	const value = `javascript:"<+&'`
	for text, want := range map[string]string{
		`{{.}}`: `javascript:&#34;&lt;&#43;&amp;&#39;`, `<p title="{{.}}">`: `<p title="javascript:&#34;&lt;&#43;&amp;&#39;">`,
		`<a href="{{.}}">`: `<a href="#ZgotmplZ">`, `<A HREF="{{.}}">`: `<A HREF="#ZgotmplZ">`, `<p title="a{{if .}}b{{end}}{{.}}">`: `<p title="abjavascript:&#34;&lt;&#43;&amp;&#39;">`,
		`<meta content="{{len .}};url={{.}}">`: `<meta content="16;url=#ZgotmplZ">`, `{{define "x"}}{{.}}{{end}}<b>{{template "x" .}}</b>`: `<b>javascript:&#34;&lt;&#43;&amp;&#39;</b>`,
		`<style>{{template "style.css"}}</style>{{slice . 12 13}}`: `<style>b{}</style>&lt;`,
	} {
		set, err := readPage(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := set.Page("page.html", value); err != nil || string(got) != want {
			t.Errorf("%s gave %s, %v; want %s", text, got, err, want)
		}
	}
	if got := asAddress.function()("mailto:a@b.c"); !strings.HasPrefix(got, "#") {
		t.Errorf("an address of another kind is let through: %s", got)
	}
}
