package auth

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"unicode"
)

// maxURL is the longest address that is opened or called, in bytes.
const maxURL = 8192

// CheckURL is the one gate for addresses that are opened in a browser or called: https, or http on
// loopback; a host in plain ASCII; no user info; no control, format or space characters; at most
// 8,192 bytes. It returns the address written anew, so that what was checked is what is opened.
func CheckURL(raw string) (string, error) {
	if len(raw) > maxURL {
		return "", fmt.Errorf("is longer than %d bytes", maxURL)
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
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return "", errors.New("must be https")
	case u.Scheme != "http" && u.Scheme != "https":
		return "", errors.New("must be https")
	}
	again := u.String()
	if len(again) > maxURL {
		return "", fmt.Errorf("is longer than %d bytes", maxURL)
	}
	return again, nil
}

func isUnsafe(r rune) bool {
	return unicode.In(r, unicode.C, unicode.Z) || r == unicode.ReplacementChar || r == '\\' || isTag(r)
}

// isLoopback says whether host can only be this computer: a loopback address, localhost, or a name
// below localhost (RFC 6761 §6.3).
func isLoopback(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// origin returns scheme, host and port of raw, the port always written out; "" if it has none.
func origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme) + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// hostOf names the host of raw for people.
func hostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return "an unreadable address"
	}
	return clean(u.Host)
}
