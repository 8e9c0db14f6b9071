package sandbox

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/quota"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

const (
	scopeOpenID = "openid"
	scopeUsers  = "users"
)

// gate lets calls in by their token, quota and scopes.
type gate struct {
	oauth *oauth.Server
	meter *quota.Meter
}

// authenticate accepts a call with a valid access token. Any other spends the
// general quota of its address, so that guessing tokens ends in a 429.
func (g gate) authenticate(c *call) error {
	claims, err := g.verify(c.r.Header)
	if err == nil {
		c.claims = claims
		return nil
	}
	if !errors.Is(err, oauth.ErrInvalidToken) {
		return fmt.Errorf("verify the token: %w", err)
	}
	usage := g.meter.Take("address "+clientAddress(c.r), quota.General)
	if _, refused := usage.Refused(); refused {
		return limit(c.w.Header(), usage)
	}
	detail := "There is no bearer token, or it has expired, or it was not accepted. Get a new one and try once more."
	if c.r.Header.Get("Authorization") == "" {
		err = nil // no error code for a call that brought no token, RFC 6750 section 3.1
		detail = "There is no bearer token. Sign in and send one."
	}
	c.w.Header().Set("WWW-Authenticate", g.oauth.Challenge(err))
	return rest.NewError(wire.ErrorCodeInvalidToken, detail)
}

// verify takes the token of the one Authorization header.
func (g gate) verify(h http.Header) (oauth.Claims, error) {
	sent := h.Values("Authorization")
	if len(sent) != 1 {
		return oauth.Claims{}, fmt.Errorf("%w: %d Authorization headers", oauth.ErrInvalidToken, len(sent))
	}
	scheme, token, _ := strings.Cut(sent[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return oauth.Claims{}, fmt.Errorf("%w: not a bearer token", oauth.ErrInvalidToken)
	}
	return g.oauth.Verify(strings.TrimLeft(token, " "))
}

// clientAddress is who calls, as far as that is known without a token. Of an
// IPv6 address only the network counts, since its owner has all addresses in it.
func clientAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr, err := netip.ParseAddr(host)
	if err != nil || addr.Unmap().Is4() {
		return host
	}
	network, err := addr.WithZone("").Prefix(64)
	if err != nil {
		return host
	}
	return network.String()
}

// spend counts the call against the quotas of its user. From here on every
// answer tells what is left.
func (g gate) spend(name string, of quotaName) step {
	return func(c *call) error {
		spent := name
		if of != nil {
			spent = of(c.body)
		}
		usage := g.meter.Take("user "+c.claims.Subject, spent)
		if _, refused := usage.Refused(); refused {
			return limit(c.w.Header(), usage)
		}
		return usage.SetHeaders(c.w.Header())
	}
}

func limit(h http.Header, usage quota.Usage) error {
	if err := usage.SetHeaders(h); err != nil {
		return err
	}
	w, _ := usage.Refused()
	return rest.NewError(wire.ErrorCodeRateLimited, fmt.Sprintf(
		"The quota %s of %d requests in %d seconds is used up. Wait for the seconds in Retry-After; a request sent earlier is counted too.",
		w.Name, w.Limit, int(w.Span.Seconds())))
}

// needScopes refuses a token that was not granted openid and, when the
// operation needs one, a further scope.
func (g gate) needScopes(further string) step {
	needed := []string{scopeOpenID}
	if further != "" {
		needed = append(needed, further)
	}
	return func(c *call) error {
		granted := strings.Fields(c.claims.Scope)
		for _, scope := range needed {
			if slices.Contains(granted, scope) {
				continue
			}
			c.w.Header().Set("WWW-Authenticate", g.oauth.Challenge(&oauth.ScopeError{Scope: scope}))
			return rest.NewError(wire.ErrorCodeInsufficientScope,
				fmt.Sprintf("The token lacks the scope %s. Sign in again and ask for it.", scope))
		}
		return nil
	}
}
