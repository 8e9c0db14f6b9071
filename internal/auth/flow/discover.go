package flow

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"travel.example/travel/internal/problem"
)

// Endpoints is what a login needs to know about an authorization server.
type Endpoints struct {
	Issuer, Authorize, Token, Revoke, JWKS string
	Device, Registration, Userinfo         string
	userinfoOff                            string   // why the address that the server names is not asked
	AnswersWithIssuer                      bool     // RFC 9207: every answer of /authorize names the issuer
	takesClaims                            bool     // OpenID Connect Core 1.0 §5.5: single claims can be asked for
	saysS256                               bool     // the server promises PKCE with S256
	algorithms                             []string // of id_tokens, asymmetric only
	Scopes                                 []string // that the server says it offers; nil where it does not say
	signsIDTokens                          bool     // as an OpenID provider says
	prompts, grants                        []string
	Resource                               string   // what the API that named the issuer calls itself (RFC 9728), "" where it did not
	apiScopes                              []string // that the API says it needs, nil where it does not say
}

// pins are the endpoints of settings that leave nothing to discover.
func (s Settings) pins() Endpoints {
	return Endpoints{
		Issuer: s.Issuer, Authorize: s.AuthorizeURL, Token: s.TokenURL, Revoke: s.RevokeURL,
		JWKS: s.JWKSURL, Device: s.DeviceURL, algorithms: signatures(),
	}
}

// Discover finds out where to sign in: from the settings alone, from the issuer, or from the API.
func (c *Client) Discover(ctx context.Context) (Endpoints, error) {
	if c.Settings.Pinned() {
		return c.Settings.pins(), nil
	}
	issuer, api := c.Settings.Issuer, oauthex.ProtectedResourceMetadata{}
	if issuer == "" {
		var err error
		if api, err = c.issuerOfAPI(ctx, anyway); err != nil {
			return Endpoints{}, err
		}
		issuer = api.AuthorizationServers[0]
	}
	ends, _, err := c.askIssuer(ctx, issuer, anyway)
	ends.Resource, ends.apiScopes = api.Resource, api.ScopesSupported
	return ends, err
}

// read gets one JSON document.
func (x *call) read(target string) ([]byte, error) {
	resp, err := x.get(target)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(resp.Body)
}

// askIssuer reads the issuer's metadata, as OpenID Connect places it and then as RFC 8414 does. go-oidc looks in
// the first place alone, and oauthex refuses what real servers have: metadata without a list of PKCE methods,
// and addresses of a private network. Neither tells a server that is away from one that answers badly.
func (c *Client) askIssuer(ctx context.Context, issuer string, again patienceOf) (Endpoints, *call, error) {
	x := c.ask(ctx, "read the sign-in server's metadata", "a metadata document", again)
	if u, err := url.Parse(issuer); err != nil || u.RawQuery != "" || u.Fragment != "" {
		return Endpoints{}, x, Refused("the issuer "+Clean(issuer), "an issuer must not have a query or a fragment", "")
	}
	places := metadataURLs(issuer)
	for _, where := range places {
		body, err := x.read(where)
		if isMissing(err) {
			continue
		}
		if err != nil {
			return Endpoints{}, x, err
		}
		ends, err := c.Settings.parseMetadata(body, issuer)
		return ends, x, err
	}
	f := &Fault{Host: HostOf(issuer), Status: http.StatusNotFound, Err: errors.New("nothing is found at " + Clean(strings.Join(places, " and ")))}
	return Endpoints{}, x, f.as(problem.Refused, x.doing, "check the issuer, path and all: "+c.Settings.ToChange("issuer", "URL"))
}

// metadataURLs lists where an issuer's metadata may be: OpenID Connect Discovery 1.0 §4.1 appends
// to the path, RFC 8414 §3.1 inserts before it.
func metadataURLs(issuer string) []string {
	root := strings.TrimSuffix(issuer, "/")
	return []string{root + "/.well-known/openid-configuration", insertWellKnown(root, "oauth-authorization-server")}
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
	status := FaultOf(err).Status
	return status == http.StatusNotFound || status == http.StatusGone
}

// signatures are the id_token algorithms that are accepted. HMAC would make the verification key a
// secret that a public client does not have.
func signatures() []string {
	return []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}
}

