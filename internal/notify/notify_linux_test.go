package notify

import (
	"bufio"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"
)

// shown is a notification as received by a test desktop.
type shown struct{ App, Title, Body string }

// desktop is a notification service that records what it receives.
type desktop struct{ shown chan shown }

// Notify is the method of the specification.
func (d desktop) Notify(app string, _ uint32, _, title, body string, _ []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	d.shown <- shown{app, title, body}
	return 1, nil
}

// startBus starts a session bus for the test, with a notification service if one is given.
func startBus(t *testing.T, service *desktop) (address string) {
	t.Helper()
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("skipped: dbus-daemon is not installed; on Debian, run .ci/run install")
	}
	bus := exec.CommandContext(t.Context(), daemon, "--session", "--nofork", "--print-address")
	out, err := bus.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := bus.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bus.Process.Kill(); _ = bus.Wait() })
	address, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	if service == nil {
		return address
	}
	conn, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.Export(*service, servicePath, serviceName); err != nil {
		t.Fatal(err)
	}
	if reply, err := conn.RequestName(serviceName, dbus.NameFlagDoNotQueue); err != nil || reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("%v, %v", reply, err)
	}
	return address
}

// env returns an environment with one variable.
func env(name, value string) func(string) string {
	return func(asked string) string {
		if asked == name {
			return value
		}
		return ""
	}
}

func TestANoticeIsATitleOfOursAndAHarmlessBody(t *testing.T) {
	service := desktop{make(chan shown, 1)}
	address := startBus(t, &service)
	for text, want := range map[string]string{
		"Watch 2: DXB → LHR is $412 now": "Watch 2: DXB → LHR is $412 now",
		"--help":                         "--help",
		`<a href="http://evil.example">5 & 6</a>` + "\x1b]": `&lt;a href="http://evil.example"&gt;5 &amp; 6&lt;/a&gt;`,
		strings.Repeat("é", 500):                            strings.Repeat("é", most) + "…",
	} {
		if err := Show(t.Context(), env("DBUS_SESSION_BUS_ADDRESS", address), text); err != nil {
			t.Fatal(err)
		}
		got := <-service.shown
		got.Body = strings.TrimSuffix(got.Body, "]") // what stays of a sequence for a terminal
		if diff := cmp.Diff(shown{"travel", "travel", want}, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// A cron job has no bus. The library would start one, so it must not be called.
func TestWithoutABusNothingIsStarted(t *testing.T) {
	programs := t.TempDir()
	trace := filepath.Join(programs, "started")
	for _, name := range []string{"dbus-launch", "dbus-daemon", "notify-send"} {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\necho $0 >> "+trace+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", programs)
	for name, value := range map[string]string{
		"NOTHING": "", "DBUS_SESSION_BUS_ADDRESS": "autolaunch:", "XDG_RUNTIME_DIR": programs,
	} {
		if err := Show(t.Context(), env(name, value), "text"); !errors.Is(err, ErrNoDesktop) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if text, err := os.ReadFile(trace); err == nil {
		t.Errorf("started: %s", text)
	}
}

func TestABusWithoutADesktopIsTold(t *testing.T) {
	err := Show(t.Context(), env("DBUS_SESSION_BUS_ADDRESS", startBus(t, nil)), "text")
	if err == nil || !strings.HasPrefix(err.Error(), "the desktop shows no notices: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

func TestABusThatIsSilentIsGivenUp(t *testing.T) {
	dir, err := os.MkdirTemp("", "bus") // t.TempDir is too long for a socket's name on some systems
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket, err := net.Listen("unix", filepath.Join(dir, "bus"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	ctx, end := context.WithCancel(t.Context())
	go func() { // as at the end of its timeout
		if conn, err := socket.Accept(); err == nil {
			defer conn.Close()
			_, _ = conn.Read(make([]byte, 1))
			end()
			<-t.Context().Done()
		}
	}()
	if err := Show(ctx, env("XDG_RUNTIME_DIR", dir), "text"); err == nil {
		t.Error("a silent bus showed a notice")
	}
}
