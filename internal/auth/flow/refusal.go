package flow

import (
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/problem"
)

// ClientError means that the server does not take this program's client, or not in this way.
type ClientError struct {
	ID, From  string // the id, and who set it, as in TRAVEL_CLIENT_ID; From is "" where this program registered it
	Off, Set  string // how to take the setting back, and how to make it another ID
	Host      string
	Registers bool     // the server lets this program register itself, as far as is known
	Left      []string // commands that sign in, in ways that were not refused
	Err       *DeniedError
	Cause     error // what Err was found in; nil for Err itself
}

// IsClient says whether a refusal is about the client that asked, whatever it asked for.
func (e *DeniedError) IsClient() bool { return e.Code == "invalid_client" || e.isWay() }

// isWay says whether the refusal is about the way the client asked.
func (e *DeniedError) isWay() bool {
	return slices.Contains([]string{"unauthorized_client", "unsupported_grant_type", "unsupported_response_type"}, e.Code)
}

func (e *ClientError) Error() string {
	who, end := "the client that this program registered", ""
	if e.From != "" {
		who, end = "client-id "+Clean(e.ID)+", set by "+e.From, ","
	}
	if e.Err.isWay() {
		return fmt.Sprintf("%s does not let %s%s sign in this way (%s)", e.Host, who, end, e.Err.words())
	}
	return fmt.Sprintf("%s does not take %s (%s)", e.Host, who, e.Err.words())
}

// words are the server's code and description.
func (e *DeniedError) words() string {
	if e.Description == "" {
		return e.Code
	}
	return e.Code + ": " + e.Description
}

func (e *ClientError) Unwrap() []error { return []error{e.Err, e.Cause} }

// Class is Login.
func (e *ClientError) Class() problem.Class { return problem.Login }

// Advice is another way to sign in, to let this program register itself, or another id.
func (e *ClientError) Advice() string {
	switch {
	case e.Err.isWay() && len(e.Left) > 0:
		return "try another way: " + strings.Join(e.Left, ", or ")
	case e.Err.isWay():
		return "no way is left to try; ask the operator of the service to allow this client the authorization code grant with PKCE"
	case e.From == "":
		return "try again"
	case e.Registers:
		return "it must be the id of a public client there, one without a secret; or let this program register itself at the next sign-in: " + e.Off
	}
	return "it must be the id of a public client there, one without a secret; ask the operator of the service for it, then: " + e.Set
}

// ScopeError means that the server refuses the scopes of a sign-in.
type ScopeError struct {
	Host    string
	Asked   []string
	Offered []string                   // as the server's metadata says; nil if it does not
	Named   []string                   // of Asked, by the person for this sign-in: --scope
	Kept    []string                   // of Asked, only because they were granted before
	Set     func(scopes string) string // how to set the scopes of every sign-in, as a command
	Err     *DeniedError
}

// maxOffered is how many scopes a message lists.
const maxOffered = 20

func (e *ScopeError) Error() string {
	text := fmt.Sprintf("%s does not grant the scopes asked for, %s (%s)", e.Host, strings.Join(e.Asked, " "), e.Err.words())
	if len(e.Offered) > 0 {
		text += "; it says that it offers " + strings.Join(e.Offered[:min(len(e.Offered), maxOffered)], " ")
	}
	return text
}

func (e *ScopeError) Unwrap() []error { return []error{e.Err} }

// Class is Login.
func (e *ScopeError) Class() problem.Class { return problem.Login }

// Advice is to ask for fewer: without those that were named for this sign-in, without those of an
// earlier one, or else for those of everyone's that the server offers. Only scopes that were asked for stand in a command to copy.
func (e *ScopeError) Advice() string {
	if named := e.suspects(e.Named); len(named) > 0 {
		left := "leave out --scope " + strings.Join(named, ",")
		rest := without(e.Asked, e.Named)
		if len(e.suspects(without(rest, e.Kept))) > 0 { // it may be these as well
			return left + "; if it is refused then too, " + e.fewer(rest)
		}
		return left + ", or ask the operator of the service to allow it to this client"
	}
	if kept := e.suspects(e.Kept); len(kept) > 0 {
		return "travel logout forgets what was granted before, " + strings.Join(kept, " ") + "; then sign in again"
	}
	return e.fewer(e.Asked)
}

// fewer is how to ask for scopes without those that may be refused.
func (e *ScopeError) fewer(scopes []string) string {
	fewer := without(scopes, e.suspects(scopes))
	if len(fewer) == 0 || len(fewer) == len(scopes) {
		return "ask the operator of the service which ones this client may ask for, then: " + e.Set("SCOPES")
	}
	return "ask for fewer: " + e.Set(strings.Join(fewer, " "))
}

// suspects are the scopes that may be what the server refuses: those that it does not offer, or else
// those that are not of OpenID Connect, which every client may ask for.
func (e *ScopeError) suspects(scopes []string) []string {
	if unknown := without(e.Asked, e.Offered); len(e.Offered) > 0 && len(unknown) > 0 {
		return without(scopes, without(scopes, unknown))
	}
	return without(scopes, []string{"openid", "profile", "email"})
}

// NotByCodeError means that the server does not sign this client in by code. No code has been shown yet.
type NotByCodeError struct{ *DeniedError }

func (e *NotByCodeError) Unwrap() error { return e.DeniedError }
