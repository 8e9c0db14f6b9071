package oauth

import (
	"context"
	"maps"
	"path/filepath"
	"strings"
	"sync"
	"time"

	files "travel.example/travel/internal/store"
)

// ledger is the state of the server: grants by name.
type ledger map[string]grant

// grant is one sign-in. It begins as an authorization code or a waiting device and becomes a family of tokens.
// Its name is the code and is part of every token issued for it, so deleting the grant revokes them all.
type grant struct {
	Client    string    `json:"client"`
	Account   string    `json:"account,omitempty"` // "" until someone allows a device
	Scopes    []string  `json:"scopes"`
	SignedIn  time.Time `json:"signedIn,omitzero"`
	Expires   time.Time `json:"expires"` // of the code, then of the newest refresh token
	Challenge string    `json:"challenge,omitempty"`
	Nonce     string    `json:"nonce,omitempty"`
	Redirect  string    `json:"redirect,omitempty"` // only for an authorization code
	Refresh   string    `json:"refresh,omitempty"`  // end of the newest refresh token; "" until the code is redeemed

	UserCode string        `json:"userCode,omitempty"` // only for a device
	Denied   bool          `json:"denied,omitempty"`
	Polled   time.Time     `json:"polled,omitzero"`
	Interval time.Duration `json:"interval,omitempty"`
}

// store keeps the ledger in memory or in a file shared by several processes.
type store struct {
	path string // "" = memory only

	mu     sync.Mutex
	memory ledger // the ledger if there is no file
}

// view returns the current ledger.
func (s *store) view() (ledger, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.path == "" {
		return maps.Clone(s.memory), nil
	}
	table, key := s.table()
	l, _, err := table.Get(key)
	return l, err
}

// update calls change with the grants that have not expired, excluding all other processes, and saves the result
// even if change returns an error. If saving fails, update returns that error, and the caller must discard
// everything that change produced.
func (s *store) update(ctx context.Context, now time.Time, change func(ledger) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refused error
	work := func(l *ledger) {
		if *l == nil {
			*l = ledger{}
		}
		maps.DeleteFunc(*l, func(_ string, g grant) bool { return !now.Before(g.Expires) })
		refused = change(*l)
	}
	if s.path == "" {
		work(&s.memory)
		return refused
	}
	table, key := s.table()
	if err := table.Change(ctx, key, work); err != nil {
		return err
	}
	return refused
}

// table returns the ledger's file and its key.
func (s *store) table() (files.Table[ledger], string) {
	dir, name := filepath.Split(s.path)
	silent := func(string) {} // a damaged file is moved aside, and everyone signs in again
	return files.Table[ledger]{Home: files.Home{Dir: filepath.Clean(dir), Warn: silent}}, strings.TrimSuffix(name, ".json")
}
