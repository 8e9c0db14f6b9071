// Package loopback opens pages in the user's browser and receives the answer to a sign-in, on a local port or pasted.
package loopback

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
)

const (
	headerPatience = 5 * time.Second
	pagePatience   = time.Second            // for the browser to fetch the last page
	closePatience  = 300 * time.Millisecond // for that page to be on its way
	maxQuery       = 16 << 10               // bytes of a callback's query
	maxPastes      = 3                      // addresses that are not ours
)

var (
	// ErrStateMismatch means that an answer did not belong to the sign-in that was started here.
	ErrStateMismatch error = problem.Error{Class: problem.Login, Text: "the answer does not belong to this sign-in", Hint: startAgain}
	// ErrStartPageReused means that the one-use address given to the browser was opened twice, so
	// someone else may have read it. The sign-in is abandoned.
	ErrStartPageReused error = problem.Error{Class: problem.Login, Text: "the sign-in address was opened twice, so someone else may have it", Hint: startAgain}
)

const startAgain = "start again: travel login"

// Answer is what came back from the browser, or was pasted.
type Answer struct {
	Code flow.Secret
	Err  error
}

// read checks the query of a callback against the request and returns the code. ErrStateMismatch means that the answer
// is for another sign-in and must be ignored; every other error ends the sign-in. The state is compared first, so that
// a visitor who does not know it cannot make the sign-in fail.
func read(rawQuery string, want *flow.CodeRequest) (flow.Secret, error) {
	query, err := url.ParseQuery(rawQuery)
	if len(rawQuery) > maxQuery || err != nil || len(query["state"]) != 1 ||
		subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(want.State)) != 1 {
		return "", ErrStateMismatch
	}
	iss, code, reason := query.Get("iss"), query.Get("code"), ""
	for _, name := range []string{"iss", "error", "error_description", "code"} {
		if len(query[name]) > 1 {
			reason = "it has more than one " + name
		}
	}
	switch { // an answer of another server is refused (RFC 9207 §2.4)
	case reason != "":
	case query.Has("iss") && want.Ends.Issuer != "" && iss != want.Ends.Issuer:
		reason = fmt.Sprintf("it comes from %q, and the sign-in was begun at %q", flow.Clean(iss), flow.Clean(want.Ends.Issuer))
	case !query.Has("iss") && want.Ends.AnswersWithIssuer:
		reason = "it does not say that it comes from " + flow.Clean(want.Ends.Issuer)
	case query.Has("error"):
		return "", flow.Denied("", query.Get("error"), query.Get("error_description"))
	case !flow.IsToken(code) || len(code) > flow.MaxCode:
		reason = "it has no code that can be used"
	default:
		return flow.Secret(code), nil
	}
	return "", flow.Refused("the answer of the sign-in page", reason, "")
}

// Loopback receives the browser's answer on this computer (RFC 8252 §7.3). It binds once and keeps the listener, so
// that no other program can take the port.
type Loopback struct {
	RedirectURI string // where the sign-in page sends the browser back to
	AnyPort     string // the same without its port
	StartURL    string // short and for one use; other users could read a long one in the list of processes

	listener net.Listener
	server   *http.Server
	host     string // of the redirect URI
	path     string // of the redirect URI
	start    string // path of the start URL
	target   string // where the start URL leads
	want     *flow.CodeRequest
	started  atomic.Bool

	Answers  chan Answer // the one that ends the wait
	answered sync.Once
	received chan struct{} // closed when the browser has delivered the answer
	finished chan struct{} // closed when outcome is set
	outcome  page
	shown    context.Context // canceled when the last page has been written
	show     context.CancelFunc
}

// NewLoopback binds the port of 127.0.0.1, any free one for 0, and answers nothing yet. localhost may lead to another
// program.
func NewLoopback(port int, path string) (*Loopback, error) {
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, flow.BadSetting("redirect-port", fmt.Sprintf("%d is in use by another program", port))
	}
	if err != nil {
		return nil, fmt.Errorf("listen for the browser on this computer: %w", err)
	}
	l := &Loopback{
		listener: listener, host: listener.Addr().String(), path: path, start: "/start/" + rand.Text(),
		Answers: make(chan Answer, 1), received: make(chan struct{}), finished: make(chan struct{}),
	}
	l.RedirectURI, l.StartURL = "http://"+l.host+l.path, "http://"+l.host+l.start
	l.AnyPort = "http://" + l.host[:strings.LastIndexByte(l.host, ':')] + l.path
	l.shown, l.show = context.WithCancel(context.Background())
	l.server = &http.Server{
		Handler:           l,
		ReadHeaderTimeout: headerPatience,
		ReadTimeout:       headerPatience,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // it would repeat a panic's words
	}
	l.server.SetKeepAlivesEnabled(false)
	return l, nil
}

// Serve starts to answer. The start page leads to target.
func (l *Loopback) Serve(target string, want *flow.CodeRequest) {
	l.target, l.want = target, want
	go func() { _ = l.server.Serve(l.listener) }()
}

