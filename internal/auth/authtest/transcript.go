package authtest

import (
	"strings"
	"sync"
)

// Transcript keeps what a person was told, and lets a test wait for a line.
type Transcript struct {
	mu   sync.Mutex
	more sync.Cond
	text strings.Builder
}

// NewTranscript is an empty one.
func NewTranscript() *Transcript {
	n := new(Transcript)
	n.more.L = &n.mu
	return n
}

// Line waits for a whole line that holds a word with this prefix, and returns the word.
func (n *Transcript) Line(prefix string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	for {
		for line := range strings.Lines(n.text.String()) {
			_, after, ok := strings.Cut(line, prefix)
			if ok && strings.HasSuffix(line, "\n") {
				return prefix + strings.Fields(after + " ")[0]
			}
		}
		n.more.Wait()
	}
}

// Write implements io.Writer.
func (n *Transcript) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.more.Broadcast()
	return n.text.Write(p)
}

// String is all of it.
func (n *Transcript) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}
