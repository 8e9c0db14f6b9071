package oauth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
)

// Discover finds out where to sign in: from the settings alone, from the issuer, or from the API.
func (c *Client) Discover(ctx context.Context, notes *Notes) (Endpoints, error) {
	if c.Settings.Pinned() {
		return Endpoints{
			Issuer: c.Settings.Issuer, authorize: c.Settings.AuthorizeURL, Token: c.Settings.TokenURL, revoke: c.Settings.RevokeURL,
			jwks: c.Settings.JWKSURL, Device: c.Settings.DeviceURL, algorithms: signatures(),
		}, nil
	}
	issuer := c.Settings.Issuer
	if issuer == "" {
		var err error
		if issuer, err = c.issuerOfAPI(ctx, notes); err != nil {
			return Endpoints{}, err
		}
	}
	return c.askIssuer(ctx, issuer, notes)
}

// askIssuer reads the issuer's metadata, as OpenID Connect places it and then as RFC 8414 does.
func (c *Client) askIssuer(ctx context.Context, issuer string, notes *Notes) (Endpoints, error) {
	if u, err := url.Parse(issuer); err != nil || u.RawQuery != "" || u.Fragment != "" {
		return Endpoints{}, &failure.RefusedError{Subject: "the issuer " + foreign.Clean(issuer), Reason: "an issuer must not have a query or a fragment"}
	}
	var missing error
	for _, where := range metadataURLs(issuer) {
		body, err := c.fetch(ctx, "read the sign-in server's metadata", where, notes)
		if isMissing(err) {
			missing = err
			continue
		}
		if err != nil {
			return Endpoints{}, err
		}
		ends, err := parseMetadata(body, issuer, c.Settings)
		if err != nil {
			return Endpoints{}, &failure.RefusedError{
				Subject: "the metadata of " + foreign.Clean(issuer), Reason: err.Error(),
				Remedy: "check the issuer, or set authorize-url and token-url if you know them to be right",
			}
		}
		return ends, nil
	}
	return Endpoints{}, missing
}

// metadataURLs lists where an issuer's metadata may be: OpenID Connect Discovery 1.0 §4.1 appends to
// the path, RFC 8414 §3.1 inserts before it.
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
	answer, ok := errors.AsType[*failure.AnswerError](err)
	return ok && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone)
}

// issuerOfAPI asks the API who signs its users in (RFC 9728): at the well-known address, or at the
// one its 401 names.
func (c *Client) issuerOfAPI(ctx context.Context, notes *Notes) (string, error) {
	const doing = "ask the API who signs its users in"
	where := insertWellKnown(c.Settings.APIURL, "oauth-protected-resource")
	body, err := c.fetch(ctx, doing, where, notes)
	if isMissing(err) {
		if where, err = c.challengedURL(ctx, doing, notes); err != nil {
			return "", err
		}
		body, err = c.fetch(ctx, doing, where, notes)
	}
	if err != nil {
		return "", err
	}
	issuer, err := parseResource(body, c.Settings.APIURL)
	if err != nil {
		return "", &failure.RefusedError{Subject: "the document at " + foreign.Clean(where), Reason: err.Error(), Remedy: "set issuer"}
	}
	return issuer, nil
}

// challengedURL reads the API without a token and returns the resource_metadata address of its 401.
func (c *Client) challengedURL(ctx context.Context, doing string, notes *Notes) (string, error) {
	target := strings.TrimSuffix(c.Settings.APIURL, "/") + c.Settings.ProbePath
	resp, err := c.get(ctx, doing, target, notes)
	if err != nil {
		return "", err
	}
	found := ""
	if resp.StatusCode == http.StatusUnauthorized {
		found = resourceMetadataURL(resp.Header.Values("WWW-Authenticate"))
	}
	if found == "" {
		return "", &failure.RefusedError{Subject: "the API at " + foreign.Clean(c.Settings.APIURL), Reason: "it does not say who signs its users in", Remedy: "set issuer"}
	}
	checked, err := foreign.CheckURL(found)
	if err != nil {
		return "", &failure.RefusedError{Subject: "the address " + foreign.Clean(found), Reason: "it " + err.Error(), Remedy: "set issuer"}
	}
	if foreign.Origin(checked) != foreign.Origin(c.Settings.APIURL) {
		return "", &failure.RefusedError{Subject: "the address " + foreign.Clean(found), Reason: "it is not on the API's own origin", Remedy: "set issuer"}
	}
	return checked, nil
}

// resourceMetadataURL finds the resource_metadata parameter (RFC 9728 §5.1) of a Bearer challenge.
func resourceMetadataURL(challenges []string) string {
	parameter := regexp.MustCompile(`(?i)(?:^|[\s,])resource_metadata\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))`)
	for _, challenge := range challenges {
		if len(challenge) > foreign.MaxURL || !strings.Contains(strings.ToLower(challenge), "bearer") {
			continue
		}
		if m := parameter.FindStringSubmatch(challenge); m != nil {
			return strings.ReplaceAll(m[1], `\`, "") + m[2]
		}
	}
	return ""
}
