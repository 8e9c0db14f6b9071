package loopback

import (
	"net/url"
	"strings"
	"testing"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/authtest"
)

func FuzzCallback(f *testing.F) {
	want := &flow.CodeRequest{State: "canary-state", Request: flow.Request{Ends: flow.Endpoints{Issuer: "https://auth.example.com", AnswersWithIssuer: true}}}
	for _, seed := range []string{goodQuery[1:], "state=wrong&code=x", "state=canary-state&error=x", "state=canary-state&state=canary-state", "state=canary-state&code=%00", "&&&=;%"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		code, err := read(query, want)
		values, parseErr := url.ParseQuery(query)
		if err == nil {
			if parseErr != nil || values.Get("state") != "canary-state" || values.Get("iss") != want.Ends.Issuer || string(code) != values.Get("code") || values.Has("error") {
				t.Errorf("%q was taken", query)
			}
			return
		}
		if strings.ContainsFunc(err.Error(), authtest.IsControl) {
			t.Errorf("%q: the error holds control characters: %q", query, err)
		}
	})
}
