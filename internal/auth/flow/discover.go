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
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
)

// Endpoints describes an authorization server.
type Endpoints struct {
	Issuer, Authorize, Token, Revoke, JWKS string
	Device, Registration, Userinfo         string
	userinfoOff                            string   // why the address that the server names is not used
	AnswersWithIssuer                      bool     // RFC 9207: every answer of /authorize names the issuer
	takesClaims                            bool     // OpenID Connect Core 1.0 §5.5: a request may name single claims
	SaysS256                               bool     // the server promises PKCE with S256
	algorithms                             []string // of id_tokens, asymmetric only
	Scopes                                 []string // that the server says it offers; nil if it does not say
	signsIDTokens                          bool     // as an OpenID provider says
	prompts, grants                        []string
	Resource                               string   // what the API that named the issuer calls itself (RFC 9728), or ""
	apiScopes                              []string // that the API says it needs, nil if it does not say
}

// Endpoint is one address of a sign-in server.
type Endpoint struct{ Name, URL string }

// List returns the addresses that are known, in a fixed order.
func (e Endpoints) List() []Endpoint {
	return slices.DeleteFunc([]Endpoint{
		{"authorize", e.Authorize}, {"token", e.Token}, {"jwks", e.JWKS}, {"revoke", e.Revoke},
		{"device", e.Device}, {"registration", e.Registration}, {"userinfo", e.Userinfo},
	}, func(end Endpoint) bool { return end.URL == "" })
}

// Examination describes a sign-in server as far as that is possible without signing in.
type Examination struct {
	Endpoints
	NamedByAPI bool          // the API named the issuer (RFC 9728) and not the settings
	Client     error         // the server does not know the client that the settings name; nil if it does or does not say
	Remarks    []string      // oddities that keep no login from working, one sentence each without a full stop
	Offset     time.Duration // this computer's clock minus the server's; 0 if the server did not say
}

// Examine reads the sign-in server's metadata and checks the client ID. It sends nothing secret, stores
// nothing, and repeats no request. If it fails, e holds what was found before the error.
func (c *Client) Examine(ctx context.Context) (e Examination, err error) {
	c = c.hurried(examinePatience)
	if e, err = c.Discover(ctx); err != nil {
		return e, err
	}
	if !e.NamedByAPI {
		if api, err := c.issuerOfAPI(ctx); err == nil && api.AuthorizationServers[0] != e.Issuer {
			e.Remarks = append(e.Remarks, "the API names another issuer, "+Clean(api.AuthorizationServers[0]))
		}
	}
	if c.Settings.ClientIDFrom != "" && c.refusesClient(ctx, c.Settings.ClientID, e.Endpoints) {
		e.Client = c.Settings.Explain(Denied(HostOf(e.Token), "invalid_client", ""), Request{Ends: e.Endpoints}, nil, nil)
	}
	return e, nil
}

