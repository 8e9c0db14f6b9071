package main

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/testkit/need"
)

// A bareCase is a command on a machine that lacks something, and what comes of it.
type bareCase struct {
	env            []string
	line           string
	code           int
	stdout, stderr string // expressions; "" takes anything
}

// check runs the case by the command that start makes of its words.
func (c bareCase) check(t *testing.T, start func(words ...string) *exec.Cmd) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := start(strings.Fields(c.line)...)
	cmd.Env, cmd.Stdout, cmd.Stderr = append([]string{}, c.env...), &stdout, &stderr
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	}
	code := cmd.ProcessState.ExitCode()
	if code != c.code || !regexp.MustCompile(c.stdout).Match(stdout.Bytes()) || !regexp.MustCompile(c.stderr).Match(stderr.Bytes()) {
		t.Errorf("%v travel %s: ended with %d, want %d\n%s\n%s", c.env, c.line, code, c.code, stdout.Bytes(), stderr.Bytes())
	}
	if n := strings.Count(stderr.String(), "not kept"); n > 1 {
		t.Errorf("%v travel %s: it is said %d times that something is not kept\n%s", c.env, c.line, n, stderr.Bytes())
	}
}

// The program alone is a machine: in a directory with nothing beside it, as a user no one has heard of,
// without a home, it searches, and calls a service with a token.
func TestTheProgramAloneIsEnough(t *testing.T) {
	t.Parallel()
	root := bareRoot(t)
	address, token := servedSandbox(t)
	served := []string{"TRAVEL_API_URL=" + address, "TRAVEL_TOKEN=" + token}
	const homeless = "there is no home directory\n *set HOME, or TRAVEL_CONFIG_DIR and TRAVEL_STATE_DIR, to an absolute path"
	for _, c := range []bareCase{
		{line: "--version", stdout: "^travel "},
		{line: "help", stdout: "Search flights"},
		{line: "completion bash", stdout: "_travel"},
		{line: "flights search BER LIS +30d --limit 1", stdout: "^1\t", stderr: "(?m)^lists and the sandbox's searches are not kept: there is no home directory; set HOME, or"},
		{line: "flights trip 1", code: 2, stderr: "lists are not kept: " + homeless},
		{line: "config list", stdout: "api-url\tembedded"},
		{line: "config set currency EUR", code: 2, stderr: homeless},
		{line: "login --device", code: 2, stderr: "a login cannot be kept: " + homeless},
		{line: "doctor", stdout: "(?s)time zones\tknown.*state\tthere is no home directory, so lists and logins are not kept\tset HOME, or"},
		{line: "feedback --rating 5", stdout: "received"},
		{env: served, line: "whoami", stdout: "Ada Sample"},
		{env: served, line: "flights search BER LIS +30d --no-wait", stderr: "(?m)^lists are not kept: there is no home"},
		{env: served[:1], line: "whoami", code: 2, stderr: "or give a token by TRAVEL_TOKEN"},
		{env: []string{"HOME=/"}, line: "flights search BER LIS +30d --no-wait", stderr: "/.local/state/travel cannot be written: permission denied; make it writable"},
		{env: []string{"HOME=/"}, line: "flights trip 1", code: 2, stderr: "lists are not kept: /.local/state/travel cannot be written"},
		{env: []string{"HOME=/"}, line: "config set currency EUR", code: 1, stderr: "/.config/travel/config.yaml cannot be written: permission denied"},
		{env: []string{"HOME=/"}, line: "login --device", code: 1, stderr: "a login cannot be kept: /.local/state/travel cannot be written"},
		{env: []string{"HOME=/travel"}, line: "config list", stdout: "api-url\tembedded"}, // a file
	} {
		c.check(t, func(words ...string) *exec.Cmd {
			cmd := exec.CommandContext(t.Context(), "/travel", words...)
			cmd.Path, cmd.Err, cmd.Dir = "/travel", nil, "/"
			cmd.SysProcAttr = asStranger(root)
			return cmd
		})
	}
}

// stranger is a user without an entry.
const stranger = 12345

// asStranger starts a process below root as that user: by right, or in a world of its own.
func asStranger(root string) *syscall.SysProcAttr {
	if os.Geteuid() == 0 {
		return &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
	}
	return &syscall.SysProcAttr{
		Chroot: root, Cloneflags: syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: stranger, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: stranger, HostID: os.Getegid(), Size: 1}},
	}
}

