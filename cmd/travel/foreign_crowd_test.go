package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/chromium"
)

// crowd is how many commands find the same login run out at the same time.
const crowd = 16

// TestACrowdRenewsALoginOnce starts many processes on a login whose access token
// has run out: a provider that ends a login when a refresh token comes twice
// sees one renewal, and every command has its answer.
func TestACrowdRenewsALoginOnce(t *testing.T) {
	p := serveProvider(t)
	d := serveForeignAPI(t, p)
	browser := chromium.Start(t)
	u := foreigner(t, p, d)
	u.comesFrom(browser, "chiyo", "#allow")
	u.must(t, "login")

	const later = 2 * time.Hour
	p.ahead(later)
	clock := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, time.Now().Add(later).Format(time.RFC3339Nano))
	}))
	t.Cleanup(clock.Close)
	if out, err := u.process(t, clock.URL, "auth", "status").CombinedOutput(); err != nil {
		t.Fatalf("auth status ended with %v\n%s", err, out)
	}
	var all sync.WaitGroup
	for range crowd {
		all.Go(func() {
			if out, err := u.process(t, clock.URL, "whoami").CombinedOutput(); err != nil {
				t.Errorf("whoami ended with %v\n%s", err, out)
			}
		})
	}
	all.Wait()
	if got, wrong := p.count("refresh_token"); got != 1 || len(wrong) != 0 {
		t.Errorf("the provider renewed %d times for %d processes, want 1; wrong: %+v", got, crowd, wrong)
	}

	p.end("travel", d.token.Load().(string)) // now it is the API that sends them all to renew
	for range crowd {
		all.Go(func() {
			if out, err := u.process(t, clock.URL, "whoami").CombinedOutput(); err != nil {
				t.Errorf("whoami after a 401 ended with %v\n%s", err, out)
			}
		})
	}
	all.Wait()
	if got, wrong := p.count("refresh_token"); got != 2 || len(wrong) != 0 {
		t.Errorf("after a 401 the provider renewed %d times in all, want 2; wrong: %+v", got, wrong)
	}
}

// process is the program of this user as a process of its own, which tells the
// time by the clock.
func (u *user) process(t *testing.T, clock string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "travel", args...)
	cmd.Env = append(os.Environ(), "HOME="+u.home, "SCRIPT_CLOCK="+clock)
	for name, value := range u.vars {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	return cmd
}
