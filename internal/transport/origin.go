// Package transport holds what every room that talks to a network must agree on: where a token may
// go, how a connection is made, how long a server asks to wait, and how foreign text is shown.
package transport

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// IsLoopback tells whether host, without a port or brackets, can only be this computer: a loopback
// address, localhost, or a name below localhost (RFC 6761 §6.3). An address with a dot behind it is a
// name that a name server may answer, so 127.0.0.1. is not one.
func IsLoopback(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().IsLoopback()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// Origin is scheme, host and port in lower case, the port always written out; "" without a host.
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

// SameOrigin tells whether both have a host, and scheme, host and port are equal.
func SameOrigin(a, b *url.URL) bool {
	origin := Origin(a)
	return origin != "" && origin == Origin(b)
}
