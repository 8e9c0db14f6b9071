package oauth

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
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

// serveToken gives tokens for a code, a refresh token or a device code.
func (s *Server) serveToken(w http.ResponseWriter, r *http.Request) {
	params, c, refusal := s.clientForm(w, r)
	if refusal == nil {
		refusal = checkResource(params, s.resource)
	}
	if refusal != nil {
		writeError(w, refusal)
		return
	}
	won, err := s.takeGrant(c, params)
	if err != nil {
		writeError(w, asProtocolError(err))
		return
	}
	answer, err := s.answerPass(won)
	if err != nil {
		writeError(w, asProtocolError(err))
		return
	}
	writeSecret(w, http.StatusOK, answer)
}

// takeGrant checks the parameters of the grant types and takes what they offer.
func (s *Server) takeGrant(c client, params url.Values) (pass, error) {
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
		return s.redeemCode(c, code, redirect, verifier)
	case grantRefresh:
		token := params.Get("refresh_token")
		if token == "" {
			return pass{}, refuse("invalid_request", "refresh_token is needed")
		}
		scopes, ok := splitScope(params.Get("scope"))
		if !ok {
			return pass{}, refuse("invalid_scope", "scope holds a character that a scope must not have")
		}
		return s.rotate(c, token, scopes)
	case grantDevice:
		code := params.Get("device_code")
		if code == "" {
			return pass{}, refuse("invalid_request", "device_code is needed")
		}
		return s.redeemDevice(c, code, params.Get("code_verifier"))
	case "":
		return pass{}, refuse("invalid_request", "grant_type is needed")
	}
	return pass{}, refuse("unsupported_grant_type", "only authorization_code, refresh_token and "+grantDevice+" are given tokens here")
}

func (s *Server) answerPass(p pass) (tokenAnswer, error) {
	access, err := s.signAccess(p.Client.ID, p.Who, p.Scopes, p.ID)
	if err != nil {
		return tokenAnswer{}, err
	}
	answer := tokenAnswer{
		AccessToken: access.AccessToken, TokenType: "Bearer", ExpiresIn: int(s.lifetime.Seconds()),
		Scope: access.Scope,
	}
	if p.Client.may(grantRefresh) {
		if answer.RefreshToken, err = s.closeRefresh(p); err != nil {
			return tokenAnswer{}, err
		}
	}
	if slices.Contains(p.Scopes, scopeOpenID) {
		answer.IDToken, err = s.signID(p, access.AccessToken)
	}
	return answer, err
}

// serveRevoke revokes tokens (RFC 7009).
func (s *Server) serveRevoke(w http.ResponseWriter, r *http.Request) {
	params, c, refusal := s.clientForm(w, r)
	if refusal == nil && !params.Has("token") {
		refusal = refuse("invalid_request", "token is needed")
	}
	if refusal != nil {
		writeError(w, refusal)
		return
	}
	if err := s.revoke(c, params.Get("token")); err != nil {
		writeError(w, asProtocolError(err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
}

// clientForm reads the form of a request that the client itself makes, and
// finds the client that it comes from, which has no secret to prove it.
func (s *Server) clientForm(w http.ResponseWriter, r *http.Request) (url.Values, client, *protocolError) {
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
	c, known := s.findClient(params.Get("client_id"))
	if !known {
		return nil, client{}, refuse("invalid_client", "client_id is missing or unknown")
	}
	return params, c, nil
}

// checkResource refuses a token for anything but the API (RFC 8707 §2).
func checkResource(params url.Values, resource string) *protocolError {
	for _, asked := range params["resource"] {
		if strings.TrimSuffix(asked, "/") != resource {
			return refuse("invalid_target", "tokens are given for this sandbox's API only")
		}
	}
	return nil
}

// validVerifier checks the form of RFC 7636 §4.1.
func validVerifier(v string) bool {
	return len(v) >= 43 && len(v) <= 128 && strings.IndexFunc(v, func(c rune) bool { return !unreserved(c) }) < 0
}

// unreserved tells the unreserved characters of RFC 3986 §2.3.
func unreserved(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-._~", c)
}

func asProtocolError(err error) *protocolError {
	if refusal, ok := errors.AsType[*protocolError](err); ok {
		return refusal
	}
	return refuse("server_error", "the sandbox could not read or save its sign-ins")
}
