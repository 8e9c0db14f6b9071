package flow

import (
	"strings"
	"testing"
)

// The characters of a scope are those of RFC 6749 §3.3: %x21 / %x23-5B / %x5D-7E.
func TestAScopeKeepsToItsCharacters(t *testing.T) {
	for r := rune(0); r <= 0x100; r++ {
		want := r == 0x21 || r >= 0x23 && r <= 0x5b || r >= 0x5d && r <= 0x7e
		if got := IsScope("a" + string(r)); got != want {
			t.Errorf("%q: %t, want %t", r, got, want)
		}
	}
	for length, want := range map[int]bool{0: false, 1: true, 200: true, 201: false} {
		if got := IsScope(strings.Repeat("a", length)); got != want {
			t.Errorf("%d characters: %t, want %t", length, got, want)
		}
	}
}
