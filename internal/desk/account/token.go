package account

import (
	"context"
	"errors"
	"strings"
	"time"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
)

// Token is an access token for another program. What is not known of it is left out.
type Token struct {
	Token   string     `json:"token"` // a secret
	Expires *time.Time `json:"expires,omitempty"`
	Scopes  []string   `json:"scopes,omitempty"`
}

// TokenOf is the access token of the desk's profile, renewed first when it has under a minute left.
// One of TRAVEL_TOKEN is given as it is, unless it holds what no token does.
func TokenOf(ctx context.Context, d *desk.Desk) (Token, error) {
	source, err := d.Deployment.Tokens()
	if err != nil {
		return Token{}, err
	}
	text, err := source.Token(ctx)
	if err != nil {
		return Token{}, err
	}
	if !isTokenText(text) {
		return Token{}, problem.UsageError{Text: "TRAVEL_TOKEN holds characters that no token has", Hint: "set it to the token alone, without quotes and spaces"}
	}
	status, err := StatusOf(ctx, d)
	if err != nil && !errors.Is(err, auth.ErrLoginRequired) {
		return Token{}, err
	}
	return Token{Token: text, Expires: status.Expires, Scopes: status.Scopes}, nil
}

// isTokenText tells whether text can stand in a header and on a terminal.
func isTokenText(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}
