package loopback

import (
	"bufio"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
)

const maxQuery = 16 << 10 // bytes of a callback's query

// Expectation is what an answer of the authorization endpoint must match.
type Expectation struct {
	Redirect  *url.URL // the redirect URI that was sent
	State     string
	Issuer    string // "" if the settings name none
	MustIssue bool   // the server says that every answer names its issuer (RFC 9207)
}

// read judges the query of a callback and returns the code. ErrStateMismatch says that the answer
// is not ours and means nothing; every other error ends the sign-in. State is compared first, so
// that a visitor who does not know it cannot even fail a sign-in.
func (e Expectation) read(rawQuery string) (flow.Secret, error) {
	if len(rawQuery) > maxQuery {
		return "", ErrStateMismatch
	}
	query, err := url.ParseQuery(rawQuery)
	if err != nil || len(query["state"]) != 1 ||
		subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(e.State)) != 1 {
		return "", ErrStateMismatch
	}
	refused := func(reason string) error {
		return &flow.RefusedError{Subject: "the answer of the sign-in page", Reason: reason}
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
		return "", &flow.DeniedError{Code: flow.Clean(query.Get("error")), Description: flow.Clean(query.Get("error_description"))}
	}
	code := query.Get("code")
	if !flow.IsToken(code) || len(code) > flow.MaxCode {
		return "", refused("it has no code that can be used")
	}
	return flow.Secret(code), nil
}

// checkIssuer keeps an answer of one server from being taken for another's (RFC 9207 §2.4).
func (e Expectation) checkIssuer(query url.Values) error {
	switch {
	case query.Has("iss") && e.Issuer != "" && query.Get("iss") != e.Issuer:
		return fmt.Errorf("it comes from %q, and the sign-in was begun at %q", flow.Clean(query.Get("iss")), flow.Clean(e.Issuer))
	case !query.Has("iss") && e.MustIssue:
		return fmt.Errorf("it does not say that it comes from %s", flow.Clean(e.Issuer))
	}
	return nil
}

// readPasted judges an address that a person copied from the browser's address bar.
func (e Expectation) readPasted(line string) (flow.Secret, error) {
	line = strings.TrimSpace(line)
	if !strings.Contains(line, "://") {
		line = "http://" + line // browsers hide the scheme
	}
	u, err := url.Parse(line)
	if err != nil || u.Scheme != e.Redirect.Scheme || u.Host != e.Redirect.Host || u.EscapedPath() != e.Redirect.EscapedPath() {
		return "", ErrStateMismatch
	}
	return e.read(u.RawQuery)
}

// ErrStateMismatch means that an answer did not belong to the sign-in that was started here.
var ErrStateMismatch error = abandoned("the answer does not belong to this sign-in")

// ErrStartPageReused means that the one-use address given to the browser was opened twice, so
// someone else may have read it. The sign-in is abandoned.
var ErrStartPageReused error = abandoned("the sign-in address was opened twice, so someone else may have it")

// abandoned is a sign-in that was given up.
type abandoned string

func (e abandoned) Error() string { return string(e) }

// Class is Login.
func (abandoned) Class() problem.Class { return problem.Login }

// Advice is to start over.
func (abandoned) Advice() string { return "start again: travel login" }

// maxPastes is how often an address that is not ours may be pasted.
const maxPastes = 3

// ReadPastes takes addresses that a person pastes, as if the browser had come there, until one
// belongs to this sign-in, three did not, or the input ends. serve comes first.
func (l *Loopback) ReadPastes(input io.Reader, notices io.Writer) {
	defer func() { // a panic would repeat what was pasted, and end the program
		if r := recover(); r != nil {
			l.deliver(Answer{Err: fmt.Errorf("read what was pasted: %s", flow.PanicWords(r))})
		}
	}()
	lines := bufio.NewScanner(input)
	lines.Buffer(make([]byte, 0, 4096), maxQuery+flow.MaxURL)
	for tries := 0; lines.Scan(); {
		if lines.Text() == "" {
			continue
		}
		code, err := l.want.readPasted(lines.Text())
		if !errors.Is(err, ErrStateMismatch) {
			l.deliver(Answer{Code: code, Err: err})
			return
		}
		if tries++; tries == maxPastes {
			l.deliver(Answer{Err: ErrStateMismatch})
			return
		}
		fmt.Fprintf(notices, "That address does not belong to this sign-in. The right one starts with %s.\n", l.RedirectURI())
	}
}
