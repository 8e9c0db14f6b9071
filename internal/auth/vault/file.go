package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"

	"travel.example/travel/internal/auth/secret"
	"travel.example/travel/internal/disk"
)

// File returns a store of private files in dir, one an entry, 0600 in 0700. It is not encrypted, so
// it is only ever used by explicit choice. A file or directory that others can read is refused.
func File(dir string) Store { return fileStore{dir: dir} }

type fileStore struct{ dir string }

// Name implements Store.
func (s fileStore) Name() string { return "file store (not encrypted) in " + s.dir }

// Get implements Store.
func (s fileStore) Get(ctx context.Context, entry string) (secret.Secret, error) {
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
	if len(text) > maxEntry {
		return "", s.fail(fmt.Sprintf("holds a file of %d bytes, %s", len(text), entry), nil)
	}
	return secret.Secret(text), nil
}

// Set implements Store. The file is replaced in one step, and is on the disk when Set returns.
func (s fileStore) Set(ctx context.Context, entry string, value secret.Secret) error {
	path, err := s.path(ctx, entry)
	if err != nil {
		return err
	}
	if len(value) > maxEntry {
		return s.fail(fmt.Sprintf("keeps at most %d bytes in an entry, not %d", maxEntry, len(value)), nil)
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return s.fail("cannot be made", err)
	}
	if err := s.private(path); err != nil && !errors.Is(err, ErrNoEntry) {
		return err
	}
	if err := disk.ReplaceForGood(path, []byte(value)); err != nil {
		return s.fail("cannot be written", err)
	}
	return nil
}

// Delete implements Store.
func (s fileStore) Delete(ctx context.Context, entry string) error {
	path, err := s.path(ctx, entry)
	if err != nil {
		return err
	}
	disk.Sweep(s.dir)
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoEntry
	}
	if err != nil {
		return s.fail("cannot delete", err)
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
		// Windows has no such bits; the user's profile is private there by its access list.
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			return &StoreError{
				Store: s.Name(), Problem: fmt.Sprintf("is readable by others: %s has mode %04o", p, info.Mode().Perm()),
				Remedy: "if no one can have read it, run: chmod -R go= " + s.dir + "; otherwise sign out and in again",
			}
		}
	}
	return nil
}

func (s fileStore) fail(problem string, err error) error {
	return &StoreError{Store: s.Name(), Problem: problem, Remedy: "check the directory " + s.dir, Err: err}
}
