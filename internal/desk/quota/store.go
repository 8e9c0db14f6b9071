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
	"path/filepath"

	"travel.example/travel/internal/disk"
)

const maxFileBytes = 1 << 20

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
	text, err := disk.ReadShared(s.path, maxFileBytes)
	if err != nil {
		return Book{}, fmt.Errorf("read what is left of the quotas: %w", err)
	}
	return understood(text), nil
}

// understood is the book that a text holds; an empty one where it cannot be understood.
func understood(text []byte) Book {
	book, err := parse(text)
	if err != nil {
		return Book{}
	}
	return book
}

func parse(text []byte) (Book, error) {
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

// Note changes the book, while no other process does. One that is lost is no failure: the next answer
// says it again.
func (s Store) Note(ctx context.Context, change func(*Book)) error {
	if s.path == "" {
		return nil
	}
	err := disk.ChangeForNow(ctx, s.path, maxFileBytes, func(text []byte) ([]byte, error) {
		book := understood(text)
		change(&book)
		return json.Marshal(book)
	})
	if err != nil {
		return fmt.Errorf("keep what is left of the quotas: %w", err)
	}
	return nil
}
