package flow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// What a caller tells apart of what a sign-in, a renewal and a logout can fail with.
var (
	// ErrLoginRequired means that no usable login is stored for this deployment; travel login makes one.
	ErrLoginRequired error = problem.Error{Class: problem.Login, Text: "not signed in to this deployment", Hint: logIn}
	// ErrNotRevocable means that a login is gone from this computer, and that there was no way to end
	// it at the server, where it lives on until it expires.
	ErrNotRevocable = errors.New("the login could not be revoked")
	// ErrNoClient means that there is no client to sign in as, and a person has to name one.
	ErrNoClient = errors.New("client-id is not set")
	// ErrNotTaken means that the service refuses even a token that was made a moment ago.
	ErrNotTaken = errors.New("the service does not take the token")
)

// logIn is the way out of most of what a login can lack.
const logIn = "run: travel login"

// Fault holds the facts of a failure at a server, or on the way to it. It stands behind a [problem.Error],
// which has the words.
type Fault struct {
	Host        string        // for people; that of a proxy where one is in the way
	Status      int           // HTTP status; 0 when no whole answer came
	Code        string        // the server's own refusal (RFC 6749 §5.2), cleaned; "" for none
	Description string        // its words, cleaned
	After       time.Duration // that a busy server asks to wait, or a second where it names no time; else 0
	Guessed     bool          // it named no time
	Lost        bool          // the request may have taken effect although no whole answer came
	Err         error
}

// Error tells the cause, without where and at what.
func (f *Fault) Error() string {
	if f.Code != "" {
		return strings.TrimSuffix(f.Code+": "+f.Description, ": ")
	}
	return Clean(f.Err.Error())
}

func (f *Fault) Unwrap() error { return f.Err }

// FaultOf is the fault in an error. Without one it is empty.
func FaultOf(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return new(Fault)
}

// IsClient says whether a refusal is about the client that asked, whatever it asked for.
func (f *Fault) IsClient() bool { return f.Code == "invalid_client" || f.isWay() }

// isWay says whether the refusal is about the way the client asked.
func (f *Fault) isWay() bool {
	return slices.Contains([]string{"unauthorized_client", "unsupported_grant_type", "unsupported_response_type"}, f.Code)
}

// Unreached is the error of a server that could not be reached in time, or that failed.
func Unreached(doing, host string, cause error) error {
	f := &Fault{Host: host, Err: cause}
	return f.as(problem.Network, doing, "check the connection and try again")
}

// as is the error that a fault stands behind.
func (f *Fault) as(class problem.Class, doing, hint string) error {
	return problem.Error{Class: class, Text: fmt.Sprintf("%s at %s: %s", doing, f.Host, f.Error()), Hint: hint, Err: f}
}

// IsUnreached says whether a request got no whole answer, or one of a server that failed.
func IsUnreached(err error) bool {
	e, ok := errors.AsType[problem.Error](err)
	return ok && e.Class == problem.Network
}

// unusable is the error of an answer that cannot be used: a redirect, HTML, too much, not what the standard
// says, or over a connection that cannot be trusted.
func unusable(doing, host string, status int, reason string) error {
	return (&Fault{Host: host, Status: status, Err: errors.New(reason)}).as(problem.Refused, doing, "")
}

// Denied is the sign-in server's own refusal (RFC 6749 §4.1.2.1 and §5.2), in foreign words.
func Denied(host, code, description string) error {
	f := &Fault{Host: host, Code: Clean(code), Description: Clean(description)}
	e := problem.Error{Class: problem.Login, Text: "the sign-in server refused (" + f.Code + ")", Hint: logIn, Err: f}
	switch {
	case f.Description != "":
		e.Text += ": " + f.Description
	case f.Code == "access_denied":
		e.Text = "access was denied on the sign-in page"
	}
	if f.Code == "server_error" || f.Code == "temporarily_unavailable" {
		e.Hint = "try again later"
	}
	return e
}

// Refused is the error of what cannot be trusted: another issuer than the configured one, an endpoint on a
// foreign site, a method that is too weak, an id_token that does not verify.
func Refused(subject, reason, hint string) error {
	return problem.Error{Class: problem.Refused, Text: subject + " is refused: " + reason, Hint: hint}
}

// BadSetting is the error of a setting no login can work with.
func BadSetting(setting, reason string) error {
	return problem.Error{Class: problem.Usage, Text: setting + " " + reason, Hint: "set it: travel config set " + setting + " VALUE"}
}

// NoClient is the error where this program cannot become a client by itself. set makes an id the setting.
func NoClient(why, set string) error {
	return problem.Error{Class: problem.Usage, Text: ErrNoClient.Error() + why, Hint: askForClient(set), Err: ErrNoClient}
}

func askForClient(set string) string {
	return "ask the operator of the service for a public client's id, then: " + cmp.Or(set, "travel config set client-id ID")
}

// ClocksApart is the error of a clock that is too far from a server's for an id_token to be judged. The
// offset is this computer's clock minus the server's. agrees is a server whose clock is this computer's, or "".
func ClocksApart(server string, offset time.Duration, agrees string) problem.Error {
	side := "ahead of"
	if offset < 0 {
		side = "behind"
	}
	e := problem.Error{
		Class: problem.Login, Text: fmt.Sprintf("this computer's clock is %s %s %s", InWords(offset), side, server),
		Hint: "set this computer's clock, then run: travel login", Err: errClock,
	}
	if agrees != "" {
		e.Hint = "tell those who run it: its clock alone is off, " + agrees + " agrees with this computer's"
	}
	return e
}

