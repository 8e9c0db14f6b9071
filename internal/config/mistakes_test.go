package config

import (
	"strings"
	"testing"

	"travel.example/travel/internal/problem"
)

// Every mistake names the place, the line, the key and what is accepted.
func TestMistakesAreNamed(t *testing.T) {
	tests := map[string]struct{ file, want string }{
		"unknown key":     {"profile: a\nprofiles:\n  a:\n    colour: red\n", place + `, line 4: profile a: "colour" is not a setting; accepted: api-url, `},
		"wrong value":     {"profile: a\nprofiles:\n  a:\n\n    currency: euro\n", place + `, line 5: profile a: currency cannot be "euro"; accepted: three uppercase letters, such as EUR`},
		"plain http":      {"profile: a\nprofiles:\n  a:\n    api-url: http://api.example\n", place + `, line 4: profile a: api-url cannot be "http://api.example"; accepted: an https address`},
		"a password":      {"profile: a\nprofiles:\n  a:\n    api-url: https://me:secret@api.example\n", place + `, line 4: profile a: api-url cannot be "https://..."; accepted: `},
		"no value":        {"profile: a\nprofiles:\n  a:\n    locale:\n", place + `, line 4: profile a: locale needs one plain value`},
		"a list":          {"profile: a\nprofiles:\n  a:\n    scopes: [a, b]\n", place + `, line 4: profile a: scopes needs one plain value`},
		"twice":           {"profile: a\nprofiles:\n  a:\n    locale: en\n    locale: de\n", place + `: cannot be used: line 5: mapping key "locale" already defined at line 4`},
		"unknown member":  {"profle: a\n", place + `: cannot be used: line 1: field profle not found`},
		"unknown profile": {"\nprofile: a\n", place + `: profile "a" does not exist; accepted: sandbox`},
		"profile name":    {"profiles:\n  a/b: {}\n", place + `: cannot be used: a profile cannot be called "a/b"`},
		"not a map":       {"- profile\n", place + `: cannot be used: line 1: cannot unmarshal !!seq`},
		"not YAML":        {"profile: 'a\n", place + `: is not YAML: yaml: `},
		"control codes":   {"profile: \"\\e]0;x\\a\"\n", place + `: profile "\x1b]0;x\a" does not exist`},
		"sandbox moved":   {"profiles:\n  sandbox:\n    issuer: https://x.example\n", place + `, line 3: profile sandbox: issuer is fixed for the built-in sandbox; use another profile`},
		"no deployment":   {"profile: a\nprofiles:\n  a:\n    client-id: x\n", place + `: client-id is fixed for the built-in sandbox; set api-url as well`},
	}
	for name, test := range tests {
		_, err := Load(input(t, test.file))
		if problem.ClassOf(err) != problem.Usage || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s:\n got %v\nwant %s...", name, err, test.want)
		}
	}
	in := input(t, "")
	in.Getenv = env(map[string]string{"TRAVEL_SITE_CODE": "korea"})
	_, err := Load(in)
	if err == nil || err.Error() != `TRAVEL_SITE_CODE: cannot be "korea"; accepted: a country: its name in English, or its code of two letters` {
		t.Errorf("got %v", err)
	}
}

// A mistake in a profile that is not in use stops no command.
func TestOtherProfilesDoNotMatter(t *testing.T) {
	if _, err := Load(input(t, "profiles:\n  a:\n    currency: euro\n    colour: red\n")); err != nil {
		t.Error(err)
	}
}

// A file that was cut anywhere is a clean error or a shorter configuration.
func TestCutFileIsNoCrash(t *testing.T) {
	for n := range len(twoProfiles) {
		in := input(t, twoProfiles[:n])
		if _, err := Load(in); err != nil {
			if problem.ClassOf(err) != problem.Usage {
				t.Errorf("cut at %d: %v", n, err)
			}
		}
	}
}
