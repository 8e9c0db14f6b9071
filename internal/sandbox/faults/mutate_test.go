package faults

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTheGenuineAnswerChangesAsAskedFor(t *testing.T) {
	whole := func(body string) seen { return seen{201, "application/json", body + "\n", "whole", 1} }
	const aaa, bbb = `{"code":"AAA","price":12.50}`, `{"code":"BBB","price":7}`
	for spec, want := range map[string]seen{
		"status 202":                   {202, "application/json", genuineBody, "whole", 1},
		"media-type":                   {201, "text/plain", genuineBody, "whole", 1},
		"media-type application/json;": {201, "application/json;", genuineBody, "whole", 1},
		`media-type ""`:                {201, "", genuineBody, "whole", 1},
		"not-json":                     whole(`{"results": [}`),
		"missing searchId":             whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `]}`),
		"missing results.1":            whole(`{"kind":"platform","results":[` + aaa + `],"searchId":"s1"}`),
		"missing results.*.price":      whole(`{"kind":"platform","results":[{"code":"AAA"},{"code":"BBB"}],"searchId":"s1"}`),
		"missing *":                    whole(`{}`),
		"missing results.9":            {201, "application/json", genuineBody, "whole", 1},
		"missing nothing.here":         {201, "application/json", genuineBody, "whole", 1},
		"retype searchId":              whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `],"searchId":7}`),
		"retype results":               whole(`{"kind":"platform","results":{},"searchId":"s1"}`),
		"retype results.0":             whole(`{"kind":"platform","results":[[],` + bbb + `],"searchId":"s1"}`),
		"retype results.*.price":       whole(`{"kind":"platform","results":[{"code":"AAA","price":"12.50"},{"code":"BBB","price":"7"}],"searchId":"s1"}`),
		"set results.0.price=1e400":    whole(`{"kind":"platform","results":[{"code":"AAA","price":1e400},` + bbb + `],"searchId":"s1"}`),
		"set results=null":             whole(`{"kind":"platform","results":null,"searchId":"s1"}`),
		"set searchId=$(touch":         whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `],"searchId":"$(touch"}`),
		"long searchId 9 ab":           whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `],"searchId":"abababab"}`),
		"set results.0.new=true":       whole(`{"kind":"platform","results":[{"code":"AAA","new":true,"price":12.50},` + bbb + `],"searchId":"s1"}`),
		"unknown-enums":                whole(`{"kind":"sandbox_news","results":[` + aaa + `,` + bbb + `],"searchId":"s1"}`),
		"nested 3":                     {201, "application/json", strings.TrimSuffix(genuineBody, "}\n") + `,"nested":[[[]]]}`, "whole", 1},
		"oversize 5":                   {201, "application/json", strings.TrimSuffix(genuineBody, "}\n") + `,"padding":"xxxxx"}`, "whole", 1},
	} {
		got, _ := newRig(t, "createFlightSearch="+spec).post(t.Context())
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
}

func TestUnknownFieldsComeInEveryObject(t *testing.T) {
	got, _ := newRig(t, "*=unknown-fields").post(t.Context())
	if n := strings.Count(got.Body, `"sandboxNews":{`); n != 3 || !json.Valid([]byte(got.Body)) {
		t.Errorf("%d objects of 3 have one: %s", n, got.Body)
	}
	for _, kept := range []string{`"searchId":"s1"`, `"price":12.50`, `"price":7`} {
		if !strings.Contains(got.Body, kept) {
			t.Errorf("%s is lost: %s", kept, got.Body)
		}
	}
}

// answering is a rig before a server that always answers with the same body.
func answering(t *testing.T, body string, specs ...string) *rig {
	t.Helper()
	r := newRig(t)
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
	server := httptest.NewServer(New(next, parsed(t, specs...), Options{}))
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

func TestABodyThatIsNoObjectIsPaddedWithBlanksAndNotEdited(t *testing.T) {
	for spec, want := range map[string]string{
		"oversize 4": "plain    ", "nested 2": "[[]]", "unknown-fields": "plain", "missing a": "plain",
	} {
		if got, _ := answering(t, "plain", "*="+spec).post(t.Context()); got.Body != want {
			t.Errorf("%s: got %q, want %q", spec, got.Body, want)
		}
	}
	if got, _ := answering(t, "{}", "*=oversize 2").post(t.Context()); got.Body != `{"padding":"xx"}` {
		t.Errorf("an empty object became %q", got.Body)
	}
}

func TestAnOversizedBodyAndABombAreAsLargeAsAskedFor(t *testing.T) {
	const size = 64 << 20
	r := newRig(t, "*:1=oversize 64MiB", "*:2=gzip-bomb 64MiB")
	sent := func(accept string) (*http.Response, int64) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+"/v1/user", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", accept) // by hand, so that nothing is decompressed
		resp, err := r.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body := io.Reader(resp.Body)
		if resp.Header.Get("Content-Encoding") == "gzip" {
			if body, err = gzip.NewReader(body); err != nil {
				t.Fatal(err)
			}
		}
		n, err := io.Copy(io.Discard, body)
		if err != nil {
			t.Fatal(err)
		}
		return resp, n
	}
	head := int64(len(`,"padding":""`) + len(genuineBody) - 1)
	if resp, n := sent("identity"); n != size+head || resp.ContentLength != n {
		t.Errorf("oversize: %d bytes of %d, want %d", n, resp.ContentLength, size+head)
	}
	if resp, n := sent("identity"); n != size+int64(len(genuineBody)) || resp.ContentLength > size/500 {
		t.Errorf("bomb: %d bytes out of %d", n, resp.ContentLength)
	}
}

