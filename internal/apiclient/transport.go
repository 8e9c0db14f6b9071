package apiclient

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
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

// newTransport is the transport of a deployment that is on a network. A
// RoundTripper never follows redirects, so neither does this client.
func newTransport(proxy func(*http.Request) (*url.URL, error)) *http.Transport {
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
// name server can lead plain http away from this machine.
func loopbackFirst(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil || !isLoopback(host) || net.ParseIP(host) != nil {
			return dial(ctx, network, address)
		}
		conn, err := dial(ctx, network, net.JoinHostPort("127.0.0.1", port))
		if err != nil && ctx.Err() == nil {
			return dial(ctx, network, net.JoinHostPort("::1", port))
		}
		return conn, err
	}
}

// freshConnections is the same way out with a new connection for each request.
// A transport that is not the standard one has no kept connections we know of.
func freshConnections(network http.RoundTripper) http.RoundTripper {
	transport, ok := network.(*http.Transport)
	if !ok {
		return network
	}
	fresh := transport.Clone()
	fresh.DisableKeepAlives = true
	return fresh
}

// isLoopback tells whether the host is this machine: a loopback address,
// localhost, or a name below localhost (RFC 6761 section 6.3).
func isLoopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback()
}

// sameOrigin tells whether scheme, host and port are equal.
func sameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) &&
		strings.EqualFold(a.Hostname(), b.Hostname()) &&
		port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if strings.EqualFold(u.Scheme, "https") {
		return "443"
	}
	return "80"
}
