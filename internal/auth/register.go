package auth

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

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

// wanted is the registration that a sign-in as r asks for needs.
func (s Settings) wanted(r request) registration {
	port := ""
	if s.RedirectPort != 0 {
		port = ":" + strconv.Itoa(s.RedirectPort)
	}
	w := registration{Issuer: r.ends.issuer, Scopes: r.scopes, Grants: []string{"authorization_code", "refresh_token"}}
	for _, host := range []string{"127.0.0.1", "[::1]"} { // any port at sign-in (RFC 8252 §7.3)
		w.Redirects = append(w.Redirects, "http://"+host+port+s.RedirectPath)
	}
	if r.ends.device != "" {
		w.Grants = append(w.Grants, deviceGrant)
	}
	return w
}

// register makes this program a public client of the server. It is asked again only
// after it said that it is busy: what got lost on the way leaves at worst a client that nobody uses.
func (c *oauthClient) register(ctx context.Context, r request) (registration, error) {
	const doing = "register this program"
	made := c.Settings.wanted(r)
	body, err := json.Marshal(clientMetadata{
		Name: "travel", Kind: "native", Redirects: made.Redirects, Grants: made.Grants,
		Responses: []string{"code"}, AuthMethod: "none", Scope: strings.Join(made.Scopes, " "),
	})
	if err != nil {
		return registration{}, err
	}
	target := r.ends.registration
	var resp *http.Response
	var text []byte
	err = c.retryBusy(ctx, doing, c.WaitBudget, func() (err error) {
		if resp, err = c.post(ctx, doing, target, "application/json", string(body), r.notes); err != nil {
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
		return registration{}, err
	}
	var got clientMetadata
	if json.Unmarshal(text, &got) != nil || !isClientID(got.ClientID) {
		reason := "it did not answer with a client"
		if isHTML(resp.Header) {
			reason = webPage
		}
		return registration{}, &AnswerError{Doing: doing, Host: hostOf(target), Status: resp.StatusCode, Reason: reason}
	}
	if reason := got.unusable(made); reason != "" {
		return registration{}, &RegistrationError{Host: hostOf(target), Reason: reason}
	}
	made.ClientID, made.Made = got.ClientID, c.Now().UTC().Truncate(time.Second)
	return made, nil
}

// unregistered is the server's refusal, in its words where it has some.
func (c *oauthClient) unregistered(doing, target string, resp *http.Response, body []byte) error {
	err := c.refusal(doing, target, resp, body)
	if denied, ok := errors.AsType[*DeniedError](err); ok {
		reason := denied.Code
		if denied.Description != "" {
			reason += ", " + denied.Description
		}
		return &RegistrationError{Host: hostOf(target), Reason: reason}
	}
	if resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden {
		return &RegistrationError{Host: hostOf(target), Reason: "only programs it knows may register"}
	}
	return err
}

// unusable says why the client that the server made is none for this program, "" if it is one. A
// program on a traveler's computer cannot keep a secret (RFC 8252 §8.5).
func (m clientMetadata) unusable(asked registration) string {
	switch {
	case m.AuthMethod != "" && m.AuthMethod != "none", m.AuthMethod == "" && m.Secret != "":
		return "it insists on a client secret, which a program on this computer cannot keep"
	case len(m.Redirects) > 0 && !slices.Contains(m.Redirects, asked.Redirects[0]):
		return "it does not let the browser come back to " + asked.Redirects[0]
	case len(m.Grants) > 0 && !slices.Contains(m.Grants, "authorization_code"):
		return "it does not let it sign people in with a browser"
	}
	return ""
}
