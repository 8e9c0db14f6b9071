package auth

import (
	"maps"
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

func TestTheMarketIsAskedForWhereSingleClaimsCanBe(t *testing.T) {
	s := newServer(t)
	var doc map[string]any
	s.metadata = func(d map[string]any) { maps.Copy(d, doc) }
	yes, both := map[string]any{"claims_parameter_supported": true}, map[string]any{"claims_parameter_supported": true, "userinfo_endpoint": s.URL + "/userinfo"}
	for _, test := range []struct {
		doc    map[string]any
		scopes []string
		market []string
		want   []string
	}{
		{nil, []string{"openid", "profile"}, nil, nil},
		{yes, []string{"profile"}, nil, nil},
		{yes, []string{"openid"}, nil, []string{`{"id_token":{"country_code":null}}`}},
		{yes, []string{"openid", "profile", "email"}, nil, []string{`{"id_token":{"country_code":null,"email":null,"locale":null,"name":null}}`}},
		{yes, []string{"openid", "address"}, nil, []string{`{"id_token":{"address":null,"country_code":null}}`}},
		{yes, []string{"openid", "address"}, []string{"home"}, []string{`{"id_token":{"address":null,"home":null}}`}},
		{yes, []string{"openid"}, []string{"home.land", "a"}, []string{`{"id_token":{"a":null,"home":null,"home.land":null}}`}},
		{yes, []string{"openid"}, []string{"https://example.com/land"}, []string{`{"id_token":{"https://example.com/land":null}}`}},
		{both, []string{"openid"}, nil, []string{`{"id_token":{"country_code":null},"userinfo":{"country_code":null}}`}},
	} {
		doc = test.doc
		set := s.settings()
		set.Scopes, set.MarketClaims = test.scopes, test.market
		got := asked(t, s, set, LoginOptions{})["claims"]
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v and %q (-want +got):\n%s", test.scopes, test.market, diff)
		}
	}
}
