// Package transport has the rules for all network use: where a token may go, how a connection is made, how long a
// server asks to wait, and how foreign text is shown.
package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/http/httpproxy"

	"travel.example/travel/internal/problem"
)

// IsLoopback reports whether host, without a port or brackets, can only be this computer: a loopback
// address, localhost, or a name below localhost (RFC 6761 §6.3). An address with a dot behind it is
// a name that a name server may answer, so 127.0.0.1. is not one.
func IsLoopback(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().IsLoopback()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// IsHere reports whether host, without a port or brackets, leads every computer to itself or no farther than its own
// cable: a loopback, link-local or unspecified address.
func IsHere(host string) bool {
	name, _, _ := strings.Cut(host, "%") // the zone of a link-local address
	if address, err := netip.ParseAddr(name); err == nil {
		address = address.Unmap()
		return address.IsLoopback() || address.IsLinkLocalUnicast() || address.IsUnspecified()
	}
	return IsLoopback(host)
}

// Origin returns scheme, host and port in lower case, always with the port, or "" without a host.
func Origin(u *url.URL) string {
	if u.Hostname() == "" {
		return ""
	}
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[scheme]
	}
	return scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// PortFits reports whether the port of an address is missing or from 1 to 65535 in plain digits. net/url accepts any
// number, and the dialer's error would come later and be less clear.
func PortFits(u *url.URL) bool {
	port := u.Port()
	if port == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0 && port[0] != '0'
}

// MaxURL is the longest address that is opened or called, in bytes.
const MaxURL = 8192

// CheckURL checks every address that is opened in a browser or called: https, or http on loopback; a host in
// plain ASCII; a port from 1 to 65535 or none; no user info; no control, format or space characters; at most
// 8,192 bytes. It returns the address as parsed, so that what was checked is what is opened.
func CheckURL(raw string) (string, error) {
	if strings.ContainsFunc(raw, isUnsafe) {
		return "", errors.New("holds a space, a control character or invisible text")
	}
	u, err := url.Parse(raw)
	if err != nil {
		return "", errors.New("is not a web address") // the parser's words repeat the whole of it
	}
	switch {
	case u.Opaque != "" || u.Hostname() == "":
		return "", errors.New("is not a web address with a host")
	case u.User != nil:
		return "", errors.New("holds a user name")
	case strings.ContainsFunc(u.Host, func(r rune) bool { return r > unicode.MaxASCII || r == '%' }):
		return "", errors.New("has a host that is not plain ASCII")
	case !PortFits(u):
		return "", errors.New("has a port that is not from 1 to 65535")
	case u.Scheme != "https" && !(u.Scheme == "http" && IsLoopback(u.Hostname())):
		return "", errors.New("must be https")
	}
	again := u.String()
	if len(again) > MaxURL {
		return "", fmt.Errorf("is longer than %d bytes", MaxURL)
	}
	return again, nil
}

// isUnsafe also covers the invisible tag and variation-selector blocks, which older tables leave unassigned.
func isUnsafe(r rune) bool {
	return unicode.In(r, unicode.C, unicode.Z) || r == unicode.ReplacementChar || r == '\\' || r >= 0xE0000 && r <= 0xE0FFF
}

// SameOrigin reports whether both have a host, and scheme, host and port are equal.
func SameOrigin(a, b *url.URL) bool {
	origin := Origin(a)
	return origin != "" && origin == Origin(b)
}

// New returns a transport with 10 s to connect and up to 256 KiB of headers, which asks no name server for this
// computer's own names. proxy is [Proxy] except in tests. A client built on it must not follow redirects.
func New(proxy func(*http.Request) (*url.URL, error)) *http.Transport {
	const connectTimeout = 10 * time.Second
	dialer := &net.Dialer{Timeout: connectTimeout}
	return &http.Transport{
		Proxy: proxy,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			host, port, err := net.SplitHostPort(address)
			if err != nil || !IsLoopback(host) || net.ParseIP(host) != nil {
				return dialer.DialContext(ctx, network, address)
			}
			// No name server can lead plain http away from this computer.
			conn, err := dialer.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
			if err != nil && ctx.Err() == nil {
				return dialer.DialContext(ctx, network, net.JoinHostPort("::1", port))
			}
			return conn, err
		},
		TLSHandshakeTimeout:    connectTimeout,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConnsPerHost:    8,
		MaxResponseHeaderBytes: 256 << 10,
		ForceAttemptHTTP2:      true,
		OnProxyConnectResponse: func(_ context.Context, proxy *url.URL, _ *http.Request, resp *http.Response) error {
			if resp.StatusCode == http.StatusOK {
				return nil
			}
			return &ProxyError{Host: proxy.Host, Err: errors.New("it answered " + StatusText(resp.StatusCode))}
		},
	}
}

