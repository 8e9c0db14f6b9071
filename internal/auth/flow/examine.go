package flow

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"golang.org/x/oauth2"
)

// examinePatience bounds one request of an examination: the person who asks what is wrong waits for the answer.
const examinePatience = 4 * time.Second

var errSlow = lateError{examinePatience}

// Examination is what can be known of the sign-in server without signing in.
type Examination struct {
	// Issuer signs in; "" when endpoints are set instead.
	Issuer string
	// NamedByAPI says that the API named the issuer (RFC 9728) and not the settings.
	NamedByAPI bool
	// Pinned says that the settings name the endpoints, so that nothing was discovered.
	Pinned bool
	// SaysS256 says that the server promises PKCE with S256.
	SaysS256 bool
	// Client says that the server does not know the client that the settings name; nil where it does,
	// or nothing was found out.
	Client error
	// Endpoints are where requests of a login would go, in a fixed order.
	Endpoints []Endpoint
	// Remarks are what is odd and keeps no login from working, a sentence each without full stop.
	Remarks []string
	// Offset is this computer's clock minus the server's; 0 when the server did not tell.
	Offset time.Duration
}

// Endpoint is one address of the sign-in server.
type Endpoint struct {
	Name string // authorize, token, jwks, revoke, device, registration or userinfo
	URL  string
}

// Examine reads what the sign-in server says about itself. Nothing secret is sent, nothing is kept,
// and no request is repeated. What it found before an error is part of the answer.
func (c *Client) Examine(ctx context.Context) (Examination, error) {
	notes := new(Notes)
	e := Examination{Issuer: c.Settings.Issuer, Pinned: c.Settings.Pinned()}
	err := c.examine(ctx, &e, notes)
	e.Offset = time.Duration(notes.offset.Load())
	return e, err
}

func (c *Client) examine(ctx context.Context, e *Examination, notes *Notes) error {
	if e.Pinned {
		e.take(c.Settings.pins())
		e.Client = c.examineClient(ctx, c.Settings.pins(), notes)
		return nil
	}
	named, err := c.examineAPI(ctx)
	switch {
	case e.Issuer == "" && err != nil:
		return err
	case e.Issuer == "":
		e.Issuer, e.NamedByAPI = named, true
	case named != "" && named != e.Issuer:
		e.Remarks = append(e.Remarks, fmt.Sprintf("the API names another issuer, %s", Clean(named)))
	}
	ends, err := c.askIssuer(ctx, e.Issuer, notes, func(ctx context.Context, doing, target string, notes *Notes) (body []byte, err error) {
		err = hurried(ctx, doing, target, func(ctx context.Context) error {
			body, err = c.fetchOnce(ctx, doing, target, notes)
			return err
		})
		return body, err
	})
	e.SaysS256 = ends.saysS256
	e.take(ends)
	if err == nil {
		e.Client = c.examineClient(ctx, ends, new(Notes))
	}
	return err
}

// examineClient asks whether the server knows the client that the settings name, with a code that it
// never gave: nothing can be granted or renewed by that.
func (c *Client) examineClient(ctx context.Context, ends Endpoints, notes *Notes) error {
	if c.Settings.ClientIDFrom == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, examinePatience)
	defer cancel()
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {oauth2.GenerateVerifier()}, "code_verifier": {oauth2.GenerateVerifier()},
		"redirect_uri": {"http://127.0.0.1" + c.Settings.RedirectPath}, "client_id": {c.Settings.ClientID},
	}
	if c.knows(ctx, ends, form, notes) {
		return nil
	}
	return c.Settings.RefusedClient(&DeniedError{Code: "invalid_client"}, HostOf(ends.Token), ends.Registration != "")
}

// examineAPI asks the API for its issuer. With an issuer in the settings a missing answer is nothing odd.
func (c *Client) examineAPI(ctx context.Context) (issuer string, err error) {
	if c.Settings.APIURL == "" {
		return "", &SettingsError{Setting: "issuer", Reason: "is not set, and neither is api-url"}
	}
	err = hurried(ctx, askAPI, c.Settings.APIURL, func(ctx context.Context) error {
		doc, err := c.issuerOfAPI(ctx, new(Notes), c.fetchOnce)
		if err == nil {
			issuer = doc.Servers[0]
		}
		return err
	})
	return issuer, err
}

func (e *Examination) take(ends Endpoints) {
	for _, end := range []Endpoint{
		{"authorize", ends.authorize}, {"token", ends.Token}, {"jwks", ends.jwks},
		{"revoke", ends.revoke}, {"device", ends.Device}, {"registration", ends.Registration},
		{"userinfo", ends.userinfo},
	} {
		if end.URL != "" {
			e.Endpoints = append(e.Endpoints, end)
		}
	}
}

// hurried gives f its patience, and names the server that has used it up.
func hurried(ctx context.Context, doing, target string, f func(context.Context) error) error {
	limited, cancel := context.WithTimeoutCause(ctx, examinePatience, errSlow)
	defer cancel()
	err := f(limited)
	if errors.Is(err, errSlow) && ctx.Err() == nil {
		return &NetworkError{Doing: doing, Host: HostOf(target), Err: errSlow}
	}
	return err
}
