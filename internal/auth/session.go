package auth

import (
	"sync"
	"time"
)

// earlyEnough is how long before its end an access token is renewed.
const earlyEnough = time.Minute

// session remembers the access token this process uses, with the reading of the clock when it was
// got: a wall clock that is set meanwhile does not make it look older or younger.
type session struct {
	mu      sync.Mutex
	access  Secret
	start   time.Time // carries the monotonic clock
	life    time.Duration
	margin  time.Duration
	endless bool // the server gave no lifetime
	renewed bool // by this process, at start
}

// adopt notes a token that was found in the store or got at login; its remaining life counts from now.
func (s *session) adopt(l login, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access != l.access {
		s.set(l, now)
	}
}

// renew notes a token that this process has just been given for a refresh token.
func (s *session) renew(l login, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set(l, now)
	s.renewed = true
}

func (s *session) set(l login, now time.Time) {
	s.access, s.start, s.renewed = l.access, now, false
	s.life, s.margin, s.endless = l.remaining(now), margin(l.lifetime()), l.head.Expires == 0
}

func (s *session) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.access = ""
}

// usable returns the token if it has its margin left.
func (s *session) usable(now time.Time) (Secret, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access == "" {
		return "", false
	}
	return s.access, s.endless || s.life-now.Sub(s.start) > s.margin
}

// justRenewed says whether access was renewed by this process a moment ago. A service that rejects
// even that is not helped by another one.
func (s *session) justRenewed(access Secret, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	window := s.margin
	if s.endless {
		window = earlyEnough
	}
	return s.renewed && s.access == access && now.Sub(s.start) < window
}

// margin is a minute, or half of a life that is shorter than two: a server that gives short lives
// must not have every call renew.
func margin(life time.Duration) time.Duration { return min(earlyEnough, life/2) }

// remaining is how much of the access token's life is left by the wall clock. A token from the future
// was stored before the clock was set back, and nothing can be said about it: 0.
func (l login) remaining(now time.Time) time.Duration {
	left := time.Unix(l.head.Expires, 0).Sub(now)
	if left > l.lifetime()+time.Second {
		return 0
	}
	return max(left, 0)
}

func (l login) lifetime() time.Duration {
	return time.Duration(l.head.Expires-l.head.Issued) * time.Second
}

// fresh says whether the access token can be used without renewing it first.
func (l login) fresh(now time.Time) bool {
	return l.head.Expires == 0 || l.remaining(now) > margin(l.lifetime())
}

// alive says whether the access token has not ended yet, as far as this computer's clock knows.
func (l login) alive(now time.Time) bool { return l.head.Expires == 0 || l.remaining(now) > 0 }
