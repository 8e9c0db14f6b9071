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

// TestFigureSignalsLoseNoLogin interrupts and kills real processes at random points of a refresh, from before the
// request to after the last byte of the answer, and then uses the login. It kills them at a server that accepts the
// previous refresh token once more: at a stricter one, a kill between the rotation and the last write cannot but lose
// the login (see TestAProgramKilledAtAnyStepLosesNothingAndIsSweptUpAfter).
func TestFigureSignalsLoseNoLogin(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send these signals")
	}
	for _, test := range []struct {
		name    string
		points  int
		signals []syscall.Signal
		tasks   []string
		lenient bool
	}{
		{"interrupts", need.Count(24, 300), []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}, []string{"token", "careless"}, false},
		{"kills", need.Count(8, 100), []syscall.Signal{syscall.SIGKILL}, []string{"token"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			seed := uint64(time.Now().UnixNano())
			dice := rand.New(rand.NewPCG(seed, 0))
			var tally struct {
				sync.Mutex
				lost, died int
			}
			turns := make(chan struct{}, 4)
			var wg sync.WaitGroup
			for range test.points {
				p := point{
					task: test.tasks[dice.IntN(len(test.tasks))], sig: test.signals[dice.IntN(len(test.signals))],
					step: dice.IntN(steps), later: time.Duration(dice.IntN(8000)) * time.Microsecond, lenient: test.lenient,
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
					}
				})
			}
			wg.Wait()
			if tally.died < test.points/4 {
				t.Errorf("only %d of %d processes were ended by their signal", tally.died, test.points)
			}
			need.Figure(t, fmt.Sprintf("%s at %d random points of a refresh, seed %d", test.name, test.points, seed),
				fmt.Sprintf("%d logins lost (%d processes ended by the signal)", tally.lost, tally.died), "0 lost")
		})
	}
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
