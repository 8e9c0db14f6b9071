package apiclient

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"travel.example/travel/internal/transport"
)

// sandboxPrefix starts every access token of the sandbox.
const sandboxPrefix = "sandbox_"

// TokenSource gives the access token of the caller.
type TokenSource interface {
	// Token is a token that should be good now. It is asked before each try.
	Token(ctx context.Context) (string, error)
	// Renew is called with a token that the service refused, at most once for a call. A source that
	// cannot renew gives the same token back.
	Renew(ctx context.Context, rejected string) (string, error)
}

// credential is the token of one call. The bearer layer asks it before each try; the retry layer
// has it renewed after a refusal.
type credential struct {
	source  TokenSource
	token   string // of the last try, "" before the first
	renewed bool
}

// next is the token of the next try.
func (c *credential) next(ctx context.Context) (string, error) {
	if c.renewed {
		return c.token, nil
	}
	token, err := c.source.Token(ctx)
	if err != nil {
		return "", fmt.Errorf("get an access token: %w", err)
	}
	c.token = token
	return token, nil
}

// renew replaces the token that was refused, and tells whether there is another.
func (c *credential) renew(ctx context.Context) (bool, error) {
	c.renewed = true
	token, err := c.source.Renew(ctx, c.token)
	if err != nil {
		return false, fmt.Errorf("renew the access token after a refusal: %w", err)
	}
	if token == "" || token == c.token {
		return false, nil
	}
	c.token = token
	return true, nil
}

// bearer adds the access token, and only for the deployment's own origin.
type bearer struct {
	next layer
	base *url.URL
}

func (b *bearer) send(ctx context.Context, c *call) (*answer, error) {
	if c.token == nil || !transport.SameOrigin(c.request.URL, b.base) {
		return b.next.send(ctx, c)
	}
	token, err := c.token.next(ctx)
	if err != nil {
		return nil, err
	}
	if err := b.mayLeave(token); err != nil {
		return nil, err
	}
	signed := *c
	signed.request = c.request.Clone(ctx)
	signed.request.Header.Set("Authorization", "Bearer "+token)
	return b.next.send(ctx, &signed)
}

// mayLeave keeps the sandbox's tokens on this machine and broken ones at home.
func (b *bearer) mayLeave(token string) error {
	if strings.HasPrefix(token, sandboxPrefix) && !transport.IsLoopback(b.base.Hostname()) {
		return ErrSandboxToken
	}
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return &RequestError{Reason: "the access token is empty or holds characters no header may carry"}
	}
	return nil
}