var errClock = errors.New("the clocks are too far apart")

// SecondClock asks the API for the time where err says that the sign-in server's is far from this
// computer's: the one that stands alone is wrong.
func (c *Client) SecondClock(ctx context.Context, err error) error {
	apart, ok := errors.AsType[problem.Error](err)
	if !ok || !errors.Is(apart.Err, errClock) || c.Settings.APIURL == "" {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, examinePatience)
	defer cancel()
	x := c.call(ctx, "ask for the time")
	_, _ = x.get(strings.TrimSuffix(c.Settings.APIURL, "/") + probePath) // whatever it answers
	if x.timed && x.offset.Abs() <= leeway {
		apart.Hint = ClocksApart("", 0, c.Settings.APIURL).Hint
		return apart
	}
	return err
}

// NotTaken is the error of a service that refuses even a token that was made a moment ago. registered says
// that this program registered the client itself.
func (s Settings) NotTaken(registered bool) error {
	who := "client-id " + Clean(s.ClientID)
	if registered {
		who = "the client that this program registered"
	}
	return problem.Error{
		Class: problem.Login, Text: "the service does not take tokens made for " + who, Err: ErrNotTaken,
		Hint: "ask its operator what its tokens must be for, then: " + s.ToChange("audience", "AUDIENCE") +
			"; or for a client whose tokens it takes, then: " + s.ToChange("client-id", "ID") + "; and sign in again",
	}
}

// RefusedClient names the client that a server does not take, or not in this way, who set it, and the way
// out. registers tells whether the server lets programs register themselves, as far as is known; left are the
// commands that sign in by ways that were not refused.
func (s Settings) RefusedClient(err error, host string, registers bool, left []string) error {
	f := FaultOf(err)
	who, end := "the client that this program registered", ""
	if s.ClientIDFrom != "" {
		who, end = "client-id "+Clean(s.ClientID)+", set by "+s.ClientIDFrom, ","
	}
	e := problem.Error{Class: problem.Login, Text: fmt.Sprintf("%s does not take %s (%s)", host, who, f), Err: err}
	const public = "it must be the id of a public client there, one without a secret; "
	switch {
	case f.isWay() && len(left) > 0:
		e.Hint = "try another way: " + strings.Join(left, ", or ")
	case f.isWay():
		e.Hint = "no way is left to try; ask the operator of the service to allow this client the authorization code grant with PKCE"
	case s.ClientIDFrom == "":
		e.Hint = "try again"
	case registers:
		e.Hint = public + "or let this program register itself at the next sign-in: " + s.ToChange("client-id", "")
	default:
		e.Hint = public + "ask the operator of the service for it, then: " + s.ToChange("client-id", "ID")
	}
	if f.isWay() {
		e.Text = fmt.Sprintf("%s does not let %s%s sign in this way (%s)", host, who, end, f)
	}
	return e
}

// maxOffered is how many scopes a message lists.
const maxOffered = 20

// RefusedScopes is the error of a server that refuses the scopes of r, of which the person named some for
// this sign-in. The hint is to ask for fewer: without those that were named, without those of an earlier
// sign-in, or else for those of everyone's that the server offers. Only scopes that were asked for stand in a
// command to copy.
func (s Settings) RefusedScopes(err error, r Request, named []string) error {
	e := problem.Error{Class: problem.Login, Err: err}
	e.Text = fmt.Sprintf("%s does not grant the scopes asked for, %s (%s)", HostOf(r.Ends.Token), strings.Join(r.Scopes, " "), FaultOf(err))
	if offered := r.Ends.Scopes; len(offered) > 0 {
		e.Text += "; it says that it offers " + strings.Join(offered[:min(len(offered), maxOffered)], " ")
	}
	// Those that may be what the server refuses: what it does not offer, or else what is not of OpenID Connect,
	// which every client may ask for.
	suspects := without(r.Scopes, []string{scopeOpenID, "profile", "email"})
	if unknown := without(r.Scopes, r.Ends.Scopes); len(r.Ends.Scopes) > 0 && len(unknown) > 0 {
		suspects = unknown
	}
	fewer := func(scopes []string) string {
		left := without(scopes, suspects)
		if len(left) == 0 || len(left) == len(scopes) {
			return "ask the operator of the service which ones this client may ask for, then: " + s.ToChange("scopes", "SCOPES")
		}
		return "ask for fewer: " + s.ToChange("scopes", strings.Join(left, " "))
	}
	named = without(named, s.Scopes) // those are asked for anyway
	badlyNamed, badlyKept := both(named, suspects), both(r.Kept, suspects)
	switch rest := without(r.Scopes, named); {
	case len(badlyNamed) > 0 && len(both(without(rest, r.Kept), suspects)) > 0: // it may be these as well
		e.Hint = "leave out --scope " + strings.Join(badlyNamed, ",") + "; if it is refused then too, " + fewer(rest)
	case len(badlyNamed) > 0:
		e.Hint = "leave out --scope " + strings.Join(badlyNamed, ",") + ", or ask the operator of the service to allow it to this client"
	case len(badlyKept) > 0:
		e.Hint = "travel logout forgets what was granted before, " + strings.Join(badlyKept, " ") + "; then sign in again"
	default:
		e.Hint = fewer(r.Scopes)
	}
	return e
}

// InWords tells a time for people. The sign is left to the sentence.
func InWords(d time.Duration) string {
	switch d = d.Abs(); {
	case d < time.Second:
		return d.String()
	case d < 2*time.Minute:
		return words.Age(d.Round(time.Second))
	}
	return words.Wait(d.Round(time.Second))
}
