package main

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/testkit/contracttest"
	"travel.example/travel/internal/testkit/need"
)

// TestALockIsAsWideAsTheKeyring (docs/threats.md, T05) has processes with two places for
// their settings share one login of the real keyring: it is renewed once.
func TestALockIsAsWideAsTheKeyring(t *testing.T) {
	need.Keyring(t)
	s := &stage{t: t}
	front := httptest.NewUnstartedServer(nil)
	url := "http://" + front.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Options{URL: url, StateDir: t.TempDir(), Now: s.now})
	if err != nil {
		t.Fatal(err)
	}
	front.Config.Handler = judged{t: t, contract: contracttest.Load(t), next: server.Handler(), count: s.count}
	front.Start()
	clock := httptest.NewServer(s)
	t.Cleanup(func() {
		clock.Close()
		front.Close()
		_ = server.Close()
	})
	home := t.TempDir()
	travel := func(settings string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "travel", args...)
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, settings), "XDG_STATE_HOME=",
			"SCRIPT_CLOCK="+clock.URL, "SCRIPT_SIGN_IN=ada", "TRAVEL_API_URL="+url, "TRAVEL_CLIENT_ID=travel-cli")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := travel("a", "login"); err != nil {
		t.Fatalf("login: %v\n%s", err, out)
	}
	s.advance(20 * time.Minute)
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			out, err := travel([]string{"a", "b"}[i%2], "whoami")
			if err != nil || !strings.Contains(out, "ada@example.com") {
				t.Errorf("whoami: %v\n%s", err, out)
			}
		})
	}
	all.Wait()
	if out, err := travel("b", "logout"); err != nil || !strings.Contains(out, "revoked") {
		t.Errorf("logout: %v\n%s", err, out)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := s.posts["/token:refresh_token"]; n != 1 {
		t.Errorf("%d refreshes for 32 processes", n)
	}
}