// bareRoot is a directory that holds the program as it is released, and nothing else. It is skipped where
// no process can be put there.
func bareRoot(t *testing.T) string {
	t.Helper()
	root, err := os.MkdirTemp("", "travel-bare-") // which anyone may enter, unlike one of the test's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	program := filepath.Join(root, "travel")
	// Only cgo is off, so without a C compiler, as in the gate, this reuses what the tests compiled.
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	if err := errors.Join(os.Chmod(program, 0o555), os.Chmod(root, 0o555)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(root, 0o700) })
	try := exec.CommandContext(t.Context(), "/travel", "--version")
	try.Path, try.Err, try.Dir, try.SysProcAttr = "/travel", nil, "/", asStranger(root)
	if err := try.Run(); errors.Is(err, os.ErrPermission) {
		t.Skip("no process can be put in a directory of its own here:", err)
	}
	return root
}

// servedSandbox is a sandbox on a port, and a token for it.
func servedSandbox(t *testing.T) (address, token string) {
	t.Helper()
	front := httptest.NewUnstartedServer(nil)
	address = "http://" + front.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Options{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	front.Config.Handler = server.Handler()
	front.Start()
	t.Cleanup(front.Close)
	token, _, err = server.SampleToken()
	if err != nil {
		t.Fatal(err)
	}
	return address, token
}

// A disk that is full or read-only costs the lists and nothing else, and no one counts in a list that a
// later one should have replaced.
func TestADiskThatTakesNothingCostsTheListsAlone(t *testing.T) {
	t.Parallel()
	need.SmallDisk(t, "512k", func(t *testing.T, dir string) {
		start := func(words ...string) *exec.Cmd { return exec.CommandContext(t.Context(), "travel", words...) }
		home := []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH")}
		listed := bareCase{env: home, line: "flights search BER LIS +30d --limit 1", stdout: "^1\t"}
		listed.check(t, start)

		filler := filepath.Join(dir, "filler")
		const full = "are not kept: .*/travel cannot be written: no space left on device"
		for _, c := range []bareCase{
			{line: "flights trip 1", stdout: "easyJet", stderr: "^SANDBOX.*\nlists " + full + "; free some space on that disk, or set TRAVEL_STATE_DIR"},
			{line: "flights search BER LIS +31d --no-wait", stderr: "lists " + full},
			{line: "flights trip 1", code: 2, stderr: "lists " + full}, // of the search before
			{line: "flights search BER LIS +30d --list trips", code: 1, stderr: "the list trips cannot be kept: .*no space left"},
			{line: "config set currency EUR", code: 1, stderr: "config.yaml cannot be written: no space left on device\n *free some space"},
			{env: []string{"TRAVEL_STATE_DIR=" + dir + "/new"}, line: "whoami", stdout: "Ada"},
			{env: []string{"TRAVEL_STATE_DIR=" + dir + "/new"}, line: "flights search BER LIS +30d --no-wait", stderr: "lists and the sandbox's searches are not kept: .*/new cannot be written: no space left"},
			{env: []string{"TRAVEL_STATE_DIR=" + dir + "/new"}, line: "sandbox token", code: 1, stderr: "the key that sandboxes share is not kept: .*no space left"},
			{env: []string{"TRAVEL_STATE_DIR=" + dir + "/new"}, line: "login --device", code: 1, stderr: "a login cannot be kept: .*no space left"},
		} {
			fillUp(t, filler)
			c.env = append(home, c.env...)
			c.check(t, start)
		}

		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		listed.check(t, start)
		if out, err := exec.CommandContext(t.Context(), "mount", "-o", "remount,ro", dir).CombinedOutput(); err != nil {
			t.Skipf("no disk can be made read-only here: %v: %s", err, out)
		}
		const closed = ": .*/travel cannot be written: read-only file system"
		for _, c := range []bareCase{
			{line: "flights trip 1", stdout: "easyJet", stderr: "this list was made .* ago, and no later one is kept" + closed + "; make it writable"},
			{line: "flights search BER LIS +30d --no-wait", stderr: "lists are not kept" + closed},
			{line: "flights search BER LIS +30d --list trips", code: 1, stderr: "the list trips cannot be kept" + closed},
			{line: "hotels results", code: 2, stderr: "there is no hotel search to read again: lists are not kept" + closed},
			{line: "login --device", code: 1, stderr: "a login cannot be kept" + closed},
			{line: "doctor", code: 1, stdout: "state\twrite in .*: read-only file system\tmake it writable for you, or set TRAVEL_STATE_DIR"},
		} {
			c.env = home
			c.check(t, start)
		}
	})
}

// fillUp takes what is left of the disk that a file is on.
func fillUp(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4<<10))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}
