// Package loopback opens pages in the person's browser, and takes its answer to a sign-in, on a port of this
// computer or pasted by hand.
package loopback

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"travel.example/travel/internal/auth/flow"
)

const (
	headerPatience = 5 * time.Second
	pagePatience   = time.Second            // for the browser to fetch the last page
	closePatience  = 300 * time.Millisecond // for that page to be on its way
)

// Loopback receives the browser's answer on this computer (RFC 8252 §7.3). It binds once and keeps
// the listener, so no other program can take the port in between.
type Loopback struct {
	listener net.Listener
	server   *http.Server
	host     string // as the redirect URI spells it
	path     string
	start    string // path of the one-use page that leads to the sign-in page
	target   string // where it leads
	want     Expectation
	crowd    connLimit

	Answers  chan Answer // the one that ends the wait
	answered sync.Once
	received chan struct{} // closed with the first answer that came here
	finished chan struct{} // closed when the outcome is known
	outcome  page
	shown    chan struct{} // closed when the last page was asked for
	showOnce sync.Once
	startMu  sync.Mutex
	started  int
}

// Answer is what came back from the browser, in either way.
type Answer struct {
	Code flow.Secret
	Err  error
}

// Format writes a fixed word, as a login's does.
func (Answer) Format(f fmt.State, verb rune) { flow.Secret("").Format(f, verb) }

// listen binds 127.0.0.1, or ::1 where there is no IPv4. The names are literal: localhost may lead
// to another program.
func listen(port int) (net.Listener, error) {
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err == nil {
		return listener, nil
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &flow.SettingsError{Setting: "redirect-port", Reason: fmt.Sprintf("%d is in use by another program", port)}
	}
	six, sixErr := net.Listen("tcp6", net.JoinHostPort("::1", strconv.Itoa(port)))
	if sixErr != nil {
		return nil, fmt.Errorf("listen for the browser on this computer: %w", err)
	}
	return six, nil
}

// NewLoopback binds the port, any free one for 0, and answers nothing yet. A port that is taken is
// a *[flow.SettingsError].
func NewLoopback(port int, path string) (*Loopback, error) {
	listener, err := listen(port)
	if err != nil {
		return nil, err
	}
	l := &Loopback{
		listener: listener, host: listener.Addr().String(), path: path, start: "/start/" + rand.Text(),
		Answers: make(chan Answer, 1), received: make(chan struct{}),
		finished: make(chan struct{}), shown: make(chan struct{}),
	}
	l.server = &http.Server{
		Handler:           l,
		ReadHeaderTimeout: headerPatience,
		ReadTimeout:       headerPatience,
		MaxHeaderBytes:    16 << 10,
		ConnState:         l.crowd.watch,
		ConnContext:       withConn,
		ErrorLog:          log.New(io.Discard, "", 0), // it would repeat a panic's words
	}
	l.server.SetKeepAlivesEnabled(false)
	return l, nil
}

// RedirectURI is where the sign-in page sends the browser back to.
func (l *Loopback) RedirectURI() string { return "http://" + l.host + l.path }

// StartURL is the short, one-use address for the browser. The long one would stand in the process
// list, where other users of the computer can read it.
func (l *Loopback) StartURL() string { return "http://" + l.host + l.start }

// Serve starts to answer: target is where the start page leads.
func (l *Loopback) Serve(target string, want Expectation) {
	l.target, l.want = target, want
	go func() { _ = l.server.Serve(l.listener) }()
}

// Close gives the port back without having served.
func (l *Loopback) Close() { _ = l.listener.Close() }

// deliver passes on the first answer and drops the rest.
func (l *Loopback) deliver(a Answer) { l.answered.Do(func() { l.Answers <- a }) }

// ServeHTTP implements http.Handler.
func (l *Loopback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.crowd.serving(r)
	setHeaders(w.Header())
	if r.Host != l.host {
		writePage(w, http.StatusMisdirectedRequest, pageStray())
		return
	}
	serve, ok := map[string]http.HandlerFunc{
		l.start: l.serveStart, l.path: l.serveCallback, l.donePath(): l.serveDone,
	}[r.URL.EscapedPath()]
	switch {
	case !ok:
		writePage(w, http.StatusNotFound, pageStray())
	case r.Method != http.MethodGet:
		w.Header().Set("Allow", http.MethodGet)
		writePage(w, http.StatusMethodNotAllowed, pageStray())
	default:
		serve(w, r)
	}
}

