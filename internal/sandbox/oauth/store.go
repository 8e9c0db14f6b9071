package oauth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/disk"
)

const (
	maxLedgerBytes = 4 << 20 // several times what a full ledger takes
	lockWait       = 5 * time.Second
	lockPoll       = 2 * time.Millisecond
)

// store keeps the ledger: in memory, or in a file that several processes share.
// Every read of the file holds a lock beside it, because some systems cannot
// rename over a file that is being read.
type store struct {
	path string // "" = memory only

	mu     sync.Mutex
	ledger *ledger
	raw    []byte // the file's bytes that ledger was read from
}

func newStore(path string) *store {
	return &store{path: path, ledger: newLedger()}
}

// view shows the ledger, which look must not change or keep.
func (s *store) view(look func(*ledger)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.path == "" {
		look(s.ledger)
		return nil
	}
	// Without a file there are no sign-ins: the built-in profile never makes
	// one, nor a lock.
	if _, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) {
		look(newLedger())
		return nil
	}
	return s.locked((*flock.Flock).TryRLockContext, func() error {
		if err := s.load(); err != nil {
			return err
		}
		look(s.ledger)
		return nil
	})
}

// update lets change work on the ledger, alone among all processes, and saves
// the result. When it returns an error nothing was saved, and whatever
// change found out must not be acted on.
func (s *store) update(now time.Time, change func(*ledger)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.path == "" {
		change(s.ledger)
		s.ledger.prune(now)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("make room for the sign-ins: %w", err)
	}
	return s.locked((*flock.Flock).TryLockContext, func() error {
		if err := s.load(); err != nil {
			return err
		}
		change(s.ledger)
		s.ledger.prune(now)
		return s.save()
	})
}

type lockFunc func(*flock.Flock, context.Context, time.Duration) (bool, error)

func (s *store) locked(take lockFunc, work func() error) error {
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	lock := flock.New(s.path+".lock", flock.SetPermissions(0o600))
	if _, err := take(lock, ctx, lockPoll); err != nil {
		return fmt.Errorf("lock the sign-ins in %s: %w", s.path, err)
	}
	defer lock.Close()
	return work()
}

// load reads the ledger from the file. A file that is not a ledger counts as an
// empty one: everyone signs in again, which is what a person would do anyway.
func (s *store) load() error {
	raw, err := disk.ReadUpTo(s.path, maxLedgerBytes)
	if errors.Is(err, fs.ErrNotExist) {
		raw, err = nil, nil
	}
	if err != nil {
		return fmt.Errorf("read the sign-ins: %w", err)
	}
	if s.raw != nil && bytes.Equal(raw, s.raw) {
		return nil
	}
	read := newLedger()
	if json.Unmarshal(raw, read) != nil || read.Grants == nil || read.Revoked == nil || read.Devices == nil {
		read = newLedger()
	}
	s.ledger, s.raw = read, raw
	return nil
}

// save writes the ledger beside the file and renames it into place, unless
// nothing changed. The caller holds the lock.
func (s *store) save() error {
	raw, err := json.Marshal(s.ledger)
	if err == nil && !bytes.Equal(raw, s.raw) {
		err = disk.Replace(s.path, raw)
	}
	if err != nil {
		s.raw = nil // the ledger is ahead of the file: read it again next time
		return fmt.Errorf("save the sign-ins: %w", err)
	}
	s.raw = raw
	return nil
}
