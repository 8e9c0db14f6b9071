package desk

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/paste"
)

func TestTheCommandThatAsksForAScope(t *testing.T) {
	want := map[string]string{
		"users":                  "run: travel login --scope users",
		"users email":            "run: travel login --scope users,email",
		"https://a.example/read": `the service wants the scope https://a.example/read; if you know it to be right: travel login --scope SCOPE`,
		"read:all write":         "run: travel login --scope read:all,write",
		"":                       "run: travel login --scope SCOPE",
		"$(touch":                "run: travel login --scope '$(touch'",
		"a;b":                    "run: travel login --scope 'a;b'",
		"a,b":                    "run: travel login --scope SCOPE",
		"\x1b[2J":                "run: travel login --scope SCOPE",
		"a\"b":                   "run: travel login --scope SCOPE",
		"k\u00e4se":              "run: travel login --scope SCOPE",
	}
	got := map[string]string{}
	for missing := range want {
		got[missing] = paste.Words(loginFor(missing))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
