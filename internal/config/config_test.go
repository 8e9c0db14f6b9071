package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// input is a world with a home of its own and that file in it, if any.
func input(t *testing.T, file string) Input {
	t.Helper()
	home := t.TempDir()
	if file != "" {
		dir := filepath.Join(home, ".config", "travel")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fileName), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Input{Getenv: env(nil), Home: home, GOOS: "linux"}
}

func env(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

const twoProfiles = `# what I use
profile: Work
profiles:
  Work: # the real one
    api-url: https://api.example/root
    currency: EUR
    redirect-port: 8123
    site-code: NO
  home:
    api-url: http://127.0.0.1:8080
`

const place = "~/.config/travel/config.yaml"

// Without a file everything is the built-in sandbox's.
func TestSandboxHoldsWhenNothingIsConfigured(t *testing.T) {
	c, err := Load(input(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Setting{}
	for _, key := range Keys() {
		got[key.Name] = c.Get(key.Name)
	}
	want := map[string]Setting{
		"api-url": {"embedded", FromDefault, ""}, "site-url": {"", FromDefault, ""},
		"issuer": {"http://sandbox.localhost", FromDefault, ""}, "client-id": {"travel-cli", FromDefault, ""},
		"authorize-url": {"", FromDefault, ""}, "token-url": {"", FromDefault, ""}, "revoke-url": {"", FromDefault, ""},
		"jwks-url": {"", FromDefault, ""}, "device-url": {"", FromDefault, ""},
		"scopes": {"openid profile users", FromDefault, ""}, "redirect-port": {"0", FromDefault, ""},
		"redirect-path": {"/callback", FromDefault, ""}, "market-claim": {"country_code", FromDefault, ""},
		"platform-kind": {"platform", FromDefault, ""}, "currency": {"", FromDefault, ""},
		"locale": {"", FromDefault, ""}, "site-code": {"", FromDefault, ""}, "credential-store": {"keyring", FromDefault, ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if c.Profile() != Sandbox || !c.Embedded() {
		t.Errorf("profile %s, embedded %t", c.Profile(), c.Embedded())
	}
}

// A flag goes before the environment, that before the profile, that before the
// default; an empty flag goes back to the default.
func TestPrecedence(t *testing.T) {
	in := input(t, twoProfiles)
	tests := []struct {
		name  string
		flags map[string]string
		env   map[string]string
		key   string
		want  Setting
	}{
		{"flag", map[string]string{"currency": "USD"}, map[string]string{"TRAVEL_CURRENCY": "GBP"}, "currency", Setting{"USD", FromFlag, "--currency"}},
		{"environment", nil, map[string]string{"TRAVEL_CURRENCY": "GBP"}, "currency", Setting{"GBP", FromEnv, "TRAVEL_CURRENCY"}},
		{"empty environment", nil, map[string]string{"TRAVEL_CURRENCY": ""}, "currency", Setting{"EUR", FromConfig, place}},
		{"profile", nil, nil, "currency", Setting{"EUR", FromConfig, place}},
		{"empty flag", map[string]string{"currency": ""}, map[string]string{"TRAVEL_CURRENCY": "GBP"}, "currency", Setting{"", FromFlag, "--currency"}},
		{"empty flag of a key with a default", map[string]string{"redirect-port": ""}, nil, "redirect-port", Setting{"0", FromFlag, "--redirect-port"}},
		{"a number", nil, nil, "redirect-port", Setting{"8123", FromConfig, place}},
		{"the country Norway is no no", nil, nil, "site-code", Setting{"NO", FromConfig, place}},
		{"default", nil, nil, "locale", Setting{"", FromDefault, ""}},
		{"no such key", nil, nil, "colour", Setting{}},
	}
	for _, test := range tests {
		in.Flags, in.Getenv = test.flags, env(test.env)
		c, err := Load(in)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := c.Get(test.key); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

// The profile is chosen by the same precedence and keeps its case.
func TestProfileIsChosen(t *testing.T) {
	in := input(t, twoProfiles)
	tests := []struct {
		flag, env string
		want      Setting
		url       string
	}{
		{"", "", Setting{"Work", FromConfig, place}, "https://api.example/root"},
		{"", "home", Setting{"home", FromEnv, "TRAVEL_PROFILE"}, "http://127.0.0.1:8080"},
		{"sandbox", "home", Setting{"sandbox", FromFlag, "--profile"}, Embedded},
	}
	for _, test := range tests {
		in.Profile, in.Getenv = test.flag, env(map[string]string{"TRAVEL_PROFILE": test.env})
		c, err := Load(in)
		if err != nil {
			t.Error(err)
			continue
		}
		if c.Selected() != test.want || c.Get("api-url").Value != test.url {
			t.Errorf("got %+v at %s, want %+v at %s", c.Selected(), c.Get("api-url").Value, test.want, test.url)
		}
		if diff := cmp.Diff([]string{"Work", "home", "sandbox"}, c.Profiles()); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	in.Profile = "work"
	_, err := Load(in)
	want := `--profile: there is no profile "work"; accepted: Work, home, sandbox`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The sandbox's identity is fixed; another deployment named from outside is not
// the sandbox.
func TestSandboxIdentityIsFixed(t *testing.T) {
	in := input(t, "")
	in.Getenv = env(map[string]string{"TRAVEL_ISSUER": "https://login.example", "TRAVEL_CLIENT_ID": "other"})
	c, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	if c.Get("issuer").Value != embeddedIssuer || c.Get("client-id").Value != embeddedClientID {
		t.Errorf("the environment moved the sandbox to %s as %s", c.Get("issuer").Value, c.Get("client-id").Value)
	}
	in.Flags = map[string]string{"client-id": "other"}
	if _, err := Load(in); err == nil || err.Error() != "--client-id: client-id is fixed for the built-in sandbox; set api-url as well" {
		t.Errorf("got %v", err)
	}
	in.Flags = map[string]string{"api-url": "https://api.example"}
	if c, err = Load(in); err != nil || c.Embedded() || c.Get("client-id").Value != "other" {
		t.Errorf("%v, %+v", err, c)
	}
}

// Every mistake names the place, the line, the key and what is accepted.
func TestMistakesAreNamed(t *testing.T) {
	tests := map[string]struct{ file, want string }{
		"unknown key":     {"profile: a\nprofiles:\n  a:\n    colour: red\n", place + `, line 4: profile a: there is no setting "colour"; accepted: api-url, `},
		"wrong value":     {"profile: a\nprofiles:\n  a:\n\n    currency: euro\n", place + `, line 5: profile a: currency cannot be "euro"; accepted: three uppercase letters, such as EUR`},
		"plain http":      {"profile: a\nprofiles:\n  a:\n    api-url: http://api.example\n", place + `, line 4: profile a: api-url cannot be "http://api.example"; accepted: an https address`},
		"a password":      {"profile: a\nprofiles:\n  a:\n    api-url: https://me:secret@api.example\n", place + `, line 4: profile a: api-url cannot be "https://..."; accepted: `},
		"no value":        {"profile: a\nprofiles:\n  a:\n    locale:\n", place + `, line 4: locale needs one plain value`},
		"a list":          {"profile: a\nprofiles:\n  a:\n    scopes: [a, b]\n", place + `, line 4: scopes needs one plain value`},
		"an alias":        {"profile: a\nprofiles:\n  a: &x\n    locale: en\n  b: *x\n", place + `, line 5: profile b must be a map`},
		"twice":           {"profile: a\nprofiles:\n  a:\n    locale: en\n    locale: de\n", place + `, line 5: "locale" is there twice`},
		"unknown member":  {"profle: a\n", place + `, line 1: there is no member "profle"; accepted: profile, profiles`},
		"unknown profile": {"\nprofile: a\n", place + `, line 2: there is no profile "a"; accepted: sandbox`},
		"profile name":    {"profiles:\n  a/b: {}\n", place + `, line 2: a profile cannot be called "a/b"; accepted: letters, digits, - and _`},
		"not a map":       {"- profile\n", place + `, line 1: the file must be a map`},
		"not YAML":        {"profile: 'a\n", place + `: is not YAML: yaml: `},
		"control codes":   {"profile: \"\\e]0;x\\a\"\n", place + `, line 1: there is no profile "\x1b]0;x\a"`},
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
	in.Getenv = env(map[string]string{"TRAVEL_SITE_CODE": "usa"})
	_, err := Load(in)
	if err == nil || err.Error() != `TRAVEL_SITE_CODE: cannot be "usa"; accepted: two uppercase letters, such as PT` {
		t.Errorf("got %v", err)
	}
}

// A mistake in a profile that is not in use stops nobody.
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

// T03: nothing in the working directory counts.
func TestWorkingDirectoryIsNeverRead(t *testing.T) {
	in := input(t, "")
	t.Chdir(t.TempDir())
	for _, name := range []string{"config.yaml", ".travel.yaml", "travel.yaml", ".env", ".config/travel/config.yaml"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("profile: evil\nTRAVEL_API_URL=https://evil.example\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Load(in)
	if err != nil || c.Profile() != Sandbox || !c.Embedded() {
		t.Errorf("%v, %+v", err, c)
	}
	in.Getenv = env(map[string]string{"TRAVEL_CONFIG_DIR": "."})
	if _, err := Load(in); err == nil || err.Error() != `TRAVEL_CONFIG_DIR: cannot be "."; accepted: an absolute path` {
		t.Errorf("a relative directory: %v", err)
	}
}

// A start without a file costs less than a millisecond.
func TestLoadIsQuick(t *testing.T) {
	in := input(t, "")
	best := time.Hour
	for range 20 {
		start := time.Now()
		if _, err := Load(in); err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
	}
	if best > time.Millisecond {
		t.Errorf("took %s at best", best)
	}
}

func BenchmarkLoad(b *testing.B) {
	in := Input{Getenv: env(nil), Home: b.TempDir(), GOOS: "linux"}
	for b.Loop() {
		if _, err := Load(in); err != nil {
			b.Fatal(err)
		}
	}
}
