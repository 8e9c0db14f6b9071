package flow

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// RequestTimeout is the time limit of one request to the authorization server, its body included, by default.
const RequestTimeout = 30 * time.Second

// maxBody is the most that is read of an answer, in bytes after decompression.
const maxBody = 256 << 10

// call is one exchange with a server, as a transport for the libraries that make the request: bounded in time
// and size, body included, and following nothing. Only a usable answer gets through it. All others are its
// error, which the libraries lose, or repeat with a whole address and a whole body.
type call struct {
	*Client
	ctx   context.Context // of the exchange, whatever a library makes of it
	doing string          // what is tried, for an error
	kind  string          // of the request, for a log, or ""
	limit time.Duration   // of one try
	again patienceOf
	raw   bool     // an answer of any status and kind is usable
	wants string   // what an answer is that is a JSON object; "" takes one of any kind
	takes []string // media types of further usable answers
	err   error    // why there was no usable answer, of the last request

	// Of the last answer:
	status int
	header http.Header
	body   []byte
	offset time.Duration // this computer's clock minus the server's, if the answer told the time
	timed  bool          // it did
}

// patienceOf says when a request is made again.
type patienceOf int

const (
	once     patienceOf = iota
	whenBusy            // once the server has said that it is busy
	anyway              // also once where there was no answer, or the server failed: it costs nothing
)

// call prepares an exchange that is made once, and whose answer may be anything where its status is well.
func (c *Client) call(ctx context.Context, doing string) *call {
	return &call{Client: c, ctx: ctx, doing: doing, limit: cmp.Or(c.Limit, RequestTimeout)}
}

// ask prepares an exchange whose answer is to be a JSON object.
func (c *Client) ask(ctx context.Context, doing, wants string, again patienceOf) *call {
	x := c.call(ctx, doing)
	x.wants = wants
	if !c.Once {
		x.again = again
	}
	return x
}

// client returns an HTTP client that makes the exchange, for a library.
func (x *call) client() *http.Client {
	return &http.Client{
		Transport:     x,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// get returns a document.
func (x *call) get(target string) ([]byte, error) { return x.send(http.MethodGet, target, nil) }

// send makes a request, with a form unless that is nil, and returns the body of the answer.
func (x *call) send(method, target string, form url.Values) ([]byte, error) {
	req, err := http.NewRequest(method, target, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", x.doing, err)
	}
	req.Header.Set("Accept", "application/json")
	if form != nil {
		req.Header.Set("Content-Type", formType)
	}
	_, err = x.RoundTrip(req)
	return x.body, err
}

// RoundTrip makes the request, and repeats it if that is allowed.
func (x *call) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	limit, guesses := x.WaitBudget, maxGuesses
	if x.again == once {
		limit, guesses = 0, 0
	}
	x.err = x.RetryBusy(x.ctx, x.doing, limit, guesses, func() error {
		resp, err = x.try(req)
		if x.again == anyway && IsUnreached(err) {
			resp, err = x.try(req)
		}
		return err
	})
	return resp, x.err
}

// try makes the request. The log gets the kind of a request and of a refusal, and nothing else of a body.
func (x *call) try(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeoutCause(x.ctx, x.limit, fmt.Errorf("no complete answer within %s", x.limit))
	defer cancel()
	req = req.Clone(ctx)
	if req.GetBody != nil {
		req.Body, _ = req.GetBody() // of a text in memory
	}
	logged := *req
	if x.raw { // of a page for a person, the log gets only the address
		logged.URL = &url.URL{Scheme: req.URL.Scheme, Host: req.URL.Host, Path: req.URL.Path}
	}
	start := x.Log.Sent(&logged, x.kind, int(req.ContentLength))
	x.status, x.header, x.body, x.timed, x.offset = 0, nil, nil, false, 0
	resp, err := x.HTTP.RoundTrip(req)
	if err == nil {
		defer resp.Body.Close()
		x.status, x.header = resp.StatusCode, resp.Header
		if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
			x.timed, x.offset = true, x.Now().Sub(date)
		}
		x.body, err = io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errCut
		}
		resp.Body = io.NopCloser(bytes.NewReader(x.body))
	}
	if err != nil {
		x.status = 0
		if cause := context.Cause(ctx); cause != nil {
			err = cause // not the transport's bare "context deadline exceeded"
		}
		x.Log.Failed(start, err)
		return nil, x.unanswered(req.URL.String(), err)
	}
	var said refusal
	kind := mediaType(x.header)
	if json.Unmarshal(x.body, &said) != nil {
		said = refusal{}
		if kind == formType || kind == "text/plain" { // some servers answer as they are asked
			form, _ := url.ParseQuery(string(x.body))
			said = refusal{form.Get("error"), form.Get("error_description")}
		}
	}
	note, shown := "", x.header
	if x.status >= http.StatusBadRequest && slices.Contains(loggedWords, said.Error) {
		note = ", " + said.Error
	}
	if x.raw {
		shown = nil
	}
	x.Log.Came(start, x.status, shown, len(x.body), note)
	if err := x.judge(req.URL, kind, said); err != nil {
		return nil, err
	}
	return resp, nil
}

