package sandbox

import "travel.example/travel/internal/sandbox/wire"

func (s *Server) getHealth(*call) (any, error) {
	return wire.Health{Status: wire.HealthStatusHealthy, Commit: optional(s.version)}, nil
}

// optional is nil for an empty text, which then stays out of the answer.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
