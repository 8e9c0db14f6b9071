package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// witness notes what a sweep complains about.
type witness struct {
	testing.TB
	found []string
}

func (w *witness) Errorf(format string, args ...any) {
	w.found = append(w.found, fmt.Sprintf(format, args...))
}

// TestTheSweepFindsWhatIsPlanted hides a secret wherever one could turn up.
func TestTheSweepFindsWhatIsPlanted(t *testing.T) {
	const token = "sandbox_canary/with+signs=="
	dir := t.TempDir()
	s := &stage{work: dir, state: filepath.Join(dir, "sandbox"), swept: new(swept)}
	s.secrets.watch(&http.Request{}, []byte("grant_type=authorization_code&code=canary-code-0001&code_verifier=canary-verifier-2"),
		http.Header{"Location": {"http://127.0.0.1:1/callback?code=canary-code-0003"}}, []byte(`{"access_token":"`+token+`", "refresh_token" : "canary-refresh-4"`))
	s.secrets.watch(&http.Request{Header: http.Header{"Authorization": {"Bearer canary-bearer-5"}}}, nil, nil, nil)
	s.secrets.shown = []string{"[stdout]\ncanary-refresh-4\n"}
	for name, text := range map[string]string{
		"debug.log": "x canary-code-0001 x", "home/a/escaped": url.QueryEscape(token), "home/out.1": "canary-verifier-2",
		"record": "--url=canary-code-0003", "other": "eyJhbGciOiJFUzI1NiIsImtpZCI6.eyJzdWIiOiJ1LTEifQabcdef.sig",
		"sandbox/grants.json": token, "home/state/credentials/x.access": token, "clean": "nothing",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := &witness{TB: t}
	s.sweep(w, "> exec travel api --header canary-code-0001\n[stdout]\ncanary-refresh-4\n[stderr]\ncanary-bearer-5\n")
	got := map[string]bool{}
	for _, text := range w.found {
		got[text[:strings.Index(text, ")")+1]] = true
	}
	want := map[string]bool{
		"a program printed a secret (bearer token)": true, "/debug.log holds a secret (code)": true,
		"/home/a/escaped holds a secret (access_token)": true, "/home/out.1 holds a secret (code_verifier)": true,
		"/record holds a secret (code)": true, "/other holds a secret (something that looks like a token)": true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s.swept.all.hits != len(want) {
		t.Errorf("%d hits", s.swept.all.hits)
	}
}
