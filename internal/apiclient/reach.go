package apiclient

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
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
// before a request is sent. The error is an *ExchangeError, as for a call.
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
	tryCtx, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	var seen progress
	var made atomic.Pointer[Reached] // the hook may run on another goroutine
	tryCtx = httptrace.WithClientTrace(tryCtx, seen.trace())
	tryCtx = httptrace.WithClientTrace(tryCtx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		reached := &Reached{Proxy: proxyOf(req)}
		if secure, ok := got.Conn.(*tls.Conn); ok {
			state := secure.ConnectionState()
			reached.TLS, reached.Ends = tls.VersionName(state.Version), state.PeerCertificates[0].NotAfter
		}
		made.Store(reached)
		_ = got.Conn.Close()
		stop()
	}})
	// The request is never sent: its connection is closed as soon as it is established.
	resp, err := through.RoundTrip(req.Clone(tryCtx))
	if err == nil {
		_ = resp.Body.Close()
	}
	if reached := made.Load(); reached != nil {
		return *reached, nil
	}
	n := network{timeout: timeout}
	return Reached{Proxy: proxyOf(req)}, n.failure(ctx, req, err, &seen)
}