func TestTheDateIsTheSandboxsOwnMovedAsAskedFor(t *testing.T) {
	at := time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)
	for spec, want := range map[string]string{
		"*=date +24h":             "Sun, 22 Nov 2026 08:30:00 GMT",
		"*=date -90s":             "Sat, 21 Nov 2026 08:28:30 GMT",
		"*=not_found date=-24h":   "Fri, 20 Nov 2026 08:30:00 GMT",
		"*=status 202 date=8760h": "Sun, 21 Nov 2027 08:30:00 GMT",
	} {
		h := New(newRig(t), parsed(t, spec), Options{Now: func() time.Time { return at }})
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/v1/user", nil))
		if got := rec.Header().Get("Date"); got != want {
			t.Errorf("%s: got %s, want %s", spec, got, want)
		}
	}
}

func TestRulesCountTheirOwnTargetAndTheFirstOneActs(t *testing.T) {
	r := newRig(t, "createFlightSearch:2=503", "api:2-3=html", "*:5=410", "getHealth:once=418 teapot")
	var got []int
	for _, path := range []string{"/v1/flights/searches", "/v1/flights/searches", "/v1/flights/searches", "/nowhere", "/authorize", "/health", "/health"} {
		method := http.MethodGet
		if path == "/v1/flights/searches" {
			method = http.MethodPost
		}
		a, _ := r.send(t.Context(), method, path, "")
		got = append(got, a.Status)
	}
	want := []int{201, 503, 200, 201, 410, 418, 201}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHowManyActIsExactUnderLoad(t *testing.T) {
	h := New(newRig(t), parsed(t, "getHealth:every 10th=503", "*:101-200=502"), Options{})
	var mu sync.Mutex
	got := map[int]int{}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for range 50 {
				rec := httptest.NewRecorder()
				h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/health", nil))
				mu.Lock()
				got[rec.Code]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	// The two rules count separately, so it is random which requests both want.
	if got[503] != 100 || got[502] < 80 || got[502] > 100 || got[201]+got[502]+got[503] != 1000 {
		t.Errorf("got %v", got)
	}
}

func TestAConnectionThatCannotBeTakenIsCutByTheServer(t *testing.T) {
	h := New(newRig(t), parsed(t, "*=reset"), Options{})
	defer func() {
		if p := recover(); !errors.Is(p.(error), http.ErrAbortHandler) {
			t.Errorf("panic %v", p)
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/health", nil))
}

// TestEveryClosedListOfAnAnswerIsKnown reads the members of the wire types whose
// type is a list of words, except in requests.
func TestEveryClosedListOfAnAnswerIsKnown(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../wire/types.gen.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	words, lists := map[string]bool{}, map[string]bool{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "Valid" {
			lists[fmt.Sprint(f.Recv.List[0].Type)] = true
		}
	}
	for node := range ast.Preorder(file) {
		spec, ok := node.(*ast.TypeSpec)
		if !ok {
			continue
		}
		if base, ok := spec.Type.(*ast.Ident); ok && base.Name == "string" && lists[spec.Name.Name] && spec.Name.Name != "ErrorCode" {
			words[spec.Name.Name] = true
		}
	}
	var want []string
	for node := range ast.Preorder(file) {
		field, ok := node.(*ast.Field)
		if !ok || field.Tag == nil || strings.Contains(field.Tag.Value, "form:") || !words[typeName(field.Type)] {
			continue
		}
		_, name, _ := strings.Cut(field.Tag.Value, `json:"`)
		name, _, _ = strings.Cut(strings.TrimRight(name, "\"`"), ",")
		want = append(want, name)
	}
	slices.Sort(want)
	want = slices.DeleteFunc(slices.Compact(want), func(name string) bool { return name == "category" }) // of a request
	if diff := cmp.Diff(want, listMembers()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// typeName is the type's name behind pointers and slices.
func typeName(e ast.Expr) string {
	switch v := e.(type) {
	case *ast.StarExpr:
		return typeName(v.X)
	case *ast.ArrayType:
		return typeName(v.Elt)
	case *ast.Ident:
		return v.Name
	}
	return ""
}
