package cli

import "testing"

// A status that is too long for the terminal drops whole parts and is never cut within a word.
func TestAStatusLeavesOutWhatDoesNotFit(t *testing.T) {
	for width, want := range map[int]string{
		80: "1,748 trips so far · 4.2 s · Ctrl-C keeps what is here",
		57: "1,748 trips so far · 4.2 s · Ctrl-C keeps what is here",
		56: "1,748 trips so far · 4.2 s",
		29: "1,748 trips so far · 4.2 s",
		28: "1,748 trips so far",
		5:  "1,748 trips so far",
	} {
		if got := fitting(width, "1,748 trips so far", "4.2 s", keepsHere); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}
