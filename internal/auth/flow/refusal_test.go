package flow

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/problem"
)

func TestARefusedClientIsNamedWithTheWayOut(t *testing.T) {
	const public = "it must be the id of a public client there, one without a secret; "
	const takes, lets = "auth.example does not take ", "auth.example does not let "
	for _, test := range []struct {
		code, from string
		registers  bool
		left       []string
		text, hint string
	}{
		{"invalid_client", "IT", true, nil, takes + "client-id desk, set by IT (invalid_client: no)", public + "or let this program register itself at the next sign-in: set client-id="},
		{"invalid_client", "IT", false, nil, takes + "client-id desk, set by IT (invalid_client: no)", public + "ask the operator of the service for it, then: set client-id=ID"},
		{"invalid_client", "", true, nil, takes + "the client that this program registered (invalid_client: no)", "try again"},
		{"unauthorized_client", "IT", true, []string{"a", "b"}, lets + "client-id desk, set by IT, sign in this way (unauthorized_client: no)", "try another way: a, or b"},
		{
			"unsupported_response_type", "", true, nil, lets + "the client that this program registered sign in this way (unsupported_response_type: no)",
			"no way is left to try; ask the operator of the service to allow this client the authorization code grant with PKCE",
		},
	} {
		set := Settings{ClientID: "desk", ClientIDFrom: test.from, Change: func(setting, value string) string { return "set " + setting + "=" + value }}
		ends := Endpoints{Token: "https://auth.example/token"}
		if test.registers {
			ends.Registration = "https://auth.example/register"
		}
		err := set.Explain(Denied("auth.example", test.code, "no"), Request{Ends: ends}, nil, test.left)
		if diff := cmp.Diff([]string{test.text, test.hint}, []string{err.Error(), problem.AdviceOf(err)}); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestRefusedScopesLeadToFewer(t *testing.T) {
	words := strings.Fields
	set := Settings{Change: func(_, scopes string) string { return "set [" + scopes + "]" }}
	const operator = "ask the operator of the service which ones this client may ask for, then: set [SCOPES]"
	for _, test := range []struct{ asked, offered, named, kept, want string }{
		{"openid profile users", "openid profile", "", "", "ask for fewer: set [openid profile]"},
		{"openid profile users", "", "", "", "ask for fewer: set [openid profile]"},
		{"openid profile users", "openid profile users", "", "", "ask for fewer: set [openid profile]"},
		{"openid", "", "", "", operator},
		{"users", "", "", "", operator},
		{"users", "openid", "", "", operator},
		{"openid users flights email", "", "flights email", "", "leave out --scope flights, or ask the operator of the service to allow it to this client"},
		{"openid profile flights", "", "flights", "", "leave out --scope flights, or ask the operator of the service to allow it to this client"},
		{"openid users flights", "openid flights", "flights", "", "ask for fewer: set [openid flights]"},
		{"openid flights users", "", "", "flights", "travel logout forgets what was granted before, flights; then sign in again"},
		{"openid flights users", "openid flights", "", "flights", "ask for fewer: set [openid flights]"},
	} {
		r := Request{Ends: Endpoints{Scopes: words(test.offered)}, Scopes: words(test.asked), Kept: words(test.kept)}
		err := set.Explain(Denied("auth.example", "invalid_scope", ""), r, words(test.named), nil)
		if got := problem.AdviceOf(err); got != test.want {
			t.Errorf("asked %q, offered %q, named %q, kept %q:\n%s\nwant:\n%s", test.asked, test.offered, test.named, test.kept, got, test.want)
		}
	}
}
