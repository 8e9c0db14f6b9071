package auth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/loopback"
	"travel.example/travel/internal/problem"
)

func TestASecretNeverPrintsItself(t *testing.T) {
	type holder struct {
		Name  string
		Token flow.Secret
		More  []flow.Secret
		Map   map[string]flow.Secret
	}
	h := holder{"x", "canary", []flow.Secret{"canary"}, map[string]flow.Secret{"a": "canary"}}
	kept := flow.Login{Access: "canary", Refresh: "canary"}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%10s", "%T %v"} {
		fmt.Fprintf(&out, verb+"\n", h)
		fmt.Fprintf(&out, verb+"\n", h.Token)
		fmt.Fprintf(&out, verb+"\n", &h)
		fmt.Fprintf(&out, verb+"\n", kept)
		fmt.Fprintf(&out, verb+"\n", &kept)
		fmt.Fprintf(&out, verb+"\n", loopback.Answer{Code: "canary"})
	}
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(text)
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Info("login", "token", h.Token, "holder", h)
	}
	fmt.Fprint(&out, h.Token, problem.Error{Text: "x", Err: fmt.Errorf("z %v", h.Token)})
	for _, form := range []string{"canary", "63616e617279", "63616E617279"} {
		if strings.Contains(out.String(), form) {
			t.Errorf("%q is shown:\n%s", form, out.String())
		}
	}
}

func TestThingsThatPanicTellNoSecret(t *testing.T) {
	d := newDesk(t, newServer(t).settings())
	_, err := d.Login(t.Context(), LoginOptions{Timeout: time.Second / 10, Open: func(string) error { panic("canary-words") }})
	if err == nil {
		t.Error("signed in")
	}
	if told := d.notices.String(); strings.Contains(told, "canary") || !strings.Contains(told, "a panic of type string") {
		t.Errorf("told %q", told)
	}
}