// Discover reads the metadata of the issuer, which the API names if the settings do not. It looks where OpenID Connect
// places them and then where RFC 8414 does. go-oidc looks in the first place alone, and oauthex refuses what real
// servers have: metadata without a list of PKCE methods, and addresses of a private network. Neither tells a server
// that is away from one that answers badly. If it fails, e holds what was found before the error.
func (c *Client) Discover(ctx context.Context) (e Examination, err error) {
	e.Issuer = c.Settings.Issuer
	api := oauthex.ProtectedResourceMetadata{}
	if e.Issuer == "" {
		if api, err = c.issuerOfAPI(ctx); err != nil {
			return e, err
		}
		e.Issuer, e.NamedByAPI = api.AuthorizationServers[0], true
	}
	x := c.ask(ctx, "read the sign-in server's metadata", "a metadata document", anyway)
	places := metadataURLs(e.Issuer)
	body, err := x.first(places)
	e.Offset = x.offset
	if isMissing(err) {
		nothing := errors.New("nothing is found at " + Clean(strings.Join(places, " and ")))
		f := &Fault{Host: HostOf(e.Issuer), Status: http.StatusNotFound, Err: nothing}
		return e, f.as(problem.Refused, x.doing, "check the issuer, path and all: "+c.Settings.ToChange("issuer", "URL"))
	}
	if err != nil {
		return e, err
	}
	ends, err := c.Settings.parseMetadata(body, e.Issuer)
	if err == nil {
		e.Endpoints = ends
		e.Resource, e.apiScopes = api.Resource, api.ScopesSupported
	}
	return e, err
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

// first returns the document at the first of some places that has one.
func (x *call) first(places []string) (body []byte, err error) {
	for _, where := range places {
		if body, err = x.get(where); !isMissing(err) {
			break
		}
	}
	return body, err
}

func isMissing(err error) bool {
	status := FaultOf(err).Status
	return status == http.StatusNotFound || status == http.StatusGone
}

// signatures are the id_token algorithms that are accepted. HMAC would make the verification key a
// secret that a public client does not have.
var signatures = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

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
	hint := "check the issuer"
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
		SaysS256: len(doc.CodeChallengeMethodsSupported) > 0, algorithms: signatures, signsIDTokens: len(doc.Algorithms) > 0,
		Scopes: doc.Scopes, prompts: doc.Prompts, grants: doc.Grants,
	}
	if ends.signsIDTokens {
		ends.algorithms = both(ends.algorithms, doc.Algorithms)
	}
	var away, hosts, missing []string // reported together
	for _, end := range []struct {
		name, found, set string
		into             *string
	}{
		{"authorization_endpoint", doc.AuthorizationEndpoint, "", &ends.Authorize},
		{"token_endpoint", doc.TokenEndpoint, s.TokenURL, &ends.Token},
		{"revocation_endpoint", doc.RevocationEndpoint, s.RevokeURL, &ends.Revoke},
		{"jwks_uri", doc.JWKSURI, "", &ends.JWKS},
		{"device_authorization_endpoint", doc.Device, s.DeviceURL, &ends.Device},
		{"registration_endpoint", doc.RegistrationEndpoint, "", &ends.Registration},
		{"userinfo_endpoint", doc.Userinfo, "", &ends.Userinfo},
	} {
		checked, elsewhere, err := s.checkEndpoint(end.found, issuer)
		*end.into = cmp.Or(end.set, checked)
		switch {
		case err == nil || end.set != "":
			if *end.into == "" && (end.into == &ends.Authorize || end.into == &ends.Token) {
				missing = append(missing, end.name)
			}
		case end.into == &ends.Userinfo: // a login can do without
			ends.userinfoOff = "its userinfo_endpoint " + err.Error()
			if elsewhere != "" {
				ends.userinfoOff += "; " + s.nameHosts()
			}
		case elsewhere != "":
			away, hosts = append(away, end.name), union(hosts, []string{elsewhere})
		default:
			return refused(fmt.Sprintf("its %s %v", end.name, err))
		}
	}
	switch {
	case len(away) > 0:
		hint = s.nameHosts()
		verb := " are"
		if len(away) == 1 {
			verb = " is"
		}
		sites := Clean(strings.Join(hosts, " and "))
		return refused("its " + strings.Join(away, " and ") + verb + " on another site, " + sites)
	case len(missing) > 0:
		return refused("it lacks " + strings.Join(missing, " and "))
	}
	return ends, nil
}

// nameHosts is the hint for an address on another site. It does not repeat the hosts, which the server chose: the
// error names them, and a person who trusts them types them.
func (s Settings) nameHosts() string {
	return "if you know that to be right, name each of these hosts: " + s.ToChange("sign-in-hosts", strings.Join(append(slices.Clone(s.Hosts), "HOST"), " "))
}

