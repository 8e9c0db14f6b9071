package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/session"
)

// A stage is a terminal with someone at it who types, and the program that answers from its built-in
// sandbox. Its clock starts at a fixed time and moves only while someone waits, so that every run of
// the same source shows the same.
type stage struct {
	home   string
	screen *screen
	film   []shot

	mu    sync.Mutex // over now
	now   time.Time
	due   time.Time      // when a live view is drawn the next time
	ticks chan time.Time // draws the live view again; nil while there is none
	drawn chan struct{}  // it was drawn
	fresh bool           // it draws its first frame by itself, and no one has waited for that
}

// A shot is what the screen shows, and for how long.
type shot struct {
	rows  [][]run
	holds time.Duration
}

// first is the time at which every picture begins.
var first = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

// every is how often a live view is drawn again. The program does it four times as often, which would
// show no more and make the film four times as large.
const every = 400 * time.Millisecond

func newStage(width, height int) (*stage, error) {
	home, err := os.MkdirTemp("", "travel-pictures-")
	if err != nil {
		return nil, err
	}
	return &stage{home: home, screen: newScreen(width, height), now: first, drawn: make(chan struct{}, 1)}, nil
}

func (s *stage) close() { _ = os.RemoveAll(s.home) }

// keep shows the screen as it is for that long.
func (s *stage) keep(d time.Duration) {
	s.film = append(s.film, shot{s.screen.drawn(), d})
}

// types types a command line word by word, and runs it.
func (s *stage) types(line string) error {
	text := "\x1b[2m$\x1b[0m"
	for word := range strings.FieldsSeq(line) {
		text += " " + word
		if _, err := io.WriteString(s.screen, "\r"+text); err != nil {
			return err
		}
		s.keep(every / 2)
	}
	s.keep(every)
	if _, err := io.WriteString(s.screen, "\n"); err != nil {
		return err
	}
	words := wordsOf(line)
	if code := commands.Execute(context.Background(), s.environment(words[1:])); code != 0 || s.screen.err != nil {
		return fmt.Errorf("%s ended with %d: %w", line, code, s.screen.err)
	}
	return nil
}

// wordsOf are the words of a command line, which may be quoted.
func wordsOf(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}

func (s *stage) environment(args []string) *cli.Env {
	term := render.Terminal{TTY: true, Width: s.screen.width, Height: s.screen.height, Color: true, Unicode: true}
	return &cli.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: s.screen, Stderr: watched{s},
		Getenv: func(string) string { return "" }, Environ: func() []string { return nil },
		OS: "linux", Home: s.home,
		Session: func() session.Session { return session.Session{Key: "picture", Terminal: true} },
		OutTerm: term, ErrTerm: term,
		Now: s.clock, Wait: s.wait, Tick: s.live,
		Open:  func(string) error { return nil },
		Build: cli.Build{Version: "dev"},
	}
}

func (s *stage) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *stage) advance(to time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = to
}

// wait moves the clock. A live view is drawn on the way whenever it is due, and filmed.
func (s *stage) wait(ctx context.Context, d time.Duration) error {
	until := s.clock().Add(d)
	for s.ticks != nil && !s.due.After(until) {
		if s.fresh {
			<-s.drawn
			s.fresh = false
		}
		s.advance(s.due)
		s.ticks <- s.due
		<-s.drawn
		s.keep(every)
		s.due = s.due.Add(every)
	}
	s.advance(until)
	return ctx.Err()
}

// live begins a live view, which draws its first frame by itself.
func (s *stage) live(time.Duration) (<-chan time.Time, func()) {
	s.ticks, s.due, s.fresh = make(chan time.Time), s.clock(), true
	return s.ticks, func() {
		s.ticks = nil
		if s.fresh {
			<-s.drawn
		}
	}
}

// watched is the stream that live views are drawn on.
type watched struct{ *stage }

func (w watched) Write(text []byte) (int, error) {
	n, err := w.screen.Write(text)
	if bytes.Contains(text, []byte(ansi.ResetModeSynchronizedOutput)) { // the end of a frame
		w.drawn <- struct{}{}
	}
	return n, err
}
