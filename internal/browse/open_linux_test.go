package browse

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/creack/pty"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// terminal returns a terminal for a test and, once it is closed, what was written to it.
func terminal(t *testing.T) (Options, func() string) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skip("skipped: no terminal can be made here:", err)
	}
	if err := pty.Setsize(slave, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	var shown bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(&shown, master) // until the error of a terminal that nobody has open
	}()
	closed := sync.OnceFunc(func() {
		_ = slave.Close()
		<-read
	})
	t.Cleanup(func() {
		closed()
		_ = master.Close()
	})
	return Options{
			Terminal: screen.Terminal{In: slave, Out: slave},
			Term:     canvas.Terminal{TTY: true, Unicode: true, Width: 80, Height: 24},
		}, func() string {
			closed()
			return shown.String()
		}
}

// deskFor returns a desk over the built-in sandbox, or the one named by the environment, with its own pause function.
func deskFor(t *testing.T, wait func(context.Context, time.Duration) error, environ ...string) *desk.Desk {
	t.Helper()
	home := t.TempDir()
	getenv := func(name string) string {
		for _, variable := range environ {
			if value, ok := strings.CutPrefix(variable, name+"="); ok {
				return value
			}
		}
		return ""
	}
	now := func() time.Time { return time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC) }
	place := deployment.New(deployment.Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: getenv, Home: home, GOOS: "linux"})
		},
		Getenv: getenv, Now: now, Wait: wait,
	})
	t.Cleanup(place.Close)
	session := func() (recall.Session, error) { return recall.Session{Owner: recall.Named, Key: "open"}, nil }
	return desk.Open(desk.Options{Deployment: place, Session: session, Now: now, Wait: wait})
}

var errAsked = errors.New("asked to end")

// A search that used quota is recorded, even if the screen ends while it is running.
func TestAnEndInTheMiddleOfASearchKeepsIt(t *testing.T) {
	o, shown := terminal(t)
	ctx, end := context.WithCancelCause(t.Context())
	defer end(nil)
	var ended atomic.Bool
	o.Desk = deskFor(t, func(ctx context.Context, _ time.Duration) error { // the search was made and is read again
		end(errAsked)
		<-ctx.Done()
		ended.Store(true)
		return ctx.Err()
	})
	o.Start.Flights = aSearch(t)
	diverted := false
	o.Divert = func(func(string)) func() {
		diverted = true
		return func() { diverted = false }
	}
	if _, err := Open(ctx, o); !errors.Is(err, errAsked) {
		t.Errorf("ended with %v", err)
	}
	if !ended.Load() || diverted {
		t.Errorf("what was under way has ended: %t; stderr is told elsewhere: %t", ended.Load(), diverted)
	}
	if list, ok, err := o.Desk.Lists().Latest(recall.Trips); err != nil || !ok || list.Search.ID == "" {
		t.Errorf("the search is not kept: %+v, %v", list.Search, err)
	}
	if text := shown(); !strings.Contains(text, "\x1b[?1049l") {
		t.Errorf("the screen was not given back: %q", text)
	}
}

// A search that may have used quota is reported, even after the screen has ended.
func TestASearchThatWasBeingMadeIsTold(t *testing.T) {
	o, _ := terminal(t)
	ctx, end := context.WithCancelCause(t.Context())
	defer end(nil)
	over := make(chan struct{})
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // so that it notices the end
		end(errAsked)
		select {
		case <-r.Context().Done():
		case <-over:
		}
	}))
	defer service.Close()
	defer close(over)
	wait := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	o.Desk = deskFor(t, wait, "TRAVEL_API_URL="+service.URL, "TRAVEL_TOKEN=t")
	o.Start.Flights = aSearch(t)
	warnings, err := Open(ctx, o)
	if !errors.Is(err, errAsked) || len(warnings) != 1 || !strings.Contains(warnings[0], "may have been spent") {
		t.Errorf("ended with %v, and said %q", err, warnings)
	}
}

// A panic in a job prints the usual one line after the screen.
func TestAPanicIsAMistakeOfThisProgram(t *testing.T) {
	o, shown := terminal(t)
	o.Desk = deskFor(t, func(context.Context, time.Duration) error { panic("canary") })
	o.Start.Flights = aSearch(t)
	_, err := Open(t.Context(), o)
	m, ok := errors.AsType[*problem.Mistake](err)
	if !ok || len(m.Frames) == 0 || !strings.Contains(m.Frames[0], "TestAPanicIsAMistakeOfThisProgram") || strings.Contains(err.Error(), "canary") {
		t.Errorf("ended with %v", err)
	}
	if text := shown(); !strings.Contains(text, "\x1b[?1049l") || strings.Contains(text, "canary") {
		t.Errorf("the terminal shows %q", text)
	}
}
