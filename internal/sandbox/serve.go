package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/rest"
)

const (
	headerTimeout  = 5 * time.Second
	requestTimeout = 15 * time.Second
	answerTimeout  = 30 * time.Second
	idleTimeout    = 60 * time.Second
	stopTimeout    = 5 * time.Second
	maxHeader      = 16 << 10
)

// Handler serves everything below the sandbox's origin. It trusts the Host header; Serve does not.
func (s *Server) Handler() http.Handler { return rest.Trace(s.routes, s.now, s.log) }

// Serve serves requests on a listener until ctx ends, then gives requests in progress up to 5 seconds to finish.
// It returns nil after such a stop. The Host header of a request must be the sandbox's own origin, the listener's
// address or, if loopback reaches the listener, a loopback name. This blocks DNS rebinding by other web pages.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	hosts := hostsOf(s.origin, ln.Addr())
	guarded := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(hosts, strings.ToLower(r.Host)) {
			rest.WriteStatus(w, r, http.StatusMisdirectedRequest,
				rest.Invalidf("This address does not answer for the host that the request names."))
			return
		}
		s.routes.ServeHTTP(w, r)
	})
	server := newServer(rest.Trace(guarded, s.now, s.log), s.log)
	server.RegisterOnShutdown(s.endFaults)
	stopped := make(chan error, 1)
	unhook := context.AfterFunc(ctx, func() {
		// ctx has already ended, so the shutdown needs its own deadline.
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		err := server.Shutdown(grace)
		if err != nil {
			err = errors.Join(err, server.Close())
		}
		stopped <- err
	})
	err := server.Serve(ln)
	if unhook() {
		return err // the listener failed before ctx ended
	}
	return <-stopped
}

func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      answerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// hostsOf returns the accepted Host headers.
func hostsOf(origin *url.URL, addr net.Addr) []string {
	hosts := []string{origin.Host}
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return hosts
	}
	names := []string{host}
	if ip := net.ParseIP(host); ip != nil && (ip.IsLoopback() || ip.IsUnspecified()) {
		names = append(names, "localhost", "127.0.0.1", "::1")
	}
	for _, name := range names {
		hosts = append(hosts, net.JoinHostPort(name, port))
		if port == "80" { // clients omit it
			hosts = append(hosts, strings.TrimSuffix(net.JoinHostPort(name, port), ":80"))
		}
	}
	return hosts
}

// Transport returns a RoundTripper that speaks HTTP/1.1 to the sandbox over pipes in memory. It opens no port,
// and a request for another origin fails without leaving the process. Every call returns the same RoundTripper,
// which works until Close.
func (s *Server) Transport() http.RoundTripper {
	s.pipe.start()
	return s.pipe.client
}

// pipe is a listener of in-memory connections, with its server and its client.
type pipe struct {
	conns  chan net.Conn
	closed chan struct{}
	server *http.Server
	client *http.Transport
	start  func()
	end    func()
}

func newPipe(s *Server) *pipe {
	p := &pipe{conns: make(chan net.Conn), closed: make(chan struct{}), server: newServer(s.Handler(), s.log)}
	port := s.origin.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[s.origin.Scheme]
	}
	address := net.JoinHostPort(s.origin.Hostname(), port)
	p.client = &http.Transport{
		DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
			if addr != address {
				return nil, fmt.Errorf("dial %s: the sandbox in this process answers only at %s", addr, s.origin)
			}
			return p.dial(ctx)
		},
		DisableCompression: true,
		IdleConnTimeout:    30 * time.Second,
	}
	if s.origin.Scheme == "https" {
		// This counts as TLS because the bytes never leave the process.
		p.client.DialTLSContext = p.client.DialContext
	}
	p.start = sync.OnceFunc(func() { go func() { _ = p.server.Serve(p) }() })
	p.end = sync.OnceFunc(func() { close(p.closed) })
	return p
}

func (p *pipe) dial(ctx context.Context) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept waits for the next connection.
func (p *pipe) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept and dial. http.Server requires it to close its listener.
func (p *pipe) Close() error {
	p.end()
	return nil
}

// Addr is unused, but net.Listener requires it.
func (p *pipe) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

// Close stops the server started by Transport and cuts off requests in progress.
func (s *Server) Close() error {
	s.endFaults()
	s.pipe.end()
	err := s.pipe.server.Close()
	s.pipe.client.CloseIdleConnections()
	return err
}