// Fresh returns a copy of a transport that makes a new connection for each request, since the server may be closing a
// kept one. It returns a transport of another type as it is.
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

// ErrProxySetting means that the variable for a proxy names none.
var ErrProxySetting = errors.New("bad proxy setting")

// BadProxy returns the error for that variable. It does not repeat the value, which may hold a password.
func BadProxy(variable string) error {
	return problem.Error{
		Class: problem.Usage, Text: variable + " is not the address of a proxy", Err: ErrProxySetting,
		Hint: "set it to one such as http://proxy.example:3128, its port from 1 to 65535, " +
			"with %25 for a % in a password; or unset it",
	}
}

// Proxy follows HTTPS_PROXY and NO_PROXY, and never sends a request to this computer through a
// proxy. net/http ignores an address that it cannot parse and connects directly, which the proxy may be there to
// prevent; here that is ErrProxySetting.
func Proxy(req *http.Request) (*url.URL, error) {
	if IsLoopback(req.URL.Hostname()) {
		return nil, nil
	}
	setting := httpproxy.FromEnvironment()
	if value := setting.HTTPSProxy; value != "" {
		if !strings.Contains(value, "://") {
			value = "http://" + value
		}
		// A password with a bare #, / or ? would make another host of its user.
		u, err := url.Parse(value)
		if err != nil || u.Hostname() == "" || !PortFits(u) || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" ||
			!slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) {
			variable := "HTTPS_PROXY"
			if os.Getenv(variable) == "" {
				variable = "https_proxy"
			}
			return nil, BadProxy(variable)
		}
	}
	return setting.ProxyFunc()(req.URL)
}

// ProxyHost returns the host of the proxy for requests to the address, without user name and password, or "".
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

// ProxyError says why a proxy refused a request or could not be reached. Its text does not name the host.
type ProxyError struct {
	Host string // such as proxy.example:3128, without the user
	Err  error
}

func (e *ProxyError) Error() string { return e.Err.Error() }

func (e *ProxyError) Unwrap() error { return e.Err }

// StatusText returns a status for people, such as "404 Not Found".
func StatusText(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// ProxyFailure returns the failure of the proxy if that ended a request to the address with err, or nil if the server
// behind it failed.
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

// Untrusted reports whether a connection failed because the other side could not prove who it is, or
// does not speak TLS as it should; false if it only broke off.
func Untrusted(err error) bool {
	if op, ok := errors.AsType[*net.OpError](err); ok && (op.Op == "remote error" || op.Op == "local error") { // an alert
		return true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok || plain(err) {
		return true
	}
	for ; err != nil; err = errors.Unwrap(err) { // the rest has no types
		if text := err.Error(); strings.HasPrefix(text, "tls: ") || strings.HasPrefix(text, "x509: ") {
			return true
		}
	}
	return false
}

// plain reports whether the other side answered in plain http, or with anything else that is not TLS.
func plain(err error) bool {
	_, ok := errors.AsType[tls.RecordHeaderError](err)
	return ok || errors.Is(err, http.ErrSchemeMismatch)
}

// TrustReason says why a connection cannot be trusted.
func TrustReason(err error) string {
	if plain(err) {
		return "it answers in plain http, and its address says https"
	}
	return "the TLS connection is not to be trusted: " + OneLine(err.Error(), 200)
}

// TrustAdvice says how to make this program trust the authority that signed a server's certificate, "" for every other
// reason not to trust one. crypto/x509 lets the system (as runtime.GOOS) judge on Windows and macOS, and no variable
// counts there.
func TrustAdvice(err error, goos string) string {
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); !ok {
		return ""
	}
	const safe = "; else send no token there"
	switch goos {
	case "windows":
		return "if you trust who signed it, add that authority to the Trusted Root Certification Authorities of Windows" + safe
	case "darwin", "ios":
		return "if you trust who signed it, add that authority to the System keychain, as always trusted" + safe
	}
	return "if you trust who signed it: export SSL_CERT_FILE=FILE, with that authority's certificates in PEM" + safe
}
