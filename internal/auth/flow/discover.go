package flow

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Discover finds out where to sign in: from the settings alone, from the issuer, or from the API.
func (c *Client) Discover(ctx context.Context, notes *Notes) (Endpoints, error) {
	if c.Settings.Pinned() {
		return c.Settings.pins(), nil
	}
	issuer := c.Settings.Issuer
	if issuer == "" {
		doc, err := c.issuerOfAPI(ctx, notes, c.fetch)
		if err != nil {
			return Endpoints{}, err
		}
		ends, err := c.askIssuer(ctx, doc.Servers[0], notes, c.fetch)
		ends.Resource, ends.apiScopes = doc.Resource, doc.Scopes
		return ends, err
	}
	return c.askIssuer(ctx, issuer, notes, c.fetch)
}

// fetcher reads one document: patiently to sign in, hurriedly to examine.
type fetcher func(ctx context.Context, doing, target string, notes *Notes) ([]byte, error)

// askIssuer reads the issuer's metadata, as OpenID Connect places it and then as RFC 8414 does.
func (c *Client) askIssuer(ctx context.Context, issuer string, notes *Notes, fetch fetcher) (Endpoints, error) {
	if u, err := url.Parse(issuer); err != nil || u.RawQuery != "" || u.Fragment != "" {
		return Endpoints{}, &RefusedError{Subject: "the issuer " + Clean(issuer), Reason: "an issuer must not have a query or a fragment"}
	}
	for _, where := range metadataURLs(issuer) {
		body, err := fetch(ctx, readMetadata, where, notes)
		if isMissing(err) {
			continue
		}
		if err != nil {
			return Endpoints{}, err
		}
		ends, err := parseMetadata(body, issuer, c.Settings)
		if err != nil {
			return Endpoints{}, c.Settings.refuseMetadata(issuer, err)
		}
		return ends, nil
	}
	return Endpoints{}, &AnswerError{
		Doing: readMetadata, Host: HostOf(issuer), Status: http.StatusNotFound,
		Reason: "nothing is found at " + Clean(strings.Join(metadataURLs(issuer), " and ")),
		Remedy: "check the issuer, path and all: " + c.Settings.ToChange("issuer", "URL"),
	}
}

const readMetadata = "read the sign-in server's metadata"

// otherIssuerError is metadata that calls its issuer otherwise.
type otherIssuerError struct{ named string }

func (e otherIssuerError) Error() string {
	return fmt.Sprintf("it names the issuer %q", Clean(e.named))
}

// refuseMetadata refuses the metadata of an issuer. An issuer is compared character by character (OpenID
// Connect Discovery 1.0 §4.3); for one that lacks no more than a slash, or has one too many, the right
// one is told.
func (s Settings) refuseMetadata(issuer string, err error) error {
	refused := &RefusedError{
		Subject: "the metadata of " + Clean(issuer), Reason: err.Error(),
		Remedy: "check the issuer, or set authorize-url and token-url if you know them to be right",
	}
	if other, ok := errors.AsType[otherIssuerError](err); ok && strings.TrimSuffix(other.named, "/") == strings.TrimSuffix(issuer, "/") {
		refused.Reason += ", and every character counts, the slash at the end too"
		refused.Remedy = "if it is the one you mean: " + s.ToChange("issuer", other.named)
	}
	refused.Remedy = cmp.Or(s.otherSites(err), refused.Remedy)
	return refused
}

// metadataURLs lists where an issuer's metadata may be: OpenID Connect Discovery 1.0 §4.1 appends
// to the path, RFC 8414 §3.1 inserts before it.
func metadataURLs(issuer string) []string {
	root := strings.TrimSuffix(issuer, "/")
	return []string{
		root + "/.well-known/openid-configuration",
		insertWellKnown(root, "oauth-authorization-server"),
	}
}

// insertWellKnown puts a well-known name between the host and the path of root.
func insertWellKnown(root, name string) string {
	u, err := url.Parse(root)
	if err != nil {
		return root
	}
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	return u.Scheme + "://" + u.Host + "/.well-known/" + name + path
}

