// Package vault keeps logins in the keyring of the operating system or in private files, whole or
// not at all, even when it is interrupted.
package vault

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// Errors that callers test for. If a store cannot be used, the login is not stored anywhere else instead.
var (
	ErrNoLogin = errors.New("nothing is stored")
	ErrDamaged = errors.New("the stored login is damaged")
	ErrStore   = errors.New("the credential store cannot be used")
	ErrKeyring = fmt.Errorf("keyring: %w", ErrStore)
)

// Store keeps the login of one profile at one service, as text. Keyring and File return one. Callers hold a
// lock while they change it.
type Store interface {
	// Name describes the store and its location for users.
	Name() string
	// ID identifies the entry among all entries of the user. It is a valid file name, for the lock.
	ID() string
	// Get returns the stored text, ErrNoLogin or ErrDamaged.
	Get(ctx context.Context) (flow.Secret, error)
	// Set replaces the stored text. A writer that dies leaves the old text or the new one.
	Set(ctx context.Context, text flow.Secret) error
	// Reserve makes room for the login that will replace l, so that no refresh is sent whose result could not
	// be stored (docs/threats.md, T10). The next Set uses that room; without a Set, call giveBack.
	Reserve(ctx context.Context, l flow.Login) (giveBack func(), err error)
	// Delete removes the stored text and the remains of interrupted writers.
	Delete(ctx context.Context) error
	// Probe checks that the store can write, read and delete, without touching the stored text.
	Probe(ctx context.Context) error
}

const (
	maxPart  = 20_000            // bytes of a token, more than any server takes in a header
	maxLogin = 3*maxPart + 1<<10 // bytes of a stored login
)

// kept is a login as it is stored.
type kept struct {
	Access  string `json:"access"`
	Refresh string `json:"refresh,omitempty"`
	flow.Facts
}

// Load reads the login. If only its facts are left, for the next sign-in, it returns them and ErrNoLogin.
func Load(ctx context.Context, s Store) (flow.Login, error) {
	text, err := s.Get(ctx)
	if err != nil {
		return flow.Login{}, err
	}
	var k kept
	if json.Unmarshal([]byte(text), &k) != nil {
		return flow.Login{}, ErrDamaged
	}
	l := flow.Login{Access: flow.Secret(k.Access), Refresh: flow.Secret(k.Refresh), Facts: k.Facts}
	if l.Access == "" {
		return l, ErrNoLogin
	}
	return l, nil
}

// Save replaces the stored login. The caller holds the lock.
func Save(ctx context.Context, s Store, l flow.Login) error {
	text, err := json.Marshal(kept{string(l.Access), string(l.Refresh), l.Facts})
	if err != nil {
		return fmt.Errorf("encode the login: %w", err)
	}
	if most := max(len(l.Access), len(l.Refresh)); most > maxPart || len(text) > maxLogin {
		return failure(ErrStore, s.Name(), fmt.Sprintf("keeps at most %d bytes of a token, and the server sent %d", maxPart, most),
			"ask the operator of the sign-in server for smaller tokens", nil)
	}
	return s.Set(ctx, flow.Secret(text))
}

// failure returns the error of a store. Its class is that of a login, unless the disk refuses to write.
func failure(kind error, name, text, hint string, err error) error {
	e := problem.Error{Class: problem.Login, Text: "the " + name + " " + text, Hint: hint, Err: kind}
	if store.Refused(err) {
		e.Class = problem.Local
	}
	if err != nil {
		e.Text += ": " + flow.Clean(store.Why(err))
		e.Err = fmt.Errorf("%w: %w", kind, err)
	}
	return e
}

// fileRemedy is the hint if the keyring cannot be used.
const fileRemedy = "to keep the login in a private file instead, run: travel config set credential-store file"

// probe is the prefix of the files of Probe, which exist for a moment.
const probe = "probe."

// File returns a store in a private file in dir, 0600 in 0700. It is not encrypted, so it is only ever
// used by explicit choice. A file or directory that others can read is refused.
func File(dir, service, user string) Store {
	id := store.Key(service + "\x00" + user)
	path := filepath.Join(dir, id)
	return fileStore{dir, id, path, path + ".new"}
}

type fileStore struct {
	dir, id, path string
	next          string // the file that the next login is written to before it replaces the last one
}

func (s fileStore) Name() string { return "file store (not encrypted) in " + s.dir }

func (s fileStore) ID() string { return s.id }

func (s fileStore) Get(context.Context) (flow.Secret, error) {
	if err := s.private(); err != nil {
		return "", err
	}
	text, err := store.ReadUpTo(s.path, maxLogin+1)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNoLogin
	}
	if err != nil {
		return "", s.fail("cannot be read", err)
	}
	return flow.Secret(text), nil
}

// Set writes in the room that was reserved. The text is on the disk when it returns.
func (s fileStore) Set(_ context.Context, text flow.Secret) error {
	if err := s.write(s.next, []byte(text)); err != nil {
		return err
	}
	if err := os.Rename(s.next, s.path); err != nil {
		_ = os.Remove(s.next)
		return s.fail("cannot be written", err)
	}
	if dir, err := os.Open(s.dir); err == nil { // so that the file keeps its name
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

// Reserve makes a file as large as any login.
func (s fileStore) Reserve(context.Context, flow.Login) (giveBack func(), err error) {
	return func() { _ = os.Remove(s.next) }, s.write(s.next, make([]byte, maxLogin))
}

func (s fileStore) Delete(context.Context) error {
	store.Sweep(s.dir, probe)
	for _, path := range []string{s.next, s.path} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return s.fail("cannot be written", err)
		}
	}
	return nil
}

// Probe makes sure of the room for a login, too.
func (s fileStore) Probe(context.Context) error {
	store.Sweep(s.dir, probe)
	path := filepath.Join(s.dir, probe+rand.Text())
	defer os.Remove(path)
	return s.write(path, make([]byte, maxLogin))
}

// private returns an error if others can read the directory or the file, or if that is not a regular file.
func (s fileStore) private() error {
	for p, stat := range map[string]func(string) (fs.FileInfo, error){s.dir: os.Stat, s.path: os.Lstat} {
		info, err := stat(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return s.fail("cannot be read", err)
		case !info.Mode().IsRegular() && p != s.dir:
			return s.fail("holds something that is not a file, "+p, nil)
		case store.Exposed(runtime.GOOS, info.Mode(), 0o077):
			return failure(ErrStore, s.Name(), fmt.Sprintf("is readable by others: %s has mode %04o", p, info.Mode().Perm()),
				"if no one can have read it, run: chmod -R go= "+s.dir+"; otherwise sign out and in again", nil)
		}
	}
	return nil
}

// write replaces the content of a private file in place, so that it uses the space the file already has. If
// that fails, it removes the file. Some file systems report a full disk only at the sync.
func (s fileStore) write(path string, text []byte) error {
	if err := store.Make(s.dir); err != nil {
		return s.fail("cannot be made", err)
	}
	if err := s.private(); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return s.fail("cannot be written", err)
	}
	_, err = f.Write(text)
	if err == nil {
		err = errors.Join(f.Truncate(int64(len(text))), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path)
		return s.fail("cannot be written", err)
	}
	return nil
}

func (s fileStore) fail(text string, err error) error {
	hint := "check the directory " + s.dir
	if store.Full(err) {
		text = "has no room for a login"
		hint = fmt.Sprintf("free some space on that disk, %d kB are enough", maxLogin>>10+20)
	}
	return failure(ErrStore, s.Name(), text, hint, err)
}
