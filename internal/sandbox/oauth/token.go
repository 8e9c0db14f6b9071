package oauth

import (
	"net/http"
	"net/url"
	"slices"
)

// tokenAnswer is RFC 6749 §5.1 with the id_token of OpenID Connect.
type tokenAnswer struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`              // seconds
	RefreshToken string `json:"refresh_token,omitempty"` // for a client that may refresh
	IDToken      string `json:"id_token,omitempty"`      // with the scope openid
	Scope        string `json:"scope"`
}

// deviceAnswer is RFC 8628 §3.2.
type deviceAnswer struct {
	DeviceCode              string `json:"device_code"`
	UserCode                string `json:"user_code"`
	VerificationURI         string `json:"verification_uri"`
	VerificationURIComplete string `json:"verification_uri_complete"`
	ExpiresIn               int    `json:"expires_in"` // seconds
	Interval                int    `json:"interval"`   // seconds
}

// tokenEndpoints answer the clients themselves.
type tokenEndpoints struct {
	browse  string // base URL that a browser reaches the pages at
	clients clients
	tokens  *tokens
	grants  *grants
}

// token gives tokens for a code, a refresh token or a device code.
func (e tokenEndpoints) token(w http.ResponseWriter, r *http.Request) (any, error) {
	params, c, err := e.clients.form(w, r)
	if err != nil {
		return nil, err
	}
	if refusal := checkResource(params, e.tokens.resource); refusal != nil {
		return nil, refusal
	}
	won, err := e.takeGrant(c, params)
	if err != nil {
		return nil, err
	}
	return e.answerPass(won)
}

// takeGrant checks the parameters of the grant types and takes what they offer.
func (e tokenEndpoints) takeGrant(c client, params url.Values) (pass, error) {
	grantType := params.Get("grant_type")
	if slices.Contains(grantTypes(), grantType) && !c.may(grantType) {
		return pass{}, refuse("unauthorized_client", "the client did not register for this grant type")
	}
	switch grantType {
	case grantCode:
		code, redirect, verifier := params.Get("code"), params.Get("redirect_uri"), params.Get("code_verifier")
		if code == "" || redirect == "" || !validVerifier(verifier) {
			return pass{}, refuse("invalid_request", "code, redirect_uri and a code_verifier of 43 to 128 characters are needed")
		}
		return e.grants.redeemCode(c, code, redirect, verifier)
	case grantRefresh:
		token := params.Get("refresh_token")
		if token == "" {
			return pass{}, refuse("invalid_request", "refresh_token is needed")
		}
		scopes, ok := splitScope(params.Get("scope"))
		if !ok {
			return pass{}, refuse("invalid_scope", "scope holds a character that a scope must not have")
		}
		return e.grants.rotate(c, token, scopes)
	case grantDevice:
		code := params.Get("device_code")
		if code == "" {
			return pass{}, refuse("invalid_request", "device_code is needed")
		}
		return e.grants.redeemDevice(c, code, params.Get("code_verifier"))
	case "":
		return pass{}, refuse("invalid_request", "grant_type is needed")
	}
	return pass{}, refuse("unsupported_grant_type", "only authorization_code, refresh_token and "+grantDevice+" are given tokens here")
}

func (e tokenEndpoints) answerPass(p pass) (tokenAnswer, error) {
	access, err := e.tokens.signAccess(p.Client.ID, p.Who, p.Scopes, p.ID)
	if err != nil {
		return tokenAnswer{}, err
	}
	answer := tokenAnswer{
		AccessToken: access.AccessToken, TokenType: "Bearer", ExpiresIn: int(e.tokens.lifetime.Seconds()),
		Scope: access.Scope,
	}
	if p.Client.may(grantRefresh) {
		if answer.RefreshToken, err = e.grants.closeRefresh(p); err != nil {
			return tokenAnswer{}, err
		}
	}
	if slices.Contains(p.Scopes, scopeOpenID) {
		answer.IDToken, err = e.tokens.signID(p, access.AccessToken)
	}
	return answer, err
}

// serveRevoke revokes tokens (RFC 7009).
func (e tokenEndpoints) serveRevoke(w http.ResponseWriter, r *http.Request) {
	params, c, err := e.clients.form(w, r)
	if err == nil && !params.Has("token") {
		err = refuse("invalid_request", "token is needed")
	}
	if err == nil {
		err = e.grants.revoke(c, params.Get("token"))
	}
	if err != nil {
		writeError(w, asProtocolError(err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
}

// form reads the form of a request that the client itself makes, and
// finds the client that it comes from, which has no secret to prove it.
func (k clients) form(w http.ResponseWriter, r *http.Request) (url.Values, client, error) {
	if r.URL.RawQuery != "" {
		return nil, client{}, refuse("invalid_request", "parameters belong in the body")
	}
	params, err := readForm(w, r)
	if err != nil {
		return nil, client{}, refuse("invalid_request", err.Error())
	}
	if r.Header.Get("Authorization") != "" || params.Has("client_secret") || params.Has("client_assertion") {
		return nil, client{}, refuse("invalid_client", "the client is public: it sends its client_id in the body and no secret")
	}
	c, known := k.find(params.Get("client_id"))
	if !known {
		return nil, client{}, refuse("invalid_client", "client_id is missing or unknown")
	}
	return params, c, nil
}

// device starts the sign-in of a device that has no browser (RFC 8628 §3.1).
// PKCE is checked when the device sends a challenge, which some servers accept.
func (e tokenEndpoints) device(w http.ResponseWriter, r *http.Request) (any, error) {
	params, c, err := e.clients.form(w, r)
	if err != nil {
		return nil, err
	}
	if !c.may(grantDevice) {
		return nil, refuse("unauthorized_client", "the client did not register for the device grant")
	}
	refusal := checkResource(params, e.tokens.resource)
	if refusal == nil && (params.Has("code_challenge") || params.Has("code_challenge_method")) {
		refusal = checkPKCE(params)
	}
	var scopes []string
	if refusal == nil {
		scopes, refusal = requestedScopes(params.Get("scope"))
	}
	if refusal != nil {
		return nil, refusal
	}
	deviceCode, userCode, err := e.grants.startDevice(c, scopes, params.Get("code_challenge"))
	page := e.browse + devicePage
	return deviceAnswer{
		DeviceCode: deviceCode, UserCode: userCode,
		VerificationURI: page, VerificationURIComplete: page + "?user_code=" + userCode,
		ExpiresIn: int(deviceLifetime.Seconds()), Interval: int(pollInterval.Seconds()),
	}, err
}
