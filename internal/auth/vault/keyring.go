package vault

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/zalando/go-keyring"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/patience"
)

const (
	quietPatience = 3 * time.Second  // with no one to answer a prompt
	askedPatience = 60 * time.Second // with a person at the terminal
	// service is the name a person sees the entries under in the keyring's own program.
	service = "travel"

	unlockRemedy = "unlock the keyring of your desktop session; " + fileRemedy
)

// KeyringOptions says who could answer the keyring's questions.
type KeyringOptions struct {
	// Interactive means that a person is at the terminal: the keyring gets 60 s instead of 3 s, for
	// the person to answer its prompt.
	Interactive bool
	// Notices gets a line when the keyring lets a person wait; nil drops it.
	Notices io.Writer
}

// Keyring returns the store of the operating system: Secret Service, Keychain or Credential Manager.
func Keyring(o KeyringOptions) Store {
	if o.Notices == nil {
		o.Notices = io.Discard
	}
	return &keyringStore{opts: o, calls: make(chan struct{}, 1)}
}

// keyringStore bounds a library that takes no context and may never answer. A call that did not
// come back keeps its turn: a late write must not land among later ones, and no other call is waited
// for until it comes back.
type keyringStore struct {
	opts   KeyringOptions
	calls  chan struct{} // held while a call runs, also when its caller has stopped waiting
	silent atomic.Bool   // a call was given up and has not come back
}

// Name implements Store.
func (*keyringStore) Name() string { return keyringName(runtime.GOOS) }

func keyringName(goos string) string {
	switch goos {
	case "darwin":
		return "keyring (Keychain)"
	case "windows":
		return "keyring (Credential Manager)"
	}
	return "keyring (Secret Service)"
}

// Get implements Store.
func (k *keyringStore) Get(ctx context.Context, entry string) (flow.Secret, error) {
	return k.call(ctx, func() (string, error) { return keyring.Get(service, entry) })
}

// Set implements Store.
func (k *keyringStore) Set(ctx context.Context, entry string, value flow.Secret) error {
	if len(value) > maxEntry {
		return k.fail(fmt.Sprintf("keeps at most %d bytes in an entry, not %d", maxEntry, len(value)), nil)
	}
	_, err := k.call(ctx, func() (string, error) { return "", keyring.Set(service, entry, string(value)) })
	return err
}

// Delete implements Store.
func (k *keyringStore) Delete(ctx context.Context, entry string) error {
	_, err := k.call(ctx, func() (string, error) { return "", keyring.Delete(service, entry) })
	return err
}

// call runs f, the only call at that time, for as long as there is patience. A late answer is dropped.
func (k *keyringStore) call(ctx context.Context, f func() (string, error)) (flow.Secret, error) {
	if err := busPresent(runtime.GOOS, os.Getenv); err != nil {
		return "", k.fail("cannot be used", err)
	}
	if k.silent.Load() {
		return "", k.late()
	}
	answers := make(chan keyringAnswer, 1)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case k.calls <- struct{}{}:
			defer func() { <-k.calls }()
			answers <- protect(f)
			k.silent.Store(false)
		case <-stop:
		}
	}()
	a, err := k.await(ctx, answers)
	if err == nil {
		err = a.err
	}
	_, known := errors.AsType[*StoreError](err)
	switch {
	case err == nil:
		return flow.Secret(a.text), nil
	case errors.Is(err, keyring.ErrNotFound):
		return "", ErrNoEntry
	case known || ctx.Err() != nil:
		return "", err
	}
	return "", k.fail("cannot be used", err)
}

type keyringAnswer struct {
	text string
	err  error
}

// protect keeps a panic of the library, which trusts what the bus sends, from ending the program.
func protect(f func() (string, error)) (a keyringAnswer) {
	defer func() {
		if r := recover(); r != nil {
			a = keyringAnswer{err: fmt.Errorf("it answered with something unexpected: %s", flow.PanicWords(r))}
		}
	}()
	text, err := f()
	return keyringAnswer{text: text, err: err}
}

func (k *keyringStore) await(ctx context.Context, answers <-chan keyringAnswer) (keyringAnswer, error) {
	if k.opts.Interactive { // a person may be asked
		defer patience.Hold(ctx)()
	}
	hint := time.NewTimer(quietPatience)
	defer hint.Stop()
	end := time.NewTimer(k.patience())
	defer end.Stop()
	for {
		select {
		case a := <-answers:
			return a, nil
		case <-ctx.Done():
			return keyringAnswer{}, context.Cause(ctx)
		case <-end.C:
			k.silent.Store(true)
			select {
			case a := <-answers: // at the last moment
				k.silent.Store(false)
				return a, nil
			default:
				return keyringAnswer{}, k.late()
			}
		case <-hint.C:
			if k.opts.Interactive {
				fmt.Fprintf(k.opts.Notices, "waiting for the %s; it may be asking for its password in another window\n", k.Name())
			}
		}
	}
}

// patience is how long one call may take.
func (k *keyringStore) patience() time.Duration {
	if k.opts.Interactive {
		return askedPatience
	}
	return quietPatience
}

func (k *keyringStore) late() error {
	return k.fail(fmt.Sprintf("did not answer within %s", k.patience()), nil)
}

func (k *keyringStore) fail(problem string, err error) error {
	remedy := unlockRemedy
	if errors.Is(err, errNoBus) {
		remedy = fileRemedy
	}
	return &StoreError{Store: k.Name(), Problem: problem, Remedy: remedy, Err: err}
}

var errNoBus = errors.New("there is no desktop session bus")

// busPresent notices at once that there is no session bus: the library would start a program to
// make one, or wait. The keyrings of macOS and Windows need none.
func busPresent(goos string, getenv func(name string) string) error {
	switch goos {
	case "darwin", "windows":
		return nil
	}
	if getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	if dir := getenv("XDG_RUNTIME_DIR"); dir != "" {
		if _, err := os.Stat(filepath.Join(dir, "bus")); err == nil {
			return nil
		}
	}
	return errNoBus
}