// parseMetadata reads a discovery document that was fetched for issuer (RFC 8414 §2 and OpenID Connect Discovery
// 1.0 §3). Endpoints that the settings name need not lie on the issuer's site: the person named them.
func (s Settings) parseMetadata(body []byte, issuer string) (ends Endpoints, err error) {
	var doc struct {
		oauthex.AuthServerMeta

		Device     string   `json:"device_authorization_endpoint"`
		Userinfo   string   `json:"userinfo_endpoint"`
		Claims     bool     `json:"claims_parameter_supported"`
		Algorithms []string `json:"id_token_signing_alg_values_supported"`
		Scopes     wordList `json:"scopes_supported"`
		Grants     wordList `json:"grant_types_supported"`
		Prompts    wordList `json:"prompt_values_supported"`
	}
	hint := "check the issuer, or set authorize-url and token-url if you know them to be right"
	refused := func(reason string) (Endpoints, error) {
		return Endpoints{}, Refused("the metadata of "+Clean(issuer), reason, hint)
	}
	err = json.Unmarshal(body, &doc)
	wrong, mistyped := errors.AsType[*json.UnmarshalTypeError](err)
	switch challenges := doc.CodeChallengeMethodsSupported; {
	case mistyped && wrong.Field != "":
		return refused(fmt.Sprintf("its %s must not be a JSON %s", strings.TrimPrefix(wrong.Field, "AuthServerMeta."), Clean(wrong.Value)))
	case err != nil:
		return refused("it is not a metadata document")
	case doc.Issuer == "":
		return refused("it does not name an issuer")
	case doc.Issuer != issuer && strings.TrimSuffix(doc.Issuer, "/") == strings.TrimSuffix(issuer, "/"):
		hint = "if it is the one you mean: " + s.ToChange("issuer", doc.Issuer)
		return refused(fmt.Sprintf("it names the issuer %q, and every character counts, the slash at the end too", Clean(doc.Issuer)))
	case doc.Issuer != issuer: // OpenID Connect Discovery 1.0 §4.3
		return refused(fmt.Sprintf("it names the issuer %q", Clean(doc.Issuer)))
	case len(challenges) > 0 && !slices.Contains(challenges, "S256"):
		return refused("the server does not support PKCE with S256")
	case len(doc.ResponseTypesSupported) > 0 && !slices.Contains(doc.ResponseTypesSupported, "code"):
		return refused("the server does not support the authorization code flow")
	}
	ends = Endpoints{
		Issuer: issuer, AnswersWithIssuer: doc.AuthorizationResponseIssParameterSupported, takesClaims: doc.Claims,
		saysS256: len(doc.CodeChallengeMethodsSupported) > 0, algorithms: signatures(), signsIDTokens: len(doc.Algorithms) > 0,
		Scopes: doc.Scopes, prompts: doc.Prompts, grants: doc.Grants,
	}
	if ends.signsIDTokens {
		ends.algorithms = both(ends.algorithms, doc.Algorithms)
	}
	var away, hosts, missing []string // what is on another site is told together
	for _, end := range []struct {
		name, found, pinned string
		into                *string
		needed              bool
	}{
		{"authorization_endpoint", doc.AuthorizationEndpoint, s.AuthorizeURL, &ends.Authorize, true},
		{"token_endpoint", doc.TokenEndpoint, s.TokenURL, &ends.Token, true},
		{"revocation_endpoint", doc.RevocationEndpoint, s.RevokeURL, &ends.Revoke, false},
		{"jwks_uri", doc.JWKSURI, s.JWKSURL, &ends.JWKS, false},
		{"device_authorization_endpoint", doc.Device, s.DeviceURL, &ends.Device, false},
		{"registration_endpoint", doc.RegistrationEndpoint, "", &ends.Registration, false},
		{"userinfo_endpoint", doc.Userinfo, "", &ends.Userinfo, false},
	} {
		checked, elsewhere, err := s.checkEndpoint(end.found, issuer)
		*end.into = cmp.Or(end.pinned, checked)
		switch optional := end.into == &ends.Userinfo; {
		case *end.into == "" && end.found == "" && end.needed:
			missing = append(missing, end.name)
		case err == nil || end.pinned != "":
		case optional: // a login can do without
			ends.userinfoOff = "its userinfo_endpoint " + err.Error()
			if elsewhere != "" {
				ends.userinfoOff += "; " + s.nameHosts()
			}
			if elsewhere == "" || len(away) == 0 {
				continue
			}
			fallthrough
		case elsewhere != "":
			away, hosts = append(away, end.name), union(hosts, []string{elsewhere})
		default:
			return refused(fmt.Sprintf("its %s %v", end.name, err))
		}
	}
	switch {
	case len(away) > 0:
		hint = s.nameHosts()
		return refused("its " + strings.Join(away, " and ") + map[bool]string{true: " is", false: " are"}[len(away) == 1] +
			" on another site, " + Clean(strings.Join(hosts, " and ")))
	case len(missing) > 0:
		return refused("it lacks " + strings.Join(missing, " and "))
	}
	return ends, nil
}

// nameHosts is the way out where an address is on another site. The hosts, which the server chose, stand in the
// error alone: who knows them to be right types them.
func (s Settings) nameHosts() string {
	return "if you know that to be right, name each of these hosts: " + s.ToChange("sign-in-hosts", strings.Join(append(slices.Clone(s.Hosts), "HOST"), " "))
}

