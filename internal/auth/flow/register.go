package flow

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"
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
	holds := func(has, wants []string) bool {
		return !slices.ContainsFunc(wants, func(want string) bool { return !slices.Contains(has, want) })
	}
	return r.Issuer == now.Issuer && holds(r.Redirects, now.Redirects) && holds(r.Scopes, now.Scopes) && holds(r.Grants, now.Grants)
}

// IsClientID says whether a server or a file may call a client so.
func IsClientID(id string) bool { return IsToken(id) && len(id) <= maxClientID }

// IsKnown asks whether the server still knows the client, with a refresh token it never gave: a
// server looks at the client first (RFC 6749 §5.2). Its sign-in page would tell only the person,
// who can do nothing about it. Any other answer, or none, is left for the sign-in to meet.
func (c *Client) IsKnown(ctx context.Context, known Registration, r Request) bool {
	return c.knows(ctx, r.Ends, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {oauth2.GenerateVerifier()}, "client_id": {known.ClientID}}, new(Notes))
}

// knows asks whether the server knows the client of a request that it cannot grant.
func (c *Client) knows(ctx context.Context, ends Endpoints, form url.Values, notes *Notes) bool {
	resp, err := c.post(ctx, "sign in", ends.Token, "application/x-www-form-urlencoded", form.Encode(), notes)
	if err != nil {
		return true
	}
	denied, ok := errors.AsType[*DeniedError](c.refusalOf("sign in", ends.Token, resp))
	return !ok || denied.Code != "invalid_client"
}

// clientMetadata is what is sent to a registration endpoint and what it answers (RFC 7591 §2 and §3.2.1).
type clientMetadata struct {
	Name       string   `json:"client_name,omitempty"`
	Kind       string   `json:"application_type,omitempty"` // of OpenID Connect; native clients have loopback addresses
	Redirects  []string `json:"redirect_uris"`
	Grants     []string `json:"grant_types,omitempty"`
	Responses  []string `json:"response_types,omitempty"`
	AuthMethod string   `json:"token_endpoint_auth_method,omitempty"`
	Scope      string   `json:"scope,omitempty"`

	ClientID string `json:"client_id,omitempty"`
	Secret   string `json:"client_secret,omitempty"` // never kept
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
	const doing = "register this program"
	made := c.Settings.Wanted(r)
	body, err := json.Marshal(clientMetadata{
		Name: "travel", Kind: "native", Redirects: made.Redirects, Grants: made.Grants,
		Responses: []string{"code"}, AuthMethod: "none", Scope: strings.Join(made.Scopes, " "),
	})
	if err != nil {
		return Registration{}, err
	}
	target := r.Ends.Registration
	var resp *http.Response
	var text []byte
	err = c.RetryBusy(ctx, doing, c.WaitBudget, func() (err error) {
		if resp, err = c.post(ctx, doing, target, "application/json", string(body), r.Notes); err != nil {
			return err
		}
		if text, err = io.ReadAll(resp.Body); err != nil {
			return explain(ctx, doing, target, err)
		}
		if resp.StatusCode != http.StatusCreated && resp.StatusCode != http.StatusOK {
			return c.unregistered(doing, target, resp, text)
		}
		return nil
	})
	if err != nil {
		return Registration{}, err
	}
	var got clientMetadata
	if json.Unmarshal(text, &got) != nil || !IsClientID(got.ClientID) {
		reason := "it did not answer with a client"
		if isHTML(resp.Header) {
			reason = webPage
		}
		return Registration{}, &AnswerError{Doing: doing, Host: HostOf(target), Status: resp.StatusCode, Reason: reason}
	}
	if reason := got.unusable(made); reason != "" {
		return Registration{}, c.notWelcome(target, reason, nil)
	}
	made.ClientID, made.Made = got.ClientID, c.Now().UTC().Truncate(time.Second)
	return made, nil
}

// notWelcome is the error of a server that does not take this program, with its own refusal or nil.
func (c *Client) notWelcome(target, reason string, denied *DeniedError) error {
	return &RegistrationError{
		Host: HostOf(target), Reason: reason, Set: c.Settings.ToChange("client-id", "ID"), Err: denied,
	}
}

// unregistered is the server's refusal, in its words where it has some.
func (c *Client) unregistered(doing, target string, resp *http.Response, body []byte) error {
	err := c.refusal(doing, target, resp, body)
	if denied, ok := errors.AsType[*DeniedError](err); ok {
		reason := denied.Code
		if denied.Description != "" {
			reason += ", " + denied.Description
		}
		return c.notWelcome(target, reason, denied)
	}
	if resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden {
		return c.notWelcome(target, "only programs it knows may register", nil)
	}
	return err
}

// unusable says why the client that the server made cannot be used by this program, "" if it can. A
// program on a traveler's computer cannot keep a secret (RFC 8252 §8.5).
func (m clientMetadata) unusable(asked Registration) string {
	switch {
	case m.AuthMethod != "" && m.AuthMethod != "none", m.AuthMethod == "" && m.Secret != "":
		return "it insists on a client secret, which a program on this computer cannot keep"
	case len(m.Redirects) > 0 && !slices.Contains(m.Redirects, asked.Redirects[0]):
		return "it does not let the browser come back to " + asked.Redirects[0]
	case len(m.Grants) > 0 && !slices.Contains(m.Grants, "authorization_code"):
		return "it does not let this program sign people in with a browser"
	}
	return ""
}
