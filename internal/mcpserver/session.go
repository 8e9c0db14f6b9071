package mcpserver

import (
	"context"
	"sync"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/mcpserver/refs"
)

// Session is what all calls of one server share, over whatever connection they come: the desk with its
// profile and login, and what was found with it. Its methods may be called from several goroutines.
type Session struct {
	desk  *desk.Desk
	build Build

	mu       sync.Mutex
	settled  map[string]bool   // searches that were followed to an end, by id
	failures map[[32]byte]fail // of calls that failed in a row, by tool and arguments
	names    map[string]string // of places, by code

	refs  *refs.Table
	purse *purse
	seal  *seal
}

// Build names the program to clients.
type Build struct{ Version, Commit string }

// NewSession is a session at a desk, which does nothing before a tool is called.
func NewSession(d *desk.Desk, build Build) *Session {
	return &Session{
		desk: d, build: build, settled: map[string]bool{}, failures: map[[32]byte]fail{}, names: map[string]string{},
		refs: refs.New(), purse: newPurse(MostSearches), seal: newSeal(),
	}
}

// Allow bounds the searches that are made without asking.
func (s *Session) Allow(searches int) { s.purse.most = searches }

// Desk is the desk for one call: what happens there is told to the client that called.
func (s *Session) Desk(ctx context.Context) *desk.Desk {
	if heard, ok := ctx.Value(hearsKey{}).(*hears); ok {
		return s.desk.Reporting(heard)
	}
	return s.desk
}

// How long a call may take. Clients give up at 60 seconds.
const (
	callLimit   = 45 * time.Second
	settleLimit = 38 * time.Second // of the reading of a search; the last read may take a little longer
	againLimit  = 3 * time.Second  // of a search that was followed to an end before
)

// most is how many searches and failures are remembered.
const most = 1000

// Patience is how long a search may be followed: one that was followed to its end already holds still
// or is late for good.
func (s *Session) Patience(searchID string) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.settled[searchID] {
		return againLimit
	}
	return settleLimit
}

// Followed notes that a search was followed to an end.
func (s *Session) Followed(searchID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.settled) >= most {
		clear(s.settled)
	}
	s.settled[searchID] = true
}
