package auth

import (
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
