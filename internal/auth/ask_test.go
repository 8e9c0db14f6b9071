package auth

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/oauth"
)

// asked signs in and returns the parameters that the authorization endpoint got.
func asked(t *testing.T, s *server, set oauth.Settings, o LoginOptions) url.Values {
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

func TestTheMarketIsAskedForWhereSingleClaimsCanBe(t *testing.T) {
	s := newServer(t)
	supported := any(true)
	s.metadata = func(doc map[string]any) { doc["claims_parameter_supported"] = supported }
	for _, test := range []struct {
		supported any
		scopes    []string
		market    string
		want      []string
	}{
		{false, []string{"openid", "profile"}, "", nil},
		{true, []string{"openid"}, "", []string{`{"id_token":{"country_code":null}}`}},
		{true, []string{"openid", "profile", "email"}, "", []string{`{"id_token":{"country_code":null,"email":null,"locale":null,"name":null}}`}},
		{true, []string{"openid", "address"}, "home", []string{`{"id_token":{"address":null,"home":null}}`}},
		{true, []string{"openid"}, "home.land", []string{`{"id_token":{"home":null,"home.land":null}}`}},
		{true, []string{"openid"}, "https://example.com/land", []string{`{"id_token":{"https://example.com/land":null}}`}},
	} {
		supported = test.supported
		set := s.settings()
		set.Scopes, set.MarketClaim = test.scopes, test.market
		got := asked(t, s, set, LoginOptions{})["claims"]
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v and %q (-want +got):\n%s", test.scopes, test.market, diff)
		}
	}
}
