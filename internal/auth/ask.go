package auth

import (
	"encoding/json"
	"slices"
	"strings"
)

// promptFor adds consent where a login shall outlive its access token: a server that follows OpenID
// Connect Core 1.0 §11 leaves offline_access out in silence when nobody is asked.
func promptFor(prompt string, scopes []string) string {
	words := strings.Fields(prompt)
	if !slices.Contains(scopes, "offline_access") || slices.Contains(words, "consent") || slices.Contains(words, "none") {
		return prompt
	}
	return strings.Join(append(words, "consent"), " ")
}

// claimsParam asks for the market and the name in the id_token itself, of a server that lets one ask
// (OpenID Connect Core 1.0 §5.5). Such a server may put what a scope is good for into its userinfo
// alone (§5.4), where this program does not look: the access token goes to the API and nobody else.
// "" asks for nothing.
func (c *Client) claimsParam(ends endpoints, scopes []string) string {
	if !ends.takesClaims || !slices.Contains(scopes, "openid") {
		return ""
	}
	ask := map[string]any{c.set.MarketClaim: nil} // null: would be nice to have
	if first, _, nested := strings.Cut(c.set.MarketClaim, "."); nested && !strings.Contains(first, ":") {
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