// errCut means that the rest of the answer is missing.
var errCut = errors.New("the answer ends too early")

// loggedWords are the error codes that a log may repeat. Any other text in their place may be secret.
var loggedWords = []string{
	"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
	"authorization_pending", "slow_down", "access_denied", "expired_token", "unsupported_token_type",
	"invalid_redirect_uri", "invalid_client_metadata", "server_error", "temporarily_unavailable",
}

// refusal is the server's own error (RFC 6749 §5.2), and all that is kept of its body.
type refusal struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

const formType = "application/x-www-form-urlencoded"

func mediaType(h http.Header) string {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind
}

// unanswered returns the error for a request without a complete answer.
func (x *call) unanswered(target string, err error) error {
	if cause := context.Cause(x.ctx); cause != nil {
		return fmt.Errorf("%s: %w", x.doing, cause)
	}
	if errors.Is(err, transport.ErrProxySetting) {
		return fmt.Errorf("%s: %w", x.doing, err)
	}
	if proxy := transport.ProxyFailure(target, err); proxy != nil {
		f := &Fault{Host: "the proxy " + Clean(proxy.Host), Err: proxy.Err}
		return f.as(problem.Network, x.doing, "check the proxy named in HTTPS_PROXY, or list the host in NO_PROXY")
	}
	f := &Fault{Host: HostOf(target), Err: err}
	switch {
	case errors.Is(err, errCut):
		f.Lost = true
		return f.as(problem.Refused, x.doing, "")
	case transport.Untrusted(err):
		f.Err = problem.Error{Class: problem.Refused, Text: transport.TrustReason(err), Err: err}
		return f.as(problem.Refused, x.doing, transport.TrustAdvice(err, runtime.GOOS))
	}
	return Unreached(x.doing, f.Host, err)
}

// judge returns an error if a complete answer cannot be used.
func (x *call) judge(from *url.URL, kind string, said refusal) error {
	host := Clean(from.Host)
	bad := func(reason string) error { return unusable(x.doing, host, x.status, reason) }
	var err error
	switch body := bytes.TrimSpace(x.body); {
	case len(x.body) > maxBody:
		return bad("the answer is too large")
	case x.raw:
	case x.status == http.StatusTooManyRequests || x.status == http.StatusServiceUnavailable:
		after, told := transport.RetryDelay(x.status, x.header, x.Now())
		f := &Fault{Host: host, Status: x.status, After: max(after, time.Second), Guessed: !told}
		f.Err = fmt.Errorf("%s is busy; try again in %s", host, f.After)
		return problem.Error{Class: problem.Wait, Text: f.Error(), Hint: "try again in " + f.After.String(), Err: f}
	case x.status >= http.StatusInternalServerError:
		err = Unreached(x.doing, host, errors.New("the server failed with "+transport.StatusText(x.status)))
	case x.status/100 == 3 && x.header.Get("Location") != "":
		to, err := from.Parse(x.header.Get("Location"))
		if err != nil {
			to = new(url.URL)
		}
		return bad(fmt.Sprintf("it redirects to %s, and a redirect is never followed here", Clean(to.Host)))
	case x.status >= http.StatusBadRequest && said.Error != "":
		err = Denied(host, said.Error, said.Description)
	case x.status/100 != 2, x.wants != "" && x.status > http.StatusCreated:
		return bad("it answered " + transport.StatusText(x.status))
	case x.wants == "", slices.Contains(x.takes, kind):
	case kind == "text/html":
		return bad("it answered with a web page; a sign-in page of the network may be in between")
	case !bytes.HasPrefix(body, []byte("{")) || !json.Valid(body):
		err = bad("it did not answer with " + x.wants)
		FaultOf(err).Lost = !json.Valid(body)
	}
	if err != nil {
		FaultOf(err).Status = x.status
	}
	return err
}

