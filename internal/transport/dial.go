package transport

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	connectTimeout    = 10 * time.Second
	maxHeaderBytes    = 256 << 10
	idleConnTimeout   = 30 * time.Second
	maxIdlePerHost    = 8
	continueTimeout   = time.Second
	keepAliveInterval = 15 * time.Second
)

// New makes a transport to a network: 10 s to connect, 256 KiB of headers, and this computer's own
// names answered without a name server. proxy is [Proxy] outside of tests. It follows no redirect;
// a client built on it must not either.
func New(proxy func(*http.Request) (*url.URL, error)) *http.Transport {
	dialer := &net.Dialer{Timeout: connectTimeout, KeepAlive: keepAliveInterval}
	return &http.Transport{
		Proxy:                  proxy,
		DialContext:            loopbackFirst(dialer.DialContext),
		TLSHandshakeTimeout:    connectTimeout,
		ExpectContinueTimeout:  continueTimeout,
		IdleConnTimeout:        idleConnTimeout,
		MaxIdleConnsPerHost:    maxIdlePerHost,
		MaxResponseHeaderBytes: maxHeaderBytes,
		ForceAttemptHTTP2:      true,
		OnProxyConnectResponse: checkProxyAnswer,
	}
}

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// loopbackFirst answers localhost and the names below it by itself, so that no
// name server can lead plain http away from this computer.
func loopbackFirst(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil || !IsLoopback(host) || net.ParseIP(host) != nil {
			return dial(ctx, network, address)
		}
		conn, err := dial(ctx, network, net.JoinHostPort("127.0.0.1", port))
		if err != nil && ctx.Err() == nil {
			return dial(ctx, network, net.JoinHostPort("::1", port))
		}
		return conn, err
	}
}

// Fresh is the same way out with a new connection for each request, so that none is sent on a kept one
// that the server may be closing. A transport of another type is returned as it is.
func Fresh(network http.RoundTripper) http.RoundTripper {
	transport, ok := network.(*http.Transport)
	if !ok {
		return network
	}
	fresh := transport.Clone()
	fresh.DisableKeepAlives = true
	return fresh
}

// Wait returns nil after d, or the cause of ctx's end if that comes first.
func Wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
