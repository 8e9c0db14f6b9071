package loopback

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/testkit/authtest"
)

// opener writes a shell script that notes its arguments and environment, and returns where it lies
// and where the notes will be.
func opener(t *testing.T, name, more string) (script, notes string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	script, notes = filepath.Join(dir, name), filepath.Join(dir, "notes")
	text := strings.Join([]string{"#!/bin/sh", `printf '%s\n' "$@" >"` + notes + `.new"`, `env >>"` + notes + `.new"`, `mv "` + notes + `.new" "` + notes + `"`, "echo chatter", "echo chatter >&2", more}, "\n")
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return script, notes
}

const somePage = "https://site.example/page?a=b"

func TestTheBrowserCommandGetsTheAddressAndNoSecret(t *testing.T) {
	script, notes := opener(t, "my browser", "")
	t.Setenv("BROWSER", script)
	t.Setenv("TRAVEL_TOKEN", "canary")
	t.Setenv("TRAVEL_ANYTHING", "canary")
	if err := Open(somePage); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(string(text), "\n"); first != somePage || strings.Contains(string(text), "canary") || !strings.Contains(string(text), "PATH=") {
		t.Errorf("the command saw:\n%s", text)
	}
}

func TestTheSystemsOpenerGetsTheAddressAndNoSecret(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the opener of this system cannot be replaced by a script")
	}
	script, notes := opener(t, "xdg-open", "")
	t.Setenv("BROWSER", "")
	t.Setenv("TRAVEL_TOKEN", "canary")
	t.Setenv("PATH", filepath.Dir(script)+":"+os.Getenv("PATH"))
	if err := Open(somePage); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(string(text), "\n"); first != somePage || strings.Contains(string(text), "canary") {
		t.Errorf("the opener saw:\n%s", text)
	}
}

func TestTheOpenerOfWSLGetsTheAddressAndNoSecret(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no other system around this one")
	}
	script, notes := opener(t, "wslview", "")
	t.Setenv("BROWSER", "")
	t.Setenv("WSL_DISTRO_NAME", "Debian")
	t.Setenv("TRAVEL_TOKEN", "canary")
	for _, tool := range []string{"env", "mv"} { // and no other opener
		path, err := exec.LookPath(tool)
		if err == nil {
			err = os.Symlink(path, filepath.Join(filepath.Dir(script), tool))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Dir(script))
	if err := Open(somePage); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(string(text), "\n"); first != somePage || strings.Contains(string(text), "canary") {
		t.Errorf("the opener saw:\n%s", text)
	}
}

func TestAnOpenerInTheWorkingDirectoryIsNotRun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the opener of this system cannot be replaced by a script")
	}
	script, notes := opener(t, "xdg-open", "")
	t.Chdir(filepath.Dir(script))
	t.Setenv("PATH", ".")
	for _, command := range []string{"", "xdg-open"} {
		t.Setenv("BROWSER", command)
		if err := Open(somePage); err == nil {
			t.Errorf("BROWSER=%q: no error", command)
		}
	}
	if _, err := os.Stat(notes); err == nil {
		t.Error("it was run")
	}
}

func TestASlowBrowserIsNotWaitedFor(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	script, _ := opener(t, "slow", `mkfifo "`+gate+`"`+"\n"+`cat <"`+gate+`"`)
	t.Setenv("BROWSER", script)
	letGo := func() { _ = os.WriteFile(gate, nil, 0o600) }
	late := time.AfterFunc(time.Minute, letGo) // so that a program that waits fails and does not hang
	if err := Open(somePage); err != nil {
		t.Fatal(err)
	}
	if !late.Stop() {
		t.Fatal("the browser was waited for to its end")
	}
	letGo()
}

func TestTheBrowserNeverReachesOurOutput(t *testing.T) {
	for _, name := range []string{"loud", "xdg-open"} { // $BROWSER, and the system's way
		script, notes := opener(t, name, "")
		cmd := authtest.Child(t, somePage)
		switch {
		case name == "loud":
			cmd.Env = append(cmd.Env, "BROWSER="+script)
		case runtime.GOOS != "linux":
			continue
		default:
			cmd.Env = append(cmd.Env, "BROWSER=", "PATH="+filepath.Dir(script)+":"+os.Getenv("PATH"))
		}
		out, err := cmd.CombinedOutput()
		if string(out) != "opened\n" || err != nil {
			t.Errorf("%s: %v, output %q", name, err, out)
		}
		if _, err := os.Stat(notes); err != nil {
			t.Errorf("%s did not run: %v", name, err)
		}
	}
}

func TestWhatIsNoWebPageIsNotOpened(t *testing.T) {
	script, notes := opener(t, "browser", "")
	t.Setenv("BROWSER", script)
	for _, address := range []string{"file:///etc/passwd", "http://site.example/", "--help", "https://a@b.example/", ""} {
		if err := Open(address); err == nil {
			t.Errorf("%q was opened", address)
		}
	}
	if _, err := os.Stat(notes); err == nil {
		t.Error("the browser was started")
	}
}

func TestAMissingBrowserIsAnError(t *testing.T) {
	t.Setenv("BROWSER", "no-such-browser-here")
	if err := Open(somePage); err == nil {
		t.Error("no error")
	}
}

func TestBrowserArgv(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"firefox":               {"firefox", "URL"},
		"firefox -P work":       {"firefox", "-P", "work", "URL"},
		"opener --url=%s --now": {"opener", "--url=URL", "--now"},
		" %s ":                  {"%s", "URL"},
		self:                    {self, "URL"},
		"  ":                    nil,
	}
	got := map[string][]string{}
	for command := range want {
		getenv := func(name string) string { return map[string]string{"BROWSER": command}[name] }
		opener, args, err := FindOpener("linux", getenv, func(program string) (string, error) { return program, nil }, "URL")
		got[command] = nil
		if err == nil {
			got[command] = append([]string{opener.Path}, args...)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
