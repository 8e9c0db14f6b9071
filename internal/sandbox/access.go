package sandbox

import (
	"errors"
	"fmt"
	"net"
	"net/http"
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

// admit checks the token, the quota and the scopes of a call.
func (s *service) admit(c *call, o operation) (err error) {
	if c.claims, err = s.verify(c.r.Header); err != nil {
		return s.turnAway(c, err)
	}
	spent := c.op.ID
	if o.quota != nil {
		spent = o.quota(c.body)
	}
	if err := s.spend(c, "user "+c.claims.Subject, spent, true); err != nil {
		return err
	}
	granted := strings.Fields(c.claims.Scope)
	for _, scope := range []string{scopeOpenID, o.scope} {
		if scope == "" || slices.Contains(granted, scope) {
			continue
		}
		c.w.Header().Set("WWW-Authenticate", s.oauth.Challenge(&oauth.ScopeError{Scope: scope}))
		return &rest.Error{
			Code:   wire.ErrorCodeInsufficientScope,
			Detail: fmt.Sprintf("The token lacks the scope %s. Sign in again and ask for it.", scope),
		}
	}
	return nil
}

// verify checks the token in the Authorization header, of which there must be exactly one.
func (s *service) verify(h http.Header) (oauth.Claims, error) {
	sent := h.Values("Authorization")
	if len(sent) != 1 {
		return oauth.Claims{}, fmt.Errorf("%w: %d Authorization headers", oauth.ErrInvalidToken, len(sent))
	}
	scheme, token, _ := strings.Cut(sent[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return oauth.Claims{}, fmt.Errorf("%w: not a bearer token", oauth.ErrInvalidToken)
	}
	return s.oauth.Verify(strings.TrimLeft(token, " "))
}

// turnAway answers a call without a valid token. It counts against the general quota of the caller's address, so
// that guessing tokens ends in a 429.
func (s *service) turnAway(c *call, err error) error {
	if !errors.Is(err, oauth.ErrInvalidToken) {
		return fmt.Errorf("verify the token: %w", err)
	}
	address, _, _ := net.SplitHostPort(c.r.RemoteAddr)
	if err := s.spend(c, "address "+address, quota.General, false); err != nil {
		return err
	}
	detail := "There is no bearer token, or it has expired, or it was not accepted. Get a new one and try once more."
	if c.r.Header.Get("Authorization") == "" {
		err = nil // RFC 6750 section 3.1: no error code if the request has no token
		detail = "There is no bearer token. Sign in and send one."
	}
	c.w.Header().Set("WWW-Authenticate", s.oauth.Challenge(err))
	return &rest.Error{Code: wire.ErrorCodeInvalidToken, Detail: detail}
}

// spend counts a call against the quotas of its sender. A user's answer always shows the remaining quota; any
// other answer does only if it is used up.
func (s *service) spend(c *call, who, name string, show bool) error {
	usage := s.meter.Take(who, name)
	window, refused := usage.Refused()
	if refused || show {
		usage.SetHeaders(c.w.Header())
	}
	if !refused {
		return nil
	}
	return &rest.Error{Code: wire.ErrorCodeRateLimited, Detail: fmt.Sprintf(
		"The quota %s of %d requests in %d seconds is used up. Wait for the seconds in Retry-After; a request sent earlier is counted too.",
		window.Name, window.Limit, int(window.Span.Seconds()))}
}
