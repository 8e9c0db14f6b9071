package auth

import (
	"sync"
	"time"

	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/secret"
)

// session remembers the access token this process uses, with the reading of the clock when it was
// got: a wall clock that is set meanwhile does not make it look older or younger.
type session struct {
	mu      sync.Mutex
	access  secret.Secret
	start   time.Time // carries the monotonic clock
	life    time.Duration
	margin  time.Duration
	endless bool // the server gave no lifetime
	renewed bool // by this process, at start
}

// adopt notes a token that was found in the store or got at login; its remaining life counts from now.
func (s *session) adopt(l grant.Login, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access != l.Access {
		s.set(l, now)
	}
}

// renew notes a token that this process has just been given for a refresh token.
func (s *session) renew(l grant.Login, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set(l, now)
	s.renewed = true
}

func (s *session) set(l grant.Login, now time.Time) {
	s.access, s.start, s.renewed = l.Access, now, false
	s.life, s.margin, s.endless = l.Remaining(now), grant.Margin(l.Lifetime()), l.Head.Expires == 0
}

func (s *session) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.access = ""
}

// usable returns the token if it has its margin left.
func (s *session) usable(now time.Time) (secret.Secret, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access == "" {
		return "", false
	}
	return s.access, s.endless || s.life-now.Sub(s.start) > s.margin
}

// justRenewed says whether access was renewed by this process a moment ago. A service that rejects
// even that is not helped by another one.
func (s *session) justRenewed(access secret.Secret, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	window := s.margin
	if s.endless {
		window = grant.EarlyEnough
	}
	return s.renewed && s.access == access && now.Sub(s.start) < window
}