// checkEndpoint passes an endpoint that is absent, or else passes the gate, lies on the issuer's
// site or on a host of the settings, and must not step down from https. elsewhere is its host where that is the
// reason of an error.
func (s Settings) checkEndpoint(raw, issuer string) (checked, elsewhere string, err error) {
	if raw == "" {
		return "", "", nil
	}
	if checked, err = CheckURL(raw); err != nil {
		return "", "", err
	}
	end, err := url.Parse(checked)
	if err != nil {
		return "", "", errors.New("is not a web address")
	}
	home, err := url.Parse(issuer)
	if err != nil {
		return "", "", errors.New("has no issuer to belong to")
	}
	host := strings.ToLower(end.Hostname())
	switch {
	case strings.Contains(raw, "#"):
		return "", "", errors.New("has a fragment")
	case end.Scheme != "https" && home.Scheme == "https":
		return "", "", errors.New("is not https although the issuer is")
	case !SameSite(host, home.Hostname()) && !slices.Contains(s.Hosts, host):
		return "", host, errors.New("is on another site, " + Clean(host))
	}
	return checked, "", nil
}

// issuerOfAPI asks the API who signs its users in (RFC 9728): at the well-known address, or at the
// one its 401 names.
func (c *Client) issuerOfAPI(ctx context.Context, again patienceOf) (doc oauthex.ProtectedResourceMetadata, err error) {
	const wellKnown = "oauth-protected-resource"
	x := c.ask(ctx, "ask the API who signs its users in", "a metadata document", again)
	where := insertWellKnown(c.Settings.APIURL, wellKnown)
	body, err := x.read(where)
	if isMissing(err) {
		missed := where
		if where, err = c.challengedURL(ctx, missed, x.doing); err == nil {
			body, err = x.read(where)
		} else if root := insertWellKnown(Origin(c.Settings.APIURL), wellKnown); root != missed { // as where /v1 was typed as well
			if found, rootErr := x.read(root); rootErr == nil {
				body, where, err = found, root, nil
			}
		}
	}
	if isMissing(err) {
		f := &Fault{Host: HostOf(where), Status: http.StatusNotFound, Err: errors.New("nothing is found at " + Clean(where))}
		return doc, f.as(problem.Refused, x.doing, c.Settings.askForIssuer())
	}
	if err != nil {
		return doc, err
	}
	return c.Settings.parseResource(body, where)
}

// askForIssuer is the way out where the API does not name its issuer, or badly.
func (s Settings) askForIssuer() string {
	return "ask the operator of the service for the issuer, then: " + s.ToChange("issuer", "URL")
}

// probePath is a path below the API's root that is read without a token.
const probePath = "/v1/user"

// challengedURL reads the API without a token and returns the resource_metadata address of its 401, where none
// was found at the address missed.
func (c *Client) challengedURL(ctx context.Context, missed, doing string) (string, error) {
	target := strings.TrimSuffix(c.Settings.APIURL, "/") + probePath
	x := c.call(ctx, doing)
	_, err := x.get(target)
	status := FaultOf(err).Status
	if err != nil && status/100 != 4 {
		return "", err
	}
	found := ""
	for _, header := range x.header.Values("WWW-Authenticate") {
		challenges, err := oauthex.ParseWWWAuthenticate([]string{header})
		for _, challenge := range challenges {
			if err == nil && status == http.StatusUnauthorized && challenge.Scheme == "bearer" && len(header) <= MaxURL {
				found = cmp.Or(found, challenge.Params["resource_metadata"]) // RFC 9728 §5.1
			}
		}
	}
	subject, reason := "the address "+Clean(found), ""
	checked, err := CheckURL(found)
	switch {
	case found == "":
		subject = "the API at " + Clean(c.Settings.APIURL)
		reason = fmt.Sprintf("it does not say who signs its users in, neither at %s nor in a 401 at %s", Clean(missed), Clean(target))
	case err != nil:
		reason = "it " + err.Error()
	case Origin(checked) != Origin(c.Settings.APIURL):
		reason = "it is not on the API's own origin"
	default:
		return checked, nil
	}
	return "", Refused(subject, reason, c.Settings.askForIssuer())
}

// parseResource reads a protected resource's document, which was found at an address. It must describe the
// API of the settings: where it describes another address, that one is offered to a person.
func (s Settings) parseResource(body []byte, where string) (doc oauthex.ProtectedResourceMetadata, err error) {
	reason, hint := "", s.askForIssuer()
	err = json.Unmarshal(body, &doc)
	switch servers := doc.AuthorizationServers; {
	case err != nil:
		reason = "it is not a metadata document"
	case strings.TrimSuffix(doc.Resource, "/") != strings.TrimSuffix(s.APIURL, "/"):
		reason = fmt.Sprintf("it describes %q", Clean(doc.Resource))
		if checked, err := CheckURL(doc.Resource); err == nil && checked == doc.Resource {
			hint = "if you know that to be right: " + s.ToChange("api-url", "URL") // a host of the document's choice is never put into a command
			if SameSite(HostOf(checked), HostOf(s.APIURL)) {
				hint = "if that is the service you mean: " + s.ToChange("api-url", doc.Resource)
			}
		}
	case len(servers) == 0:
		reason = "it names no authorization server"
	case len(servers) > 1:
		reason = fmt.Sprintf("it names several authorization servers (%s)", Clean(strings.Join(servers, ", ")))
	default:
		if _, err := CheckURL(servers[0]); err == nil {
			return doc, nil
		} else {
			reason = "its authorization server " + err.Error()
		}
	}
	return doc, Refused("the document at "+Clean(where), reason, hint)
}
