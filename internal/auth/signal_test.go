package auth

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"travel.example/travel/internal/testkit/authtest"
)

func TestASignalDuringARefreshLosesNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send these signals")
	}
	for _, task := range []string{"token", "careless"} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			for _, moment := range []string{"before the rotation", "after the rotation", "in the answer"} {
				t.Run(fmt.Sprint(task, " ", sig, " ", moment), func(t *testing.T) {
					t.Parallel()
					signalled(t, task, sig, moment)
				})
			}
		}
	}
}

// signalled sends a signal to a process at a moment of its refresh, and then uses the login.
func signalled(t *testing.T, task string, sig syscall.Signal, moment string) {
	s := newServer(t)
	d := signedIn(t, s)
	cmd := authtest.Child(t, order{Task: task, Settings: s.settings(), Dir: d.dir, Tells: true})
	started, seen, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	atMoment(s, moment, func() {
		<-started
		if err := cmd.Process.Signal(sig); err != nil {
			t.Error(err)
		}
		select { // a busy computer may take its time to deliver it
		case <-seen:
		case <-done:
			t.Error("the process ended while its refresh was under way")
		}
	})
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	close(started)
	go func() {
		defer close(done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if lines.Text() == "interrupted" {
				close(seen)
			}
		}
	}()
	<-done
	checkDeath(t, cmd.Wait(), task, sig)
	if n := s.count("/token"); n != 2 {
		t.Errorf("%d token requests, want the login and one refresh", n)
	}
	next := New(s.settings(), d.opts)
	if token, err := next.Token(t.Context()); token != "canary-access-2" || err != nil {
		t.Errorf("the next command got %q, %v", token, err)
	}
	if token, err := next.Renew(t.Context(), "canary-access-2"); token != "canary-access-3" || err != nil {
		t.Errorf("the next refresh got %q, %v", token, err)
	}
}

// atMoment calls f at a moment of the first refresh.
func atMoment(s *server, moment string, f func()) {
	s.mu.Lock() // the server takes it before each answer, so it sees the hooks
	defer s.mu.Unlock()
	s.intercept = func(_ http.ResponseWriter, _ *http.Request, n int) bool {
		if n == 2 && moment == "before the rotation" {
			f()
		}
		return false
	}
	s.rotated = func(w http.ResponseWriter, _ *http.Request, n int) bool {
		if n != 2 || moment == "before the rotation" {
			return false
		}
		if moment == "in the answer" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("  "))
			_ = http.NewResponseController(w).Flush()
		}
		f()
		return false
	}
}

// checkDeath makes sure that a held signal took effect in the end.
func checkDeath(t *testing.T, err error, task string, sig syscall.Signal) {
	t.Helper()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		t.Errorf("the process ended with %v although it was interrupted", err)
		return
	}
	if status, isUnix := exit.Sys().(syscall.WaitStatus); isUnix && task == "careless" && (!status.Signaled() || status.Signal() != sig) {
		t.Errorf("the process ended with %v, want death by %v", err, sig)
	}
}
