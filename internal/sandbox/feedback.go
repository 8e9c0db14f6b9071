package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// feedbackAPI serves the operation on feedback.
type feedbackAPI struct {
	box *feedbackBox
	log *slog.Logger
}

func (a feedbackAPI) operations() operations {
	return operations{
		"submitFeedback": {serve: a.submitFeedback},
	}
}

// submitFeedback takes feedback in. The contract promises no storage, so a
// failure to keep it goes to the log and not to the sender.
func (a feedbackAPI) submitFeedback(c *call) (any, error) {
	if !c.params.Given("rating") && !c.params.Given("message") {
		return nil, rest.Invalidf("The body has neither rating nor message; send at least one of them.")
	}
	err := a.box.add(c.r.Context(), FeedbackEntry{
		At:       c.at.UTC(),
		Subject:  c.claims.Subject,
		Rating:   c.params.OptionalInt("rating"),
		Category: sentText(c, "category"),
		Message:  sentText(c, "message"),
		Version:  sentText(c, "version"),
	})
	if err != nil {
		a.log.Error("feedback was not kept", "trace_id", rest.TraceID(c.r.Context()), "error", err)
	}
	return wire.FeedbackReceived{Status: wire.FeedbackReceivedStatusReceived}, nil
}

// sentText is a text as sent, which may be empty, or nil.
func sentText(c *call, name string) *string {
	if !c.params.Given(name) {
		return nil
	}
	return new(c.params.Text(name))
}

const (
	feedbackFile = "feedback.jsonl"

	// maxFeedback is how long the file gets, in bytes. What would go beyond it
	// makes the older half go first. An entry takes at most 13 KiB.
	maxFeedback = 1 << 20

	feedbackLockWait = 2 * time.Second
	feedbackLockPoll = 2 * time.Millisecond
)

// FeedbackEntry is feedback that was sent. What was not sent is nil.
type FeedbackEntry struct {
	At       time.Time `json:"at"`      // UTC
	Subject  string    `json:"subject"` // sub of the sender's token
	Rating   *int      `json:"rating,omitempty"`
	Category *string   `json:"category,omitempty"` // flights, hotels or other
	Message  *string   `json:"message,omitempty"`
	Version  *string   `json:"version,omitempty"` // of the sender's client
}

// feedbackBox keeps feedback as lines of JSON: in memory, or in a file that
// several processes append to.
type feedbackBox struct {
	path string // "" = memory only

	mu     sync.Mutex
	memory []byte
}

func newFeedbackBox(stateDir string) *feedbackBox {
	if stateDir == "" {
		return &feedbackBox{}
	}
	return &feedbackBox{path: filepath.Join(stateDir, feedbackFile)}
}

func (b *feedbackBox) add(ctx context.Context, e FeedbackEntry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode feedback: %w", err)
	}
	line = append(line, '\n')
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.path == "" {
		b.memory = append(room(b.memory, len(line)), line...)
		return nil
	}
	return b.locked(ctx, func() error { return b.append(line) })
}

// entries reads what is kept. A line that is not an entry, as a crash can leave, is
// skipped.
func (b *feedbackBox) entries() ([]FeedbackEntry, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := b.memory
	if b.path != "" {
		var err error
		if text, err = readFeedback(b.path); err != nil {
			return nil, err
		}
	}
	var found []FeedbackEntry
	for line := range bytes.Lines(text) {
		var e FeedbackEntry
		if json.Unmarshal(line, &e) == nil && !e.At.IsZero() {
			found = append(found, e)
		}
	}
	return found, nil
}

// locked keeps other processes away while work is done.
func (b *feedbackBox) locked(ctx context.Context, work func() error) error {
	ctx, cancel := context.WithTimeout(ctx, feedbackLockWait)
	defer cancel()
	lock := flock.New(b.path+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, feedbackLockPoll); err != nil {
		return fmt.Errorf("lock the feedback in %s: %w", b.path, err)
	}
	defer lock.Close()
	return work()
}

// append adds a line at the end of the file, after making room for it. The
// caller holds the lock.
func (b *feedbackBox) append(line []byte) error {
	kept, err := readFeedback(b.path)
	if err != nil {
		return err
	}
	if shorter := room(kept, len(line)); len(shorter) < len(kept) {
		if err := disk.Replace(b.path, append(shorter, line...)); err != nil {
			return fmt.Errorf("keep feedback: %w", err)
		}
		return nil
	}
	if n := len(kept); n > 0 && kept[n-1] != '\n' {
		line = append([]byte("\n"), line...) // the last writer was cut off
	}
	f, err := os.OpenFile(b.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keep feedback: %w", err)
	}
	_, err = f.Write(line)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("keep feedback: %w", err)
	}
	return nil
}

// room is what is kept when that many bytes are to follow: all of it, or the
// whole lines of its newer half.
func room(kept []byte, more int) []byte {
	if len(kept)+more < maxFeedback {
		return kept
	}
	newer := kept[len(kept)-maxFeedback/2:]
	_, newer, _ = bytes.Cut(newer, []byte("\n"))
	return bytes.Clone(newer)
}

// readFeedback reads the file up to its maximum length; a missing file is no
// feedback.
func readFeedback(path string) ([]byte, error) {
	text, err := disk.ReadUpTo(path, maxFeedback)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read feedback: %w", err)
	}
	return text, nil
}
