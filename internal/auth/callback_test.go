package auth

import (
	"net/url"
	"strings"
	"testing"
)

func FuzzCallback(f *testing.F) {
	redirect, err := url.Parse("http://127.0.0.1:4000/callback")
	if err != nil {
		f.Fatal(err)
	}
	want := expectation{redirect: redirect, state: "canary-state", issuer: "https://auth.example.com", mustIssue: true}
	for _, seed := range []string{goodQuery[1:], "state=wrong&code=x", "state=canary-state&error=x", "state=canary-state&state=canary-state", "state=canary-state&code=%00", "&&&=;%"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		code, err := want.read(query)
		values, parseErr := url.ParseQuery(query)
		if err == nil {
			if parseErr != nil || values.Get("state") != "canary-state" || values.Get("iss") != want.issuer || string(code) != values.Get("code") || values.Has("error") {
				t.Errorf("%q was taken", query)
			}
			return
		}
		if strings.ContainsFunc(err.Error(), isControl) {
			t.Errorf("%q: the error holds control characters: %q", query, err)
		}
		if _, pasteErr := want.readPasted(redirect.String() + "?" + query); pasteErr == nil {
			t.Errorf("%q is refused from the browser and taken when pasted", query)
		}
	})
}

func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e }