// maxGuesses is how often a busy server that names no time is asked again, after 1 s and 2 s.
const maxGuesses = 2

// RetryBusy runs try, and again after what a busy server asks to wait: once if the server named a time within
// limit, and as often as there are guesses if it named none.
func (c *Client) RetryBusy(ctx context.Context, doing string, limit time.Duration, guesses int, try func() error) error {
	for n := 1; ; n++ {
		err := try()
		busy := FaultOf(err)
		if busy.After == 0 {
			return err
		}
		pause, more := busy.After, n == 1
		if busy.Guessed {
			pause, more = busy.After<<(n-1), n <= guesses
		}
		if !more || pause > limit {
			return err
		}
		pause = c.pausing(doing, pause, busy, limit)
		release := patience.Hold(ctx) // the server asked for it
		err = c.Wait(ctx, pause)
		release()
		if err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
}

// pausing returns the wait that a busy server asked for, within limit and spread at random, and reports it to Pausing.
func (c *Client) pausing(doing string, asked time.Duration, busy *Fault, limit time.Duration) time.Duration {
	spread := time.Duration(c.Rand() * float64(transport.Spread(asked, limit-asked)))
	p := transport.Pause{For: doing, Wait: asked + spread, Why: "the sign-in server is busy"}
	if !busy.Guessed {
		p.Asked = asked
	}
	c.Pausing(p)
	return p.Wait
}

// Errors of a sign-in, a renewal and a logout that callers test for.
var (
	// ErrLoginRequired means that no usable login is stored for this deployment; travel login makes one.
	ErrLoginRequired error = problem.Error{Class: problem.Login, Text: "not signed in to this deployment", Hint: logIn}
	// ErrNotRevocable means that a login is deleted here and cannot be revoked at the server, where it is valid until it
	// expires.
	ErrNotRevocable = errors.New("the login could not be revoked")
	// ErrNoClient means that the user has to set a client id.
	ErrNoClient = errors.New("client-id is not set")
)

// logIn is the hint for most problems of a login.
const logIn = "run: travel login"

// Fault holds the facts of a failure at a server, or on the way to it. It is the cause of a [problem.Error], which has
// the message.
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

// Error returns the cause, without the server and the request.
func (f *Fault) Error() string {
	if f.Code != "" {
		return strings.TrimSuffix(f.Code+": "+f.Description, ": ")
	}
	return Clean(f.Err.Error())
}

func (f *Fault) Unwrap() error { return f.Err }

// FaultOf returns the fault in an error, or an empty one.
func FaultOf(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return new(Fault)
}

// isWay reports whether the refusal is about the way the client asked.
func (f *Fault) isWay() bool {
	return slices.Contains([]string{"unauthorized_client", "unsupported_grant_type", "unsupported_response_type"}, f.Code)
}

// Unreached returns the error for a server that failed or was not reached in time.
func Unreached(doing, host string, cause error) error {
	f := &Fault{Host: host, Err: cause}
	return f.as(problem.Network, doing, "check the connection and try again")
}

// as returns the error whose cause is the fault.
func (f *Fault) as(class problem.Class, doing, hint string) error {
	return problem.Error{Class: class, Text: fmt.Sprintf("%s at %s: %s", doing, f.Host, f.Error()), Hint: hint, Err: f}
}

// IsUnreached reports whether a request got no whole answer, or one of a server that failed.
func IsUnreached(err error) bool {
	e, ok := errors.AsType[problem.Error](err)
	return ok && e.Class == problem.Network
}

// unusable returns the error for an answer that cannot be used, such as a redirect or a web page.
func unusable(doing, host string, status int, reason string) error {
	return (&Fault{Host: host, Status: status, Err: errors.New(reason)}).as(problem.Refused, doing, "")
}

// Denied returns the error for a refusal by the sign-in server (RFC 6749 §4.1.2.1 and §5.2).
func Denied(host, code, description string) error {
	f := &Fault{Host: host, Code: Clean(code), Description: Clean(description)}
	e := problem.Error{Class: problem.Login, Text: "the sign-in server refused (" + f.Code + ")", Hint: logIn, Err: f}
	switch {
	case f.Description != "":
		e.Text += ": " + f.Description
	case f.Code == "access_denied":
		e.Text = "access was denied on the sign-in page"
	}
	return e
}

// Refused returns the error for something that cannot be trusted, such as another issuer, an endpoint on another site
// or an id_token that does not verify.
func Refused(subject, reason, hint string) error {
	return problem.Error{Class: problem.Refused, Text: subject + " is refused: " + reason, Hint: hint}
}

// BadSetting returns the error for a setting that no login can work with.
func BadSetting(setting, reason string) error {
	return problem.Error{Class: problem.Usage, Text: setting + " " + reason, Hint: "set it: travel config set " + setting + " VALUE"}
}

// NoClient is the error for a missing client id when this program cannot register one. why follows in the message, and
// set is the command that sets a client id.
func NoClient(why, set string) error {
	return problem.Error{Class: problem.Usage, Text: ErrNoClient.Error() + why, Hint: askForClient(set), Err: ErrNoClient}
}

func askForClient(set string) string {
	return "ask the operator of the service for a public client's id, then: " + cmp.Or(set, "travel config set client-id ID")
}

// ClocksApart returns the error for clocks that are too far apart to check an id_token. The offset is this computer's
// clock minus the server's. agrees is another server whose clock agrees with this computer's, or "".
func ClocksApart(server string, offset time.Duration, agrees string) problem.Error {
	side := "ahead of"
	if offset < 0 {
		side = "behind"
	}
	e := problem.Error{
		Class: problem.Login, Text: fmt.Sprintf("this computer's clock is %s %s %s", InWords(offset), side, server),
		Hint: "set this computer's clock, then run: travel login",
	}
	if agrees != "" {
		e.Hint = "tell those who run it: its clock alone is off, " + agrees + " agrees with this computer's"
	}
	return e
}

// agreeing asks the API for the time, since a third clock shows which of two is wrong. It returns the API's address if
// its clock agrees with this computer's, or else "".
func (c *Client) agreeing(ctx context.Context) string {
	if c.Settings.APIURL == "" {
		return ""
	}
	x := c.hurried(examinePatience).call(ctx, "ask for the time")
	_, _ = x.get(strings.TrimSuffix(c.Settings.APIURL, "/") + probePath) // whatever it answers
	if x.timed && x.offset.Abs() <= leeway {
		return c.Settings.APIURL
	}
	return ""
}

// NotTaken returns the error for a service that refuses even a new token. registered says that this program registered
// the client itself.
func (s Settings) NotTaken(registered bool) error {
	who := "client-id " + Clean(s.ClientID)
	if registered {
		who = "the client that this program registered"
	}
	return problem.Error{
		Class: problem.Login, Text: "the service does not take tokens made for " + who,
		Hint: "ask its operator what its tokens must be for, then: " + s.ToChange("audience", "AUDIENCE") +
			"; or for a client whose tokens it takes, then: " + s.ToChange("client-id", "ID") + "; and sign in again",
	}
}

// Explain adds what was asked for and what to change to an error by which a server refuses the scopes of r or the
// client. It returns other errors unchanged. named are the scopes the user gave for this sign-in, and ways the
// commands that sign in by ways that have not been tried.
func (s Settings) Explain(err error, r Request, named, ways []string) error {
	fault, host := FaultOf(err), HostOf(r.Ends.Token)
	who, end := "the client that this program registered", ""
	if s.ClientIDFrom != "" {
		who, end = "client-id "+Clean(s.ClientID)+", set by "+s.ClientIDFrom, ","
	}
	e := problem.Error{Class: problem.Login, Err: err}
	const public = "it must be the id of a public client there, one without a secret; "
	switch {
	case fault.Code == "invalid_scope":
		e.Text = fmt.Sprintf("%s does not grant the scopes asked for, %s (%s)", host, strings.Join(r.Scopes, " "), fault)
		if offered := r.Ends.Scopes; len(offered) > 0 {
			const most = 20
			e.Text += "; it says that it offers " + strings.Join(offered[:min(len(offered), most)], " ")
		}
		e.Hint = s.fewerScopes(r, named)
	case fault.isWay():
		e.Text = fmt.Sprintf("%s does not let %s%s sign in this way (%s)", host, who, end, fault)
		e.Hint = "try another way: " + strings.Join(ways, ", or ")
		if len(ways) == 0 {
			e.Hint = "no way is left to try; ask the operator of the service to allow this client " +
				"the authorization code grant with PKCE"
		}
	case fault.Code != "invalid_client":
		return err
	default:
		e.Text = fmt.Sprintf("%s does not take %s (%s)", host, who, fault)
		switch {
		case s.ClientIDFrom == "":
			e.Hint = "try again"
		case r.Ends.Registration != "":
			e.Hint = public + "or let this program register itself at the next sign-in: " + s.ToChange("client-id", "")
		default:
			e.Hint = public + "ask the operator of the service for it, then: " + s.ToChange("client-id", "ID")
		}
	}
	return e
}

// fewerScopes says how to ask for fewer scopes than r does. The server probably refuses those that it does not offer,
// or else those that are not part of OpenID Connect, which every client may ask for.
func (s Settings) fewerScopes(r Request, named []string) string {
	suspects := without(r.Scopes, r.Ends.Scopes)
	if len(r.Ends.Scopes) == 0 || len(suspects) == 0 {
		suspects = without(r.Scopes, []string{scopeOpenID, "profile", "email"})
	}
	fewer := without(r.Scopes, suspects)
	named, kept := both(without(named, s.Scopes), suspects), both(r.Kept, suspects)
	switch {
	case len(named) > 0:
		return "leave out --scope " + strings.Join(named, ",") +
			", or ask the operator of the service to allow it to this client"
	case len(kept) > 0: // other settings would not leave them out
		return "travel logout forgets what was granted before, " + strings.Join(kept, " ") + "; then sign in again"
	case len(fewer) == 0 || len(suspects) == 0:
		return "ask the operator of the service which ones this client may ask for, then: " + s.ToChange("scopes", "SCOPES")
	}
	return "ask for fewer: " + s.ToChange("scopes", strings.Join(fewer, " "))
}

// InWords formats a duration for a message, without its sign.
func InWords(d time.Duration) string {
	seconds := int(d.Abs().Round(time.Second) / time.Second)
	switch {
	case d.Abs() < time.Second:
		return d.Abs().String()
	case seconds < 60:
		return words.Counted(seconds, "second")
	case seconds < 3600 && seconds%60 == 0:
		return words.Counted(seconds/60, "minute")
	}
	return words.Wait(time.Duration(seconds) * time.Second)
}

// Origin returns scheme, host and port of an address, always with the port, or "" if it has none.
func Origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return transport.Origin(u)
}