// deliver passes on the first answer and drops the rest.
func (l *Loopback) deliver(a Answer) { l.answered.Do(func() { l.Answers <- a }) }

// ServeHTTP answers the browser, which ends on a page with another address, so that its history has no code.
func (l *Loopback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range map[string]string{ // keep addresses with a code out of caches, referrers and frames
		"Content-Security-Policy": stylePolicy(), "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		w.Header().Set(name, value)
	}
	path, end := r.URL.EscapedPath(), strings.TrimSuffix(l.path, "/")+"/done"
	switch {
	case r.Host != l.host:
		stray.write(w, http.StatusMisdirectedRequest)
	case path != l.start && path != l.path && path != end:
		stray.write(w, http.StatusNotFound)
	case r.Method != http.MethodGet:
		w.Header().Set("Allow", http.MethodGet)
		stray.write(w, http.StatusMethodNotAllowed)
	case path == l.start && l.started.Swap(true): // someone else may have the address
		l.deliver(Answer{Err: ErrStartPageReused})
		failed.write(w, http.StatusGone)
	case path == l.start:
		w.Header().Set("Location", l.target)
		w.WriteHeader(http.StatusSeeOther)
	case path == l.path:
		code, err := read(r.URL.RawQuery, l.want)
		if errors.Is(err, ErrStateMismatch) {
			stray.write(w, http.StatusBadRequest)
			return
		}
		l.answered.Do(func() {
			close(l.received)
			l.Answers <- Answer{Code: code, Err: err}
		})
		w.Header().Set("Location", end)
		w.WriteHeader(http.StatusSeeOther)
	default:
		select {
		case <-l.received:
		default:
			stray.write(w, http.StatusNotFound)
			return
		}
		select {
		case <-l.finished:
			l.outcome.write(w, http.StatusOK)
			l.show()
		case <-r.Context().Done():
		}
	}
}

// Finish shows the outcome in the browser, gives it a second to fetch the last page, and closes the port.
func (l *Loopback) Finish(ctx context.Context, err error) {
	switch {
	case err == nil:
		l.outcome = done
	case flow.FaultOf(err).Code == "access_denied": // by a person
		l.outcome = denied
	default:
		l.outcome = failed
	}
	close(l.finished)
	defer l.listener.Close() // in case it never served
	defer l.server.Close()
	select {
	case <-l.received:
	default:
		return
	}
	fetched, cancel := context.WithTimeout(ctx, pagePatience)
	defer cancel()
	select {
	case <-l.shown.Done():
		ctx, cancel := context.WithTimeout(ctx, closePatience)
		defer cancel()
		_ = l.server.Shutdown(ctx)
	case <-fetched.Done():
	}
}

// ReadPastes reads addresses that a person has copied from the browser's address bar, until one belongs to this
// sign-in, three do not, or the input ends. Call Serve first.
func (l *Loopback) ReadPastes(input io.Reader, notices io.Writer) {
	read := problem.Guarded(func() error { // a panic would repeat what was pasted, and end the program
		lines := bufio.NewScanner(input)
		lines.Buffer(make([]byte, 0, 4096), maxQuery+transport.MaxURL)
		for tries := 0; lines.Scan(); {
			if lines.Text() == "" {
				continue
			}
			line := strings.TrimSpace(lines.Text())
			if !strings.Contains(line, "://") {
				line = "http://" + line // browsers hide the scheme
			}
			code, err := flow.Secret(""), ErrStateMismatch
			if address, query, ok := strings.Cut(line, "?"); ok && address == l.RedirectURI {
				query, _, _ = strings.Cut(query, "#")
				code, err = read(query, l.want)
			}
			if tries++; !errors.Is(err, ErrStateMismatch) || tries == maxPastes {
				l.deliver(Answer{Code: code, Err: err})
				return nil
			}
			fmt.Fprintf(notices, "That address does not belong to this sign-in. The right one starts with %s.\n", l.RedirectURI)
		}
		return nil
	})
	if err := read(); err != nil {
		l.deliver(Answer{Err: fmt.Errorf("read what was pasted: %w", err)})
	}
}

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

// page is the text of the last page. It repeats nothing of a request or of the server's answer.
type page struct{ mood, title, text string }

var (
	done   = page{"done", "You’re signed in", "Your terminal has taken it from here. You can close this tab and go back to it."}
	denied = page{"denied", "Not signed in", "The sign-in was refused or cancelled, so nothing was changed. Run <code>travel login</code> to try again."}
	failed = page{"failed", "That didn’t work", "The sign-in could not be finished. Your terminal says why, and <code>travel login</code> starts over."}
	stray  = page{"stray", "Nothing to see here", "This address only takes part in one sign-in from a terminal, and this visit does not belong to it."}
)

func (p page) write(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, strings.NewReplacer(
		"{{style}}", pageCSS, "{{mood}}", p.mood, "{{title}}", p.title, "{{text}}", p.text,
	).Replace(pageHTML))
}

// stylePolicy allows the page's own style sheet by its hash and nothing else.
var stylePolicy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(pageCSS))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; " +
		"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
})
