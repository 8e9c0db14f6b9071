package auth

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
)

// asked signs in and returns the parameters that the authorization endpoint got.
func asked(t *testing.T, s *server, set flow.Settings, o LoginOptions) url.Values {
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
		want   []string
	}{
		{[]string{"openid"}, nil},
		{[]string{"openid", "offline_access"}, []string{"consent"}},
	} {
		set := s.settings()
		set.Scopes = test.scopes
		got := asked(t, s, set, LoginOptions{})["prompt"]
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.scopes, diff)
		}
	}
}
