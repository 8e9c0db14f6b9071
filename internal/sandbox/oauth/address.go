package oauth

import (
	"fmt"
	"net"
	"net/url"
	"path"
	"strconv"
	"strings"
)

const maxRedirectBytes = 512

// checkBase accepts an absolute http or https URL that endpoints can be put
// below: no slash at the end, no query, no fragment, no user.
func checkBase(base string) error {
	u, err := url.Parse(base)
	if err != nil {
		return fmt.Errorf("read the address %q: %w", base, err)
	}
	plain := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	switch {
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return fmt.Errorf("the address %q is not an http or https URL", base)
	case plain.String() != base, strings.HasSuffix(base, "/"), strings.ContainsAny(u.Path, "{}"):
		return fmt.Errorf("the address %q must be scheme, host and plain path, with no slash at the end", base)
	}
	return nil
}

// pathOf returns the path of an address that checkBase accepted.
func pathOf(base string) string {
	_, rest, _ := strings.Cut(base, "://")
	_, path, found := strings.Cut(rest, "/")
	if !found {
		return ""
	}
	return "/" + path
}

// originOf returns scheme, and host and port, of a redirect address that was
// accepted.
func originOf(redirect string) (scheme, host string) {
	scheme, rest, _ := strings.Cut(redirect, "://")
	host, _, _ = strings.Cut(rest, "/")
	return scheme, host
}

// parseLoopback accepts http://127.0.0.1[:PORT]/path and http://[::1][:PORT]/path
// in their canonical spelling, and nothing else. The place is what is left
// without the port; port is "" when there is none.
func parseLoopback(raw string) (place, port string, ok bool) {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > maxRedirectBytes || !plainPath(u.Path) {
		return "", "", false
	}
	var authority string
	switch u.Hostname() {
	case "127.0.0.1":
		authority = "127.0.0.1"
	case "::1":
		authority = "[::1]"
	default:
		return "", "", false
	}
	place = "http://" + authority + u.Path
	// One spelling only: what differs from the address built from its parts is
	// refused.
	if raw == place {
		return place, "", true
	}
	port = u.Port()
	return place, port, plainPort(port) && raw == "http://"+net.JoinHostPort(u.Hostname(), port)+u.Path
}

// plainHTTPS accepts https://host[:port]/path in its canonical spelling, without
// a query: the answer is put behind a question mark.
func plainHTTPS(raw string) bool {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > maxRedirectBytes || !plainPath(u.Path) || !plainHost(u.Hostname()) {
		return false
	}
	authority := u.Hostname()
	if port := u.Port(); port != "" {
		if !plainPort(port) {
			return false
		}
		authority += ":" + port
	}
	return raw == "https://"+authority+u.Path
}

func plainHost(host string) bool {
	return host != "" && strings.IndexFunc(host, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.'
	}) < 0
}

func plainPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0 && strconv.FormatUint(n, 10) == port
}

func plainPath(p string) bool {
	if !strings.HasPrefix(p, "/") || p != "/" && path.Clean(p) != strings.TrimSuffix(p, "/") {
		return false
	}
	return strings.IndexFunc(p, func(c rune) bool { return c != '/' && !unreserved(c) }) < 0
}

// unreserved tells the unreserved characters of RFC 3986 §2.3.
func unreserved(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-._~", c)
}
