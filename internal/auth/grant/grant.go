// Package grant is what a sign-in brought: the tokens, how long they live, and the account they speak for.
package grant

import (
	"fmt"
	"time"

	"travel.example/travel/internal/auth/secret"
)

// Login is what is kept between commands. The id_token is not part of it.
type Login struct {
	Access, Refresh secret.Secret
	Head            Pointer
	Facts           Facts
}

// Format writes a fixed word: fmt does not ask fields that are not exported how they print.
func (Login) Format(f fmt.State, verb rune) { secret.Secret("").Format(f, verb) }

// Pointer is the entry of a stored login that is written last, and what is known of its tokens.
type Pointer struct {
	Generation string `json:"generation"` // counter and random part
	Place      int    `json:"place"`      // 0 or 1
	Access     int    `json:"access"`     // entries of each part
	Refresh    int    `json:"refresh"`
	Facts      int    `json:"facts"`
	TokenType  string `json:"tokenType"`
	Issued     int64  `json:"issued"`  // Unix seconds by this computer's clock
	Expires    int64  `json:"expires"` // as Issued; 0 if the server gave no lifetime
}

// Facts are what is known about a login beside its tokens.
type Facts struct {
	Account Account   `json:"account"`
	Issuer  string    `json:"issuer"`
	Token   string    `json:"token"`  // endpoints found at login
	Revoke  string    `json:"revoke"` // "" if the server has none
	Login   time.Time `json:"login"`
}

// EarlyEnough is how long before its end an access token is renewed.
const EarlyEnough = time.Minute

// Margin is a minute, or half of a life that is shorter than two: a server that gives short lives
// must not have every call renew.
func Margin(life time.Duration) time.Duration { return min(EarlyEnough, life/2) }

// Remaining is how much of the access token's life is left by the wall clock. A token from the future
// was stored before the clock was set back, and nothing can be said about it: 0.
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
