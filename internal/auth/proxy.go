package auth

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// ProxySettingError is a variable that is to name the proxy and names none. Its value, which may hold a
// password, is not repeated.
type ProxySettingError struct{ Variable string }

func (e *ProxySettingError) Error() string { return e.Variable + " is not the address of a proxy" }

// proxyOf follows HTTPS_PROXY and NO_PROXY, and never sends a request to this computer through a proxy.
// net/http passes an address that it cannot read over in silence and goes the direct way, which is the
// one a proxy may be there to close.
func proxyOf(req *http.Request) (*url.URL, error) {
	if isLoopback(req.URL.Hostname()) {
		return nil, nil
	}
	for _, variable := range []string{"HTTPS_PROXY", "https_proxy"} {
		if value := os.Getenv(variable); value != "" && !isProxy(value) {
			return nil, &ProxySettingError{variable}
		}
	}
	return http.ProxyFromEnvironment(req)
}

// isProxy takes a host with or without a port, or a web or SOCKS 5 address with nothing behind the host:
// a password with a bare #, / or ? would make another host of its user.
func isProxy(value string) bool {
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" || strings.HasSuffix(u.Host, ":") {
		return false
	}
	switch u.Scheme {
	case "http", "https", "socks5", "socks5h":
		return strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && u.Fragment == ""
	}
	return false
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
