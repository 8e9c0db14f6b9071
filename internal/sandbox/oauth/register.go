package oauth

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
)

// Bounds of a registration.
const (
	maxRegisterBytes = 16 << 10
	maxRedirects     = 5
)

// serve registers anyone who asks (RFC 7591 §3): nothing here is worth an initial
// access token. Nothing is stored.
func (k clients) serve(w http.ResponseWriter, r *http.Request) (any, error) {
	asked, err := readMetadata(w, r)
	if err != nil {
		return nil, refuse("invalid_client_metadata", err.Error())
	}
	answer, refusal := k.register(asked)
	if refusal != nil {
		return nil, refusal
	}
	return answer, nil
}

func readMetadata(w http.ResponseWriter, r *http.Request) (clientMetadata, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return clientMetadata{}, errors.New("the body must be application/json")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRegisterBytes))
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return clientMetadata{}, errors.New("the body is longer than 16384 bytes")
	}
	if err != nil {
		return clientMetadata{}, errors.New("the body broke off")
	}
	return parseMetadata(body)
}

// parseMetadata reads the members that this server knows.
func parseMetadata(body []byte) (clientMetadata, error) {
	var asked *clientMetadata
	err := json.Unmarshal(body, &asked)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return clientMetadata{}, errors.New("a member has the wrong JSON type: names are texts, lists are lists of texts")
	}
	if err != nil || asked == nil {
		return clientMetadata{}, errors.New("the body is not a JSON object")
	}
	return *asked, nil
}

// register checks what a client says about itself, fills in what is missing, and
// seals it into an id.
func (k clients) register(asked clientMetadata) (clientMetadata, *protocolError) {
	if asked.AuthMethod != "" && asked.AuthMethod != "none" {
		return clientMetadata{}, refuse("invalid_client_metadata", "only public clients register here: token_endpoint_auth_method must be none")
	}
	now := k.now()
	granted := clientMetadata{
		IssuedAt: now.Unix(), Name: cleanName(asked.Name), RedirectURIs: asked.RedirectURIs, AuthMethod: "none", ResponseTypes: []string{},
	}
	var refusal *protocolError
	if granted.GrantTypes, refusal = grantedTypes(asked); refusal != nil {
		return clientMetadata{}, refusal
	}
	if slices.Contains(granted.GrantTypes, grantCode) {
		granted.ResponseTypes = []string{"code"}
	}
	if refusal = checkRedirects(granted); refusal != nil {
		return clientMetadata{}, refusal
	}
	granted.ID = k.idOf(granted, now)
	if len(granted.ID) > maxClientIDBytes {
		return clientMetadata{}, refuse("invalid_client_metadata", "client_name and redirect_uris are too long together; about 600 bytes fit")
	}
	return granted, nil
}

// grantedTypes returns the grant types of a client: what it asked for and this
// server has, or authorization_code when it said nothing (RFC 7591 §2).
func grantedTypes(asked clientMetadata) ([]string, *protocolError) {
	wanted := asked.GrantTypes
	if len(wanted) == 0 {
		wanted = []string{grantCode}
	}
	granted := slices.DeleteFunc(grantTypes(), func(grantType string) bool { return !slices.Contains(wanted, grantType) })
	if !slices.Contains(granted, grantCode) && !slices.Contains(granted, grantDevice) {
		return nil, refuse("invalid_client_metadata", "grant_types has none that a client could sign in by: authorization_code or device_code")
	}
	codeAsked := slices.Contains(granted, grantCode)
	if len(asked.ResponseTypes) > 0 && slices.Contains(asked.ResponseTypes, "code") != codeAsked {
		return nil, refuse("invalid_client_metadata", "response_types must be code alone, and goes with the grant type authorization_code")
	}
	return granted, nil
}

func checkRedirects(c clientMetadata) *protocolError {
	switch {
	case len(c.RedirectURIs) > maxRedirects:
		return refuse("invalid_redirect_uri", "there are more than 5 redirect_uris")
	case len(c.RedirectURIs) == 0 && slices.Contains(c.GrantTypes, grantCode):
		return refuse("invalid_redirect_uri", "redirect_uris is needed for authorization_code")
	}
	for _, raw := range c.RedirectURIs {
		if _, _, ok := parseLoopback(raw); !ok && !plainHTTPS(raw) {
			return refuse("invalid_redirect_uri",
				"a redirect_uri must be https, or http on 127.0.0.1 or [::1], with a plain path and without query, fragment or user")
		}
	}
	return nil
}
