package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// feedbackFile holds what was sent, an entry of at most 13 KiB a line.
const feedbackFile = "feedback.jsonl"

// FeedbackEntry is feedback that was sent. What was not sent is nil.
type FeedbackEntry struct {
	At       time.Time `json:"at"`      // UTC
	Subject  string    `json:"subject"` // sub of the sender's token
	Rating   *int      `json:"rating,omitempty"`
	Category *string   `json:"category,omitempty"` // flights, hotels or other
	Message  *string   `json:"message,omitempty"`
	Version  *string   `json:"version,omitempty"` // of the sender's client
}

// submitFeedback takes feedback in. The contract promises no storage, so a
// failure to keep it goes to the log and not to the sender.
func (s *service) submitFeedback(c *call) (any, error) {
	if !c.Given("rating") && !c.Given("message") {
		return nil, rest.Invalidf("The body has neither rating nor message; send at least one of them.")
	}
	err := keepFeedback(s.feedback, FeedbackEntry{
		At: c.at.UTC(), Subject: c.claims.Subject, Rating: c.OptionalInt("rating"), Category: c.OptionalText("category"),
		Message: c.OptionalText("message"), Version: c.OptionalText("version"),
	})
	if err != nil {
		s.log.Error("feedback was not kept", "trace_id", rest.TraceID(c.r.Context()), "error", err)
	}
	return wire.FeedbackReceived{Status: wire.FeedbackReceivedStatusReceived}, nil
}

// keepFeedback adds a line of JSON to a file that several processes append to; "" keeps nothing.
func keepFeedback(path string, e FeedbackEntry) error {
	if path == "" {
		return nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	// The line begins with its own end of line, since the last writer may have been cut off.
	_, err = f.Write(append([]byte("\n"), line...))
	return errors.Join(err, f.Close())
}

// Feedback is what was sent to sandboxes of this state directory, oldest first. A line that is not an entry, as a
// crash can leave, is skipped.
func (s *Server) Feedback() ([]FeedbackEntry, error) {
	var found []FeedbackEntry
	if s.service.feedback == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.service.feedback)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read feedback: %w", err)
	}
	for line := range bytes.Lines(text) {
		var e FeedbackEntry
		if json.Unmarshal(line, &e) == nil && !e.At.IsZero() {
			found = append(found, e)
		}
	}
	return found, nil
}
