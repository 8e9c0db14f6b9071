package cli

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheCommandThatAsksForAScope(t *testing.T) {
	want := map[string]string{
		"users":                  "travel login --scope users",
		"users email":            "travel login --scope users,email",
		"https://a.example/read": "travel login --scope https://a.example/read",
		"read:all write":         "travel login --scope read:all,write",
		"":                       "travel login --scope SCOPE",
		"$(touch":                "travel login --scope '$(touch'",
		"a;b":                    "travel login --scope 'a;b'",
		"a,b":                    "travel login --scope SCOPE",
		"\x1b[2J":                "travel login --scope SCOPE",
		"a\"b":                   "travel login --scope SCOPE",
		"k\u00e4se":              "travel login --scope SCOPE",
	}
	got := map[string]string{}
	for missing := range want {
		got[missing] = loginFor(missing)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
