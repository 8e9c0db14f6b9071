package oauth

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

const (
	refreshPrefix = TokenPrefix + "r_"
	codeLifetime  = 60 * time.Second

	// Polling by a device (RFC 8628 §3.2 and §3.5).
	deviceLifetime = 10 * time.Minute
	pollInterval   = 5 * time.Second
	pollGrace      = 500 * time.Millisecond // how early a poll may arrive, since network delays vary
)

// asking reads the form of a request made by a client itself and finds the client, which has no secret to
// authenticate with. A parameter without a value counts as absent (RFC 6749 §3.1), so callers check for empty
// values, not for names.
func (s *Server) asking(r *http.Request) (url.Values, client, error) {
	if r.PostFormValue("client_id") == "" {
		return nil, client{}, refuse("invalid_request", "client_id is needed, in a body of application/x-www-form-urlencoded")
	}
	c, known := s.client(r.PostForm.Get("client_id"))
	if !known {
		return nil, client{}, &refusal{Status: http.StatusUnauthorized, Code: "invalid_client", Description: "client_id is unknown here"}
	}
	return r.PostForm, c, nil
}

// checkPKCE requires S256, because RFC 7636 defaults to plain if no method is given.
func checkPKCE(params url.Values) error {
	sum, err := base64.RawURLEncoding.DecodeString(params.Get("code_challenge"))
	if err != nil || len(sum) != sha256.Size || params.Get("code_challenge_method") != "S256" {
		return refuse("invalid_request", "code_challenge must be a SHA-256 in base64url, and code_challenge_method S256")
	}
	return nil
}

// proves reports whether challenge was made from verifier. A verifier without a challenge proves nothing, since
// the challenge may have been stripped from the request (RFC 9700 §2.1.1).
func proves(verifier, challenge string) bool {
	if verifier == "" || challenge == "" {
		return verifier == challenge
	}
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:]) == challenge
}

// token exchanges a code, a refresh token or a device code for tokens (RFC 6749 §5.1), including an id_token of
// OpenID Connect.
func (s *Server) token(r *http.Request) (any, error) {
	params, c, err := s.asking(r)
	if err != nil {
		return nil, err
	}
	grantType := params.Get("grant_type")
	needed := map[string][]string{
		grantCode: {"code", "redirect_uri", "code_verifier"}, grantRefresh: {"refresh_token"}, grantDevice: {"device_code"},
	}[grantType]
	switch {
	case grantType == "":
		return nil, refuse("invalid_request", "grant_type is needed")
	case needed == nil:
		return nil, refuse("unsupported_grant_type", "grant_type must be one of "+strings.Join(grantTypes(), ", "))
	case !c.may(grantType):
		return nil, refuse("unauthorized_client", "the client did not register for this grant type")
	case slices.ContainsFunc(needed, func(name string) bool { return params.Get(name) == "" }):
		return nil, refuse("invalid_request", "needed are: "+strings.Join(needed, ", "))
	}
	id, end := params.Get(needed[0]), ""
	if grantType == grantRefresh {
		id, end, _ = cutRefresh(id)
	}
	var g grant
	now := s.now()
	err = s.store.update(r.Context(), now, func(l ledger) (err error) {
		if g, err = l.take(id, end, grantType, c, params, now); err != nil {
			return err
		}
		if grantType == grantRefresh {
			g.Nonce = "" // only the id_token of the login has the nonce
		}
		g.Refresh, g.Expires = rand.Text(), now.Add(accessLifetime)
		if c.may(grantRefresh) {
			g.Expires = now.Add(refreshLifetime)
		}
		l[id] = g
		return nil
	})
	if err != nil {
		return nil, err
	}
	who, _ := accountBy(func(a Account) bool { return a.ID == g.Account })
	access, err := s.signAccess(c.ID, who, g.Scopes, id)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{
		"access_token": access.AccessToken, "token_type": "Bearer", "expires_in": int(accessLifetime.Seconds()), "scope": access.Scope,
	}
	if c.may(grantRefresh) {
		answer["refresh_token"] = refreshPrefix + id + "." + g.Refresh
	}
	if slices.Contains(g.Scopes, scopeOpenID) {
		answer["id_token"], err = s.signID(g, who, access)
	}
	return answer, err
}

// cutRefresh splits a refresh token into the name of its grant and its random end.
func cutRefresh(token string) (id, end string, ok bool) {
	token, ok = strings.CutPrefix(token, refreshPrefix)
	id, end, _ = strings.Cut(token, ".")
	return id, end, ok
}

