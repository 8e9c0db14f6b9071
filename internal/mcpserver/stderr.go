package mcpserver

import (
	"io"
	"sync"
)

// dropping is a writer that never waits for its reader: what does not fit into its queue is lost.
type dropping struct{ queue chan []byte }

// Dropping writes to another writer without ever waiting for it. A client that does not read what a
// server says on stderr must not be able to stop it. What is written after the stop is lost.
func Dropping(to io.Writer) (w io.Writer, stop func()) {
	d := dropping{make(chan []byte, 64)}
	stopped := make(chan struct{})
	go func() {
		for {
			select {
			case text := <-d.queue:
				_, _ = to.Write(text) // no one is left to tell
			case <-stopped:
				return
			}
		}
	}()
	return d, sync.OnceFunc(func() { close(stopped) })
}

// Write implements [io.Writer].
func (d dropping) Write(text []byte) (int, error) {
	select {
	case d.queue <- append([]byte(nil), text...):
	default:
	}
	return len(text), nil
}
