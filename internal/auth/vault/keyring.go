package vault

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zalando/go-keyring"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

const (
	quietPatience = 3 * time.Second  // with no one to answer a prompt
	askedPatience = 60 * time.Second // with a person at the terminal

	// maxEntry is the most that every keyring keeps in one entry, in bytes: Windows takes 2,560, and macOS a
	// command of 4,096, in which the value stands in base64. A Secret Service takes any size.
	maxEntry = 2560

	unlockRemedy = "unlock the keyring of your desktop session; " + fileRemedy
)

// Keyring returns the store of the operating system: Secret Service, Keychain or Credential Manager, whose own program
// shows the login by service and user. If a person is at the terminal, the keyring gets 60 s instead of 3 s to have its
// prompt answered, and notices gets a line after 3 s.
func Keyring(service, user string, interactive bool, notices io.Writer) Store {
	k := &keyringStore{ring: ring{keyring.Get, keyring.Set, keyring.Delete}, service: service, user: user, interactive: interactive, notices: notices}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		k.limit = maxEntry
	}
	return k
}

// keyringStore keeps a login in one entry if it fits, or else in pieces, of which the first is written last.
// During a renewal a spare entry reserves room for the new login.
//
// The library takes no context and may never return, so each call has a time limit. While a call that timed
// out has not returned, no other call is made: its late write must not follow a later one.
type keyringStore struct {
	ring          ring
	service, user string
	interactive   bool
	notices       io.Writer
	limit         int         // most bytes of an entry; 0 for any number
	silent        atomic.Bool // a call was given up and has not come back
}

// ring is the keyring of this computer, or one of a test.
type ring struct {
	get    func(service, user string) (string, error)
	set    func(service, user, text string) error
	delete func(service, user string) error
}

func (*keyringStore) Name() string { return keyringName(runtime.GOOS) }

func keyringName(goos string) string {
	names := map[string]string{"darwin": "keyring (Keychain)", "windows": "keyring (Credential Manager)"}
	return cmp.Or(names[goos], "keyring (Secret Service)")
}

func (k *keyringStore) ID() string { return store.Key(k.service + "\x00" + k.user) }

// record is the first entry of a login.
type record struct {
	number, count int    // of the login, and of its entries
	sum           uint32 // of the whole text
	text          string // or its beginning
}

const recordForm = "%d %d %08x "

// headed is how many bytes come before the text of a record, at most.
const headed = 40

// spare is the user of the entry that reserves room during a renewal.
func (k *keyringStore) spare() string { return k.user + " (renewal)" }

// piece is the user of the i-th entry of a login. Every other login uses the same names.
func (k *keyringStore) piece(number, i int) string {
	return fmt.Sprintf("%s (part %d%c)", k.user, i+1, 'a'+rune(number%2))
}

// Get reads again what is damaged: another process may be saving.
func (k *keyringStore) Get(ctx context.Context) (text flow.Secret, err error) {
	for range 5 {
		var r record
		r, err = k.first(ctx)
		for i := 1; i < r.count && err == nil; i++ {
			var more string
			more, err = k.get(ctx, k.piece(r.number, i))
			r.text += more
		}
		if errors.Is(err, keyring.ErrNotFound) || err == nil && crc32.ChecksumIEEE([]byte(r.text)) != r.sum {
			err = ErrDamaged
		}
		if !errors.Is(err, ErrDamaged) {
			return flow.Secret(r.text), err
		}
	}
	return "", err
}

// first reads the first entry of the login.
func (k *keyringStore) first(ctx context.Context) (r record, err error) {
	text, err := k.get(ctx, k.user)
	if errors.Is(err, keyring.ErrNotFound) {
		return r, ErrNoLogin
	}
	if err != nil {
		return r, err
	}
	if _, err := fmt.Sscanf(text, recordForm, &r.number, &r.count, &r.sum); err != nil || r.count < 1 {
		return record{}, ErrDamaged
	}
	_, r.text, _ = strings.Cut(text, fmt.Sprintf("%08x ", r.sum))
	return r, nil
}

func (k *keyringStore) Set(ctx context.Context, text flow.Secret) error {
	old, err := k.first(ctx)
	if err != nil && !errors.Is(err, ErrNoLogin) && !errors.Is(err, ErrDamaged) {
		return err
	}
	pieces, number := k.cut(string(text)), old.number+1
	err = nil
	for i := 1; i < len(pieces) && err == nil; i++ {
		err = k.set(ctx, k.piece(number, i), pieces[i])
	}
	if err == nil {
		first := fmt.Sprintf(recordForm, number, len(pieces), crc32.ChecksumIEEE([]byte(text))) + pieces[0]
		// It gets the spare one's room before it is written: gnome-keyring leaves behind what it could not write whole.
		_ = k.delete(ctx, k.spare())
		err = k.set(ctx, k.user, first)
	}
	if err != nil {
		return errors.Join(err, k.drop(context.WithoutCancel(ctx), number, 1))
	}
	// No reader uses what is left of the last login.
	_ = errors.Join(k.drop(ctx, old.number, 1), k.drop(ctx, number, len(pieces)))
	return nil
}

