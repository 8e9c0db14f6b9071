// Package pagetest holds pages to html/template, which escapes by itself. It is for tests.
package pagetest

import (
	"bytes"
	"html/template"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/webpage"
)

// hostile are texts that try to leave the place where they stand.
func hostile() []string {
	return []string{
		"plain", "<script>alert(1)</script>", `"'><img src=x onerror=y>`, "javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x",
		"a\nb\tc\rd", "\x00", "a\x00b", "\xff\xfe", "\xc3(", "https://x.test/?a=b&c=d e+f#g", "HTTP://x.test", "http:x", "/a b?q=%zz%20%2", "a:b/c", "a/b:c", ":", "",
		"//x.test", "é ünï 日\u2028\u2029\u202e", "&amp;&lt;&#34;", "--></title></style>", "`${x}`", "\\u003c", "0;url=javascript:x", " javascript:x", "java\nscript:x", "{{.}}",
	}
}

// Compare makes a page of views full of hostile text, here and by html/template. They have to be the
// same, byte for byte. A view is told by its type; wrap puts it in what the page is given.
func Compare(t *testing.T, files fs.FS, name string, view any, wrap func(view any) any) {
	t.Helper()
	set, err := webpage.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	theirs := standard(t, files)
	for _, text := range hostile() {
		for _, yes := range []bool{true, false} {
			for items := range 3 {
				filled := reflect.New(reflect.TypeOf(view)).Elem()
				filling{text, yes, items}.fill(filled)
				data := wrap(filled.Interface())
				var want bytes.Buffer
				wantErr := theirs.ExecuteTemplate(&want, name, data)
				got, gotErr := set.Page(name, data)
				if (gotErr == nil) != (wantErr == nil) {
					t.Fatalf("%s with %q: %v, want %v", name, text, gotErr, wantErr)
				}
				if !bytes.Equal(got, want.Bytes()) {
					t.Fatalf("%s with %q is\n%s\nwant\n%s", name, text, got, want.Bytes())
				}
			}
		}
	}
}

// standard reads the pages by html/template, which takes a style only as a value that is marked so.
func standard(t *testing.T, files fs.FS) *template.Template {
	t.Helper()
	names, err := fs.Glob(files, "pages/*.html")
	if err != nil {
		t.Fatal(err)
	}
	style, err := fs.ReadFile(files, "pages/style.css")
	if err != nil {
		t.Fatal(err)
	}
	all := template.New("").Funcs(template.FuncMap{"style": func() template.CSS { return template.CSS(style) }})
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := all.New(path.Base(name)).Parse(strings.ReplaceAll(string(text), `{{template "style.css"}}`, "{{style}}")); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// filling is what a view is filled with.
type filling struct {
	text  string
	yes   bool
	items int // of every list; 0 leaves pointers nil as well
}

func (f filling) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(f.text)
	case reflect.Bool:
		v.SetBool(f.yes)
	case reflect.Int:
		v.SetInt(int64(f.items))
	case reflect.Pointer:
		if f.items > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), f.items, f.items))
		for i := range f.items {
			f.fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f.fill(v.Field(i))
			}
		}
	}
}
