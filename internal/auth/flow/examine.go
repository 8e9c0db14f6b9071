package flow

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// examinePatience bounds one question of an examination: the person who asks what is wrong waits for the answer.
const examinePatience = 4 * time.Second

// Examination is what can be known of the sign-in server without signing in.
type Examination struct {
	Issuer     string        // signs in; "" when endpoints are set instead
	NamedByAPI bool          // the API named the issuer (RFC 9728) and not the settings
	Pinned     bool          // the settings name the endpoints, so that nothing was discovered
	SaysS256   bool          // the server promises PKCE with S256
	Client     error         // the server does not know the client that the settings name; nil where it does or does not say
	Endpoints  []Endpoint    // where requests of a login would go, in a fixed order
	Remarks    []string      // what is odd and keeps no login from working, a sentence each without full stop
	Offset     time.Duration // this computer's clock minus the server's; 0 when the server did not tell
}

// hurry gives a question its patience.
func hurry(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, examinePatience, lateError{examinePatience})
}

// Endpoint is one address of the sign-in server.
type Endpoint struct {
	Name string // authorize, token, jwks, revoke, device, registration or userinfo
	URL  string
}

// Examine reads what the sign-in server says about itself. Nothing secret is sent, nothing is kept,
// and no request is repeated. What it found before an error is part of the answer.
func (c *Client) Examine(ctx context.Context) (e Examination, err error) {
	e.Issuer, e.Pinned = c.Settings.Issuer, c.Settings.Pinned()
	ends := c.Settings.pins()
	if !e.Pinned {
		named, err := c.examineAPI(ctx)
		switch {
		case e.Issuer == "" && err != nil:
			return e, err
		case e.Issuer == "":
			e.Issuer, e.NamedByAPI = named, true
		case named != "" && named != e.Issuer:
			e.Remarks = append(e.Remarks, fmt.Sprintf("the API names another issuer, %s", Clean(named)))
		}
		hurried, cancel := hurry(ctx)
		defer cancel()
		var x *call
		if ends, x, err = c.askIssuer(hurried, e.Issuer, once); err != nil {
			return e, err
		}
		e.Offset = x.offset
	}
	e.SaysS256 = ends.saysS256
	for _, end := range []Endpoint{
		{"authorize", ends.Authorize}, {"token", ends.Token}, {"jwks", ends.JWKS}, {"revoke", ends.Revoke},
		{"device", ends.Device}, {"registration", ends.Registration}, {"userinfo", ends.Userinfo},
	} {
		if end.URL != "" {
			e.Endpoints = append(e.Endpoints, end)
		}
	}
	if c.Settings.ClientIDFrom == "" {
		return e, nil
	}
	// A code that the server never gave: nothing can be granted or renewed by that.
	hurried, cancel := hurry(ctx)
	defer cancel()
	x := c.call(hurried, "sign in")
	_, refused := x.post(ends.Token, url.Values{
		"grant_type": {"authorization_code"}, "code": {oauth2.GenerateVerifier()}, "code_verifier": {oauth2.GenerateVerifier()},
		"redirect_uri": {"http://127.0.0.1" + c.Settings.RedirectPath}, "client_id": {c.Settings.ClientID},
	})
	if FaultOf(refused).Code == "invalid_client" {
		host := HostOf(ends.Token)
		e.Client = c.Settings.RefusedClient(Denied(host, "invalid_client", ""), host, ends.Registration != "", nil)
	}
	if e.Pinned {
		e.Offset = x.offset
	}
	return e, nil
}

// examineAPI asks the API for its issuer. With an issuer in the settings a missing answer is nothing odd.
func (c *Client) examineAPI(ctx context.Context) (issuer string, err error) {
	if c.Settings.APIURL == "" {
		return "", BadSetting("issuer", "is not set, and neither is api-url")
	}
	hurried, cancel := hurry(ctx)
	defer cancel()
	doc, err := c.issuerOfAPI(hurried, once)
	if err != nil {
		return "", err
	}
	return doc.AuthorizationServers[0], nil
}

// tryPatience bounds the request that tries a sign-in page out.
const tryPatience = 2 * time.Second

// TryPage makes one authorization request that may show no page (prompt=none) and tells what a server
// clearly refuses: the client or what this program asks for by itself, as an error, or the address to come back
// to. Whatever else comes of it means nothing. Its state, nonce and verifier are thrown away, a code is never
// redeemed, and nothing is followed.
func (c *Client) TryPage(ctx context.Context, a *CodeRequest) (redirectRefused bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, tryPatience)
	defer cancel()
	x := c.call(ctx, "try the sign-in page out")
	x.raw = true
	resp, err := x.get(c.Settings.NewCodeRequest(a.Request, a.conf.RedirectURL).PageURL("none"))
	if err != nil {
		return false, nil // the browser may fare better
	}
	var said refusal
	switch to, err := url.Parse(resp.Header.Get("Location")); {
	case err == nil && resp.StatusCode/100 == 3 && strings.HasPrefix(to.String(), a.conf.RedirectURL):
		// It takes the client and the address. What else it says matters on a page that the person sees, too.
		denied := Denied(HostOf(a.Ends.Token), to.Query().Get("error"), "")
		if _, _, ok := a.Without(FaultOf(denied).Code); ok {
			return false, denied
		}
		return false, nil
	case err == nil && resp.StatusCode/100 == 3:
		said = refusal{to.Query().Get("error"), to.Query().Get("error_description")}
	case resp.StatusCode/100 == 4:
		if body, err := io.ReadAll(resp.Body); err != nil || json.Unmarshal(body, &said) != nil {
			return false, nil
		}
	}
	if said.Error == "invalid_client" || said.Error == "unauthorized_client" {
		return false, Denied(HostOf(a.Ends.Token), said.Error, said.Description)
	}
	return said.Error == "invalid_request" && aboutRedirect().MatchString(said.Description), nil
}

// aboutRedirect matches what servers say of an address that is not registered.
var aboutRedirect = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)redirect[_ -]?ur[il]`) })
