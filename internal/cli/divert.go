package cli

import (
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// diversion receives stderr output meant for a person while the terminal shows something else.
type diversion struct {
	say func(line string)

	mu    sync.Mutex
	debug []byte // debug log output held for later
	cut   bool   // some of it was dropped
}

// mostStalled is how long to wait for a terminal that accepts no output, so that it cannot block the process
// forever.
const mostStalled = 2 * time.Second

// mostDebug is the maximum size in bytes of the debug log to hold.
const mostDebug = 256 << 10

// Divert sends stderr output meant for a person to say line by line until back is called, which then writes the
// held debug log. The debug log is not diverted if stderr is not a terminal.
func (p *Printer) Divert(say func(line string)) (back func()) {
	d := &diversion{say: say}
	p.diverted.Store(d)
	return func() {
		p.diverted.Store(nil)
		d.mu.Lock()
		held, cut := d.debug, d.cut
		d.debug = nil
		d.mu.Unlock()
		if len(held) == 0 && !cut { // if a terminal accepts no output, even an empty write would block
			return
		}
		written := make(chan struct{})
		go func() {
			defer close(written)
			_, _ = p.env.Stderr.Write(held)
			if cut {
				p.Notice("the rest of the debug log was dropped; --debug=FILE keeps all of it")
			}
		}()
		select {
		case <-written:
		case <-time.After(mostStalled):
		}
	}
}

// write passes text to say line by line.
func (d *diversion) write(text []byte) (int, error) {
	for line := range strings.Lines(ansi.Strip(string(text))) {
		if line = strings.TrimSpace(line); line != "" {
			d.say(line)
		}
	}
	return len(text), nil
}

// debugLog writes the debug log to stderr.
type debugLog struct{ out *Printer }

// Write implements io.Writer. It takes whole lines.
func (l debugLog) Write(line []byte) (int, error) {
	d := l.out.diverted.Load()
	if d == nil || !l.out.env.ErrTerm.TTY {
		return l.out.env.Stderr.Write(line)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cut = d.cut || len(d.debug)+len(line) > mostDebug; !d.cut {
		d.debug = append(d.debug, line...)
	}
	return len(line), nil
}
