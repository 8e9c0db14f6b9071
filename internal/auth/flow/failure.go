// What a sign-in, a renewal and a logout can fail with.

package flow

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/problem"
)

// ErrLoginRequired means that no usable login is stored for this deployment; travel login makes one.
var ErrLoginRequired error = loginRequired{}

// ErrNotRevocable means that a login is gone from this computer, and that there was no way to end
// it at the server, where it lives on until it expires.
var ErrNotRevocable = errors.New("the login could not be revoked")

// SettingsError is a setting no login can work with.
type SettingsError struct {
	Setting string // the key as config knows it, such as client-id
	Reason  string
	Set     string // for client-id, the command that sets it; "" where it is the usual one
}

func (e *SettingsError) Error() string { return e.Setting + " " + e.Reason }

// RefusedError means that what a server says about itself cannot be trusted: another issuer than
// the configured one, an endpoint on a foreign site, a method that is too weak, an id_token that
// does not verify.
type RefusedError struct {
	Subject string // what was refused, such as "the metadata of https://auth.example.com"
	Reason  string
	Remedy  string // may be empty
}

func (e *RefusedError) Error() string { return e.Subject + " is refused: " + e.Reason }

// DeniedError is the authorization server's own refusal (RFC 6749 §4.1.2.1 and §5.2).
type DeniedError struct {
	Code        string // access_denied, invalid_scope, invalid_client, ...
	Description string // the server's words, cleaned; may be empty
}

func (e *DeniedError) Error() string {
	if e.Code == "access_denied" && e.Description == "" {
		return "access was denied on the sign-in page"
	}
	if e.Description == "" {
		return fmt.Sprintf("the sign-in server refused (%s)", e.Code)
	}
	return fmt.Sprintf("the sign-in server refused (%s): %s", e.Code, e.Description)
}

// RegistrationError means that this program could not become a client of the sign-in server by itself.
type RegistrationError struct {
	Host   string
	Reason string       // cleaned
	Set    string       // the command that sets client-id; "" where it is the usual one
	Err    *DeniedError // the server's own refusal; nil where it gave none
}

func (e *RegistrationError) Error() string {
	return fmt.Sprintf("%s does not take this program as a client: %s", e.Host, e.Reason)
}

func (e *RegistrationError) Unwrap() error {
	if e.Err == nil {
		return nil
	}
	return e.Err
}

// NotTakenError means that the service refuses even a token that was made a moment ago.
type NotTakenError struct {
	ID  string                             // of the client, "" where this program registered it
	Set func(setting, value string) string // the command that sets it
}

func (e *NotTakenError) Error() string {
	who := "the client that this program registered"
	if e.ID != "" {
		who = "client-id " + Clean(e.ID)
	}
	return "the service does not take tokens made for " + who
}

// Class is Login.
func (e *NotTakenError) Class() problem.Class { return problem.Login }

// Advice is to ask for tokens that are for the service, or as a client whose tokens are.
func (e *NotTakenError) Advice() string {
	return "ask its operator what its tokens must be for, then: " + e.Set("audience", "AUDIENCE") +
		"; or for a client whose tokens it takes, then: " + e.Set("client-id", "ID") + "; and sign in again"
}

// NoDeviceError is a server that does not sign people in by code.
type NoDeviceError struct{ Host string }

func (e *NoDeviceError) Error() string { return e.Host + " does not sign in by code" }

// Class is Login.
func (e *NoDeviceError) Class() problem.Class { return problem.Login }

// Advice is the way that every server has.
func (e *NoDeviceError) Advice() string { return "in a terminal, run: travel login --no-browser" }

// ClockError means that this computer's clock and the server's are too far apart for an id_token to
// be judged.
type ClockError struct {
	Server string
	Offset time.Duration // this computer minus the server; positive means ahead
	Other  string        // a server that agrees with this computer, "" for none
}

func (e *ClockError) Error() string {
	side := "ahead of"
	if e.Offset < 0 {
		side = "behind"
	}
	return fmt.Sprintf("this computer's clock is %s %s %s", InWords(e.Offset), side, e.Server)
}

// NetworkError means that a server could not be reached in time, or failed (5xx).
type NetworkError struct {
	Doing  string // what was tried: "renew the login"
	Host   string
	Status int // HTTP status of a server that failed; 0 when no whole answer came
	Err    error
	Proxy  bool // Host names a proxy that is in the way
}

// Advice is one line of what to do.
func (e *NetworkError) Advice() string {
	if e.Proxy {
		return "check the proxy named in HTTPS_PROXY, or list the host in NO_PROXY"
	}
	return "check the connection and try again"
}

func (e *NetworkError) Error() string {
	return fmt.Sprintf("%s at %s: %s", e.Doing, e.Host, Clean(e.Err.Error()))
}

func (e *NetworkError) Unwrap() error { return e.Err }

