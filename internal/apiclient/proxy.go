package apiclient

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// ProxySettingError is a variable that is to name the proxy and names none. Its
// value, which may hold a password, is not repeated.
type ProxySettingError struct{ Variable string }

// Error tells which variable.
func (e *ProxySettingError) Error() string { return e.Variable + " is not the address of a proxy" }

// proxyFromEnvironment follows HTTPS_PROXY and NO_PROXY, and never sends a
// request to this machine through a proxy. net/http passes an address that it
// cannot read over in silence and goes the direct way, which is the one a proxy
// may be there to close.
func proxyFromEnvironment(req *http.Request) (*url.URL, error) {
	if isLoopback(req.URL.Hostname()) {
		return nil, nil
	}
	for _, variable := range []string{"HTTPS_PROXY", "https_proxy"} {
		if value := os.Getenv(variable); value != "" && !namesProxy(value) {
			return nil, &ProxySettingError{variable}
		}
	}
	return http.ProxyFromEnvironment(req)
}

// namesProxy takes a host with or without a port, or a web or SOCKS 5 address
// with nothing behind the host: a password with a bare #, / or ? would make
// another host of its user.
func namesProxy(value string) bool {
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

// proxyRefusal is a proxy that said no. It names the host and never the user.
type proxyRefusal struct {
	host   string
	reason string
}

func (e *proxyRefusal) Error() string { return "proxy: " + e.reason }

func checkProxyAnswer(_ context.Context, proxy *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return &proxyRefusal{host: proxy.Host, reason: fmt.Sprintf("status %d", resp.StatusCode)}
}

// proxyHost names the proxy the request would use.
func proxyHost(req *http.Request) string {
	if proxy, err := proxyFromEnvironment(req); err == nil && proxy != nil {
		return proxy.Host
	}
	return "of the environment"
}