// checkEndpoint accepts an endpoint that is absent. Any other one must be an address that may be called, be on the
// issuer's site or on a host of the settings, and not step down from https. If it is on another site, elsewhere is
// its host.
func (s Settings) checkEndpoint(raw, issuer string) (checked, elsewhere string, err error) {
	if raw == "" {
		return "", "", nil
	}
	if checked, err = transport.CheckURL(raw); err != nil {
		return "", "", err
	}
	end, _ := url.Parse(checked) // both were checked
	home, _ := url.Parse(issuer)
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

// issuerOfAPI asks the API who signs its users in (RFC 9728): at the well-known address, or at the one that its 401
// names, or at the root of its host if that names none. The document must describe the API of the settings. If it
// describes another address, the hint suggests that.
func (c *Client) issuerOfAPI(ctx context.Context) (doc oauthex.ProtectedResourceMetadata, err error) {
	const wellKnown = "oauth-protected-resource"
	set := c.Settings
	x := c.ask(ctx, "ask the API who signs its users in", "a metadata document", anyway)
	where := insertWellKnown(set.APIURL, wellKnown)
	body, err := x.get(where)
	if isMissing(err) {
		named, unnamed := c.challengedURL(ctx, where, x.doing)
		root := insertWellKnown(Origin(set.APIURL), wellKnown) // as where /v1 was typed as well
		switch {
		case unnamed == nil:
			where = named
		case root == where:
			return doc, unnamed
		default:
			where = root
		}
		if body, err = x.get(where); err != nil && unnamed != nil {
			return doc, unnamed
		}
	}
	if isMissing(err) {
		f := &Fault{Host: HostOf(where), Status: http.StatusNotFound, Err: errors.New("nothing is found at " + Clean(where))}
		return doc, f.as(problem.Refused, x.doing, set.askForIssuer())
	}
	if err != nil {
		return doc, err
	}
	reason, hint := "", set.askForIssuer()
	err = json.Unmarshal(body, &doc)
	switch servers := doc.AuthorizationServers; {
	case err != nil:
		reason = "it is not a metadata document"
	case strings.TrimSuffix(doc.Resource, "/") != strings.TrimSuffix(set.APIURL, "/"):
		reason = fmt.Sprintf("it describes %q", Clean(doc.Resource))
		if checked, err := transport.CheckURL(doc.Resource); err == nil && checked == doc.Resource {
			// The document chose this host, so it is not put into a command.
			hint = "if you know that to be right: " + set.ToChange("api-url", "URL")
			if SameSite(HostOf(checked), HostOf(set.APIURL)) {
				hint = "if that is the service you mean: " + set.ToChange("api-url", doc.Resource)
			}
		}
	case len(servers) == 0:
		reason = "it names no authorization server"
	case len(servers) > 1:
		reason = fmt.Sprintf("it names several authorization servers (%s)", Clean(strings.Join(servers, ", ")))
	default:
		_, err := transport.CheckURL(servers[0])
		if err == nil {
			return doc, nil
		}
		reason = "its authorization server " + err.Error()
	}
	return doc, Refused("the document at "+Clean(where), reason, hint)
}

// askForIssuer is the hint if the API does not name its issuer correctly.
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
	if _, err := x.get(target); err != nil && x.status/100 != 4 {
		return "", err
	}
	found := ""
	for _, header := range x.header.Values("WWW-Authenticate") {
		challenges, _ := oauthex.ParseWWWAuthenticate([]string{header[:min(len(header), transport.MaxURL)]})
		for _, challenge := range challenges {
			if x.status == http.StatusUnauthorized && challenge.Scheme == "bearer" {
				found = cmp.Or(found, challenge.Params["resource_metadata"]) // RFC 9728 §5.1
			}
		}
	}
	subject, reason := "the address "+Clean(found), ""
	checked, err := transport.CheckURL(found)
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

// Registration is a client that this program registered for itself. None of it is secret.
type Registration struct {
	Issuer    string   `json:"issuer"`
	ClientID  string   `json:"clientId"`
	Redirects []string `json:"redirectUris"`
	Scopes    []string `json:"scopes"` // that were asked for
	Grants    []string `json:"grantTypes"`
}

// Covers reports whether a client was registered for everything that r needs, and the server still knows it. The
// sign-in page would tell only the user, who cannot fix it.
func (c *Client) Covers(ctx context.Context, known Registration, r Request) bool {
	now := c.Settings.wanted(r)
	return known.Issuer == now.Issuer && len(without(now.Redirects, known.Redirects)) == 0 &&
		len(without(now.Scopes, known.Scopes)) == 0 && len(without(now.Grants, known.Grants)) == 0 &&
		!c.refusesClient(ctx, known.ClientID, r.Ends)
}

// refusesClient sends an authorization code that the server never issued. Nothing can be granted for it, and a server
// checks the client first (RFC 6749 §5.2). Any answer but a clear refusal counts as known.
func (c *Client) refusesClient(ctx context.Context, clientID string, ends Endpoints) bool {
	_, err := c.call(ctx, "sign in").send(http.MethodPost, ends.Token, url.Values{
		"grant_type": {"authorization_code"}, "code": {oauth2.GenerateVerifier()}, "code_verifier": {oauth2.GenerateVerifier()},
		"redirect_uri": {"http://127.0.0.1" + c.Settings.RedirectPath}, "client_id": {clientID},
	})
	return FaultOf(err).Code == "invalid_client"
}

// wanted returns the registration that the request needs.
func (s Settings) wanted(r Request) Registration {
	port := ""
	if s.RedirectPort != 0 {
		port = ":" + strconv.Itoa(s.RedirectPort)
	}
	w := Registration{
		Issuer: r.Ends.Issuer, Scopes: r.Scopes, Grants: []string{"authorization_code"},
		Redirects: []string{"http://127.0.0.1" + port + s.RedirectPath}, // any port at sign-in (RFC 8252 §7.3)
	}
	if r.Ends.renews() {
		w.Grants = append(w.Grants, refreshGrant)
	}
	if r.Ends.Device != "" {
		w.Grants = append(w.Grants, deviceGrant)
	}
	return w
}

// Register makes this program a public client of the server. It is asked again only after it said
// that it is busy: a request that was lost leaves at worst an unused client.
func (c *Client) Register(ctx context.Context, r Request) (Registration, error) {
	made, target := c.Settings.wanted(r), r.Ends.Registration
	const maxID = 4 << 10 // bytes; some servers put all they know into the id
	x := c.ask(ctx, "register this program", "a client", whenBusy)
	got, err := oauthex.RegisterClient(ctx, target, &oauthex.ClientRegistrationMetadata{
		ClientName: "travel", ApplicationType: "native", RedirectURIs: made.Redirects, GrantTypes: made.Grants,
		ResponseTypes: []string{"code"}, TokenEndpointAuthMethod: "none", Scope: strings.Join(made.Scopes, " "),
	}, x.client())
	reason := ""
	switch f := FaultOf(x.err); {
	case f.Code != "":
		reason = strings.Replace(f.Error(), ": ", ", ", 1)
	case f.Status == http.StatusUnauthorized, f.Status == http.StatusForbidden:
		reason = "only programs it knows may register"
	case x.err != nil:
		return Registration{}, x.err
	case err != nil, !IsToken(got.ClientID), len(got.ClientID) > maxID:
		return Registration{}, unusable(x.doing, HostOf(target), http.StatusOK, "it did not answer with a client")
	// A program on a traveler's computer cannot keep a secret (RFC 8252 §8.5).
	case got.TokenEndpointAuthMethod != "" && got.TokenEndpointAuthMethod != "none", got.TokenEndpointAuthMethod == "" && got.ClientSecret != "":
		reason = "it insists on a client secret, which a program on this computer cannot keep"
	default:
		made.ClientID = got.ClientID
		return made, nil
	}
	return Registration{}, problem.Error{
		Class: problem.Login, Text: HostOf(target) + " does not take this program as a client: " + reason,
		Hint: askForClient(c.Settings.ToChange("client-id", "ID")), Err: x.err,
	}
}

// tryPatience bounds the request that tries a sign-in page out.
const tryPatience = 2 * time.Second

// TryPage makes one authorization request that may show no page (prompt=none) and returns what the server clearly
// refuses: the client, or what this program asks for by itself, as an error, or the redirect address. It ignores any
// other outcome. Its state, nonce and verifier are thrown away, a code is never redeemed, and nothing is followed.
func (c *Client) TryPage(ctx context.Context, a *CodeRequest) (redirectRefused bool, err error) {
	x := c.hurried(tryPatience).call(ctx, "try the sign-in page out")
	x.raw, x.kind = true, " prompt=none"
	body, err := x.get(c.Settings.NewCodeRequest(a.Request, a.redirect).PageURL("none"))
	if err != nil {
		return false, nil // the browser may fare better
	}
	var said refusal
	switch to, err := url.Parse(x.header.Get("Location")); {
	case err == nil && x.status/100 == 3 && strings.HasPrefix(to.String(), a.redirect):
		// It takes the client and the address. What else it says matters on a page that the person sees, too.
		denied := Denied(HostOf(a.Ends.Token), to.Query().Get("error"), "")
		if _, _, ok := a.Without(FaultOf(denied).Code); ok {
			return false, denied
		}
		return false, nil
	case err == nil && x.status/100 == 3:
		said = refusal{to.Query().Get("error"), to.Query().Get("error_description")}
	case x.status/100 == 4 && json.Unmarshal(body, &said) != nil:
		return false, nil
	}
	if said.Error == "invalid_client" || said.Error == "unauthorized_client" {
		return false, Denied(HostOf(a.Ends.Token), said.Error, said.Description)
	}
	redirect := regexp.MustCompile(`(?i)redirect[_ -]?ur[il]`)
	return said.Error == "invalid_request" && redirect.MatchString(said.Description), nil
}
