package config

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/transport"
)

const (
	maxURLBytes     = 2048
	maxClientID     = 256
	maxScopes       = 1000
	maxPath         = 200
	maxClaim        = 100
	maxWord         = 32
	maxLocale       = 35
	currencyLetters = 3
	siteCodeLetters = 2
)

func isAPIURL(s string) bool { return s == Embedded || isRootURL(s) }

// isRootURL takes an address that others are put behind.
func isRootURL(s string) bool {
	u, ok := safeURL(s)
	return ok && u.RawQuery == "" && !u.ForceQuery
}

func isEndpointURL(s string) bool {
	_, ok := safeURL(s)
	return ok
}

// safeURL takes https, or http on this machine, without user or fragment.
func safeURL(s string) (*url.URL, bool) {
	if len(s) > maxURLBytes || !isVisible(s) {
		return nil, false
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.User != nil || strings.Contains(s, "#") {
		return nil, false
	}
	return u, u.Scheme == "https" || u.Scheme == "http" && transport.IsLoopback(u.Hostname())
}

func isClientID(s string) bool { return isVisible(s) && len(s) <= maxClientID }

func isClaim(s string) bool { return isVisible(s) && len(s) <= maxClaim }

// isScopes takes scope tokens of RFC 6749 section 3.3.
func isScopes(s string) bool {
	if len(s) > maxScopes {
		return false
	}
	for scope := range strings.SplitSeq(s, " ") {
		if !isVisible(scope) || strings.ContainsAny(scope, `"\`) {
			return false
		}
	}
	return true
}

func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

func isPath(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") &&
		isVisible(s) && len(s) <= maxPath && !strings.ContainsAny(s, `?#%\`)
}

func isWord(s string) bool {
	return s != "" && len(s) <= maxWord && strings.IndexFunc(s, notNameRune) < 0
}

func isCurrency(s string) bool { return len(s) == currencyLetters && isUpper(s) }

func isSiteCode(s string) bool { return len(s) == siteCodeLetters && isUpper(s) }

func isLocale(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxLocale && isVisible(s)
}

func isStore(s string) bool { return s == "keyring" || s == "file" }

func isUpper(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}

// isVisible takes ASCII without spaces and controls, at least one character.
func isVisible(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

func notNameRune(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
		return false
	}
	return true
}

// maxProfile is the longest name of a profile, which also names files.
const maxProfile = 64

func isProfile(s string) bool {
	return s != "" && len(s) <= maxProfile && s[0] != '-' && strings.IndexFunc(s, notNameRune) < 0
}
