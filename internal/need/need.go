// Package need tells what a test wants of the machine it runs on. A machine
// that lacks it skips the test with the reason; a machine that promised it in
// TRAVEL_TEST_REQUIRE, as continuous integration does, fails instead, so that
// a skip can never pass for a success there. Only tests import it.
package need

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// requireEnv names the environment variable that turns skips into failures:
// the words agents, axe, browser, calendars, keyring, manual, provider, shells and tmux, parted by spaces or commas.
const requireEnv = "TRAVEL_TEST_REQUIRE"

// A thing is what a test can need.
type thing string

const (
	agents    thing = "agents"
	axe       thing = "axe"
	browser   thing = "browser"
	calendars thing = "calendars"
	keyring   thing = "keyring"
	manual    thing = "manual"
	provider  thing = "provider"
	shells    thing = "shells"
	tmux      thing = "tmux"
)

// Browser returns the path of a Chromium that a test can drive: the one named
// by TRAVEL_TEST_CHROMIUM, else the first of the usual names in PATH.
func Browser(t testing.TB) string {
	t.Helper()
	names := []string{"chromium", "chromium-browser", "google-chrome"}
	if named := os.Getenv("TRAVEL_TEST_CHROMIUM"); named != "" {
		names = []string{named}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	lacks(t, browser, fmt.Errorf("no browser: none of %s can be run", strings.Join(names, ", ")))
	return ""
}

// Tmux returns the path of tmux, the terminal in which a test looks at a screen.
func Tmux(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("tmux")
	if err != nil {
		lacks(t, tmux, fmt.Errorf("no terminal to look at: %w", err))
	}
	return path
}

// Shell returns the path of a shell that people use: bash, zsh or fish.
func Shell(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		lacks(t, shells, fmt.Errorf("no %s to type at: %w", name, err))
	}
	return path
}

// BashCompletion returns the file that bash loads where the package bash-completion is.
func BashCompletion(t testing.TB) string {
	t.Helper()
	for _, prefix := range []string{"/usr", "/usr/local", "/opt/homebrew"} {
		file := prefix + "/share/bash-completion/bash_completion"
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	lacks(t, shells, errors.New("no package bash-completion"))
	return ""
}

// Manual makes sure that a test can look at manual pages: with the man of man-db, and with the two
// programs that set them.
func Manual(t testing.TB) {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), "man", "--version").Output()
	if err == nil && !strings.HasPrefix(string(said), "man 2.") {
		lacks(t, manual, errors.New("no manual to read: man is not that of man-db"))
	}
	for _, name := range []string{"man", "groff", "mandoc"} {
		if _, err := exec.LookPath(name); err != nil {
			lacks(t, manual, fmt.Errorf("no manual to read: %w", err))
		}
	}
}

// Keyring makes sure that a Secret Service answers on the session bus and that
// its default collection is unlocked, so that a test can store in it and no
// prompt can open.
func Keyring(t testing.TB) {
	t.Helper()
	if err := secretService(t.Context()); err != nil {
		lacks(t, keyring, fmt.Errorf("no usable keyring: %w", err))
	}
}

// KeyringPrograms makes sure that a test can run a session bus and a Secret
// Service of its own, apart from the person's.
func KeyringPrograms(t testing.TB) {
	t.Helper()
	for _, name := range []string{"dbus-run-session", "dbus-send", "gnome-keyring-daemon"} {
		if _, err := exec.LookPath(name); err != nil {
			lacks(t, keyring, fmt.Errorf("no keyring to run: %w", err))
		}
	}
}

// lacks ends the test: skipped, or failed where the machine promised the thing.
func lacks(t testing.TB, what thing, why error) {
	t.Helper()
	promised, err := promises(os.Getenv(requireEnv))
	switch {
	case err != nil:
		t.Fatal(err)
	case slices.Contains(promised, what):
		t.Fatalf("%s promises %q: %v", requireEnv, what, why)
	default:
		t.Skip(why)
	}
}

// promises reads the value of requireEnv. A word it does not know is an error:
// a misspelt promise would let a test be skipped unseen.
func promises(list string) ([]thing, error) {
	var promised []thing
	for word := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ' ' || r == ',' }) {
		what := thing(word)
		if !slices.Contains([]thing{agents, axe, browser, calendars, keyring, manual, provider, shells, tmux}, what) {
			return nil, fmt.Errorf("%s holds %q, which is none of agents, axe, browser, calendars, keyring, manual, provider, shells, tmux", requireEnv, word)
		}
		promised = append(promised, what)
	}
	return promised, nil
}
