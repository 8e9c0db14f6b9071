package template

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"text/template"
)

// answer is data as an answer has it, with every kind of value.
const answer = `{
	"s": "a <b> & \"c\" 'd' + é \u2028 \u0007", "empty": "", "n": 412.50, "whole": 42, "big": 9007199254740993, "huge": 1e999,
	"t": true, "f": false, "nil": null, "list": ["x", 2, null, {"k": "v"}, [1, 2, 3]], "none": [], "words": ["a", "b", "c"],
	"m": {"b": 2, "a": {"deep": {"er": "found"}}, "c": null}, "bare": {}, "Float64": "a key, no method",
	"trips": [{"id": "t1", "price": {"total": 412.5}, "legs": [{"from": "DXB"}, {"from": "LHR"}]}, {"id": "t2", "price": null, "legs": []}]
}`

func read(tb testing.TB, text string) any {
	tb.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var data any
	if err := decoder.Decode(&data); err != nil {
		tb.Fatal(err)
	}
	return data
}

// extra are functions of the kinds that a user of the package adds.
func extra() map[string]any {
	return map[string]any{
		"json": func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
		"join": func(separator string, list []any) string {
			return strings.TrimSpace(fmt.Sprintln(append([]any{separator}, list...)...))
		},
	}
}

// enough bounds what a template prints in a test: "range 1000000000" is honest, and long.
type enough struct{ bytes.Buffer }

func (e *enough) Write(text []byte) (int, error) {
	if e.Len()+len(text) > 1<<16 {
		return 0, io.ErrShortWrite
	}
	return e.Buffer.Write(text)
}

// compare runs a template here and by the standard library, which have to print the same and fail
// with the same words.
func compare(t *testing.T, text string, data any) {
	t.Helper()
	var want, got enough
	theirs, wantErr := template.New("--template").Option("missingkey=zero").Funcs(extra()).Parse(text)
	if wantErr == nil {
		wantErr = theirs.Execute(&want, data)
	}
	ours := New(extra())
	gotErr := ours.Parse("--template", text)
	if gotErr == nil {
		gotErr = ours.Execute(&got, "--template", data)
	}
	if got.String() != want.String() || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
		t.Errorf("%s\ngot  %q, %v\nwant %q, %v", text, got.String(), gotErr, want.String(), wantErr)
	}
}

func TestATemplateGivesWhatTheStandardLibraryGives(t *testing.T) {
	data := read(t, answer)
	for text := range strings.SplitSeq(strings.TrimSpace(templates), "\n") {
		compare(t, text, data)
	}
	for _, text := range many() {
		compare(t, text, data)
	}
	for _, text := range []string{"{{.}}", "{{.a}}", "{{len .}}", "{{range .}}{{.}}{{else}}none{{end}}", "{{.a.b}}", "{{index . 0}}"} {
		for _, root := range []string{"null", "[]", `["a"]`, "1.50", `"text"`, "true", "{}"} {
			compare(t, text, read(t, root))
		}
	}
}

// many are every function with every operand, and every pair of operands compared.
func many() (all []string) {
	operands := []string{
		".s", ".empty", ".n", ".whole", ".t", ".f", ".nil", ".none", ".list", ".words", ".m", ".bare", ".missing", ".", "nil",
		"0", "1", "-1", "2.5", "1e3", "0x1F", "-0x1E", "'a'", "1i", `"a"`, `""`, "true", "(len .s)", "(index .words 0)", "(index .s 0)", "(index .nil)",
		".whole.Int64", ".n.Float64", ".n.String", ".huge.Float64", ".n.Int64", "(1)", "99999999999999999999", "1_000", "`raw`",
	}
	for _, a := range operands {
		for _, f := range []string{"not", "len", "print", "printf", "println", "html", "js", "urlquery", "index", "slice", "json", "join \",\"", "and", "or", "eq", "nosuch", "if", "with", "range"} {
			if f == "if" || f == "with" || f == "range" {
				all = append(all, fmt.Sprintf("{{%s %s}}yes{{.}}{{else}}no{{end}}", f, a))
				continue
			}
			all = append(all, fmt.Sprintf("{{%s %s}}", f, a), fmt.Sprintf("{{%s | %s}}", a, f))
		}
		all = append(all, fmt.Sprintf("{{%s}}", a), fmt.Sprintf("{{%s 1}}", a), fmt.Sprintf("{{1 | %s}}", a), fmt.Sprintf("{{$x := %s}}{{$x}} {{print $x}} {{$x.y}}", a), fmt.Sprintf("{{(%s).x.y}}", a))
		for _, b := range operands {
			for _, f := range []string{"eq", "ne", "lt", "le", "gt", "ge", "index", "slice", "and", "or", "print", "printf", "join", "slice .words", "slice .s 0", "slice .words 0 2"} {
				all = append(all, fmt.Sprintf("{{%s %s %s}}", f, a, b))
			}
		}
	}
	return all
}

func FuzzATemplateGivesWhatTheStandardLibraryGives(f *testing.F) {
	for text := range strings.SplitSeq(strings.TrimSpace(templates), "\n") {
		f.Add(text)
	}
	data := read(f, answer)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "call") || strings.Contains(text, "range") && strings.Count(text, "range") > 3 {
			t.Skip("a call fails with other words, and ranges in ranges take long")
		}
		if long.MatchString(text) {
			t.Skip("a long range takes long in either")
		}
		compare(t, text, data)
	})
}

func TestACallIsRefused(t *testing.T) {
	ours := New(nil)
	if err := ours.Parse("t", "{{if .f}}{{call .s}}{{end}}{{call .s 1}}"); err != nil {
		t.Fatal(err)
	}
	err := ours.Execute(io.Discard, "t", read(t, answer))
	if want := `template: t:1:29: executing "t" at <call .s 1>: error calling call: the data holds no function to call`; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// view is data of plain fields, as a page has it.
type view struct {
	Name   string
	Count  int
	Next   *view
	Items  []view
	Any    any
	hidden string
}

func TestStructsAreReadByTheirFields(t *testing.T) {
	data := view{Name: "n", Count: 2, Next: &view{Name: "next"}, Items: []view{{Name: "i"}}, Any: view{Name: "any"}, hidden: "h"}
	for _, text := range []string{
		"{{.Name}} {{.Count}} {{.Next.Name}} {{(index .Items 0).Name}} {{.Any.Name}} {{len .Items}}", "{{range $i, $v := .Items}}{{$i}}{{$v.Name}}{{end}}",
		"{{with .Next}}{{.Name}}{{with .Next}}{{.Name}}{{else}}none{{end}}{{end}}", "{{if .Next.Next}}x{{end}}{{range .Count}}{{.}}{{end}}",
		"{{.hidden}}", "{{.Missing}}", "{{.Name 1}}", "{{.Next.Next.Name}}", "{{range .Next}}{{end}}", "{{eq .Next .Next}}", "{{eq .Count 2}}", "{{printf .Count}}",
	} {
		compare(t, text, data)
		compare(t, text, &data)
	}
}

func TestAnErrorOfTheWriterIsReturnedAsItIs(t *testing.T) {
	ours := New(nil)
	if err := ours.Parse("t", "{{range 1000000000}}more{{end}}"); err != nil {
		t.Fatal(err)
	}
	if err := ours.Execute(&enough{}, "t", nil); err != io.ErrShortWrite {
		t.Errorf("got %v", err)
	}
}
