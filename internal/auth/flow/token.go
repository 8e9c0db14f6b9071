package flow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// finishing is what the exchange of a code is called in errors.
const finishing = "finish the sign-in"

// Redeem trades the code for tokens. The code is good once, and a server that gets it a second time may revoke what
// it gave for it (RFC 6749 §4.1.2). So it is sent again only if no connection was made, once, or if the server is
// busy and says for how long.
func (c *Client) Redeem(ctx context.Context, a *CodeRequest, code Secret) (l Login, err error) {
	for dials := 1; ; dials++ {
		var guessed error
		err = c.RetryBusy(ctx, "sign in", min(c.WaitBudget, RequestTimeout), func() error {
			l, err = c.exchange(ctx, a, code)
			if busy, ok := errors.AsType[*WaitError](err); ok && busy.Guessed {
				guessed = err
				return nil
			}
			return err
		})
		err = cmp.Or(err, guessed)
		if dial, ok := errors.AsType[*net.OpError](err); !ok || dial.Op != "dial" || dials == 2 {
			return l, err
		}
	}
}

func (c *Client) exchange(ctx context.Context, a *CodeRequest, code Secret) (Login, error) {
	sent := c.Now()
	params := []oauth2.AuthCodeOption{oauth2.VerifierOption(a.verifier)}
	if a.Resource != "" {
		params = append(params, oauth2.SetAuthURLParam("resource", a.Resource))
	}
	token, err := a.conf.Exchange(c.withClient(ctx, a.Notes), string(code), params...)
	if err != nil {
		return Login{}, c.tokenFailure(ctx, finishing, a.Ends.Token, a.Notes, err)
	}
	return c.TakeOver(ctx, a.Request, token, a.nonce, sent)
}

// TakeOver makes a login of a token answer. An id_token in it must be good and bear the nonce.
func (c *Client) TakeOver(ctx context.Context, r Request, token *oauth2.Token, nonce string, sent time.Time) (Login, error) {
	l, err := newLogin(finishing, r.Ends.Token, token, sent)
	if err != nil {
		return Login{}, err
	}
	granted, why := grantedScopes(token)
	if why != "" {
		fmt.Fprintf(c.Notices, "what %s says it granted %s; it is taken to be what was asked for\n", HostOf(r.Ends.Token), why)
	}
	if granted == nil {
		granted = r.Scopes
	}
	l.Facts = Facts{Issuer: r.Ends.Issuer, Token: r.Ends.Token, Revoke: r.Ends.revoke, Login: sent.UTC(), Resource: r.Resource}
	if l.Facts.Account, err = c.identify(ctx, r, token, nonce); err != nil {
		_ = c.Revoke(context.WithoutCancel(ctx), l)
		return Login{}, err
	}
	l.Facts.Account.Scopes = granted
	l.Facts.Kept, l.Facts.Refused = r.outcome(granted)
	l.Facts.LeftOut, l.Facts.Offline = r.LeftOut, r.offline()
	return l, nil
}

// Refresh makes one request to the token endpoint.
func (c *Client) Refresh(ctx context.Context, l Login) (Login, error) {
	const doing = "renew the login"
	target, err := c.Settings.refreshAt(l)
	if err != nil {
		return Login{}, err
	}
	if _, err := CheckURL(target); err != nil {
		return Login{}, Because(ErrLoginRequired, fmt.Errorf("the stored token endpoint %w", err))
	}
	notes := new(Notes)
	sent := c.Now()
	form := url.Values{"grant_type": {refreshGrant}, "refresh_token": {string(l.Refresh)}}
	if l.Facts.Resource != "" {
		form.Set("resource", l.Facts.Resource)
	}
	token, err := c.askToken(ctx, doing, target, form, notes)
	if err != nil {
		return Login{}, err
	}
	next, err := newLogin(doing, target, token, sent)
	if err != nil {
		return Login{}, err
	}
	next.Facts = l.Facts
	if granted, _ := grantedScopes(token); granted != nil {
		next.Facts.Account.Scopes = granted
	}
	return next, nil
}

// askToken makes one token request of a form. The library has none for these: its own refresh takes no
// parameters, and its own poll keeps time by itself and gives up on the first request that gets no answer.
func (c *Client) askToken(ctx context.Context, doing, target string, form url.Values, notes *Notes) (*oauth2.Token, error) {
	conf := &clientcredentials.Config{ClientID: c.Settings.ClientID, TokenURL: target, AuthStyle: oauth2.AuthStyleInParams, EndpointParams: form}
	token, err := conf.Token(c.withClient(ctx, notes))
	if err != nil {
		return nil, c.tokenFailure(ctx, doing, target, notes, err)
	}
	if !token.Expiry.IsZero() { // the library keeps only when, by the clock it set this by
		token.ExpiresIn = int64(time.Until(token.Expiry).Round(time.Second).Seconds())
	}
	return token, nil
}

// errNoRevocation is a server that a login cannot be revoked at, as far as is known here.
var errNoRevocation = errors.New("the sign-in server names no address for that; if it has one, set revoke-url")

