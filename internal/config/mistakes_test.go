package config

import (
	"errors"
	"strings"
	"testing"
)

// Every mistake names the place, the line, the key and what is accepted.
func TestMistakesAreNamed(t *testing.T) {
	tests := map[string]struct{ file, want string }{
		"unknown key":     {"profile: a\nprofiles:\n  a:\n    colour: red\n", place + `, line 4: profile a: "colour" is not a setting; accepted: api-url, `},
		"wrong value":     {"profile: a\nprofiles:\n  a:\n\n    currency: euro\n", place + `, line 5: profile a: currency cannot be "euro"; accepted: three uppercase letters, such as EUR`},
		"plain http":      {"profile: a\nprofiles:\n  a:\n    api-url: http://api.example\n", place + `, line 4: profile a: api-url cannot be "http://api.example"; accepted: an https address`},
		"a password":      {"profile: a\nprofiles:\n  a:\n    api-url: https://me:secret@api.example\n", place + `, line 4: profile a: api-url cannot be "https://..."; accepted: `},
		"no value":        {"profile: a\nprofiles:\n  a:\n    locale:\n", place + `, line 4: locale needs one plain value`},
		"a list":          {"profile: a\nprofiles:\n  a:\n    scopes: [a, b]\n", place + `, line 4: scopes needs one plain value`},
		"an alias":        {"profile: a\nprofiles:\n  a: &x\n    locale: en\n  b: *x\n", place + `, line 5: profile b must be a map`},
		"twice":           {"profile: a\nprofiles:\n  a:\n    locale: en\n    locale: de\n", place + `, line 5: "locale" appears twice`},
		"unknown member":  {"profle: a\n", place + `, line 1: "profle" is not a member of the file; accepted: profile, profiles`},
		"unknown profile": {"\nprofile: a\n", place + `, line 2: profile "a" does not exist; accepted: sandbox`},
		"profile name":    {"profiles:\n  a/b: {}\n", place + `, line 2: a profile cannot be called "a/b"; accepted: letters, digits, - and _`},
		"not a map":       {"- profile\n", place + `, line 1: the file must be a map`},
		"not YAML":        {"profile: 'a\n", place + `: is not YAML: yaml: `},
		"control codes":   {"profile: \"\\e]0;x\\a\"\n", place + `, line 1: profile "\x1b]0;x\a" does not exist`},
		"sandbox moved":   {"profiles:\n  sandbox:\n    issuer: https://x.example\n", place + `, line 3: profile sandbox: issuer is fixed for the built-in sandbox; use another profile`},
		"no deployment":   {"profile: a\nprofiles:\n  a:\n    client-id: x\n", place + `: client-id is fixed for the built-in sandbox; set api-url as well`},
	}
	for name, test := range tests {
		_, err := Load(input(t, test.file))
		if _, ok := errors.AsType[*Error](err); !ok || !strings.HasPrefix(err.Error(), test.want) {
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
			if _, ok := errors.AsType[*Error](err); !ok {
				t.Errorf("cut at %d: %v", n, err)
			}
		}
	}
}
