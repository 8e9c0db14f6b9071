package account

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
)

// noBrowserIn returns why a simulated process has no browser. words are NAME=VALUE, or the name of an OS.
func noBrowserIn(terminal bool, words string) string {
	vars := map[string]string{}
	env := &cli.Env{OS: "linux", StdinTTY: terminal, ErrTerm: render.Terminal{TTY: terminal}}
	for word := range strings.FieldsSeq(words) {
		name, value, found := strings.Cut(word, "=")
		if !found {
			env.OS = name
			continue
		}
		vars[name] = value
	}
	env.Getenv = func(name string) string { return vars[name] }
	return cli.New(env).NoBrowser(false)
}

func TestTheMethodToSignInBy(t *testing.T) {
	const offered, terminal = true, true
	type result struct{ method, why string }
	browser, address, device := "browser", "address", "device"
	for _, test := range []struct {
		flag             string
		terminal, device bool
		vars             string
		want             result
	}{
		// There is a local browser.
		{"", terminal, offered, "DISPLAY=:0", result{browser, ""}},
		{"", terminal, offered, "WAYLAND_DISPLAY=wayland-0", result{browser, ""}},
		{"", terminal, offered, "darwin", result{browser, ""}},
		{"", terminal, offered, "windows", result{browser, ""}},
		{"", terminal, offered, "WSL_DISTRO_NAME=Debian", result{browser, ""}},
		{"", !terminal, !offered, "DISPLAY=:0", result{browser, ""}},
		{"", terminal, offered, "container=toolbox DISPLAY=:0", result{browser, ""}},
		// A command for the user's own browser outweighs everything else.
		{"", terminal, offered, "BROWSER=helper SSH_CONNECTION=a", result{browser, ""}},
		{"", terminal, offered, "BROWSER=helper CODESPACES=true", result{browser, ""}},
		{"", terminal, offered, "BROWSER=helper", result{browser, ""}},
		// There is none, and the server supports codes.
		{"", terminal, offered, "", result{device, "there is no graphical session"}},
		{"", !terminal, offered, "", result{device, "there is no graphical session"}},
		{"", terminal, offered, "SSH_CONNECTION=a DISPLAY=localhost:10.0", result{device, "this is an SSH session"}},
		{"", terminal, offered, "SSH_TTY=/dev/pts/0 darwin", result{device, "this is an SSH session"}},
		{"", terminal, offered, "SSH_TTY=/dev/pts/0 WSL_INTEROP=x", result{device, "this is an SSH session"}},
		{"", terminal, offered, "CODESPACES=true", result{device, "this is a container on another computer"}},
		{"", terminal, offered, "REMOTE_CONTAINERS=true DISPLAY=:1", result{device, "this is a container on another computer"}},
		{"", terminal, offered, "container=docker", result{device, "this is a container without a display"}},
		{"", !terminal, offered, "KUBERNETES_SERVICE_HOST=10.0.0.1", result{device, "this is a container without a display"}},
		// There is none, and the server does not support codes.
		{"", terminal, !offered, "", result{address, "there is no graphical session"}},
		{"", terminal, !offered, "SSH_CONNECTION=a DISPLAY=:0", result{address, "this is an SSH session"}},
		{"", !terminal, !offered, "", result{"refused", "no way to sign in here: there is no graphical session, no terminal"}},
		{"", !terminal, !offered, "container=docker", result{"refused", "no way to sign in here: this is a container"}},
		// A flag decides in any case.
		{"browser", !terminal, offered, "SSH_CONNECTION=a", result{browser, ""}},
		{"no-browser", terminal, offered, "DISPLAY=:0", result{address, ""}},
		{"no-browser", !terminal, offered, "", result{address, ""}},
		{"device", terminal, offered, "DISPLAY=:0", result{device, ""}},
		{"device", terminal, !offered, "DISPLAY=:0", result{"refused", "--device cannot be used: auth.example.com does not sign in by code"}},
	} {
		name := fmt.Sprintf("--%s terminal=%v device=%v %s", test.flag, test.terminal, test.device, test.vars)
		offer := auth.Offer{Host: "auth.example.com", Device: test.device}
		method, why, err := chooseMethod(test.flag, noBrowserIn(test.terminal, test.vars), test.terminal, offer)
		got := result{map[auth.LoginMethod]string{auth.ByBrowser: browser, auth.ByAddress: address, auth.ByDevice: device}[method], why}
		if err != nil {
			got = result{"refused", err.Error()}
			class, hint := problem.ClassOf(err), problem.AdviceOf(err)
			if class != problem.Usage || !strings.Contains(hint, "travel login --no-browser") {
				t.Errorf("%s: class %v, hint %q", name, class, hint)
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

func TestAContainerIsSeenByItsFiles(t *testing.T) {
	env := &cli.Env{OS: "linux", Container: true, Getenv: func(string) string { return "" }}
	if why := cli.New(env).NoBrowser(false); why != "this is a container without a display" {
		t.Errorf("why no browser: %q", why)
	}
}
