// Package oauth is what is said to a sign-in server: discovery, registration, codes, tokens, keys and
// revocation. It knows no store, no browser and no person.
package oauth

import (
	"context"
	"io"
	"net/http"
	"time"
)

// Client talks to the sign-in server of one deployment. All fields are needed. It is safe for
// concurrent use while nothing writes to its fields.
type Client struct {
	Settings Settings
	HTTP     http.RoundTripper
	Now      func() time.Time
	// Wait sleeps until the duration is over or ctx ends.
	Wait func(ctx context.Context, d time.Duration) error
	// WaitBudget is the longest Retry-After that is waited for.
	WaitBudget time.Duration
	// Notices gets lines for a person, and never a secret.
	Notices io.Writer
}