// donePath is where the browser ends, so that its history holds no code.
func (l *Loopback) donePath() string {
	done, _ := url.JoinPath(l.path, "done")
	return done
}

// serveStart leads to the sign-in page once. A second visitor means that the address got around.
func (l *Loopback) serveStart(w http.ResponseWriter, _ *http.Request) {
	l.startMu.Lock()
	l.started++
	first := l.started == 1
	l.startMu.Unlock()
	if !first {
		l.deliver(Answer{Err: ErrStartPageReused})
		writePage(w, http.StatusGone, pageFailed())
		return
	}
	w.Header().Set("Location", l.target)
	w.WriteHeader(http.StatusSeeOther)
}

func (l *Loopback) serveCallback(w http.ResponseWriter, r *http.Request) {
	code, err := l.want.read(r.URL.RawQuery)
	if errors.Is(err, ErrStateMismatch) {
		writePage(w, http.StatusBadRequest, pageStray())
		return
	}
	l.answered.Do(func() {
		close(l.received)
		l.Answers <- Answer{Code: code, Err: err}
	})
	w.Header().Set("Location", l.donePath())
	w.WriteHeader(http.StatusSeeOther)
}

// serveDone shows how the sign-in ended, once that is known.
func (l *Loopback) serveDone(w http.ResponseWriter, r *http.Request) {
	select {
	case <-l.received:
	default:
		writePage(w, http.StatusNotFound, pageStray())
		return
	}
	select {
	case <-l.finished:
	case <-r.Context().Done():
		return
	}
	writePage(w, http.StatusOK, l.outcome)
	l.showOnce.Do(func() { close(l.shown) })
}

// Finish tells the browser how the sign-in ended, nil for well, gives it a moment to fetch the last
// page, and closes the port.
func (l *Loopback) Finish(ctx context.Context, err error) {
	l.outcome = pageFor(err)
	close(l.finished)
	select {
	case <-l.received:
		l.awaitPage(ctx)
	default:
	}
	_ = l.server.Close()
	_ = l.listener.Close() // in case it never served
}

func (l *Loopback) awaitPage(ctx context.Context) {
	patience := time.NewTimer(pagePatience)
	defer patience.Stop()
	select {
	case <-l.shown:
	case <-patience.C:
		return
	case <-ctx.Done():
		return
	}
	ctx, cancel := context.WithTimeout(ctx, closePatience)
	defer cancel()
	_ = l.server.Shutdown(ctx)
}

// maxConns is how many connections the callback server keeps. Browsers open some that they never
// use, and those must not keep the real answer out.
const maxConns = 16

// connLimit makes room for a new connection by closing the oldest that has no request being answered.
type connLimit struct {
	mu    sync.Mutex
	conns []*seat // oldest first
}

type seat struct {
	conn net.Conn
	busy bool // its request has been read
}

// watch is the server's ConnState hook.
func (c *connLimit) watch(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		c.conns = append(c.conns, &seat{conn: conn})
		if len(c.conns) > maxConns {
			c.evict()
		}
	case http.StateClosed, http.StateHijacked:
		c.remove(conn)
	}
}

func (c *connLimit) evict() {
	for i, s := range c.conns {
		if !s.busy {
			_ = s.conn.Close()
			c.conns = slices.Delete(c.conns, i, i+1)
			return
		}
	}
}

func (c *connLimit) remove(conn net.Conn) {
	for i, s := range c.conns {
		if s.conn == conn {
			c.conns = slices.Delete(c.conns, i, i+1)
			return
		}
	}
}

// serving marks the connection of a request that has arrived whole.
func (c *connLimit) serving(r *http.Request) {
	conn, _ := r.Context().Value(connKey{}).(net.Conn)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.conns {
		if s.conn == conn {
			s.busy = true
		}
	}
}

type connKey struct{}

// withConn is the server's ConnContext hook.
func withConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}
