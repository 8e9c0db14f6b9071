package auth

import (
	"crypto/subtle"
	"fmt"
	"net/url"
	"strings"
)

const (
	maxQuery = 16 << 10 // bytes of a callback's query
	maxCode  = 8 << 10  // bytes of an authorization code
)

// expectation is what an answer of the authorization endpoint must match.
type expectation struct {
	redirect  *url.URL // the redirect URI that was sent
	state     string
	issuer    string // "" if the settings name none
	mustIssue bool   // the server says that every answer names its issuer (RFC 9207)
}

// read judges the query of a callback and returns the code. ErrStateMismatch says that the answer is
// not ours and means nothing; every other error ends the sign-in. State is compared first, so that
// nobody who does not know it can even fail a sign-in.
func (e expectation) read(rawQuery string) (Secret, error) {
	if len(rawQuery) > maxQuery {
		return "", ErrStateMismatch
	}
	query, err := url.ParseQuery(rawQuery)
	if err != nil || len(query["state"]) != 1 ||
		subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(e.state)) != 1 {
		return "", ErrStateMismatch
	}
	refused := func(reason string) error {
		return &RefusedError{Subject: "the answer of the sign-in page", Reason: reason}
	}
	for _, name := range []string{"iss", "error", "error_description", "code"} {
		if len(query[name]) > 1 {
			return "", refused("it has more than one " + name)
		}
	}
	if err := e.checkIssuer(query); err != nil {
		return "", refused(err.Error())
	}
	if query.Has("error") {
		return "", &DeniedError{Code: clean(query.Get("error")), Description: clean(query.Get("error_description"))}
	}
	code := query.Get("code")
	if !isToken(code) || len(code) > maxCode {
		return "", refused("it has no code that can be used")
	}
	return Secret(code), nil
}

// checkIssuer keeps an answer of one server from being taken for another's (RFC 9207 §2.4).
func (e expectation) checkIssuer(query url.Values) error {
	switch {
	case query.Has("iss") && e.issuer != "" && query.Get("iss") != e.issuer:
		return fmt.Errorf("it comes from %q", clean(query.Get("iss")))
	case !query.Has("iss") && e.mustIssue:
		return fmt.Errorf("it does not say that it comes from %s", clean(e.issuer))
	}
	return nil
}

// readPasted judges an address that a person copied from the browser's address bar.
func (e expectation) readPasted(line string) (Secret, error) {
	line = strings.TrimSpace(line)
	if !strings.Contains(line, "://") {
		line = "http://" + line // browsers hide the scheme
	}
	u, err := url.Parse(line)
	if err != nil || u.Scheme != e.redirect.Scheme || u.Host != e.redirect.Host || u.EscapedPath() != e.redirect.EscapedPath() {
		return "", ErrStateMismatch
	}
	return e.read(u.RawQuery)
}
