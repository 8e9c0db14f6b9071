package flow

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/testkit/authtest"
)

func TestMetadataIsLookedForWhereBothStandardsPutIt(t *testing.T) {
	want := map[string][]string{
		"https://auth.example.com": {
			"https://auth.example.com/.well-known/openid-configuration",
			"https://auth.example.com/.well-known/oauth-authorization-server",
		},
		"https://auth.example.com/tenant/": {
			"https://auth.example.com/tenant/.well-known/openid-configuration",
			"https://auth.example.com/.well-known/oauth-authorization-server/tenant",
		},
	}
	got := map[string][]string{}
	for issuer := range want {
		got[issuer] = metadataURLs(issuer)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnExplicitEndpointMayLieOnAnotherSite(t *testing.T) {
	body := []byte(`{"issuer":"https://auth.example.com","authorization_endpoint":"https://auth.example.com/a","token_endpoint":"https://tokens.example.org/t"}`)
	if _, err := (Settings{}).parseMetadata(body, "https://auth.example.com"); err == nil {
		t.Error("a foreign token endpoint was taken")
	}
	pins := Settings{TokenURL: "https://tokens.example.org/t"}
	ends, err := pins.parseMetadata(body, "https://auth.example.com")
	if err != nil || ends.Token != pins.TokenURL {
		t.Errorf("%+v, %v", ends, err)
	}
}

func FuzzMetadata(f *testing.F) {
	const issuer = "https://auth.example.com"
	f.Add([]byte(`{"issuer":"https://auth.example.com","authorization_endpoint":"https://auth.example.com/a","token_endpoint":"https://auth.example.com/t"}`))
	f.Add([]byte(`{"issuer":"https://auth.example.com","authorization_endpoint":"http://127.0.0.1/a","token_endpoint":"https://login.example.com/t","jwks_uri":"https://a@b"}`))
	f.Add([]byte(`[`))
	f.Add([]byte(`{"issuer":"https://auth.example.com","authorization_endpoint":"https://auth.example.com/a","token_endpoint":"https://auth.example.com/t","scopes_supported":["openid","a\"b","\u001b",7,null,[]],"grant_types_supported":"x","prompt_values_supported":{}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		ends, err := (Settings{}).parseMetadata(body, issuer)
		if err != nil {
			if strings.ContainsFunc(err.Error(), authtest.IsControl) {
				t.Errorf("the error holds control characters: %q", err)
			}
			return
		}
		for _, scope := range slices.Concat(ends.Scopes, ends.grants, ends.prompts) {
			if !IsScope(scope) {
				t.Errorf("offers %q", scope)
			}
		}
		for _, end := range []string{ends.Authorize, ends.Token, ends.Revoke, ends.JWKS, ends.Device, ends.Registration} {
			if end == "" {
				continue
			}
			host := strings.ToLower(HostOf(end))
			if !strings.HasPrefix(end, "https://") || !strings.Contains("."+host, ".example.com") {
				t.Errorf("%q was taken", end)
			}
		}
		if ends.Issuer != issuer || ends.Authorize == "" || ends.Token == "" {
			t.Errorf("%+v", ends)
		}
	})
}
