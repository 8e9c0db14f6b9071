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

// feedbackFile has all feedback sent, one entry of at most 13 KiB per line.
const feedbackFile = "feedback.jsonl"

// FeedbackEntry is one submitted feedback. Fields that were not sent are nil.
type FeedbackEntry struct {
	At       time.Time `json:"at"`      // UTC
	Subject  string    `json:"subject"` // sub of the sender's token
	Rating   *int      `json:"rating,omitempty"`
	Category *string   `json:"category,omitempty"` // flights, hotels or other
	Message  *string   `json:"message,omitempty"`
	Version  *string   `json:"version,omitempty"` // of the sender's client
}

// submitFeedback accepts feedback. The contract does not promise to store it, so a failure to do so is logged and
// not reported to the sender.
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

// keepFeedback appends a line of JSON to a file shared by several processes. It does nothing if path is "".
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
	// The entry starts with a newline in case the last write was cut off.
	_, err = f.Write(append([]byte("\n"), line...))
	return errors.Join(err, f.Close())
}

// Feedback returns the feedback sent to sandboxes of this state directory, oldest first. It skips a line that is
// not a valid entry, which a crash can leave behind.
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
