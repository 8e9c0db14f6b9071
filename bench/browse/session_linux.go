package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"travel.example/travel/internal/pty"
)

// quiet is for how long a program writes nothing once it has written all that it had to.
const (
	quiet      = 40 * time.Millisecond  // behind a key
	quietStart = 250 * time.Millisecond // behind a start
	settled    = 3 * time.Second        // where a search is read again until it holds still
	patience   = 20 * time.Second       // for anything at all
)

// session is a program on a terminal of its own.
type session struct {
	terminal *pty.Terminal
	cmd      *exec.Cmd
	began    time.Time
	chunks   chan chunk
	all      strings.Builder // what was written and looked at
	left     int             // bytes that were typed and that it did not read, known when it has ended
}

// chunk is what was read at once.
type chunk struct {
	at   time.Time
	text string
}

// burst is what a program wrote until it was quiet.
type burst struct {
	text  string
	first time.Time // the end of the first frame, where the program tells frames apart
	last  time.Time // of the last byte
}

// start starts a program.
func (p *program) start(ctx context.Context) (*session, error) {
	terminal, err := pty.Open(120, 40)
	if err != nil {
		return nil, err
	}
	s := &session{terminal: terminal, chunks: make(chan chunk, 1<<16)}
	s.cmd = exec.CommandContext(ctx, p.argv[0], p.argv[1:]...) //nolint:gosec // programs of this table
	s.cmd.Dir, s.cmd.Env = p.dir, p.env
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = terminal.Slave, terminal.Slave, terminal.Slave
	s.cmd.SysProcAttr = pty.Session()
	if p.input != "" { // it opens the terminal itself, which standard output is
		file, err := os.Open(p.input)
		if err != nil {
			return nil, errors.Join(err, terminal.Close())
		}
		defer func() { _ = file.Close() }()
		s.cmd.Stdin, s.cmd.SysProcAttr.Ctty = file, 1
	}
	go s.read()
	s.began = time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, errors.Join(err, terminal.Close())
	}
	return s, nil
}

// read notes what is written, and when.
func (s *session) read() {
	buffer := make([]byte, 1<<16)
	for {
		n, err := s.terminal.Master.Read(buffer)
		if n > 0 {
			s.chunks <- chunk{time.Now(), string(buffer[:n])}
		}
		if err != nil {
			close(s.chunks)
			return
		}
	}
}

// frameEnd is what travel ends each frame with.
const frameEnd = "\x1b[?2026l"

// rest is what is written from now on until nothing comes for so long.
func (s *session) rest(still time.Duration) (b burst, err error) {
	wait := patience
	for {
		timer := time.NewTimer(wait)
		select {
		case c, open := <-s.chunks:
			timer.Stop()
			if !open {
				return b, errors.New("the program has ended: " + tail(s.all.String()))
			}
			b.text += c.text
			s.all.WriteString(c.text)
			b.last, wait = c.at, still
			if b.first.IsZero() && strings.Contains(b.text, frameEnd) {
				b.first = c.at
			}
		case <-timer.C:
			if b.text == "" {
				return b, errors.New("nothing is shown: " + tail(s.all.String()))
			}
			return b, nil
		}
	}
}

// opened is what is written from the start on until the rows are there.
func (s *session) opened(p *program) (b burst, err error) {
	for {
		more, err := s.rest(quietStart)
		if err != nil {
			return b, err
		}
		if b.first.IsZero() {
			b.first = more.first
		}
		b.text, b.last = b.text+more.text, more.last
		if strings.Contains(b.text, p.row) {
			return b, nil
		}
	}
}

// ready waits until the rows are there and nothing is read any more.
func (s *session) ready(p *program) error {
	if _, err := s.opened(p); err != nil {
		return err
	}
	s.count(settled)
	return nil
}

// count is how many bytes come in a time.
func (s *session) count(during time.Duration) (bytes int) {
	end := time.NewTimer(during)
	defer end.Stop()
	for {
		select {
		case c, open := <-s.chunks:
			if !open {
				return bytes
			}
			s.all.WriteString(c.text)
			bytes += len(c.text)
		case <-end.C:
			return bytes
		}
	}
}

// types types and returns what comes of it and how long that takes.
func (s *session) types(keys string) (burst, time.Duration, error) {
	at := time.Now()
	if _, err := s.terminal.Master.WriteString(keys); err != nil {
		return burst{}, 0, err
	}
	b, err := s.rest(quiet)
	return b, b.last.Sub(at), err
}

// end presses what ends the program, and returns how long that takes.
func (s *session) end(keys string) (time.Duration, error) {
	at := time.Now()
	_, err := s.terminal.Master.WriteString(keys)
	stop := time.AfterFunc(patience, func() { _ = s.cmd.Process.Kill() })
	defer stop.Stop()
	waited := s.cmd.Wait()
	took := time.Since(at)
	if n, unread := s.terminal.Unread(); err == nil {
		s.left, err = n, unread
	}
	if closed := s.terminal.Close(); err == nil {
		err = closed
	}
	if ended, ok := errors.AsType[*exec.ExitError](waited); ok && ended.Exited() {
		waited = nil // fzf ends with 130 where nothing was chosen
	}
	return took, errors.Join(err, waited)
}

// tail is the end of what was written, for an error.
func tail(text string) string { return fmt.Sprintf("%q", text[max(0, len(text)-400):]) }
