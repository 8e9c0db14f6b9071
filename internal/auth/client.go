package auth

import (
	"context"
	"io"
	"net/http"
	"time"
)

// oauthClient talks to the sign-in server of one deployment. All fields are needed. It is safe for
// concurrent use while nothing writes to its fields.
type oauthClient struct {
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
