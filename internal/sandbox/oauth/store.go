package oauth

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"strings"
	"sync"
	"time"

	files "travel.example/travel/internal/store"
)

// ledger is everything that the server remembers: grants by their names.
type ledger map[string]grant

// grant is one sign-in: a code on its way or a device that waits, and then a
// family of tokens. Its name is the code, and part of every token that comes of
// it: deleting the grant revokes them all.
type grant struct {
	Client    string    `json:"client"`
	Account   string    `json:"account,omitempty"` // "" while no one has allowed a device
	Scopes    []string  `json:"scopes"`
	SignedIn  time.Time `json:"signedIn,omitzero"`
	Expires   time.Time `json:"expires"` // of the code, then of the newest refresh token
	Challenge string    `json:"challenge,omitempty"`
	Nonce     string    `json:"nonce,omitempty"`
	Redirect  string    `json:"redirect,omitempty"` // of a code
	Refresh   string    `json:"refresh,omitempty"`  // end of the newest refresh token; "" until the code was redeemed

	UserCode string        `json:"userCode,omitempty"` // of a device
	Denied   bool          `json:"denied,omitempty"`
	Polled   time.Time     `json:"polled,omitzero"`
	Interval time.Duration `json:"interval,omitempty"`
}

// store keeps the ledger: in memory, or in a file that several processes share.
type store struct {
	path string // "" = memory only

	mu     sync.Mutex
	memory ledger // what the file would hold, without one
}

// view returns the ledger as it is now.
func (s *store) view() (ledger, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.path == "" {
		return maps.Clone(s.memory), nil
	}
	table, key := s.table()
	l, _, err := table.Get(key)
	if trouble, ok := errors.AsType[*files.Trouble](err); ok && trouble.Aside {
		err = nil // everyone signs in again, as a person would do anyway
	}
	return l, err
}

// update lets change work on what has not expired, alone among all processes, and
// saves the result even if change returns an error. If saving fails that is the error, and
// nothing that change found out may be acted on.
func (s *store) update(ctx context.Context, now time.Time, change func(ledger) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refused error
	work := func(l *ledger) error {
		if *l == nil {
			*l = ledger{}
		}
		maps.DeleteFunc(*l, func(_ string, g grant) bool { return !now.Before(g.Expires) })
		refused = change(*l)
		return nil
	}
	var err error
	if s.path == "" {
		err = work(&s.memory)
	} else {
		table, key := s.table()
		err = table.Change(ctx, key, work)
	}
	if err != nil {
		return err
	}
	return refused
}

// table is the ledger's file.
func (s *store) table() (files.Table[ledger], string) {
	dir, name := filepath.Split(s.path)
	return files.Table[ledger]{Dir: filepath.Clean(dir)}, strings.TrimSuffix(name, ".json")
}
