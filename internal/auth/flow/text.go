// What judges text from outside before it is opened, called, compared or shown.

package flow

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"

	"travel.example/travel/internal/transport"
)

// MaxURL is the longest address that is opened or called, in bytes.
const MaxURL = 8192

// CheckURL is the one gate for addresses that are opened in a browser or called: https, or http on
// loopback; a host in plain ASCII; a port from 1 to 65535 or none; no user info; no control, format or space characters; at most
// 8,192 bytes. It returns the address written out again, so that what was checked is what is opened.
func CheckURL(raw string) (string, error) {
	if len(raw) > MaxURL {
		return "", fmt.Errorf("is longer than %d bytes", MaxURL)
	}
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
	case !transport.PortFits(u):
		return "", errors.New("has a port that is not from 1 to 65535")
	case u.Scheme == "http" && !transport.IsLoopback(u.Hostname()):
		return "", errors.New("must be https")
	case u.Scheme != "http" && u.Scheme != "https":
		return "", errors.New("must be https")
	}
	again := u.String()
	if len(again) > MaxURL {
		return "", fmt.Errorf("is longer than %d bytes", MaxURL)
	}
	return again, nil
}

func isUnsafe(r rune) bool {
	return unicode.In(r, unicode.C, unicode.Z) || r == unicode.ReplacementChar || r == '\\' || isTag(r)
}

// isTag knows the invisible tag and variation-selector blocks that older tables leave unassigned.
func isTag(r rune) bool { return r >= 0xE0000 && r <= 0xE0FFF }

// Origin is scheme, host and port of raw, the port always written out; "" if it has none.
func Origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return transport.Origin(u)
}

// HostOf names the host of raw for people.
func HostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return "an unreadable address"
	}
	return Clean(u.Host)
}

// SameSite says whether two hosts belong to one owner, as far as their names can tell: they are
// equal, or were registered as one name below a public suffix, be it a registry's (co.uk) or that
// of a host whose customers each have a name (github.io). Addresses and the names of this computer
// have no owner beyond themselves.
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

// maxForeign is the longest foreign text that is shown, in characters.
const maxForeign = 200

// MaxCode is the longest code of a sign-in that is taken, in bytes.
const MaxCode = 8 << 10

// Clean makes foreign text fit for one line of a terminal.
func Clean(s string) string { return transport.OneLine(s, maxForeign) }

// maxScope is the longest name of a scope that is taken, in bytes.
const maxScope = 200

// IsScope says whether s can be the name of a scope (RFC 6749 §3.3): visible ASCII without quote and
// backslash, at most 200 bytes.
func IsScope(s string) bool {
	return IsToken(s) && len(s) <= maxScope && !strings.ContainsAny(s, `"\\`)
}

// IsToken says whether s can travel in a header and a form: visible ASCII only (RFC 6749 appendix A).
func IsToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < 0x21 || r > 0x7e })
}
