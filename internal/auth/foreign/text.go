package foreign

import (
	"strings"

	"travel.example/travel/internal/transport"
)

// maxForeign is the longest foreign text that is shown, in characters.
const maxForeign = 200

// MaxCode is the longest code of a sign-in that is taken, in bytes.
const MaxCode = 8 << 10

// Clean makes foreign text fit for one line of a terminal.
func Clean(s string) string { return transport.OneLine(s, maxForeign) }

// IsToken says whether s can travel in a header and a form: visible ASCII only (RFC 6749 appendix A).
func IsToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < 0x21 || r > 0x7e })
}
