package auth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestASecretNeverPrintsItself(t *testing.T) {
	type holder struct {
		Name  string
		Token Secret
		More  []Secret
		Map   map[string]Secret
	}
	h := holder{"x", "canary", []Secret{"canary"}, map[string]Secret{"a": "canary"}}
	kept := login{access: "canary", refresh: "canary"}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%10s", "%T %v"} {
		fmt.Fprintf(&out, verb+"\n", h)
		fmt.Fprintf(&out, verb+"\n", h.Token)
		fmt.Fprintf(&out, verb+"\n", &h)
		fmt.Fprintf(&out, verb+"\n", kept)
		fmt.Fprintf(&out, verb+"\n", &kept)
		fmt.Fprintf(&out, verb+"\n", answer{code: "canary"})
	}
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(text)
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Info("login", "token", h.Token, "holder", h)
	}
	fmt.Fprint(&out, h.Token, error(&StoreError{Store: "x", Problem: "y", Err: fmt.Errorf("z %v", h.Token)}))
	for _, form := range []string{"canary", "63616e617279", "63616E617279"} {
		if strings.Contains(out.String(), form) {
			t.Errorf("%q is shown:\n%s", form, out.String())
		}
	}
}

func TestForeignTextIsFitForOneLine(t *testing.T) {
	want := map[string]string{
		"plain":                   "plain",
		"Zoë 東京":                  "Zoë 東京",
		"a\nb\tc\r":               "a b c",
		"\x1b[31mred\x1b[0m":      "[31mred [0m",
		"a\u009b31mb":             "a 31mb",
		"\u202eevil\u2066x\u2069": "evilx",
		"a\u200bb\u2028c\ufeff":   "ab c",
		"a\U000E0041b":            "ab",
		"bad \xff bytes":          "bad ? bytes",
		strings.Repeat("é", 300):  strings.Repeat("é", maxForeign) + "...",
		"":                        "",
	}
	got := map[string]string{}
	for text := range want {
		got[text] = clean(text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestThingsThatPanicTellNoSecret(t *testing.T) {
	d := newDesk(t, Settings{})
	panics := func() { panic("canary-words") }
	d.open(func(string) error { panics(); return nil }, "http://127.0.0.1:1/start/x")
	loop := callback(t)
	loop.readPastes(panicReader{}, d.notices)
	pasted := (<-loop.answers).err
	kept := protect(func() (string, error) { panics(); return "", nil }).err
	for _, told := range []string{d.notices.String(), pasted.Error(), kept.Error()} {
		if strings.Contains(told, "canary") || !strings.Contains(told, "a panic of type string") {
			t.Errorf("told %q", told)
		}
	}
}

type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("canary-words") }
