package auth

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asked signs in and returns the parameters that the authorization endpoint got.
func asked(t *testing.T, s *server, set Settings, o LoginOptions) url.Values {
	t.Helper()
	d := newDesk(t, set)
	var got url.Values
	o.Open = browse(t)
	o.Rewrite = func(address string) (string, error) {
		u, err := url.Parse(address)
		got = u.Query()
		return address, err
	}
	if _, err := d.Login(t.Context(), o); err != nil {
		t.Fatalf("login: %v", err)
	}
	return got
}

func TestALoginThatShallLastAsksForConsent(t *testing.T) {
	s := newServer(t)
	for _, test := range []struct {
		scopes []string
		prompt string
		want   []string
	}{
		{[]string{"openid"}, "", nil},
		{[]string{"openid"}, "login", []string{"login"}},
		{[]string{"openid", "offline_access"}, "", []string{"consent"}},
		{[]string{"openid", "offline_access"}, "login", []string{"login consent"}},
		{[]string{"openid", "offline_access"}, "login consent", []string{"login consent"}},
		{[]string{"openid", "offline_access"}, "none", []string{"none"}},
	} {
		set := s.settings()
		set.Scopes = test.scopes
		got := asked(t, s, set, LoginOptions{Prompt: test.prompt})["prompt"]
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v with prompt %q (-want +got):\n%s", test.scopes, test.prompt, diff)
		}
	}
}
