package flow

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/problem"
)

const maxClientID = 4 << 10 // bytes; some servers put all they know into the id

// Registration is as which client this program is known to a server where it registered itself.
// None of it is secret.
type Registration struct {
	Issuer    string    `json:"issuer"`
	ClientID  string    `json:"clientId"`
	Redirects []string  `json:"redirectUris"`
	Scopes    []string  `json:"scopes"` // that were asked for
	Grants    []string  `json:"grantTypes"`
	Made      time.Time `json:"registered"`
}

// Fits says whether the client can do what is asked now: a server may hold it to what it registered.
func (r Registration) Fits(now Registration) bool {
	return r.Issuer == now.Issuer && len(without(now.Redirects, r.Redirects)) == 0 &&
		len(without(now.Scopes, r.Scopes)) == 0 && len(without(now.Grants, r.Grants)) == 0
}

// IsClientID says whether a server or a file may call a client so.
func IsClientID(id string) bool { return IsToken(id) && len(id) <= maxClientID }

// IsKnown asks whether the server still knows the client, with a refresh token it never gave: a
// server looks at the client first (RFC 6749 §5.2). Its sign-in page would tell only the person,
// who can do nothing about it. Any other answer, or none, is left for the sign-in to meet.
func (c *Client) IsKnown(ctx context.Context, known Registration, ends Endpoints) bool {
	form := url.Values{"grant_type": {refreshGrant}, "refresh_token": {oauth2.GenerateVerifier()}, "client_id": {known.ClientID}}
	_, err := c.call(ctx, "sign in").post(ends.Token, form)
	return FaultOf(err).Code != "invalid_client"
}

// Wanted is the registration that a sign-in as r asks for needs.
func (s Settings) Wanted(r Request) Registration {
	port := ""
	if s.RedirectPort != 0 {
		port = ":" + strconv.Itoa(s.RedirectPort)
	}
	w := Registration{Issuer: r.Ends.Issuer, Scopes: r.Scopes, Grants: []string{"authorization_code"}}
	if r.Ends.renews() {
		w.Grants = append(w.Grants, refreshGrant)
	}
	for _, host := range []string{"127.0.0.1", "[::1]"} { // any port at sign-in (RFC 8252 §7.3)
		w.Redirects = append(w.Redirects, "http://"+host+port+s.RedirectPath)
	}
	if r.Ends.Device != "" {
		w.Grants = append(w.Grants, deviceGrant)
	}
	return w
}

// Register makes this program a public client of the server. It is asked again only after it said
// that it is busy: a request that was lost leaves at worst an unused client.
func (c *Client) Register(ctx context.Context, r Request) (Registration, error) {
	made, target := c.Settings.Wanted(r), r.Ends.Registration
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
	case err != nil, !IsClientID(got.ClientID):
		return Registration{}, unusable(x.doing, HostOf(target), http.StatusOK, "it did not answer with a client")
	// A program on a traveler's computer cannot keep a secret (RFC 8252 §8.5).
	case got.TokenEndpointAuthMethod != "" && got.TokenEndpointAuthMethod != "none", got.TokenEndpointAuthMethod == "" && got.ClientSecret != "":
		reason = "it insists on a client secret, which a program on this computer cannot keep"
	case len(got.RedirectURIs) > 0 && !slices.Contains(got.RedirectURIs, made.Redirects[0]):
		reason = "it does not let the browser come back to " + made.Redirects[0]
	case len(got.GrantTypes) > 0 && !slices.Contains(got.GrantTypes, "authorization_code"):
		reason = "it does not let this program sign people in with a browser"
	default:
		made.ClientID, made.Made = got.ClientID, c.Now().UTC().Truncate(time.Second)
		return made, nil
	}
	return Registration{}, problem.Error{
		Class: problem.Login, Text: HostOf(target) + " does not take this program as a client: " + reason,
		Hint: askForClient(c.Settings.ToChange("client-id", "ID")), Err: x.err,
	}
}
