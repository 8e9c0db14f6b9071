package oauth_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/oauth"
)

// TestMetadataIsWhereTheStandardsLookForIt reads every well-known document, for
// addresses with and without a path.
func TestMetadataIsWhereTheStandardsLookForIt(t *testing.T) {
	const host = "http://127.0.0.1:8787"
	for _, path := range []string{"", "/auth"} {
		t.Run("path "+path, func(t *testing.T) {
			mux := http.NewServeMux()
			server, err := oauth.New(oauth.Options{Issuer: host + path, Resource: host + "/v1", Key: newKey(t)})
			if err != nil {
				t.Fatal(err)
			}
			server.Register(mux)
			web := &http.Client{Transport: handlerTransport{mux}}

			want := wantMetadata(host + path)
			for _, at := range []string{path + "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server" + path} {
				if diff := cmp.Diff(want, readJSON(t, web, host+at)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", at, diff)
				}
			}
			about := map[string]any{
				"resource": host + "/v1", "resource_name": "Travel sandbox, sample data only",
				"authorization_servers": []any{host + path}, "bearer_methods_supported": []any{"header"},
				"scopes_supported": []any{"openid", "profile", "users"},
			}
			if diff := cmp.Diff(about, readJSON(t, web, host+"/.well-known/oauth-protected-resource/v1")); diff != "" {
				t.Errorf("resource (-want +got):\n%s", diff)
			}
			if _, err := oidc.NewProvider(oidc.ClientContext(t.Context(), web), host+path); err != nil {
				t.Error(err)
			}
		})
	}
}

func wantMetadata(issuer string) map[string]any {
	return map[string]any{
		"issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token",
		"revocation_endpoint": issuer + "/revoke", "userinfo_endpoint": issuer + "/userinfo", "jwks_uri": issuer + "/jwks.json",
		"device_authorization_endpoint": issuer + "/device_authorization", "registration_endpoint": issuer + "/register",
		"scopes_supported": []any{"openid", "profile", "email", "address", "users"},
		"claims_supported": []any{
			"iss", "sub", "aud", "azp", "exp", "iat", "auth_time", "nonce", "at_hash", "name", "given_name", "family_name",
			"preferred_username", "locale", "zoneinfo", "country_code", "email", "email_verified", "address",
		},
		"response_types_supported": []any{"code"}, "response_modes_supported": []any{"query"},
		"grant_types_supported":   []any{"authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"},
		"prompt_values_supported": []any{"none", "login", "consent", "select_account"},
		"subject_types_supported": []any{"public"}, "code_challenge_methods_supported": []any{"S256"},
		"id_token_signing_alg_values_supported": []any{"ES256"}, "token_endpoint_auth_methods_supported": []any{"none"},
		"revocation_endpoint_auth_methods_supported": []any{"none"}, "ui_locales_supported": []any{"en"},
		"authorization_response_iss_parameter_supported": true, "claims_parameter_supported": false,
		"request_parameter_supported": false, "request_uri_parameter_supported": false,
	}
}

func readJSON(t *testing.T, client *http.Client, address string) map[string]any {
	t.Helper()
	resp, body := get(t, client, address)
	var value map[string]any
	if err := json.Unmarshal([]byte(body), &value); err != nil || resp.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("%s answered %s, no JSON: %v", address, resp.Status, err)
	}
	return value
}

func TestTheKeySetHoldsOnlyThePublicKey(t *testing.T) {
	s := newSite(t, oauth.Options{})
	_, body := get(t, s.browser, s.url+"/jwks.json")
	var set struct{ Keys []map[string]string }
	if err := json.Unmarshal([]byte(body), &set); err != nil {
		t.Fatal(err)
	}
	if len(set.Keys) != 1 {
		t.Fatalf("%d keys", len(set.Keys))
	}
	key := set.Keys[0]
	for _, name := range []string{"kid", "x", "y"} {
		if key[name] == "" {
			t.Errorf("the key has no %s", name)
		}
		delete(key, name)
	}
	if diff := cmp.Diff(map[string]string{"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig"}, key); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestABrowserMayReachThePageElsewhere(t *testing.T) {
	s := newSite(t, oauth.Options{Issuer: "http://sandbox.localhost", Browse: "http://127.0.0.1:4000"})
	_, body := get(t, s.browser, s.url+"/.well-known/openid-configuration")
	var meta map[string]any
	if err := json.Unmarshal([]byte(body), &meta); err != nil {
		t.Fatal(err)
	}
	got := []any{meta["issuer"], meta["authorization_endpoint"], meta["token_endpoint"]}
	want := []any{"http://sandbox.localhost", "http://127.0.0.1:4000/authorize", "http://sandbox.localhost/token"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// handlerTransport answers requests from a handler, whatever their host.
type handlerTransport struct{ handler http.Handler }

func (h handlerTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, req)
	return w.Result(), nil
}
