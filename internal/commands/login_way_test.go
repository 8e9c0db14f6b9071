package commands

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/render"
)

// processOf reads the facts of a made-up process: words are NAME=VALUE, or the name of an OS.
func processOf(flag string, terminal, device bool, words string) wayFacts {
	vars := map[string]string{}
	env := &Env{OS: "linux", StdinTTY: terminal, ErrTerm: render.Terminal{TTY: terminal}}
	for word := range strings.FieldsSeq(words) {
		name, value, found := strings.Cut(word, "=")
		if !found {
			env.OS = name
			continue
		}
		vars[name] = value
	}
	env.Getenv = func(name string) string { return vars[name] }
	facts := newApp(env).wayFactsHere(flag)
	facts.container = vars["container"] != "" || vars["KUBERNETES_SERVICE_HOST"] != "" // whatever this test runs in
	facts.device, facts.host = device, "auth.example.com"
	return facts
}

func TestTheWayToSignIn(t *testing.T) {
	const offered, terminal = true, true
	type result struct{ way, why string }
	browser, address, device := "browser", "address", "device"
	for _, test := range []struct {
		flag             string
		terminal, device bool
		vars             string
		want             result
	}{
		// A browser is here.
		{"", terminal, offered, "DISPLAY=:0", result{browser, ""}},
		{"", terminal, offered, "WAYLAND_DISPLAY=wayland-0", result{browser, ""}},
		{"", terminal, offered, "darwin", result{browser, ""}},
		{"", terminal, offered, "windows", result{browser, ""}},
		{"", terminal, offered, "WSL_DISTRO_NAME=Debian", result{browser, ""}},
		{"", !terminal, !offered, "DISPLAY=:0", result{browser, ""}},
		{"", terminal, offered, "container=toolbox DISPLAY=:0", result{browser, ""}},
		// A command for the browser at home comes before what speaks against one.
		{"", terminal, offered, "BROWSER=helper SSH_CONNECTION=a", result{browser, ""}},
		{"", terminal, offered, "BROWSER=helper CODESPACES=true", result{browser, ""}},
		{"", terminal, offered, "BROWSER=helper", result{browser, ""}},
		// None, and the server signs in by code.
		{"", terminal, offered, "", result{device, "there is no graphical session"}},
		{"", !terminal, offered, "", result{device, "there is no graphical session"}},
		{"", terminal, offered, "SSH_CONNECTION=a DISPLAY=localhost:10.0", result{device, "this is an SSH session"}},
		{"", terminal, offered, "SSH_TTY=/dev/pts/0 darwin", result{device, "this is an SSH session"}},
		{"", terminal, offered, "SSH_TTY=/dev/pts/0 WSL_INTEROP=x", result{device, "this is an SSH session"}},
		{"", terminal, offered, "CODESPACES=true", result{device, "this is a container on another computer"}},
		{"", terminal, offered, "REMOTE_CONTAINERS=true DISPLAY=:1", result{device, "this is a container on another computer"}},
		{"", terminal, offered, "container=docker", result{device, "this is a container without a display"}},
		{"", !terminal, offered, "KUBERNETES_SERVICE_HOST=10.0.0.1", result{device, "this is a container without a display"}},
		// None, and no code either.
		{"", terminal, !offered, "", result{address, "there is no graphical session"}},
		{"", terminal, !offered, "SSH_CONNECTION=a DISPLAY=:0", result{address, "this is an SSH session"}},
		{"", !terminal, !offered, "", result{"refused", "no way to sign in here: there is no graphical session, no terminal"}},
		{"", !terminal, !offered, "container=docker", result{"refused", "no way to sign in here: this is a container"}},
		// A flag decides, whatever is here.
		{"browser", !terminal, offered, "SSH_CONNECTION=a", result{browser, ""}},
		{"no-browser", terminal, offered, "DISPLAY=:0", result{address, ""}},
		{"no-browser", !terminal, offered, "", result{address, ""}},
		{"device", terminal, offered, "DISPLAY=:0", result{device, ""}},
		{"device", terminal, !offered, "DISPLAY=:0", result{"refused", "--device cannot be used: auth.example.com does not sign in by code"}},
	} {
		name := fmt.Sprintf("--%s terminal=%v device=%v %s", test.flag, test.terminal, test.device, test.vars)
		way, why, err := chooseWay(processOf(test.flag, test.terminal, test.device, test.vars))
		got := result{map[auth.LoginMethod]string{auth.ByBrowser: browser, auth.ByAddress: address, auth.ByDevice: device}[way], why}
		if err != nil {
			got = result{"refused", err.Error()}
			if f := classify(err); f.class != classUsage || !strings.Contains(f.hint, "travel login --no-browser") {
				t.Errorf("%s: class %v, hint %q", name, f.class, f.hint)
			}
			if strings.Contains(got.why, test.want.why) {
				got.why = test.want.why
			}
		}
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(result{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

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
