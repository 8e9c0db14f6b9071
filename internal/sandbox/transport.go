package sandbox

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/rest"
)

// Handler answers everything below the sandbox's origin. It trusts the Host
// header; Serve does not.
func (s *Server) Handler() http.Handler {
	return rest.Trace(s.routes, s.now, s.log)
}

// Transport returns a RoundTripper that speaks HTTP/1.1 to the sandbox over
// pipes in memory: no port is opened, and no request for another origin leaves
// the process. Every call returns the same one, which works until Close.
func (s *Server) Transport() http.RoundTripper {
	s.pipe.start()
	return s.pipe.client
}

// pipe is a listener whose connections are pipes, with a server behind it and a
// client before it.
type pipe struct {
	conns  chan net.Conn
	closed chan struct{}
	server *http.Server
	client *http.Transport
	start  func()
	end    func()
}

func newPipe(s *Server) *pipe {
	p := &pipe{conns: make(chan net.Conn), closed: make(chan struct{})}
	p.server = newServer(s.Handler(), s.log)
	address := hostPort(s.origin)
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

// hostPort is the address a client dials for an origin.
func hostPort(origin *url.URL) string {
	port := origin.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[origin.Scheme]
	}
	return net.JoinHostPort(origin.Hostname(), port)
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

// Accept waits for the next connection that is dialled.
func (p *pipe) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept and dial. It exists for http.Server, which closes its
// listener.
func (p *pipe) Close() error {
	p.end()
	return nil
}

// Addr is not used, but a listener has one.
func (p *pipe) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }

func (p *pipe) close() error {
	p.end()
	err := p.server.Close()
	p.client.CloseIdleConnections()
	return err
}
