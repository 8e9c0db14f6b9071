package cli

import (
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// diversion is where what a person would read on stderr goes while the terminal shows something else.
type diversion struct {
	say func(line string)

	mu    sync.Mutex
	debug []byte // of the debug log, for later
	cut   bool   // there was more of it
}

// mostStalled is how long a terminal that takes no bytes is waited for: it must not keep the process.
const mostStalled = 2 * time.Second

// mostDebug is how much of a debug log is held for later, in bytes.
const mostDebug = 256 << 10

// Divert has what a person would read on stderr said line by line instead, from anywhere, until back is
// called. The debug log is written then, and as ever where stderr is not a terminal.
func (p *Printer) Divert(say func(line string)) (back func()) {
	d := &diversion{say: say}
	p.diverted.Store(d)
	return func() {
		p.diverted.Store(nil)
		d.mu.Lock()
		held, cut := d.debug, d.cut
		d.debug = nil
		d.mu.Unlock()
		if len(held) == 0 && !cut { // where a terminal takes no bytes, even writing none would wait
			return
		}
		written := make(chan struct{})
		go func() {
			defer close(written)
			_, _ = p.env.Stderr.Write(held)
			if cut {
				p.Notice("the rest of the debug log was not held; --debug=FILE keeps all of it")
			}
		}()
		select {
		case <-written:
		case <-time.After(mostStalled):
		}
	}
}

// write tells what was to be written.
func (d *diversion) write(text []byte) (int, error) {
	for line := range strings.Lines(ansi.Strip(string(text))) {
		if line = strings.TrimSpace(line); line != "" {
			d.say(line)
		}
	}
	return len(text), nil
}

// debugLog is stderr for the debug log.
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
