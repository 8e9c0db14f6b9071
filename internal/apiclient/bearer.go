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

// bearer adds the access token, and only for the deployment's own origin.
type bearer struct {
	next  layer
	base  *url.URL
	token func(context.Context) (string, error)
}

func (b *bearer) send(ctx context.Context, c *call) (*answer, error) {
	if c.op.open || !transport.SameOrigin(c.request.URL, b.base) {
		return b.next.send(ctx, c)
	}
	token := c.renewed
	if token == "" {
		var err error
		if token, err = b.token(ctx); err != nil {
			return nil, fmt.Errorf("get an access token: %w", err)
		}
	}
	if err := b.mayLeave(token); err != nil {
		return nil, err
	}
	c.used = token
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
