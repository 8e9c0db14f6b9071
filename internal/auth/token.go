package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// oauthConfig describes this public client. The style is fixed: left open, the library sends a
// one-time code or refresh token twice.
func (s Settings) oauthConfig(ends endpoints, redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID:    s.ClientID,
		RedirectURL: redirect,
		Scopes:      s.Scopes,
		Endpoint:    oauth2.Endpoint{AuthURL: ends.authorize, TokenURL: ends.token, AuthStyle: oauth2.AuthStyleInParams},
	}
}

// withClient makes x/oauth2 use our bounded client.
func (c *oauthClient) withClient(ctx context.Context, notes *answerNotes) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, c.client(maxTokenBody, notes))
}

// tokenFailure turns what x/oauth2 returned into an error to branch on. The library's own texts hold
// the answer's body, so none of them is kept.
func (c *oauthClient) tokenFailure(ctx context.Context, doing, target string, notes *answerNotes, err error) error {
	if _, ok := errors.AsType[*url.Error](err); ok {
		return explain(ctx, doing, target, err)
	}
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case !ok && notes.html.Load():
		return &AnswerError{Doing: doing, Host: hostOf(target), Status: http.StatusOK, Reason: webPage}
	case !ok:
		return &AnswerError{Doing: doing, Host: hostOf(target), Status: http.StatusOK, Reason: "it did not answer with a token", lost: !notes.json.Load()}
	case answer.Response.StatusCode < 500 && answer.ErrorCode != "" && answer.Response.StatusCode != http.StatusTooManyRequests:
		return &DeniedError{Code: clean(answer.ErrorCode), Description: clean(answer.ErrorDescription)}
	}
	return judge(doing, target, answer.Response, c.Now())
}

// newLogin takes over a token answer. Lifetimes count from when the request was sent.
func newLogin(doing, target string, token *oauth2.Token, sent time.Time) (login, error) {
	reason := ""
	switch {
	case !strings.EqualFold(token.Type(), "Bearer"):
		reason = "its token is of a type that cannot be used, " + clean(token.TokenType)
	case !isToken(token.AccessToken):
		reason = "its access token holds characters no header can carry"
	case token.RefreshToken != "" && !isToken(token.RefreshToken):
		reason = "its refresh token holds characters that are not allowed"
	}
	if reason != "" {
		return login{}, &AnswerError{Doing: doing, Host: hostOf(target), Status: http.StatusOK, Reason: reason}
	}
	l := login{access: Secret(token.AccessToken), refresh: Secret(token.RefreshToken)}
	l.head.TokenType, l.head.Issued = "Bearer", sent.Unix()
	if token.ExpiresIn > 0 {
		l.head.Expires = l.head.Issued + token.ExpiresIn
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
