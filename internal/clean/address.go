package clean

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Address makes a URL safe to print and to copy: in ASCII, with a host that cannot look like
// another one (names in other scripts are written as in the DNS, RFC 5891), and every other byte
// outside printable ASCII percent-encoded. What is not a URL is cleaned.
func Address(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ASCII(Line(raw))
	}
	if !isASCII(u.Host) {
		u.Host = strings.TrimSuffix(asciiHost(u.Hostname())+":"+u.Port(), ":")
	}
	text := u.String()
	var b strings.Builder
	for i := range len(text) {
		if text[i] > ' ' && text[i] < 0x7f {
			b.WriteByte(text[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", text[i])
		}
	}
	return b.String()
}

// asciiHost writes a host name as the DNS does. What the library refuses is
// cleaned instead.
func asciiHost(host string) string {
	ascii, err := idna.Punycode.ToASCII(norm.NFKC.String(strings.ToLower(host)))
	if err != nil {
		return ASCII(Line(host))
	}
	return ascii
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
