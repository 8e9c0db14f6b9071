package auth

import (
	"strings"
	"testing"

	"travel.example/travel/internal/problem"
)

// Some providers have their tokens and keys on another site than their issuer. Its metadata alone are not
// taken for it: a person who knows all the hosts that are told names them in one setting.
func TestEndpointsOnAnotherSiteNeedASetting(t *testing.T) {
	s := newServer(t)
	elsewhere := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	s.metadata = func(doc map[string]any) {
		doc["token_endpoint"], doc["jwks_uri"], doc["revocation_endpoint"] = elsewhere+"/token", elsewhere+"/jwks", elsewhere+"/revoke"
	}
	settings := s.settings()
	settings.Hosts = []string{"keys.example"}
	settings.Change = func(setting, value string) string { return setting + "=" + value }
	_, err := newDesk(t, settings).Login(t.Context(), LoginOptions{Open: browse(t)})
	want := "its token_endpoint and revocation_endpoint and jwks_uri are on another site, localhost"
	if !sameType(err, kind("refused")) || !strings.Contains(err.Error(), want) {
		t.Errorf("it says: %v", err)
	}
	if got, want := problem.AdviceOf(err), "if you know that to be right, name each of these hosts: sign-in-hosts=keys.example HOST"; got != want {
		t.Errorf("the way out is %q, want %q", got, want)
	}
	if n := s.requests["/token"] + s.requests["/authorize"]; n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	settings.Hosts = []string{"localhost"}
	d := newDesk(t, settings)
	if account := d.login(t); account.Subject == "" || s.requests["/jwks"] != 1 {
		t.Errorf("signed in as %+v with %d reads of keys", account, s.requests["/jwks"])
	}
}
