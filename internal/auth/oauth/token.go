package oauth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/secret"
)

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

// tokenFailure turns what x/oauth2 returned into an error to branch on. The library's own texts hold
// the answer's body, so none of them is kept.
func (c *Client) tokenFailure(ctx context.Context, doing, target string, notes *Notes, err error) error {
	if _, ok := errors.AsType[*url.Error](err); ok {
		return explain(ctx, doing, target, err)
	}
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case !ok && notes.html.Load():
		return &failure.AnswerError{Doing: doing, Host: foreign.HostOf(target), Status: http.StatusOK, Reason: webPage}
	case !ok:
		return &failure.AnswerError{Doing: doing, Host: foreign.HostOf(target), Status: http.StatusOK, Reason: "it did not answer with a token", Lost: !notes.json.Load()}
	case answer.Response.StatusCode < 500 && answer.ErrorCode != "" && answer.Response.StatusCode != http.StatusTooManyRequests:
		return &failure.DeniedError{Code: foreign.Clean(answer.ErrorCode), Description: foreign.Clean(answer.ErrorDescription)}
	}
	return judge(doing, target, answer.Response, c.Now())
}

// newLogin takes over a token answer. Lifetimes count from when the request was sent.
func newLogin(doing, target string, token *oauth2.Token, sent time.Time) (grant.Login, error) {
	reason := ""
	switch {
	case !strings.EqualFold(token.Type(), "Bearer"):
		reason = "its token is of a type that cannot be used, " + foreign.Clean(token.TokenType)
	case !foreign.IsToken(token.AccessToken):
		reason = "its access token holds characters no header can carry"
	case token.RefreshToken != "" && !foreign.IsToken(token.RefreshToken):
		reason = "its refresh token holds characters that are not allowed"
	}
	if reason != "" {
		return grant.Login{}, &failure.AnswerError{Doing: doing, Host: foreign.HostOf(target), Status: http.StatusOK, Reason: reason}
	}
	l := grant.Login{Access: secret.Secret(token.AccessToken), Refresh: secret.Secret(token.RefreshToken)}
	l.Head.TokenType, l.Head.Issued = "Bearer", sent.Unix()
	if token.ExpiresIn > 0 {
		l.Head.Expires = l.Head.Issued + token.ExpiresIn
	}
	return l, nil
}

// grantedScopes returns what the answer says was granted, nil if it says nothing: then it is what was
// asked for (RFC 6749 §5.1).
func grantedScopes(token *oauth2.Token) []string {
	text, _ := token.Extra("scope").(string)
	if !isScopeList(text) {
		return nil
	}
	return strings.Fields(text)
}

// isScopeList bounds foreign scopes and keeps them printable (RFC 6749 §3.3).
func isScopeList(text string) bool {
	return text != "" && len(text) <= 4096 && !strings.ContainsFunc(text, func(r rune) bool { return r < 0x20 || r > 0x7e })
}
