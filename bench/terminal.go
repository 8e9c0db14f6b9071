//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// How long a program writes nothing once it has written all that it had to.
const (
	quiet      = 40 * time.Millisecond  // after a key
	quietStart = 250 * time.Millisecond // after a start
	settled    = 3 * time.Second        // while a search is read again until it settles
	patience   = 20 * time.Second       // for anything at all
)

// session is a program on a terminal of its own.
type session struct {
	terminal *os.File
	cmd      *exec.Cmd
	began    time.Time
	chunks   chan chunk
}

// chunk is what one read returned.
type chunk struct {
	at   time.Time
	text string
}

// burst is what a program wrote until it was quiet.
type burst struct {
	text  string
	first time.Time // the end of the first frame, where the program marks frames
	last  time.Time // of the last byte
}

// start starts a program.
func (p *program) start(ctx context.Context) (*session, error) {
	s := &session{chunks: make(chan chunk, 1<<16)}
	s.cmd = exec.CommandContext(ctx, p.argv[0], p.argv[1:]...) //nolint:gosec // the programs that are measured
	s.cmd.Env = p.env
	attrs := &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if p.input != "" { // its terminal is standard output then
		file, err := os.Open(p.input)
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }()
		s.cmd.Stdin, attrs.Ctty = file, 1
	}
	s.began = time.Now()
	var err error
	if s.terminal, err = pty.StartWithAttrs(s.cmd, &pty.Winsize{Rows: 40, Cols: 120}, attrs); err != nil {
		return nil, err
	}
	go s.read()
	return s, nil
}

// read notes what is written, and when.
func (s *session) read() {
	buffer := make([]byte, 1<<16)
	for {
		n, err := s.terminal.Read(buffer)
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

// rest is what is written from now on until it has a text in it and nothing more comes for so long.
func (s *session) rest(text string, still time.Duration) (b burst, err error) {
	for {
		wait := patience
		if b.text != "" && strings.Contains(b.text, text) {
			wait = still
		}
		select {
		case c, open := <-s.chunks:
			if !open {
				return b, fmt.Errorf("the program has ended; it wrote %q", b.text)
			}
			b.text += c.text
			b.last = c.at
			if b.first.IsZero() && strings.Contains(b.text, frameEnd) {
				b.first = c.at
			}
		case <-time.After(wait):
			if wait == patience {
				return b, fmt.Errorf("%q is not shown, but %q", text, b.text)
			}
			return b, nil
		}
	}
}

// count is how many bytes are written in a time.
func (s *session) count(during time.Duration) (bytes int) {
	time.Sleep(during)
	for len(s.chunks) > 0 {
		bytes += len((<-s.chunks).text)
	}
	return bytes
}

// types types keys, and returns what is written then and how long that takes.
func (s *session) types(keys string) (burst, time.Duration, error) {
	begun := time.Now()
	if _, err := s.terminal.WriteString(keys); err != nil {
		return burst{}, 0, err
	}
	b, err := s.rest("", quiet)
	return b, b.last.Sub(begun), err
}

// end presses the key that ends the program, and returns how long that takes.
func (s *session) end(key string) (time.Duration, error) {
	begun := time.Now()
	_, err := s.terminal.WriteString(key)
	stop := time.AfterFunc(patience, func() { _ = s.cmd.Process.Kill() })
	defer stop.Stop()
	waited := s.cmd.Wait()
	took := time.Since(begun)
	if ended, ok := errors.AsType[*exec.ExitError](waited); ok && ended.Exited() {
		waited = nil // fzf ends with 130 where nothing was chosen
	}
	return took, errors.Join(err, s.terminal.Close(), waited)
}

// cpu is what all threads of the program have taken of the processor so far, see clock_getcpuclockid(3).
func (s *session) cpu() (time.Duration, error) {
	const scheduled = 2
	var t unix.Timespec
	err := unix.ClockGettime(int32(^s.cmd.Process.Pid<<3|scheduled), &t)
	return time.Duration(t.Nano()), err
}
