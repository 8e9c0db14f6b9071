package sandbox

import (
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// Feedback is what was sent to sandboxes of this state directory, oldest first.
// Only the latest is kept, see maxFeedback.
func (s *Server) Feedback() ([]FeedbackEntry, error) {
	return s.feedback.entries()
}

// submitFeedback takes feedback in. The contract promises no storage, so a
// failure to keep it goes to the log and not to the sender.
func (s *Server) submitFeedback(c *call) (any, error) {
	if !c.params.Given("rating") && !c.params.Given("message") {
		return nil, rest.Invalidf("The body has neither rating nor message; send at least one of them.")
	}
	err := s.feedback.add(c.r.Context(), FeedbackEntry{
		At:       c.at.UTC(),
		Subject:  c.claims.Subject,
		Rating:   c.params.OptionalInt("rating"),
		Category: sentText(c, "category"),
		Message:  sentText(c, "message"),
		Version:  sentText(c, "version"),
	})
	if err != nil {
		s.log.Error("feedback was not kept", "trace_id", rest.TraceID(c.r.Context()), "error", err)
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
