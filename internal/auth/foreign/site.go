package foreign

import (
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"

	"travel.example/travel/internal/transport"
)

// SameSite says whether two hosts belong to one owner, as far as their names can tell: they are equal,
// or were registered as one name below a public suffix, be it a registry's (co.uk) or that of a host
// whose customers each have a name (github.io). Addresses and the names of this computer have no owner
// beyond themselves.
func SameSite(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSuffix(a, ".")), strings.ToLower(strings.TrimSuffix(b, "."))
	if a == b {
		return true
	}
	site := registered(a)
	return site != "" && site == registered(b)
}

// registered is the registered name that host is or lies below, "" if it has none.
func registered(host string) string {
	if _, err := netip.ParseAddr(host); err == nil || transport.IsLoopback(host) {
		return ""
	}
	site, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil { // a public suffix itself, or no name at all
		return ""
	}
	return site
}
