package flow

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestARefusedClientIsNamedWithTheWayOut(t *testing.T) {
	client := func(code, from string, registers bool, left ...string) *ClientError {
		return &ClientError{
			ID: "desk", From: from, Off: "unset IT", Set: "export IT=ID", Host: "auth.example", Registers: registers, Left: left,
			Err: &DeniedError{Code: code, Description: "no"},
		}
	}
	const public = "it must be the id of a public client there, one without a secret; "
	for want, e := range map[[2]string]*ClientError{
		{"does not take client-id desk, set by IT (invalid_client: no)", public + "or let this program register itself at the next sign-in: unset IT"}: client("invalid_client", "IT", true),
		{"does not take client-id desk, set by IT (invalid_client: no)", public + "ask the operator of the service for it, then: export IT=ID"}:        client("invalid_client", "IT", false),
		{"does not take the client that this program registered (invalid_client: no)", "try again"}:                                                    client("invalid_client", "", true),
		{"does not let client-id desk, set by IT, sign in this way (unauthorized_client: no)", "try another way: a, or b"}:                             client("unauthorized_client", "IT", true, "a", "b"),
		{
			"does not let the client that this program registered sign in this way (unsupported_response_type: no)",
			"no way is left to try; ask the operator of the service to allow this client the authorization code grant with PKCE",
		}: client("unsupported_response_type", "", true),
	} {
		if diff := cmp.Diff(want, [2]string{strings.TrimPrefix(e.Error(), "auth.example "), e.Advice()}); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestRefusedScopesLeadToFewer(t *testing.T) {
	words := strings.Fields
	set := func(scopes string) string { return "set [" + scopes + "]" }
	const operator = "ask the operator of the service which ones this client may ask for, then: set [SCOPES]"
	for _, test := range []struct{ asked, offered, named, kept, want string }{
		{"openid profile users", "openid profile", "", "", "ask for fewer: set [openid profile]"},
		{"openid profile users", "", "", "", "ask for fewer: set [openid profile]"},
		{"openid profile users", "openid profile users", "", "", "ask for fewer: set [openid profile]"},
		{"openid", "", "", "", operator},
		{"users", "", "", "", operator},
		{"users", "openid", "", "", operator},
		{"openid users flights email", "", "flights email", "", "leave out --scope flights; if it is refused then too, ask for fewer: set [openid]"},
		{"openid profile flights", "", "flights", "", "leave out --scope flights, or ask the operator of the service to allow it to this client"},
		{"openid users flights", "openid flights", "flights", "", "ask for fewer: set [openid flights]"},
		{"openid flights users", "", "", "flights", "travel logout forgets what was granted before, flights; then sign in again"},
		{"openid flights users", "openid flights", "", "flights", "ask for fewer: set [openid flights]"},
	} {
		e := &ScopeError{Host: "auth.example", Asked: words(test.asked), Offered: words(test.offered), Named: words(test.named), Kept: words(test.kept), Set: set, Err: &DeniedError{Code: "invalid_scope"}}
		if got := e.Advice(); got != test.want {
			t.Errorf("asked %q, offered %q, named %q, kept %q:\n%s\nwant:\n%s", test.asked, test.offered, test.named, test.kept, got, test.want)
		}
	}
}