func isMissing(err error) bool {
	answer, ok := errors.AsType[*AnswerError](err)
	return ok && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone)
}

// askAPI is what is done where the API is asked who signs its users in.
const askAPI = "ask the API who signs its users in"

// protectedResource is the well-known name of what an API says of itself (RFC 9728 §3).
const protectedResource = "oauth-protected-resource"

// askForIssuer is the way out where the API does not name its issuer, or badly.
func (s Settings) askForIssuer() string {
	return "ask the operator of the service for the issuer, then: " + s.ToChange("issuer", "URL")
}

// issuerOfAPI asks the API who signs its users in (RFC 9728): at the well-known address, or at the
// one its 401 names.
func (c *Client) issuerOfAPI(ctx context.Context, notes *Notes, fetch fetcher) (resourceMetadata, error) {
	none := resourceMetadata{}
	where := insertWellKnown(c.Settings.APIURL, protectedResource)
	body, err := fetch(ctx, askAPI, where, notes)
	if isMissing(err) {
		if where, err = c.challengedURL(ctx, notes); err != nil {
			if root := insertWellKnown(Origin(c.Settings.APIURL), protectedResource); strings.Trim(pathOf(c.Settings.APIURL), "/") != "" {
				if body, rootErr := fetch(ctx, askAPI, root, notes); rootErr == nil { // as where /v1 was typed as well
					return c.Settings.parseResource(body, root)
				}
			}
			return none, err
		}
		body, err = fetch(ctx, askAPI, where, notes)
	}
	if isMissing(err) {
		return none, &AnswerError{
			Doing: askAPI, Host: HostOf(where), Status: http.StatusNotFound,
			Reason: "nothing is found at " + Clean(where), Remedy: c.Settings.askForIssuer(),
		}
	}
	if err != nil {
		return none, err
	}
	return c.Settings.parseResource(body, where)
}

func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Path
}

// challengedURL reads the API without a token and returns the resource_metadata address of its 401.
func (c *Client) challengedURL(ctx context.Context, notes *Notes) (string, error) {
	target := strings.TrimSuffix(c.Settings.APIURL, "/") + c.Settings.ProbePath
	resp, err := c.get(ctx, askAPI, target, notes)
	if err != nil {
		return "", err
	}
	refused := func(subject, reason string) error {
		return &RefusedError{Subject: subject, Reason: reason, Remedy: c.Settings.askForIssuer()}
	}
	found := ""
	if resp.StatusCode == http.StatusUnauthorized {
		found = resourceMetadataURL(resp.Header.Values("WWW-Authenticate"))
	}
	if found == "" {
		return "", refused("the API at "+Clean(c.Settings.APIURL), fmt.Sprintf("it does not say who signs its users in, neither at %s nor in a 401 at %s",
			Clean(insertWellKnown(c.Settings.APIURL, protectedResource)), Clean(target)))
	}
	checked, err := CheckURL(found)
	if err != nil {
		return "", refused("the address "+Clean(found), "it "+err.Error())
	}
	if Origin(checked) != Origin(c.Settings.APIURL) {
		return "", refused("the address "+Clean(found), "it is not on the API's own origin")
	}
	return checked, nil
}

