package oauth

import (
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Request is what a sign-in asks of which server.
type Request struct {
	Ends   Endpoints
	Scopes []string
	Notes  *Notes
}

// CodeRequest is one sign-in by a browser that is under way (RFC 6749 §4.1 with PKCE, RFC 7636).
type CodeRequest struct {
	Request
	conf     *oauth2.Config
	claims   string // to ask for, "" for none
	State    string
	verifier string
	nonce    string
}

// NewCodeRequest makes up a request whose code comes back to redirect.
func (s Settings) NewCodeRequest(r Request, redirect string) *CodeRequest {
	conf := s.oauthConfig(r.Ends, redirect)
	conf.Scopes = r.Scopes
	return &CodeRequest{
		Request: r, conf: conf, claims: s.claimsParam(r.Ends, r.Scopes),
		State: rand.Text(), verifier: oauth2.GenerateVerifier(), nonce: rand.Text(),
	}
}

// PageURL is where the person signs in. prompt and loginHint are OpenID Connect's; "" is not sent.
func (a *CodeRequest) PageURL(prompt, loginHint string) string {
	params := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(a.verifier), oidc.Nonce(a.nonce)}
	if a.claims != "" {
		params = append(params, oauth2.SetAuthURLParam("claims", a.claims))
	}
	if prompt := promptFor(prompt, a.conf.Scopes); prompt != "" {
		params = append(params, oauth2.SetAuthURLParam("prompt", prompt))
	}
	if loginHint != "" {
		params = append(params, oauth2.SetAuthURLParam("login_hint", loginHint))
	}
	return a.conf.AuthCodeURL(a.State, params...)
}

// promptFor adds consent where a login should outlive its access token: a server that follows OpenID
// Connect Core 1.0 §11 silently leaves offline_access out when the person is not asked.
func promptFor(prompt string, scopes []string) string {
	words := strings.Fields(prompt)
	if !slices.Contains(scopes, "offline_access") || slices.Contains(words, "consent") || slices.Contains(words, "none") {
		return prompt
	}
	return strings.Join(append(words, "consent"), " ")
}

// claimsParam asks for the market and the name in the id_token itself, of a server that lets one ask
// (OpenID Connect Core 1.0 §5.5). Such a server may put what a scope is good for into its userinfo
// alone (§5.4), where this program does not look: the access token goes to the API and nowhere else.
// "" asks for nothing.
func (s Settings) claimsParam(ends Endpoints, scopes []string) string {
	if !ends.takesClaims || !slices.Contains(scopes, "openid") {
		return ""
	}
	ask := map[string]any{s.MarketClaim: nil} // null: would be nice to have
	if first, _, nested := strings.Cut(s.MarketClaim, "."); nested && !strings.Contains(first, ":") {
		ask[first] = nil
	}
	for scope, claims := range map[string][]string{"profile": {"name", "locale"}, "email": {"email"}, "address": {"address"}} {
		for _, claim := range claims {
			if slices.Contains(scopes, scope) {
				ask[claim] = nil
			}
		}
	}
	text, err := json.Marshal(map[string]any{"id_token": ask})
	if err != nil {
		return "" // strings and nulls always can be
	}
	return string(text)
}
