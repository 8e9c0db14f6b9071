package quota

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/disk"
)

// How long a note waits for another process's, and how often it looks. A note that is lost is no
// failure: the next answer says it again.
const (
	noteWait = 2 * time.Second
	notePoll = 5 * time.Millisecond

	maxFileBytes = 1 << 20
)

// Store is the book of one account, in a file that all processes share.
type Store struct {
	path string // "" for nowhere
}

// Open names the file below the state directory, "" for nowhere. account may hold any text and is not
// kept.
func Open(dir, account string) Store {
	if dir == "" {
		return Store{}
	}
	sum := sha256.Sum256([]byte(account))
	return Store{path: filepath.Join(dir, "quota", hex.EncodeToString(sum[:12])+".json")}
}

// Read is the book as it was last written; an empty one where there is none. A file that cannot be
// understood counts as none.
func (s Store) Read() (Book, error) {
	if s.path == "" {
		return Book{}, nil
	}
	text, err := disk.ReadUpTo(s.path, maxFileBytes+1)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, disk.ErrIrregular) || disk.Denied(err) {
		return Book{}, nil
	}
	if err != nil {
		return Book{}, fmt.Errorf("read what is left of the quotas: %w", err)
	}
	book, err := parse(text)
	if err != nil {
		return Book{}, nil //nolint:nilerr // as good as none
	}
	return book, nil
}

func parse(text []byte) (Book, error) {
	if len(text) > maxFileBytes {
		return Book{}, errors.New("it is too large")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var book Book
	if err := decoder.Decode(&book); err != nil {
		return Book{}, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Book{}, errors.New("something follows it")
	}
	return book, book.check()
}

// Note changes the book, while no other process does.
func (s Store) Note(ctx context.Context, change func(*Book)) error {
	if s.path == "" {
		return nil
	}
	if err := disk.Make(filepath.Dir(s.path)); err != nil {
		return fmt.Errorf("keep what is left of the quotas: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, noteWait)
	defer cancel()
	lock := flock.New(s.path+".lock", flock.SetPermissions(0o600))
	if held, err := lock.TryLockContext(ctx, notePoll); err != nil || !held {
		return fmt.Errorf("keep what is left of the quotas: it is in use: %w", err)
	}
	defer func() { _ = lock.Unlock() }()
	book, err := s.Read()
	if err != nil {
		return err
	}
	change(&book)
	text, err := json.Marshal(book)
	if err != nil {
		return fmt.Errorf("keep what is left of the quotas: %w", err)
	}
	if err := disk.Replace(s.path, text); err != nil {
		return fmt.Errorf("keep what is left of the quotas: %w", err)
	}
	return nil
}