// Revoke ends a login at the server: the refresh token, which takes its access tokens along, or the
// access token alone. A server without a revocation endpoint is left alone: ErrNotRevocable.
func (c *Client) Revoke(ctx context.Context, l Login) error {
	const doing = "revoke the login"
	endpoint, err := c.Settings.revokeAt(l)
	if err != nil {
		return err
	}
	if endpoint == "" {
		return Because(ErrNotRevocable, errNoRevocation)
	}
	if _, err := CheckURL(endpoint); err != nil {
		return fmt.Errorf("%s: the endpoint %w", doing, err)
	}
	form := url.Values{"client_id": {c.Settings.ClientID}, "token": {string(l.Refresh)}, "token_type_hint": {"refresh_token"}}
	if l.Refresh == "" {
		form.Set("token", string(l.Access))
		form.Set("token_type_hint", "access_token")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.client(maxTokenBody, new(Notes)).Do(req)
	if err != nil {
		return explain(ctx, doing, endpoint, err)
	}
	if resp.StatusCode/100 != 2 {
		return judge(doing, endpoint, resp, c.Now())
	}
	return nil
}

// oauthConfig describes this public client. The style is fixed: left open, the library sends a
// one-time code or refresh token twice.
func (s Settings) oauthConfig(ends Endpoints, redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID:    s.ClientID,
		RedirectURL: redirect,
		Scopes:      s.Scopes,
		Endpoint:    oauth2.Endpoint{AuthURL: ends.authorize, TokenURL: ends.Token, AuthStyle: oauth2.AuthStyleInParams},
	}
}

// withClient makes x/oauth2 use our bounded client.
func (c *Client) withClient(ctx context.Context, notes *Notes) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, c.client(maxTokenBody, notes))
}

// tokenFailure turns what x/oauth2 returned into an error to branch on. The library's own texts
// hold the answer's body, so none of them is kept.
func (c *Client) tokenFailure(ctx context.Context, doing, target string, notes *Notes, err error) error {
	if _, ok := errors.AsType[*url.Error](err); ok {
		return explain(ctx, doing, target, err)
	}
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case !ok && notes.html.Load():
		return &AnswerError{Doing: doing, Host: HostOf(target), Status: http.StatusOK, Reason: webPage}
	case !ok:
		return &AnswerError{Doing: doing, Host: HostOf(target), Status: http.StatusOK, Reason: noToken, Lost: !notes.json.Load()}
	case answer.Response.StatusCode < 500 && answer.ErrorCode != "" && answer.Response.StatusCode != http.StatusTooManyRequests:
		return &DeniedError{Code: Clean(answer.ErrorCode), Description: Clean(answer.ErrorDescription)}
	}
	return judge(doing, target, answer.Response, c.Now())
}

const noToken = "it did not answer with a token"

// newLogin takes over a token answer. Lifetimes count from when the request was sent.
func newLogin(doing, target string, token *oauth2.Token, sent time.Time) (Login, error) {
	reason := ""
	switch {
	case !strings.EqualFold(token.Type(), "Bearer"):
		reason = "its token is of a type that cannot be used, " + Clean(token.TokenType)
	case !IsToken(token.AccessToken):
		reason = "its access token holds characters no header can carry"
	case token.RefreshToken != "" && !IsToken(token.RefreshToken):
		reason = "its refresh token holds characters that are not allowed"
	}
	if reason != "" {
		return Login{}, &AnswerError{Doing: doing, Host: HostOf(target), Status: http.StatusOK, Reason: reason}
	}
	l := Login{Access: Secret(token.AccessToken), Refresh: Secret(token.RefreshToken)}
	l.Head.TokenType, l.Head.Issued = "Bearer", sent.Unix()
	if token.ExpiresIn > 0 {
		l.Head.Expires = l.Head.Issued + token.ExpiresIn
	}
	return l, nil
}

// grantedScopes returns what the answer says was granted, nil if it says nothing: then it is what
// was asked for (RFC 6749 §5.1). A list is taken for what it means; what else is not one of scopes says
// nothing, and why tells what is wrong with it.
func grantedScopes(token *oauth2.Token) (granted []string, why string) {
	switch told := token.Extra("scope").(type) {
	case nil:
		return nil, ""
	case string:
		if strings.ContainsFunc(told, func(r rune) bool { return r < ' ' || r > '~' }) {
			return nil, "holds characters that no scope has"
		}
		granted = strings.Fields(told)
	case []any:
		for _, one := range told {
			word, _ := one.(string)
			granted = append(granted, word)
		}
	default:
		return nil, "is not a text"
	}
	length := 0
	for _, scope := range granted {
		length += len(scope) + 1
		if !IsScope(scope) {
			return nil, "holds what no scope can be"
		}
	}
	if length > maxGranted {
		return nil, "is too long"
	}
	if len(granted) == 0 {
		return nil, ""
	}
	return granted, ""
}

// maxGranted bounds what a server says that it granted, in bytes.
const maxGranted = 4096
