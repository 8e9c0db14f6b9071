package auth

import (
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"

	"travel.example/travel/internal/transport"
)

const redacted = "[redacted]"

// Secret is text that never prints itself: not by fmt with any verb, not as JSON, not in a log.
// Convert it to string where it is sent or stored, and nowhere else.
type Secret string

// String returns a fixed word.
func (Secret) String() string { return redacted }

// GoString returns a fixed word, for %#v.
func (Secret) GoString() string { return redacted }

// Format writes a fixed word whatever the verb; %x and %q would get past String.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// MarshalJSON returns a fixed word.
func (Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }

// MarshalText returns a fixed word, for encodings other than JSON.
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue returns a fixed word.
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// panicWords are what may be told of a panic: the runtime's own words, or the type of any other value,
// which may hold a secret (resilience T38).
func panicWords(r any) string {
	if fault, ok := r.(runtime.Error); ok {
		return clean(fault.Error())
	}
	return fmt.Sprintf("a panic of type %T", r)
}

// maxForeign is the longest foreign text that is shown, in characters.
const maxForeign = 200

// clean makes foreign text fit for one line of a terminal.
func clean(s string) string { return transport.OneLine(s, maxForeign) }

// isToken says whether s can travel in a header and a form: visible ASCII only (RFC 6749 appendix A).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < 0x21 || r > 0x7e })
}