// resourceMetadataURL finds the resource_metadata parameter (RFC 9728 §5.1) of a Bearer challenge.
func resourceMetadataURL(challenges []string) string {
	parameter := regexp.MustCompile(`(?i)(?:^|[\s,])resource_metadata\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))`)
	for _, challenge := range challenges {
		if len(challenge) > MaxURL || !strings.Contains(strings.ToLower(challenge), "bearer") {
			continue
		}
		if m := parameter.FindStringSubmatch(challenge); m != nil {
			return strings.ReplaceAll(m[1], `\`, "") + m[2]
		}
	}
	return ""
}

// Endpoints is what a login needs to know about an authorization server.
type Endpoints struct {
	Issuer                         string
	authorize, Token, revoke, jwks string
	Device, Registration           string
	userinfo                       string
	userinfoOff                    string   // why the address that the server names is not asked
	AnswersWithIssuer              bool     // RFC 9207: every answer of /authorize names the issuer
	takesClaims                    bool     // OpenID Connect Core 1.0 §5.5: single claims can be asked for
	saysS256                       bool     // the server promises PKCE with S256
	algorithms                     []string // of id_tokens, asymmetric only
	// Scopes that the server says it offers; nil where it does not say.
	Scopes        []string
	signsIDTokens bool // as an OpenID provider says
	prompts       []string
	grants        []string
	Resource      string   // what the API that named the issuer calls itself (RFC 9728), "" where it did not
	apiScopes     []string // that the API says it needs, nil where it does not say
}

// pins are the endpoints of settings that leave nothing to discover.
func (s Settings) pins() Endpoints {
	return Endpoints{
		Issuer: s.Issuer, authorize: s.AuthorizeURL, Token: s.TokenURL, revoke: s.RevokeURL,
		jwks: s.JWKSURL, Device: s.DeviceURL, algorithms: signatures(),
	}
}

// serverMetadata is the part of RFC 8414 §2 and OpenID Connect Discovery 1.0 §3 that is read.
type serverMetadata struct {
	Issuer        string   `json:"issuer"`
	Authorize     string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	Revoke        string   `json:"revocation_endpoint"`
	JWKS          string   `json:"jwks_uri"`
	Device        string   `json:"device_authorization_endpoint"`
	Registration  string   `json:"registration_endpoint"`
	Userinfo      string   `json:"userinfo_endpoint"`
	IssInResponse bool     `json:"authorization_response_iss_parameter_supported"`
	ClaimsParam   bool     `json:"claims_parameter_supported"`
	Challenges    []string `json:"code_challenge_methods_supported"`
	ResponseTypes []string `json:"response_types_supported"`
	Algorithms    []string `json:"id_token_signing_alg_values_supported"`
	Scopes        wordList `json:"scopes_supported"`
	Grants        wordList `json:"grant_types_supported"`
	Prompts       wordList `json:"prompt_values_supported"`
}

// signatures are the id_token algorithms that are accepted. HMAC would make the verification key a
// secret that a public client does not have.
func signatures() []string {
	return []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}
}

// parseMetadata reads a discovery document that was fetched for issuer. Endpoints that pins sets
// need not lie on the issuer's site: the person named them.
func parseMetadata(body []byte, issuer string, pins Settings) (Endpoints, error) {
	var doc serverMetadata
	if err := json.Unmarshal(body, &doc); err != nil {
		return Endpoints{}, unreadable(err)
	}
	if doc.Issuer == "" {
		return Endpoints{}, errors.New("it does not name an issuer")
	}
	if doc.Issuer != issuer {
		return Endpoints{}, otherIssuerError{doc.Issuer}
	}
	ends := Endpoints{
		Issuer:            issuer,
		AnswersWithIssuer: doc.IssInResponse,
		takesClaims:       doc.ClaimsParam,
		saysS256:          slices.Contains(doc.Challenges, "S256"),
		algorithms:        acceptable(doc.Algorithms),
		Scopes:            doc.Scopes,
		signsIDTokens:     len(doc.Algorithms) > 0,
		prompts:           doc.Prompts,
		grants:            doc.Grants,
	}
	if len(doc.Challenges) > 0 && !ends.saysS256 {
		return Endpoints{}, errors.New("the server does not support PKCE with S256")
	}
	if len(doc.ResponseTypes) > 0 && !slices.Contains(doc.ResponseTypes, "code") {
		return Endpoints{}, errors.New("the server does not support the authorization code flow")
	}
	if err := pins.place(doc, issuer, &ends); err != nil {
		return Endpoints{}, err
	}
	var missing []string
	if ends.authorize == "" {
		missing = append(missing, "authorization_endpoint")
	}
	if ends.Token == "" {
		missing = append(missing, "token_endpoint")
	}
	if len(missing) > 0 {
		return Endpoints{}, errors.New("it lacks " + strings.Join(missing, " and "))
	}
	return ends, nil
}

// place fills in the endpoints that the settings or else the document name. What is on another site is
// told together; a login can do without a userinfo.
func (s Settings) place(doc serverMetadata, issuer string, ends *Endpoints) error {
	var away otherSiteError
	for _, end := range []struct {
		name, found, pinned string
		into                *string
	}{
		{"authorization_endpoint", doc.Authorize, s.AuthorizeURL, &ends.authorize},
		{"token_endpoint", doc.Token, s.TokenURL, &ends.Token},
		{"revocation_endpoint", doc.Revoke, s.RevokeURL, &ends.revoke},
		{"jwks_uri", doc.JWKS, s.JWKSURL, &ends.jwks},
		{"device_authorization_endpoint", doc.Device, s.DeviceURL, &ends.Device},
		{"registration_endpoint", doc.Registration, "", &ends.Registration},
	} {
		if end.pinned != "" {
			*end.into = end.pinned
			continue
		}
		checked, err := s.checkEndpoint(end.found, issuer)
		if other, ok := errors.AsType[otherSiteError](err); ok {
			away.add(end.name, other.hosts[0])
			continue
		}
		if err != nil {
			return fmt.Errorf("its %s %w", end.name, err)
		}
		*end.into = checked
	}
	var err error
	if ends.userinfo, err = s.checkEndpoint(doc.Userinfo, issuer); err != nil {
		ends.userinfoOff = "its userinfo_endpoint " + err.Error()
		if other, ok := errors.AsType[otherSiteError](err); ok {
			if away.names != nil {
				away.add("userinfo_endpoint", other.hosts[0])
			}
			ends.userinfoOff += "; " + s.otherSites(err)
		}
	}
	if away.names != nil {
		return away
	}
	return nil
}

// unreadable says what keeps a document from being read: a member of a wrong type, by its name, or that
// it is something else.
func unreadable(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return fmt.Errorf("its %s must not be a JSON %s", wrong.Field, Clean(wrong.Value))
	}
	return errors.New("it is not a metadata document")
}

// acceptable keeps the algorithms that may be used, and all of ours when the server tells none.
func acceptable(offered []string) []string {
	if len(offered) == 0 {
		return signatures()
	}
	return slices.DeleteFunc(signatures(), func(alg string) bool { return !slices.Contains(offered, alg) })
}

// resourceMetadata is the part of RFC 9728 §2 that is read.
type resourceMetadata struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   wordList `json:"scopes_supported"`
}

// parseResource reads a protected resource's document, which was found at an address. It must describe the
// API of the settings: where it describes another address, that one is offered to a person.
func (s Settings) parseResource(body []byte, where string) (resourceMetadata, error) {
	var doc resourceMetadata
	refused := &RefusedError{Subject: "the document at " + Clean(where), Remedy: s.askForIssuer()}
	if err := json.Unmarshal(body, &doc); err != nil {
		refused.Reason = "it is not a metadata document"
		return doc, refused
	}
	if strings.TrimSuffix(doc.Resource, "/") != strings.TrimSuffix(s.APIURL, "/") {
		refused.Reason = fmt.Sprintf("it describes %q", Clean(doc.Resource))
		if checked, err := CheckURL(doc.Resource); err == nil && checked == doc.Resource {
			refused.Remedy = "if you know that to be right: " + s.ToChange("api-url", "URL") // a host of the document's choice is never put into a command
			if SameSite(HostOf(checked), HostOf(s.APIURL)) {
				refused.Remedy = "if that is the service you mean: " + s.ToChange("api-url", doc.Resource)
			}
		}
		return doc, refused
	}
	if len(doc.Servers) == 1 {
		if _, err := CheckURL(doc.Servers[0]); err != nil {
			refused.Reason = "its authorization server " + err.Error()
			return doc, refused
		}
		return doc, nil
	}
	refused.Reason = "it names no authorization server"
	if len(doc.Servers) > 1 {
		refused.Reason = fmt.Sprintf("it names several authorization servers (%s)", Clean(strings.Join(doc.Servers, ", ")))
	}
	return doc, refused
}
