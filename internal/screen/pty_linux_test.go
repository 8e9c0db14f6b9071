package screen

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// terminal is a test terminal whose output is collected as it arrives.
type terminal struct {
	t      *testing.T
	master *os.File // output is read and input is written here
	slave  *os.File // the terminal of the program
	before unix.Termios

	mu    sync.Mutex
	grown *sync.Cond
	shown bytes.Buffer
	gone  bool
}

func newPTY(t *testing.T, size Size) *terminal {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("skipped: no terminal can be made here: %v", err)
	}
	t.Cleanup(func() {
		_ = slave.Close()
		_ = master.Close()
	})
	// pty.Open leaves the master in blocking mode, and then a file that is being read would not close.
	if err := unix.SetNonblock(int(master.Fd()), true); err != nil {
		t.Fatal(err)
	}
	p := &terminal{t: t, master: master, slave: slave}
	p.grown = sync.NewCond(&p.mu)
	p.before = p.termios()
	p.resize(size)
	return p
}

// looks starts reading the output.
func (p *terminal) looks() {
	go func() {
		buffer := make([]byte, 64<<10)
		for {
			n, err := p.master.Read(buffer)
			p.mu.Lock()
			p.shown.Write(buffer[:n])
			p.gone = err != nil
			p.grown.Broadcast()
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
}

func (p *terminal) termios() unix.Termios {
	p.t.Helper()
	mode, err := unix.IoctlGetTermios(int(p.slave.Fd()), unix.TCGETS)
	if err != nil {
		p.t.Fatal(err)
	}
	return *mode
}

func (p *terminal) resize(size Size) {
	p.t.Helper()
	if err := pty.Setsize(p.slave, &pty.Winsize{Rows: uint16(size.Height), Cols: uint16(size.Width)}); err != nil {
		p.t.Fatal(err)
	}
}

func (p *terminal) types(text string) {
	p.t.Helper()
	if _, err := p.master.WriteString(text); err != nil {
		p.t.Fatal(err)
	}
}

// until waits until the output after the first skipped bytes contains a sequence, and returns the length of the
// output up to its end.
func (p *terminal) until(skipped int, sequence string) (end int) {
	p.t.Helper()
	p.awaits(sequence, func(written string) bool {
		at := strings.Index(written[skipped:], sequence)
		end = skipped + at + len(sequence)
		return at >= 0
	})
	return end
}

// sees waits until the screen shows a text, and returns the length of the output so far.
func (p *terminal) sees(text string) (written int) {
	p.t.Helper()
	p.awaits(text, func(all string) bool {
		m := newModel(200, 70)
		m.write(all)
		written = len(all)
		return strings.Contains(strings.Join(m.shows(), "\n"), text)
	})
	return written
}

func (p *terminal) awaits(what string, holds func(written string) bool) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	late := false
	defer time.AfterFunc(20*time.Second, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		late = true
		p.grown.Broadcast()
	}).Stop()
	for !holds(p.shown.String()) {
		if p.gone || late {
			p.t.Fatalf("the terminal never shows %q: %q", what, p.shown.String())
		}
		p.grown.Wait()
	}
}

// written returns all output so far.
func (p *terminal) written() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown.String()
}

// unread returns the number of unread input bytes.
func (p *terminal) unread() int {
	p.t.Helper()
	n, err := unix.IoctlGetInt(int(p.slave.Fd()), unix.TIOCINQ)
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}

// isGivenBack writes like a shell after the screen was left, and checks the terminal.
func (p *terminal) isGivenBack(when string) {
	p.t.Helper()
	p.slave.Write([]byte("$ "))
	p.awaits("a prompt", func(written string) bool { return strings.HasSuffix(written, ansi.ResetModeAltScreenSaveCursor+"$ ") })
	p.isAsBefore(when)
}

// isAsBefore fails unless the terminal is as it was: its mode, its unread input, and the modes of its screen.
func (p *terminal) isAsBefore(what string) {
	p.t.Helper()
	if now := p.termios(); now != p.before {
		p.t.Errorf("%s: the mode is %+v, was %+v", what, now, p.before)
	}
	if n := p.unread(); n != 0 {
		p.t.Errorf("%s: %d bytes are unread", what, n)
	}
	m := newModel(500, 200)
	m.write(p.written())
	for mode, want := range map[string]bool{"?1049": false, "?25": true, "?7": true, "?1000": false, "?1006": false, "?2004": false, "?2026": false} {
		if m.modes[mode] != want {
			p.t.Errorf("%s: the mode %s is %v", what, mode, m.modes[mode])
		}
	}
	if m.style != "" {
		p.t.Errorf("%s: style %q", what, m.style)
	}
}
