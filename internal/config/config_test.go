package config

import (
	"os"
	"path/filepath"
	"testing"

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
		if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(file), 0o600); err != nil {
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
		"token-url": {"", FromDefault, ""}, "revoke-url": {"", FromDefault, ""},
		"device-url": {"", FromDefault, ""}, "sign-in-hosts": {"", FromDefault, ""},
		"scopes": {"openid profile users", FromDefault, ""}, "audience": {"", FromDefault, ""}, "redirect-port": {"0", FromDefault, ""},
		"redirect-path": {"/callback", FromDefault, ""}, "market-claim": {"country_code address.country", FromDefault, ""},
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

// A flag goes before the environment, that before the profile, that before the default; an empty
// flag goes back to the default.
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
		{"the country Norway is not a no", nil, nil, "site-code", Setting{"NO", FromConfig, place}},
		{"a country by name", nil, map[string]string{"TRAVEL_SITE_CODE": "Portugal"}, "site-code", Setting{"PT", FromEnv, "TRAVEL_SITE_CODE"}},
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
		if c.Selected != test.want || c.Get("api-url").Value != test.url {
			t.Errorf("got %+v at %s, want %+v at %s", c.Selected, c.Get("api-url").Value, test.want, test.url)
		}
		if diff := cmp.Diff([]string{"Work", "home", "sandbox"}, c.Profiles); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	in.Profile = "work"
	_, err := Load(in)
	want := `--profile: profile "work" does not exist; accepted: Work, home, sandbox`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The sandbox's identity is fixed; another deployment named from outside is not the sandbox.
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
// Every start loads the settings. Allocations are counted because they do not
// depend on how busy the machine is; there were 232, in 17 µs, on linux/amd64.
func TestLoadIsQuick(t *testing.T) {
	in := input(t, "")
	allocations := testing.AllocsPerRun(20, func() {
		if _, err := Load(in); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 400 {
		t.Errorf("%.0f allocations, want at most 400", allocations)
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