// HostOf returns the host of raw for a message.
func HostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return "an unreadable address"
	}
	return Clean(u.Host)
}

// SameSite reports whether two hosts belong to one owner, as far as their names can tell: they are
// equal, or were registered as one name below a public suffix, be it a registry's (co.uk) or that
// of a host whose customers each have a name (github.io). Addresses and the names of this computer
// have no owner beyond themselves.
func SameSite(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSuffix(a, ".")), strings.ToLower(strings.TrimSuffix(b, "."))
	if _, err := netip.ParseAddr(a); a == b || err == nil || transport.IsLoopback(a) {
		return a == b
	}
	site, err := publicsuffix.EffectiveTLDPlusOne(a) // it fails for a public suffix itself, and for no name at all
	other, otherErr := publicsuffix.EffectiveTLDPlusOne(b)
	return err == nil && otherErr == nil && site == other
}

// maxForeign is the longest foreign text that is shown, in characters.
const maxForeign = 200

// MaxCode is the longest code of a sign-in that is accepted, in bytes.
const MaxCode = 8 << 10

// Clean makes foreign text fit for one line of a terminal.
func Clean(s string) string { return transport.OneLine(s, maxForeign) }

// maxScope is the longest name of a scope that is accepted, in bytes.
const maxScope = 200

// IsScope reports whether s can be the name of a scope (RFC 6749 §3.3): visible ASCII without quote and
// backslash, at most 200 bytes.
func IsScope(s string) bool {
	return IsToken(s) && len(s) <= maxScope && !strings.ContainsAny(s, `"\\`)
}

// IsToken reports whether s can travel in a header and a form: visible ASCII only (RFC 6749 appendix A).
func IsToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < 0x21 || r > 0x7e })
}
