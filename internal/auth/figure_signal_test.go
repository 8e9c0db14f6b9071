package auth

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/need"
)

// TestFigureSignalsLoseNoLogin interrupts real processes at random points of a refresh, from before
// the request to after the last byte of the answer, and then uses the login.
func TestFigureSignalsLoseNoLogin(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("signals cannot be sent to a process there")
	}
	points, seed := need.Count(24, 300), uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	var tally struct {
		sync.Mutex
		lost, died, finished int
	}
	turns := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for range points {
		p := point{
			task: []string{"token", "careless"}[dice.IntN(2)],
			sig:  []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[dice.IntN(3)],
			step: dice.IntN(steps), later: time.Duration(dice.IntN(8000)) * time.Microsecond,
		}
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			died, err := p.play(t)
			tally.Lock()
			defer tally.Unlock()
			if err != nil {
				tally.lost++
				t.Errorf("seed %d, %+v: %v", seed, p, err)
			}
			if died {
				tally.died++
			} else {
				tally.finished++
			}
		})
	}
	wg.Wait()
	if tally.died < points/4 {
		t.Errorf("only %d of %d processes were ended by their signal", tally.died, points)
	}
	need.Figure(t, fmt.Sprintf("signals at %d random points of a refresh, seed %d", points, seed),
		fmt.Sprintf("%d logins lost (%d processes ended by the signal, %d were done)", tally.lost, tally.died, tally.finished), "0 lost")
}

// TestFigureKillsLoseNoLogin kills real processes at random points of a refresh, at a server that takes the refresh
// token before the last once more. One that does not has ended the old login by the time that a kill can lose the new
// one; TestAProgramKilledAtAnyStepLosesNothingAndIsSweptUpAfter says when.
func TestFigureKillsLoseNoLogin(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("signals cannot be sent to a process there")
	}
	points, seed := need.Count(8, 100), uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	lost, killed := 0, 0
	for range points {
		p := point{task: "token", sig: syscall.SIGKILL, step: dice.IntN(steps), later: time.Duration(dice.IntN(8000)) * time.Microsecond, lenient: true}
		died, err := p.play(t)
		if err != nil {
			lost++
			t.Errorf("seed %d, %+v: %v", seed, p, err)
		}
		if died {
			killed++
		}
	}
	need.Figure(t, fmt.Sprintf("SIGKILL at %d random points of a refresh, seed %d", points, seed),
		fmt.Sprintf("%d logins lost (%d processes killed before their end)", lost, killed), "0 lost")
}

// steps are the points of a refresh at which a signal is sent: before the server looks at the request, after
// it has rotated, between two bytes of its answer of some 200, and some time after the last one.
const steps = 300

type point struct {
	task  string
	sig   syscall.Signal
	step  int
	later time.Duration // after the answer, for the last steps

	lenient bool // the server is
}

// play interrupts one process and reports whether that ended it, and what was lost.
func (p point) play(t *testing.T) (died bool, err error) {
	s := newServer(t)
	s.lenient = p.lenient
	d := signedIn(t, s)
	var cmd *exec.Cmd
	started := make(chan struct{})
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-started
		b := &byBytes{ResponseWriter: w, wait: p.step - 1, send: func() { _ = cmd.Process.Signal(p.sig) }} // or it has ended
		if p.step == 0 {
			b.send()
		}
		s.Config.Handler.ServeHTTP(b, r)
		if b.wait >= 0 {
			time.AfterFunc(p.later, b.send)
		}
	}))
	defer front.Close()
	d.renewedAt(t, front.URL+"/token")
	cmd = authtest.Child(t, order{Task: p.task, Settings: s.settings(), Dir: d.dir})
	if err := cmd.Start(); err != nil {
		return false, err
	}
	close(started)
	died = cmd.Wait() != nil
	next := New(s.settings(), d.opts)
	access, err := next.Token(t.Context())
	if err == nil && !p.lenient { // else it may be fresh
		_, err = next.Renew(t.Context(), access)
	}
	if err == nil && s.reused != 0 {
		err = fmt.Errorf("the server saw %d refresh tokens twice", s.reused)
	}
	return died, err
}

// byBytes writes an answer byte by byte, and sends its signal when wait have gone.
type byBytes struct {
	http.ResponseWriter
	wait int
	send func()
}

func (b *byBytes) Write(p []byte) (int, error) {
	for i := range p {
		if b.wait == 0 {
			b.send()
		}
		b.wait--
		if _, err := b.ResponseWriter.Write(p[i : i+1]); err != nil {
			return i, err
		}
		if err := http.NewResponseController(b.ResponseWriter).Flush(); err != nil {
			return i, err
		}
	}
	return len(p), nil
}
