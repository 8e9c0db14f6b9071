package transport

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// T48: net/http would go the direct way past a proxy whose address it cannot read.
func TestAnAddressThatNamesNoProxyIsNotPassedOver(t *testing.T) {
	for value, fine := range map[string]bool{
		"http://proxy.example:3128": true, "proxy.example:3128": true, "proxy.example": true, "robin:canary@proxy.example:3128": true,
		"HTTPS://proxy.example/": true, "socks5://[::1]:1080": true, "socks5h://proxy.example": true,
		"http://robin:can%25ary@proxy.example:3128": true,
		"http://robin:can%ary@proxy.example:3128":   false, "robin:can%ary@proxy.example": false,
		"http://robin:can#ary@proxy.example:3128": false, "http://robin:7/ary@proxy.example:3128": false,
		"http://robin:7?ary@proxy.example:3128": false, "http://robin:7#ary@proxy.example": false,
		"http://": false, "http://:3128": false, "http:": false, "/canary": false, "socks4://proxy.example": false,
		"ftp://proxy.example": false, "http://proxy.example:canary": false, "http://canary\n": false, " ": false,
		"http://proxy.example:0": false, "proxy.example:65536": false, "proxy.example:": false, "proxy.example:65535": true,
	} {
		for _, variable := range []string{"HTTPS_PROXY", "https_proxy"} {
			t.Setenv("HTTPS_PROXY", "")
			t.Setenv("https_proxy", "")
			t.Setenv(variable, value)
			_, err := Proxy(&http.Request{URL: &url.URL{Scheme: "https", Host: "api.example"}})
			refused := errors.Is(err, ErrProxySetting)
			if refused == fine || refused && (!strings.HasPrefix(err.Error(), variable+" ") || strings.Contains(err.Error(), "can")) {
				t.Errorf("%s=%q: %v", variable, value, err)
			}
		}
	}
}

// T48: no proxy stands before this computer, and an error names the host of one that stands elsewhere.
func TestAProxyNeverStandsBeforeThisComputer(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://robin:canary@proxy.example:1")
	t.Setenv("HTTPS_PROXY", "http://robin:canary@proxy.example:1")
	for _, host := range []string{"localhost", "sandbox.localhost", "LOCALHOST.", "127.0.0.1", "127.8.8.8", "[::1]", "[::ffff:127.0.0.1]"} {
		for _, scheme := range []string{"http", "https"} {
			proxy, err := Proxy(&http.Request{URL: &url.URL{Scheme: scheme, Host: host + ":8080"}})
			if proxy != nil || err != nil {
				t.Errorf("%s goes through a proxy (%v)", host, err)
			}
		}
	}
}

// A proxy in the way is told from the server behind it, and no part of a login is kept.
func TestAFailureOfTheProxyIsToldFromTheServers(t *testing.T) {
	refused := errors.New("connection refused")
	for name, test := range map[string]struct {
		err  error
		want *ProxyError
	}{
		"refusal": {&ProxyError{Host: "proxy.example:1", Err: refused}, &ProxyError{Host: "proxy.example:1", Err: refused}},
		"dead":    {&net.OpError{Op: "proxyconnect", Err: refused}, &ProxyError{Host: "of the environment", Err: refused}},
		"socks":   {&net.OpError{Op: "socks connect", Err: refused}, &ProxyError{Host: "of the environment", Err: refused}},
		"server":  {&net.OpError{Op: "dial", Err: refused}, nil},
		"other":   {refused, nil},
	} {
		got := ProxyFailure("https://127.0.0.1", test.err)
		if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}
