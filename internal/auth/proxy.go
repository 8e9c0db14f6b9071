package auth

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// proxyOf follows HTTPS_PROXY and NO_PROXY, and never sends a request to this computer through a proxy.
func proxyOf(req *http.Request) (*url.URL, error) {
	if isLoopback(req.URL.Hostname()) {
		return nil, nil
	}
	proxy, err := http.ProxyFromEnvironment(req)
	if err != nil { // its text repeats the address, and with it a password
		return nil, &proxyError{host: "of the environment", reason: "its address cannot be read"}
	}
	return proxy, nil
}

// proxyError is a proxy that said no. It names the host and never the user.
type proxyError struct{ host, reason string }

func (e *proxyError) Error() string { return e.reason }

func checkProxyAnswer(_ context.Context, proxy *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return &proxyError{host: proxy.Host, reason: "it answered " + statusText(resp.StatusCode)}
}

// proxyFailure tells a proxy that is in the way from the server behind it; nil if it is none.
func proxyFailure(target string, err error) *NetworkError {
	if refusal, ok := errors.AsType[*proxyError](err); ok {
		return &NetworkError{Host: "the proxy " + clean(refusal.host), Err: refusal, proxy: true}
	}
	op, ok := errors.AsType[*net.OpError](err)
	if !ok || op.Op != "proxyconnect" && !strings.HasPrefix(op.Op, "socks") {
		return nil
	}
	host := "of the environment"
	if u, err := url.Parse(target); err == nil {
		if proxy, err := proxyOf(&http.Request{URL: u}); err == nil && proxy != nil {
			host = proxy.Host
		}
	}
	return &NetworkError{Host: "the proxy " + clean(host), Err: op.Err, proxy: true}
}