// cut cuts a text into pieces that fit into entries.
func (k *keyringStore) cut(text string) []string {
	if k.limit == 0 {
		return []string{text}
	}
	var pieces []string
	for size := k.limit - headed; len(text) > size; text = text[size:] {
		pieces = append(pieces, text[:size])
	}
	return append(pieces, text)
}

// Reserve makes entries that the next login overwrites. They are somewhat larger than l, but
// not as large as any login, since a keyring writes all of it.
func (k *keyringStore) Reserve(ctx context.Context, l flow.Login) (giveBack func(), err error) {
	old, err := k.first(ctx)
	if err != nil {
		return nil, err
	}
	blanks := k.cut(strings.Repeat(" ", len(l.Access)+len(l.Refresh)+2*maxEntry))
	for i := range len(blanks) + 1 { // the first once more at the end: a keyring writes a copy of itself at each change
		user := k.spare()
		if i := i % len(blanks); i > 0 {
			user = k.piece(old.number+1, i)
		}
		if err := k.set(ctx, user, blanks[0]); err != nil {
			return nil, err
		}
	}
	return func() {
		ctx := context.WithoutCancel(ctx)
		_ = errors.Join(k.delete(ctx, k.spare()), k.drop(ctx, old.number+1, 1))
	}, nil
}

func (k *keyringStore) Delete(ctx context.Context) error {
	for _, user := range []string{k.user, k.spare()} {
		if err := k.delete(ctx, user); err != nil {
			return err
		}
	}
	return errors.Join(k.drop(ctx, 0, 1), k.drop(ctx, 1, 1))
}

// drop deletes the pieces of a login from the i-th on, the last one first, so that a later call can finish an
// interrupted one.
func (k *keyringStore) drop(ctx context.Context, number, i int) error {
	if k.limit == 0 {
		return nil
	}
	n, err := i-1, error(nil)
	for err == nil {
		n++
		_, err = k.get(ctx, k.piece(number, n))
	}
	if !errors.Is(err, keyring.ErrNotFound) {
		return err
	}
	for n--; n >= i; n-- {
		if err := k.delete(ctx, k.piece(number, n)); err != nil {
			return err
		}
	}
	return nil
}

func (k *keyringStore) Probe(ctx context.Context) error {
	user, value := fmt.Sprintf("%s (trial %s)", k.user, rand.Text()), rand.Text()
	if err := k.set(ctx, user, value); err != nil {
		return err
	}
	got, err := k.get(ctx, user)
	if err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return err
	}
	if got != value {
		return failure(ErrKeyring, k.Name(), "does not give back what it was given", fileRemedy, nil)
	}
	return k.delete(ctx, user)
}

func (k *keyringStore) get(ctx context.Context, user string) (string, error) {
	return k.call(ctx, func() (string, error) { return k.ring.get(k.service, user) })
}

func (k *keyringStore) set(ctx context.Context, user, text string) error {
	_, err := k.call(ctx, func() (string, error) { return "", k.ring.set(k.service, user, text) })
	return err
}

// delete deletes an entry, if it is there.
func (k *keyringStore) delete(ctx context.Context, user string) error {
	_, err := k.call(ctx, func() (string, error) { return "", k.ring.delete(k.service, user) })
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}

// call runs f with a time limit and ignores its result if it returns late.
func (k *keyringStore) call(ctx context.Context, f func() (string, error)) (string, error) {
	if err := busPresent(runtime.GOOS, os.Getenv); err != nil {
		return "", failure(ErrKeyring, k.Name(), "cannot be used", fileRemedy, err)
	}
	limit := quietPatience
	var hint <-chan time.Time
	if k.interactive {
		limit = askedPatience
		defer patience.Hold(ctx)()
		hint = time.After(quietPatience)
	}
	late := failure(ErrKeyring, k.Name(), fmt.Sprintf("did not answer within %s", limit), unlockRemedy, nil)
	if k.silent.Load() {
		return "", late
	}
	text, answers := "", make(chan error, 1)
	go func() {
		answers <- problem.Guarded(func() (err error) {
			text, err = f()
			return err
		})()
	}()
	end := time.After(limit)
	for {
		select {
		case err := <-answers:
			if err == nil || errors.Is(err, keyring.ErrNotFound) || ctx.Err() != nil {
				return text, err
			}
			return "", failure(ErrKeyring, k.Name(), "cannot be used", unlockRemedy, err)
		case <-hint: // in this goroutine, so that no notice comes after the answer
			fmt.Fprintf(k.notices, "waiting for the %s; it may be asking for its password in another window\n", k.Name())
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-end:
			k.silent.Store(true)
			go func() {
				<-answers //nolint:errcheck // it was given up
				k.silent.Store(false)
			}()
			return "", late
		}
	}
}

var errNoBus = errors.New("there is no desktop session bus")

// busPresent checks that a session bus is running. If none is, the library would start one, or hang. macOS and Windows
// do not use a bus.
func busPresent(goos string, getenv func(name string) string) error {
	if goos == "darwin" || goos == "windows" || getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	if dir := getenv("XDG_RUNTIME_DIR"); dir != "" {
		if _, err := os.Stat(filepath.Join(dir, "bus")); err == nil {
			return nil
		}
	}
	return errNoBus
}
