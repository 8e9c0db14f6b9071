package config

import "testing"

// The selected profile is known although a setting of it is wrong.
func TestSelectedProfileNeedsNoValidSettings(t *testing.T) {
	for file, want := range map[string]string{
		"":                    Sandbox,
		"profiles: {a: {}}\n": Sandbox,
		"profile: a\nprofiles:\n  a:\n    currency: euro\n": "a",
	} {
		if got, err := open(t, input(t, file)).Selected(); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", file, got, err, want)
		}
	}
	if _, err := open(t, input(t, "- a\n")).Selected(); err == nil {
		t.Error("a file that is not a map selects something")
	}
}
