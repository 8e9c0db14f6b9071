package flightview

import "testing"

func TestAllowancesInFewLetters(t *testing.T) {
	for text, want := range map[string]string{
		"not included":          "no",
		"1 bag, 7 kg":           "1×7 kg",
		"2 bags, 23 kg each":    "2×23 kg",
		"":                      "",
		"23 kg":                 "23 kg",
		"1 bag, 50 lb":          "1 bag, 50 lb",
		"one bag, 7 kg":         "one bag, 7 kg",
		"1 bag, 7 kg or a pram": "1 bag, 7 kg or a pram",
		"no bag, 7 kg":          "no bag, 7 kg",
		"not included, but...":  "not included, but...",
	} {
		if got := shortBag(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
