package need

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	store "github.com/zalando/go-keyring"
)

// A verdict is how a test ended that asked for something.
type verdict struct {
	Skipped, Failed bool
	Why             string
}

// A witness is a test whose end is written down instead of suffered.
type witness struct {
	testing.TB
	verdict verdict
}

func (w *witness) Skip(args ...any) { w.end(verdict{Skipped: true, Why: fmt.Sprint(args...)}) }

func (w *witness) Fatal(args ...any) { w.end(verdict{Failed: true, Why: fmt.Sprint(args...)}) }

func (w *witness) Fatalf(format string, args ...any) {
	w.end(verdict{Failed: true, Why: fmt.Sprintf(format, args...)})
}

func (w *witness) end(v verdict) {
	w.verdict = v
	runtime.Goexit()
}

// ending runs ask as a test of its own and returns how it ended.
func ending(t *testing.T, ask func(testing.TB)) verdict {
	t.Helper()
	w := &witness{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		ask(w)
	}()
	<-done
	return w.verdict
}

func TestALackIsSkippedUnlessTheMachinePromisedTheThing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("TRAVEL_TEST_CHROMIUM", "no-such-browser")
	askBrowser := func(tb testing.TB) { Browser(tb) }
	const noBrowser = "no browser: none of no-such-browser can be run"
	askProvider := func(tb testing.TB) { Provider(tb) }
	const noNode = `no sign-in server to run: exec: "node": executable file not found in $PATH`
	const noTmux = `no terminal to look at: exec: "tmux": executable file not found in $PATH`
	tests := []struct {
		promised string
		ask      func(testing.TB)
		want     verdict
	}{
		{"", askBrowser, verdict{Skipped: true, Why: noBrowser}},
		{"keyring tmux", askBrowser, verdict{Skipped: true, Why: noBrowser}},
		{"keyring,browser", askBrowser, verdict{Failed: true, Why: `TRAVEL_TEST_REQUIRE promises "browser": ` + noBrowser}},
		{"", func(tb testing.TB) { Tmux(tb) }, verdict{Skipped: true, Why: noTmux}},
		{"tmux", func(tb testing.TB) { Tmux(tb) }, verdict{Failed: true, Why: `TRAVEL_TEST_REQUIRE promises "tmux": ` + noTmux}},
		{"", askProvider, verdict{Skipped: true, Why: noNode}},
		{"provider", askProvider, verdict{Failed: true, Why: `TRAVEL_TEST_REQUIRE promises "provider": ` + noNode}},
		{"keyrnig", askBrowser, verdict{Failed: true, Why: `TRAVEL_TEST_REQUIRE holds "keyrnig", which is none of agents, axe, browser, calendars, keyring, manual, provider, shells, tmux`}},
	}
	for _, test := range tests {
		t.Setenv(requireEnv, test.promised)
		if diff := cmp.Diff(test.want, ending(t, test.ask)); diff != "" {
			t.Errorf("promised %q (-want +got):\n%s", test.promised, diff)
		}
	}
}

func TestAKeyringNeedsASessionBus(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	t.Setenv(requireEnv, "")
	got := ending(t, func(tb testing.TB) { Keyring(tb) })
	want := verdict{Skipped: true, Why: "no usable keyring: no session bus"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestABusThatAcceptsAndNeverAnswersIsNoKeyring(t *testing.T) {
	runtimeDir, err := os.MkdirTemp("", "bus") // t.TempDir is too long for a socket's name on some systems
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(runtimeDir) })
	socket, err := net.Listen("unix", filepath.Join(runtimeDir, "bus"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", runtimeDir)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := secretService(ctx); err == nil || !strings.Contains(err.Error(), "reach the session bus") {
		t.Errorf("a silent bus gave %v", err)
	}
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Error("the bus was given up before the time was over")
	}
}

func TestAKeyringThatWasPromisedStoresAndGivesBack(t *testing.T) {
	Keyring(t)
	const service, user, secret = "travel.example/need", "nobody", "made up"
	if err := store.Set(service, user, secret); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Delete(service, user); err != nil {
			t.Error(err)
		}
	})
	if got, err := store.Get(service, user); err != nil || got != secret {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestASignInServerWithoutItsPackagesIsNotStarted(t *testing.T) {
	checkout := t.TempDir()
	here := filepath.Join(checkout, "cmd", "travel")
	program := filepath.Join(checkout, "tools", "openid", "server.mjs")
	packages := filepath.Join(checkout, "tools", "openid", "node_modules", "oidc-provider")
	for _, directory := range []string{here, filepath.Dir(program), filepath.Join(checkout, "bin")} {
		if err := os.MkdirAll(directory, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{program, filepath.Join(checkout, "bin", "node")} {
		if err := os.WriteFile(file, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(here)
	t.Setenv("PATH", filepath.Join(checkout, "bin"))
	t.Setenv(requireEnv, "")
	ask := func(tb testing.TB) { Provider(tb) }
	want := verdict{Skipped: true, Why: "no sign-in server to run: its packages are not installed; run: npm ci --prefix tools/openid"}
	if diff := cmp.Diff(want, ending(t, ask)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := os.MkdirAll(packages, 0o700); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(verdict{}, ending(t, ask)); diff != "" {
		t.Errorf("with its packages (-want +got):\n%s", diff)
	}
}
