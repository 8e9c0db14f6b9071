// What keeps tokens and codes out of everything that is printed.

package flow

import (
	"fmt"
	"io"
	"log/slog"
	"runtime"
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

// PanicWords are what may be told of a panic: the runtime's own words, or the type of any other
// value, which may hold a secret (docs/threats.md, T38).
func PanicWords(r any) string {
	if fault, ok := r.(runtime.Error); ok {
		return Clean(fault.Error())
	}
	return fmt.Sprintf("a panic of type %T", r)
}
