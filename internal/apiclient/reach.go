package apiclient

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"

	"travel.example/travel/internal/transport"
)

// Reached describes how a connection to an address was made.
type Reached struct {
	Proxy string    // its host, "" if none
	TLS   string    // such as "TLS 1.3"; "" for http
	Ends  time.Time // expiry of the server's certificate, zero for http
}

// Reach makes a connection like every call does, through the same proxy and with the same checks, and closes it
// before a request is sent. The error is a *NetworkError or a *BadResponseError, as for a call.
func Reach(ctx context.Context, address string, timeout time.Duration) (Reached, error) {
	through := transport.New(transport.Proxy)
	defer through.CloseIdleConnections()
	return reach(ctx, through, address, timeout)
}

func reach(ctx context.Context, through http.RoundTripper, address string, timeout time.Duration) (Reached, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return Reached{}, notSent("not an address: " + address)
	}
	n := network{timeout: timeout}
	tryCtx, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	var made connection
	var seen progress
	tryCtx = httptrace.WithClientTrace(tryCtx, seen.trace())
	tryCtx = httptrace.WithClientTrace(tryCtx, made.trace(stop))
	// The request is never sent: its connection is closed as soon as it is established.
	resp, err := through.RoundTrip(req.Clone(tryCtx))
	if err == nil {
		_ = resp.Body.Close()
	}
	made.mu.Lock()
	defer made.mu.Unlock()
	if made.stands || err == nil {
		made.reached.Proxy = proxyOf(req)
		return made.reached, nil
	}
	return Reached{Proxy: proxyOf(req)}, n.failure(ctx, req, err, &seen)
}

// connection records what the transport reports from other goroutines.
type connection struct {
	mu      sync.Mutex
	stands  bool
	reached Reached
}

func (c *connection) trace(stop func()) *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		TLSHandshakeDone: func(state tls.ConnectionState, err error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			// With a proxy that speaks TLS itself, the last handshake is the server's.
			if err == nil && len(state.PeerCertificates) > 0 {
				c.reached.TLS = tls.VersionName(state.Version)
				c.reached.Ends = state.PeerCertificates[0].NotAfter
			}
		},
		GotConn: func(made httptrace.GotConnInfo) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.stands = true
			_ = made.Conn.Close()
			stop()
		},
	}
}