// take finds the grant behind a code or a refresh token and checks that it may be exchanged now. A code and a
// refresh token work once. A second use means that two parties have them, so their sign-in ends (RFC 6749 §4.1.2,
// RFC 9700 §4.14.2). A wrong verifier or redirect_uri also uses up a code.
func (l ledger) take(id, end, grantType string, c client, params url.Values, now time.Time) (grant, error) {
	g, known := l[id]
	mine := map[string]bool{grantCode: g.Redirect != "", grantDevice: g.UserCode != "", grantRefresh: g.Refresh != ""}[grantType]
	ended := func(why string) (grant, error) {
		delete(l, id)
		return g, refuse("invalid_grant", why)
	}
	switch {
	case !known && grantType == grantDevice:
		return g, refuse("expired_token", "the device code is not known or has expired; start again for a new one")
	case !mine || g.Client != c.ID:
		return g, refuse("invalid_grant", "it is not one that this server gave this client, has expired, or was revoked")
	case grantType == grantRefresh && g.Refresh != end:
		return ended("the refresh token was used before, so its sign-in has ended")
	case grantType == grantRefresh:
		return g, nil
	case g.Refresh != "":
		return ended("the code was used before, so its tokens were revoked")
	case grantType == grantCode && g.Redirect != params.Get("redirect_uri"):
		return ended("redirect_uri is not the one the code was given for")
	case !proves(params.Get("code_verifier"), g.Challenge):
		return ended("code_verifier does not fit the challenge")
	case g.Denied:
		return g, refuse("access_denied", "the traveler did not allow it")
	case g.Account != "":
		return g, nil
	}
	answer := refuse("authorization_pending", "the code has not been entered, or no decision was made yet")
	if now.Before(g.Polled.Add(g.Interval - pollGrace)) {
		g.Interval += pollInterval
		answer = refuse("slow_down", "the poll came too early: wait 5 seconds longer from now on")
	}
	g.Polled = now
	l[id] = g
	return g, answer
}

// revoke ends the whole sign-in that a token belongs to, whether it is an access or a refresh token (RFC 7009).
// An unknown token is not an error (§2.2); a token of another client is (§2.1).
func (s *Server) revoke(r *http.Request) (any, error) {
	params, c, err := s.asking(r)
	if err != nil {
		return nil, err
	}
	if params.Get("token") == "" {
		return nil, refuse("invalid_request", "token is needed")
	}
	access, err := s.readAccess(params.Get("token"))
	if id, _, ok := cutRefresh(params.Get("token")); ok {
		access.Grant = id
	} else if err != nil {
		return struct{}{}, nil
	}
	if access.Grant == "" {
		return nil, refuse("unsupported_token_type", "a token of no sign-in cannot be revoked; it ends within 10 minutes")
	}
	return struct{}{}, s.store.update(r.Context(), s.now(), func(l ledger) error {
		if owner := cmp.Or(l[access.Grant].Client, access.ClientID, c.ID); owner != c.ID {
			return refuse("invalid_grant", "the token was given to another client")
		}
		delete(l, access.Grant)
		return nil
	})
}

// startDevice starts the sign-in of a device without a browser (RFC 8628 §3.1). PKCE is optional and checked only
// if the device sends a challenge.
func (s *Server) startDevice(r *http.Request) (any, error) {
	params, c, err := s.asking(r)
	if err != nil {
		return nil, err
	}
	if !c.may(grantDevice) {
		return nil, refuse("unauthorized_client", "the client did not register for the device grant")
	}
	if params.Get("code_challenge") != "" || params.Get("code_challenge_method") != "" {
		if err := checkPKCE(params); err != nil {
			return nil, err
		}
	}
	scopes, err := grantScopes(params.Get("scope"))
	if err != nil {
		return nil, err
	}
	code, now := rand.Text(), s.now()
	g := grant{
		Client: c.ID, Scopes: scopes, Challenge: params.Get("code_challenge"),
		UserCode: newUserCode(), Interval: pollInterval, Expires: now.Add(deviceLifetime),
	}
	err = s.store.update(r.Context(), now, func(l ledger) error {
		l[code] = g
		return nil
	})
	return map[string]any{
		"device_code": code, "user_code": g.UserCode, "expires_in": int(deviceLifetime.Seconds()), "interval": int(pollInterval.Seconds()),
		"verification_uri": s.origin + "/device", "verification_uri_complete": s.origin + "/device?user_code=" + g.UserCode,
	}, err
}

// codeLetters is the alphabet of a user code, which has 8 letters shown as XXXX-XXXX. It has no vowels, so that
// no words appear, and no digits that look like letters (RFC 8628 §6.1).
const codeLetters = "BCDFGHJKLMNPQRSTVWXZ"

func newUserCode() string {
	var letters [8]byte
	_, _ = rand.Read(letters[:]) // never fails
	for i, b := range letters {
		letters[i] = codeLetters[int(b)%len(codeLetters)]
	}
	return string(letters[:4]) + "-" + string(letters[4:])
}

// parseUserCode parses a code as people type it, in either case, with blanks and dashes of any kind. It returns
// the form that is shown.
func parseUserCode(typed string) (code string, ok bool) {
	letters := strings.Map(func(c rune) rune {
		if strings.ContainsRune(codeLetters, c) {
			return c
		}
		return -1
	}, strings.ToUpper(typed))
	if len(letters) != 8 {
		return "", false
	}
	return letters[:4] + "-" + letters[4:], true
}