// AnswerError means that a server answered with something that cannot be used: a redirect, HTML,
// too much, cut short, not what the standard says, or over a connection that cannot be trusted.
type AnswerError struct {
	Doing  string
	Host   string
	Status int // HTTP status, 0 if there was none
	Reason string
	// lost means that the request may have taken effect although its answer did not arrive whole.
	Lost   bool
	Remedy string // "" where the cause may lie anywhere on the way
	Err    error  // why the connection cannot be trusted; nil with every other reason
}

func (e *AnswerError) Unwrap() error { return e.Err }

func (e *AnswerError) Error() string { return fmt.Sprintf("%s at %s: %s", e.Doing, e.Host, e.Reason) }

// WaitError means that the server asks to come back later (429 or 503).
type WaitError struct {
	Host  string
	After time.Duration // as asked for, or a second when the server gave none
	// guessed means that the server gave no time.
	Guessed bool
}

func (e *WaitError) Error() string {
	return fmt.Sprintf("%s is busy; try again in %s", e.Host, e.After)
}

// RevocationError means that the login is gone from this computer but may live on at the server.
type RevocationError struct{ Err error }

func (e *RevocationError) Error() string {
	return "signed out here, but the server did not revoke the login, which ends only when it expires: " + e.Err.Error()
}

func (e *RevocationError) Unwrap() error { return e.Err }

// reasonedError is a sentinel together with why it is so.
type reasonedError struct{ sentinel, reason error }

// Because gives a sentinel its reason; errors.Is and errors.As find both.
func Because(sentinel, reason error) error { return &reasonedError{sentinel, reason} }

func (e *reasonedError) Error() string { return e.sentinel.Error() + ": " + e.reason.Error() }

func (e *reasonedError) Unwrap() []error { return []error{e.sentinel, e.reason} }

// logIn is the way out of most of what a login can lack.
const logIn = "run: travel login"

// askForClient is the way out where this program cannot become a client by itself: a person is asked for an
// id, and set makes it the setting.
func askForClient(set string) string {
	return "ask the operator of the service for a public client's id, then: " + cmp.Or(set, "travel config set client-id ID")
}

// loginRequired is the type of ErrLoginRequired.
type loginRequired struct{}

func (loginRequired) Error() string { return "not signed in to this deployment" }

// Class is Login.
func (loginRequired) Class() problem.Class { return problem.Login }

// Advice is to sign in.
func (loginRequired) Advice() string { return logIn }

// Class is Usage.
func (e *SettingsError) Class() problem.Class { return problem.Usage }

// Advice is the command that sets it.
func (e *SettingsError) Advice() string {
	if e.Setting == "client-id" {
		return askForClient(e.Set)
	}
	return "set it: travel config set " + e.Setting + " VALUE"
}

// Class is Refused.
func (e *RefusedError) Class() problem.Class { return problem.Refused }

// Advice is the remedy, which may be empty.
func (e *RefusedError) Advice() string { return e.Remedy }

// Class is Login.
func (e *DeniedError) Class() problem.Class { return problem.Login }

// Advice is to sign in, later where the server has trouble of its own.
func (e *DeniedError) Advice() string {
	switch e.Code {
	case "server_error", "temporarily_unavailable":
		return "try again later"
	}
	return logIn
}

// Class is Login.
func (e *RegistrationError) Class() problem.Class { return problem.Login }

// Advice is to get a client's id from a person.
func (e *RegistrationError) Advice() string { return askForClient(e.Set) }

// Class is Login.
func (e *ClockError) Class() problem.Class { return problem.Login }

// Advice is to set the clock that is wrong.
func (e *ClockError) Advice() string {
	if e.Other != "" {
		return "tell those who run it: its clock alone is off, " + e.Other + " agrees with this computer's"
	}
	return "set this computer's clock, then run: travel login"
}

// Class is Network.
func (e *NetworkError) Class() problem.Class { return problem.Network }

// Class is Refused.
func (e *AnswerError) Class() problem.Class { return problem.Refused }

// Advice is the remedy, which may be empty.
func (e *AnswerError) Advice() string { return e.Remedy }

// Class is Wait.
func (e *WaitError) Class() problem.Class { return problem.Wait }

// Advice is when to come back.
func (e *WaitError) Advice() string { return "try again in " + e.After.String() }

// InWords tells a time for people by its two largest units, as in 1 day or 2 hours 5 minutes. The
// sign is left to the sentence.
func InWords(d time.Duration) string {
	if d != 0 && d.Abs() < time.Second {
		return d.Abs().String()
	}
	left := int64(d.Abs().Round(time.Second) / time.Second)
	var words []string
	for _, unit := range []struct {
		name    string
		seconds int64
	}{{"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}} {
		n := left / unit.seconds
		left %= unit.seconds
		if n == 0 && len(words) == 0 {
			continue
		}
		word := fmt.Sprintf("%d %s", n, unit.name)
		if n != 1 {
			word += "s"
		}
		if n > 0 {
			words = append(words, word)
		}
		if len(words) == 2 || n == 0 {
			break
		}
	}
	if len(words) == 0 {
		return "0 seconds"
	}
	return strings.Join(words, " ")
}
