package vault

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// StoreError means that the credential store cannot be used. Nothing was kept anywhere else instead.
type StoreError struct {
	Store   string // for people: "keyring (Secret Service)"
	Problem string
	Remedy  string // what the person can do, one sentence without full stop
	File    bool   // it is one of files
	Err     error  // the store's own words, may be nil
}

func (e *StoreError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("the %s %s", e.Store, e.Problem)
	}
	return fmt.Sprintf("the %s %s: %s", e.Store, e.Problem, flow.Clean(e.Err.Error()))
}

func (e *StoreError) Unwrap() error { return e.Err }

// Class is Login, except for a disk that takes nothing, which no sign-in changes.
func (e *StoreError) Class() problem.Class {
	if store.Refused(e.Err) {
		return problem.Local
	}
	return problem.Login
}

// Advice is the remedy.
func (e *StoreError) Advice() string { return e.Remedy }

// maxEntry is the most a keyring keeps in one entry, in bytes: the smallest limit of the platforms
// (Windows Credential Manager), kept on all of them so that a login that works here works anywhere.
const maxEntry = 2560

// fileRemedy is the way out where the keyring cannot be used.
const fileRemedy = "to keep the login in a private file instead, run: travel config set credential-store file"

// ErrNoEntry means that a store holds nothing under a name.
var ErrNoEntry = errors.New("no such entry in the credential store")

// Store keeps small named secrets. Keyring and File make one.
type Store interface {
	// Name says for people what and where the store is.
	Name() string
	// Get returns what was set, or ErrNoEntry.
	Get(ctx context.Context, entry string) (flow.Secret, error)
	// Set keeps value, at most 2,560 bytes in a keyring, in place of what was there.
	Set(ctx context.Context, entry string, value flow.Secret) error
	// Delete forgets an entry, or returns ErrNoEntry.
	Delete(ctx context.Context, entry string) error
}

// probe starts the names of entries that try a store out; they live for moments.
const probe = "probe."

// Probe proves that the store can write, read and delete, under a name of its own, and that the disk of
// a file store has room for a login.
func Probe(ctx context.Context, in Store) error {
	entry, value := probe+strings.ToLower(rand.Text()), flow.Secret(rand.Text())
	if files, ok := in.(fileStore); ok {
		store.Sweep(files.dir, probe)
		if err := files.reserve(ctx, entry); err != nil {
			return err
		}
	}
	if err := in.Set(ctx, entry, value); err != nil {
		return err
	}
	got, err := in.Get(ctx, entry)
	if err != nil && !errors.Is(err, ErrNoEntry) {
		return err
	}
	if got != value {
		return &StoreError{Store: in.Name(), Problem: "does not give back what it was given", Remedy: fileRemedy}
	}
	return in.Delete(ctx, entry)
}

// maxFile is the most that a file keeps, in bytes: a whole login.
const maxFile = 3*maxPart + 1<<10

// File returns a store of private files in dir, one an entry, 0600 in 0700. It is not encrypted, so
// it is only ever used by explicit choice. A file or directory that others can read is refused.
func File(dir string) Store { return fileStore{dir: dir} }

type fileStore struct{ dir string }

// reserve gives an entry the room for a login, whatever else is written on its disk, until it is set or
// deleted. What it held may be gone.
func (s fileStore) reserve(ctx context.Context, entry string) error {
	path, err := s.place(ctx, entry)
	if err != nil {
		return err
	}
	err = reserve(path, maxFile)
	if store.Full(err) {
		return &StoreError{
			Store: s.Name(), File: true, Problem: "has no room for a login", Err: bare(err),
			Remedy: fmt.Sprintf("free some space on that disk, %d kB are enough", maxFile>>10+20),
		}
	}
	if err != nil {
		return s.fail("cannot be written", bare(err))
	}
	return nil
}

// bare is an error of a file without the file's name, which is a temporary one.
func bare(err error) error {
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	return err
}

// Name implements Store.
func (s fileStore) Name() string { return "file store (not encrypted) in " + s.dir }

// Get implements Store.
func (s fileStore) Get(ctx context.Context, entry string) (flow.Secret, error) {
	path, err := s.path(ctx, entry)
	if err != nil {
		return "", err
	}
	if err := s.private(path); err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNoEntry
	}
	if err != nil {
		return "", s.fail("cannot be read", err)
	}
	if len(text) > maxFile {
		return "", s.fail(fmt.Sprintf("holds a file of %d bytes, %s", len(text), entry), nil)
	}
	return flow.Secret(text), nil
}

// Set implements Store, in the room that the file has. It is on the disk when Set returns; who reads it
// before, or after a crash, may find a piece.
func (s fileStore) Set(ctx context.Context, entry string, value flow.Secret) error {
	if len(value) > maxFile {
		return s.fail(fmt.Sprintf("keeps at most %d bytes in an entry, not %d", maxFile, len(value)), nil)
	}
	path, err := s.place(ctx, entry)
	if err != nil {
		return err
	}
	if err := overwrite(path, []byte(value)); err != nil {
		return s.fail("cannot be written", bare(err))
	}
	return nil
}

// place is the path of an entry that is about to be written, in a directory that is there.
func (s fileStore) place(ctx context.Context, entry string) (string, error) {
	path, err := s.path(ctx, entry)
	if err != nil {
		return "", err
	}
	if err := store.Make(s.dir); err != nil {
		return "", s.fail("cannot be made", err)
	}
	if err := s.private(path); err != nil && !errors.Is(err, ErrNoEntry) {
		return "", err
	}
	return path, nil
}

// Delete implements Store.
func (s fileStore) Delete(ctx context.Context, entry string) error {
	path, err := s.path(ctx, entry)
	if err != nil {
		return err
	}
	store.Sweep(s.dir, probe)
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoEntry
	}
	if err != nil {
		return s.fail("cannot be written", bare(err))
	}
	return nil
}

// path returns where an entry lies. Entries are named by this package; anything else stays out.
func (s fileStore) path(ctx context.Context, entry string) (string, error) {
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if !entryPattern().MatchString(entry) {
		return "", s.fail(fmt.Sprintf("does not take the name %q", entry), nil)
	}
	return filepath.Join(s.dir, entry), nil
}

var entryPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+)*$`)
})

// private refuses a directory or file that someone else can read or that is not a plain file.
// ErrNoEntry means that it does not exist.
func (s fileStore) private(path string) error {
	for p, stat := range map[string]func(string) (fs.FileInfo, error){s.dir: os.Stat, path: os.Lstat} {
		info, err := stat(p)
		if errors.Is(err, fs.ErrNotExist) {
			return ErrNoEntry
		}
		if err != nil {
			return s.fail("cannot be read", err)
		}
		if !info.Mode().IsRegular() && p != s.dir {
			return s.fail("holds something that is not a file, "+p, nil)
		}
		if store.Exposed(runtime.GOOS, info.Mode(), 0o077) {
			return &StoreError{
				Store: s.Name(), File: true, Problem: fmt.Sprintf("is readable by others: %s has mode %04o", p, info.Mode().Perm()),
				Remedy: "if no one can have read it, run: chmod -R go= " + s.dir + "; otherwise sign out and in again",
			}
		}
	}
	return nil
}

func (s fileStore) fail(problem string, err error) error {
	return &StoreError{Store: s.Name(), File: true, Problem: problem, Remedy: "check the directory " + s.dir, Err: err}
}
