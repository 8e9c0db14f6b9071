package vault

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/need"
)

// TestTheRealSecretServiceKeepsALogin runs a session bus and a keyring of its own, empty and thrown
// away afterwards, so it touches no real one.
func TestTheRealSecretServiceKeepsALogin(t *testing.T) {
	need.KeyringPrograms(t)
	cmd := authtest.Child(t, order{Task: "keyring"})
	// The keyring must own its name before it is used: activation would start a second, locked one.
	script := strings.Join([]string{
		`set -eu`,
		`printf '\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1`,
		`for i in $(seq 50); do`,
		`  dbus-send --session --dest=org.freedesktop.DBus --type=method_call --print-reply / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q 'boolean true' && break`,
		`  sleep 0.1`,
		`done`,
		`exec "$1"`,
	}, "\n")
	run := exec.CommandContext(t.Context(), "dbus-run-session", "--", "sh", "-c", script, "sh", cmd.Path)
	home := t.TempDir()
	run.Env = append(homeless(cmd.Env), "HOME="+home, "XDG_RUNTIME_DIR="+home, "XDG_DATA_HOME="+home, "XDG_CACHE_HOME="+home)
	if err := os.Chmod(home, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := run.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "kept and erased") {
		t.Errorf("%v\n%s", err, out)
	}
}

// homeless drops what would lead to the real session.
func homeless(environ []string) []string {
	kept := make([]string, 0, len(environ))
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		switch name {
		case "HOME", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "GNOME_KEYRING_CONTROL", "SSH_AUTH_SOCK":
		default:
			if !strings.HasPrefix(name, "XDG_") {
				kept = append(kept, variable)
			}
		}
	}
	return kept
}

// TestABusThatAcceptsAndIsSilentIsGivenUp is the one fault no stand-in shows: the library hangs.
func TestABusThatAcceptsAndIsSilentIsGivenUp(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the keyring there needs no bus")
	}
	bus, err := net.Listen("unix", filepath.Join(t.TempDir(), "bus"))
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	cmd := authtest.Child(t, order{Task: "silent"})
	cmd.Env = append(homeless(cmd.Env), "DBUS_SESSION_BUS_ADDRESS=unix:path="+bus.Addr().String())
	start := time.Now()
	out, err := cmd.Output()
	took := time.Since(start)
	if err != nil || !strings.Contains(string(out), "did not answer within 3s") || took < quietPatience || took > quietPatience+2*time.Second {
		t.Errorf("%v after %s: %s", err, took, out)
	}
}
