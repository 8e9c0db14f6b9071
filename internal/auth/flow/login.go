package flow

import (
	"fmt"
	"io"
	"log/slog"
	"time"
)

const redacted = "[redacted]"

// Secret is text that never prints itself: not by fmt with any verb, not as JSON, not in a log.
// Convert it to string where it is sent or stored, and nowhere else.
type Secret string

// String returns a fixed word.
func (Secret) String() string { return redacted }

// GoString returns a fixed word, for %#v.
func (Secret) GoString() string { return redacted }

// Format writes a fixed word whatever the verb; %x and %q would get past String.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// MarshalText returns a fixed word, for JSON and other encodings.
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue returns a fixed word.
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// Login is what is kept between commands. The id_token is not part of it.
type Login struct {
	Access, Refresh Secret
	Head            Head
	Facts           Facts
}

// Format writes a fixed word: fmt does not ask fields that are not exported how they print.
func (Login) Format(f fmt.State, verb rune) { Secret("").Format(f, verb) }

// Head is what is known of the tokens of a login.
type Head struct {
	Issued  int64 `json:"issued"`  // Unix seconds by this computer's clock
	Expires int64 `json:"expires"` // as Issued; 0 if the server gave no lifetime
}

// Facts are what is known about a login beside its tokens.
type Facts struct {
	Account  Account   `json:"account"`
	Bound    string    `json:"bound"` // the binding of the settings that it was made with
	ClientID string    `json:"clientId"`
	Issuer   string    `json:"issuer"`
	Token    string    `json:"token"`  // endpoints found at login
	Revoke   string    `json:"revoke"` // "" if the server has none
	Made     time.Time `json:"made"`
	Kept     []string  `json:"kept"`               // scopes that the next sign-in asks for too: asked for, and granted
	Refused  []string  `json:"refused,omitempty"`  // scopes that were asked for and not granted
	LeftOut  []string  `json:"leftOut,omitempty"`  // scopes of the settings that the server did not offer
	Offline  Offline   `json:"offline,omitempty"`  // what became of offline_access
	Resource string    `json:"resource,omitempty"` // what it was asked for (RFC 8707), which a refresh repeats
}

// EarlyEnough is how long before its end an access token is renewed.
const EarlyEnough = time.Minute

// Margin is a minute, or half of a life that is shorter than two: a server that gives short lives
// must not have every call renew.
func Margin(life time.Duration) time.Duration { return min(EarlyEnough, life/2) }

// Remaining is how much of the access token's life is left by the wall clock. A token from the
// future was stored before the clock was set back, and nothing can be said about it: 0.
func (l Login) Remaining(now time.Time) time.Duration {
	left := time.Unix(l.Head.Expires, 0).Sub(now)
	if left > l.Lifetime()+time.Second {
		return 0
	}
	return max(left, 0)
}

// Lifetime is how long the access token lives in all, as the server said.
func (l Login) Lifetime() time.Duration {
	return time.Duration(l.Head.Expires-l.Head.Issued) * time.Second
}

// Fresh says whether the access token can be used without renewing it first.
func (l Login) Fresh(now time.Time) bool {
	return l.Head.Expires == 0 || l.Remaining(now) > Margin(l.Lifetime())
}

// Alive says whether the access token has not ended yet, as far as this computer's clock knows.
func (l Login) Alive(now time.Time) bool { return l.Head.Expires == 0 || l.Remaining(now) > 0 }
