package oauth

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Bounds of an authorization request. A whole query is bounded too, because it
// travels through the form.
const (
	maxQueryBytes = 8 << 10
	maxStateBytes = 2048
	maxNonceBytes = 512
	maxHintBytes  = 256
)

// target is who asks and where the answer goes.
type target struct {
	Client   client
	Redirect string
}

// authRequest is an authorization request that was found good.
type authRequest struct {
	target
	State     string // "" when none was sent; then none is sent back
	Scopes    []string
	Challenge string
	Nonce     string
	Hint      string // login_hint
}

// target finds where the answer to a request may go. Until this succeeds
// nothing may be redirected, and its error is shown on a page (RFC 6749 §4.1.2.1).
func (k clients) target(params url.Values) (target, error) {
	c, known := k.find(params.Get("client_id"))
	if !known {
		return target{}, errors.New("the client_id is missing or unknown")
	}
	redirect := params.Get("redirect_uri")
	switch {
	case c.redirectsTo(redirect):
		return target{Client: c, Redirect: redirect}, nil
	case c.registered():
		return target{}, errors.New("the redirect_uri is missing, or is not one that the client registered")
	}
	return target{}, errors.New("the redirect_uri is missing, or is not a plain http address with a port on 127.0.0.1 or [::1]")
}

// parseRequest reads the rest of a request whose client is known. The
// state is set even when the error is not nil, because the error goes back with it.
func parseRequest(params url.Values, at target, resource string) (authRequest, *protocolError) {
	req := authRequest{target: at, Nonce: params.Get("nonce"), Challenge: params.Get("code_challenge")}
	state := params.Get("state")
	if len(state) > maxStateBytes || !visible(state) {
		return req, refuse("invalid_request", "state is too long or holds a control character")
	}
	req.State = state
	if hint := params.Get("login_hint"); len(hint) <= maxHintBytes {
		req.Hint = hint
	}
	if !at.Client.may(grantCode) {
		return req, refuse("unauthorized_client", "the client did not register for authorization_code")
	}
	checks := []func(url.Values) *protocolError{checkResponse, checkPKCE, checkPrompt, checkNonce}
	for _, check := range checks {
		if refusal := check(params); refusal != nil {
			return req, refusal
		}
	}
	if refusal := checkResource(params, resource); refusal != nil {
		return req, refusal
	}
	var refusal *protocolError
	req.Scopes, refusal = requestedScopes(params.Get("scope"))
	return req, refusal
}

func checkResponse(params url.Values) *protocolError {
	switch {
	case params.Has("request"):
		return refuse("request_not_supported", "request objects are not read here")
	case params.Has("request_uri"):
		return refuse("request_uri_not_supported", "request objects are not read here")
	case params.Has("registration"):
		return refuse("registration_not_supported", "a client registers at the registration endpoint first")
	case !params.Has("response_type"):
		return refuse("invalid_request", "response_type is needed")
	case params.Get("response_type") != "code":
		return refuse("unsupported_response_type", "only the response type code is answered")
	case params.Has("response_mode") && params.Get("response_mode") != "query":
		return refuse("invalid_request", "only the response mode query is answered")
	}
	return nil
}

// checkPrompt reads prompt and max_age. This server keeps no user signed in in a
// browser: each request is answered by a person who picks a traveler. So every
// prompt except none is always met, none never is, and no sign-in is ever too old.
func checkPrompt(params url.Values) *protocolError {
	prompts := strings.Fields(params.Get("prompt"))
	for _, prompt := range prompts {
		if !slices.Contains([]string{"none", "login", "consent", "select_account"}, prompt) {
			return refuse("invalid_request", "prompt holds a word that is not known")
		}
	}
	if slices.Contains(prompts, "none") {
		if len(prompts) > 1 {
			return refuse("invalid_request", "prompt none cannot be combined with another")
		}
		return refuse("login_required", "no user is signed in, and prompt none does not allow a page")
	}
	if age := params.Get("max_age"); age != "" {
		if _, err := strconv.ParseUint(age, 10, 31); err != nil {
			return refuse("invalid_request", "max_age must be a whole number of seconds")
		}
	}
	return nil
}

func checkNonce(params url.Values) *protocolError {
	if nonce := params.Get("nonce"); len(nonce) > maxNonceBytes || !visible(nonce) {
		return refuse("invalid_request", "nonce is too long or holds a control character")
	}
	return nil
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

func requestedScopes(text string) ([]string, *protocolError) {
	names, ok := splitScope(text)
	if !ok {
		return nil, refuse("invalid_scope", "scope holds a character that a scope must not have")
	}
	if len(names) == 0 {
		return defaultScopes(), nil
	}
	granted := grantable(names)
	if len(granted) == 0 {
		return nil, refuse("invalid_scope", "none of the scopes is known here")
	}
	return granted, nil
}

// visible tells whether text keeps to the printable ASCII of RFC 6749 appendix A.
func visible(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
