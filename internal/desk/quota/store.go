package quota

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"travel.example/travel/internal/store"
)

// Store is the book of one account, in a file that all processes share.
type Store struct {
	table store.Table[Book]
	key   string
}

// Open names the file below the state directory, "" for nowhere. account may hold any text and is not
// kept.
func Open(dir, account string) Store {
	if dir == "" {
		return Store{}
	}
	table := store.Table[Book]{
		Dir: filepath.Join(dir, "quota"), Loose: true,
		Name: func(string) string { return "what is left of the quotas" },
	}
	return Store{table, store.Key(account)}
}

// Read is the book as it was last written; an empty one where there is none, and a *store.Trouble where it is
// damaged.
func (s Store) Read() (Book, error) {
	book, _, err := s.table.Get(s.key)
	return book, err
}

// changeWait is how long a change waits for that of another process.
const changeWait = 2 * time.Second

// Note changes the book, while no other process does. One that is lost is no failure: the next answer
// says it again.
func (s Store) Note(ctx context.Context, change func(*Book)) error {
	ctx, cancel := context.WithTimeout(ctx, changeWait)
	defer cancel()
	err := s.table.Change(ctx, s.key, func(book *Book) error {
		change(book)
		return nil
	})
	if err != nil && !errors.Is(err, store.ErrNowhere) {
		return fmt.Errorf("keep what is left of the quotas: %w", err)
	}
	return nil
}
