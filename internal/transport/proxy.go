package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// ProxySettingError is a variable that should name a proxy and does not. Its value, which may hold a
// password, is not repeated.
type ProxySettingError struct{ Variable string }

// Error tells which variable.
func (e *ProxySettingError) Error() string { return e.Variable + " is not the address of a proxy" }

// Class is the word for a mistake in a setting.
func (e *ProxySettingError) Class() string { return "usage" }

// Advice is what the variable should look like.
func (e *ProxySettingError) Advice() string {
	return "set it to one such as http://proxy.example:3128, with %25 for a % in a password; or unset it"
}

// Proxy follows HTTPS_PROXY and NO_PROXY, and never sends a request to this computer through a proxy.
// net/http silently ignores an address that it cannot read and goes the direct way, which may be the
// one a proxy is there to close; here that is a *[ProxySettingError].
func Proxy(req *http.Request) (*url.URL, error) {
	if IsLoopback(req.URL.Hostname()) {
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

// ProxyHost names the host of the proxy that requests to the address go through, "" without one. It
// never tells a user name or a password.
func ProxyHost(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("not an address")
	}
	proxy, err := Proxy(&http.Request{URL: u})
	if err != nil || proxy == nil {
		return "", err
	}
	return proxy.Host, nil
}

// ProxyError is a proxy that refused a request or could not be reached.
type ProxyError struct {
	Host string // as in proxy.example:3128; never the user
	Err  error
}

// Error tells why, and leaves the host to the sentence around it.
func (e *ProxyError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *ProxyError) Unwrap() error { return e.Err }

func checkProxyAnswer(_ context.Context, proxy *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return &ProxyError{Host: proxy.Host, Err: errors.New("it answered " + StatusText(resp.StatusCode))}
}

// StatusText is a status for people, as in "404 Not Found".
func StatusText(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// ProxyFailure tells a failure of the proxy from one of the server behind it: what went wrong with the
// proxy when a request to the address ended with err, nil if it was not the proxy.
func ProxyFailure(address string, err error) *ProxyError {
	if refusal, ok := errors.AsType[*ProxyError](err); ok {
		return refusal
	}
	op, ok := errors.AsType[*net.OpError](err)
	if !ok || op.Op != "proxyconnect" && !strings.HasPrefix(op.Op, "socks") {
		return nil
	}
	host, err := ProxyHost(address)
	if err != nil || host == "" {
		host = "of the environment"
	}
	return &ProxyError{Host: host, Err: op.Err}
}
