package auth

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/need"
)

// TestFigureManyProcessesRefreshOnceAndAllSucceed lets processes meet an ended access token at
// once. The server ends the login when it sees a refresh token twice.
func TestFigureManyProcessesRefreshOnceAndAllSucceed(t *testing.T) {
	crowds, rounds := []int{32}, 2
	if need.Count(0, 1) == 1 {
		crowds, rounds = []int{16, 32, 64, 128}, 100
	}
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	wrong := 0
	for round := range rounds {
		d.age(t)
		want := fmt.Sprintf("canary-access-%d\n", round+2)
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range crowds[round%len(crowds)] {
			cmd := authtest.Child(t, order{Task: "careless", Settings: s.settings(), Dir: d.dir})
			cmd.Stderr = os.Stderr
			wg.Go(func() {
				if out, err := cmd.Output(); string(out) != want || err != nil {
					mu.Lock()
					defer mu.Unlock()
					wrong++
					t.Errorf("round %d: got %q, %v, want %q", round, out, err, want)
				}
			})
		}
		wg.Wait()
	}
	refreshes := s.count("/token") - 1
	if refreshes != rounds || s.reused != 0 {
		t.Errorf("%d refreshes in %d rounds, %d reuses", refreshes, rounds, s.reused)
	}
	need.Figure(t, fmt.Sprintf("%v processes in turn, %d rounds of an ended token", crowds, rounds),
		fmt.Sprintf("%d refreshes, %d reuses, %d processes failed", refreshes, s.reused, wrong),
		fmt.Sprintf("%d, 0, 0", rounds))
}

// TestFigureSilentConnectionsDoNotDelayASignIn opens sockets that say nothing before the browser comes.
func TestFigureSilentConnectionsDoNotDelayASignIn(t *testing.T) {
	const idle = 50
	s := newServer(t)
	d := newDesk(t, s.settings())
	start := time.Now()
	_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error {
		u, err := url.Parse(address)
		if err != nil {
			return err
		}
		for range idle {
			conn, err := net.Dial("tcp", u.Host)
			if err != nil {
				return err
			}
			t.Cleanup(func() { _ = conn.Close() })
		}
		return browse(t)(address)
	}})
	took := time.Since(start)
	if err != nil || took > time.Second {
		t.Errorf("%v after %s", err, took)
	}
	need.Figure(t, fmt.Sprintf("sign-in beside %d idle connections", idle), fmt.Sprintf("%d ms", took.Milliseconds()), "under 1000 ms")
}
