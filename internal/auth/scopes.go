package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/auth/flow"
)

// ScopeOffline asks for a login that outlives its access token (OpenID Connect Core 1.0 §11).
const ScopeOffline = flow.ScopeOffline

// SignedIn is what a sign-in came to, without any secret.
type SignedIn struct {
	Account
	// Expires is the end of the access token by this computer's clock; nil if the server gave none.
	Expires *time.Time `json:"expires,omitempty"`
	// Renewable says that the login outlives the access token.
	Renewable bool `json:"renewable"`
	// LeftOut are the scopes of the settings that the server does not offer.
	LeftOut []string `json:"leftOut,omitempty"`
	// Offline says what became of offline_access.
	Offline Offline `json:"-"`
}

func signedInBy(l flow.Login) SignedIn {
	s := SignedIn{
		Account: l.Facts.Account, Renewable: l.Refresh != "",
		LeftOut: l.Facts.LeftOut, Offline: l.Facts.Offline,
	}
	if l.Head.Expires != 0 {
		s.Expires = new(time.Unix(l.Head.Expires, 0))
	}
	return s
}

// askFor makes up the scopes of a sign-in, and says which of the settings are left out.
func (c *Client) askFor(ctx context.Context, r flow.Request, named []string) (flow.Request, error) {
	kept, err := c.keptScopes(ctx)
	if err != nil {
		return r, err
	}
	r = c.server.Settings.Ask(r, flow.Wish{Kept: kept, Named: named})
	if n := len(r.LeftOut); n > 0 {
		what := "the scope " + r.LeftOut[0] + ", so it is"
		if n > 1 {
			what = "the scopes " + strings.Join(r.LeftOut, ", ") + ", so they are"
		}
		fmt.Fprintf(c.opts.Notices, "%s does not offer %s left out; to ask all the same: travel login --scope %s\n",
			flow.HostOf(r.Ends.Token), what, strings.Join(r.LeftOut, ","))
	}
	return r, nil
}

// keptScopes are those that the sign-in before asked for and got, so that none of them is lost by
// signing in again. A logout forgets them.
func (c *Client) keptScopes(ctx context.Context) ([]string, error) {
	stored, err := c.vault.Load(ctx)
	switch {
	case errors.Is(loginRequired(err), flow.ErrLoginRequired):
		return c.vault.Remembered(ctx)
	case err != nil:
		return nil, err
	case stored.Facts.Kept == nil: // of an earlier version of this program
		return stored.Facts.Account.Scopes, nil
	}
	return stored.Facts.Kept, nil
}
