package apiclient

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
	"time"
)

// Reached is how a connection to an address was made.
type Reached struct {
	Proxy string    // its host, "" for none
	TLS   string    // as in "TLS 1.3", "" for http
	Ends  time.Time // the server's certificate, zero for http
}

// Reach makes a connection the way every call does, through the same proxy and with the same
// checks, and closes it before a request leaves. The error is a *NetworkError or a
// *BadResponseError, as of a call.
func Reach(ctx context.Context, address string, timeout time.Duration) (Reached, error) {
	transport := newTransport(proxyFromEnvironment)
	defer transport.CloseIdleConnections()
	return reach(ctx, transport, address, timeout)
}

func reach(ctx context.Context, transport http.RoundTripper, address string, timeout time.Duration) (Reached, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return Reached{}, &RequestError{Reason: "not an address: " + address}
	}
	n := network{timeout: timeout}
	tryCtx, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	var made connection
	var seen progress
	tryCtx = httptrace.WithClientTrace(tryCtx, seen.trace())
	tryCtx = httptrace.WithClientTrace(tryCtx, made.trace(stop))
	// The request never leaves: its connection is taken from it as soon as it stands.
	resp, err := transport.RoundTrip(req.Clone(tryCtx))
	if err == nil {
		_ = resp.Body.Close()
	}
	reached, ok := made.result()
	if ok || err == nil {
		reached.Proxy = proxyOf(req)
		return reached, nil
	}
	return Reached{Proxy: proxyOf(req)}, n.failure(ctx, req, err, &seen)
}

// ProxyFor names the host of the proxy that requests to the address go through, "" for none. It
// never tells a user name or a password.
func ProxyFor(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("not an address")
	}
	proxy, err := proxyFromEnvironment(&http.Request{URL: u})
	if err != nil || proxy == nil {
		return "", err
	}
	return proxy.Host, nil
}

func proxyOf(req *http.Request) string {
	if proxy, err := proxyFromEnvironment(req); err == nil && proxy != nil {
		return proxy.Host
	}
	return ""
}

// connection notes what the transport tells on other goroutines.
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

func (c *connection) result() (Reached, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reached, c.stands
}
