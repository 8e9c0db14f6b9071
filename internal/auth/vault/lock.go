package vault

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/store"
)

const lockPoll = 20 * time.Millisecond

// Lock lets one holder at a time do something, in this process and among all processes of the user.
type Lock struct {
	dir     string
	timeout time.Duration
	notices io.Writer
	turn    chan struct{} // one at a time in this process, before the lock that spans processes
}

// NewLock makes a lock in a directory that all processes of the user share. It is waited for as
// long as timeout, and a person is told on notices after 2 s.
func NewLock(dir string, timeout time.Duration, notices io.Writer) *Lock {
	return &Lock{dir: dir, timeout: timeout, notices: notices, turn: make(chan struct{}, 1)}
}

// Hold runs f while this is the only holder of the lock of that name. server names the sign-in server for
// people; it is called only when there is something to tell, perhaps on another goroutine.
func (l *Lock) Hold(ctx context.Context, name string, server func() string, f func() error) error {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait for the login: %w", context.Cause(ctx))
	}
	defer func() { <-l.turn }()
	if err := store.Make(l.dir); err != nil {
		return fmt.Errorf("make the lock directory: %w", err)
	}
	lock := flock.New(filepath.Join(l.dir, name+".lock"))
	if err := l.acquire(ctx, lock, server); err != nil {
		return err
	}
	defer lock.Close() // ends the lock; the file stays for the next holder
	return f()
}

// Remove deletes the lock of that name unless it is held. Who has opened it meanwhile notices, and
// takes the next one.
func (l *Lock) Remove(name string) {
	lock := flock.New(filepath.Join(l.dir, name+".lock"), flock.SetFlag(os.O_RDWR)) // none is made
	defer lock.Close()
	if ok, err := lock.TryLock(); ok && err == nil && isInPlace(lock) {
		_ = os.Remove(lock.Path())
	}
}

// isInPlace says whether a lock is the one that others find: it may have been deleted between its
// opening and its taking.
func isInPlace(lock *flock.Flock) bool {
	held, heldErr := lock.Stat()
	found, foundErr := os.Stat(lock.Path())
	return heldErr == nil && foundErr == nil && os.SameFile(held, found)
}

// acquire waits longer than a renewal takes, and says so after 2 s.
func (l *Lock) acquire(ctx context.Context, lock *flock.Flock, server func() string) error {
	limited, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	hint := time.AfterFunc(2*time.Second, func() {
		fmt.Fprintf(l.notices, "waiting for another travel process to renew the login at %s\n", server())
	})
	defer hint.Stop()
	ok, err := lock.TryLockContext(limited, lockPoll)
	for ok && !isInPlace(lock) {
		_ = lock.Close()
		ok, err = lock.TryLockContext(limited, lockPoll)
	}
	switch {
	case ok:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("wait for the login: %w", context.Cause(ctx))
	case limited.Err() != nil:
		return flow.Unreached("renew the login", server(), fmt.Errorf("another travel process has not finished within %s", flow.InWords(l.timeout)))
	}
	return fmt.Errorf("lock the login: %w", err)
}

// handlerGrace is how long a held signal's other receivers get to end ctx before the signal is
// taken to have no other receiver.
const handlerGrace = 100 * time.Millisecond

// DeferSignals runs f to its end even if the person interrupts: between the server's rotation of a
// refresh token and our save an interruption would cost the login (docs/threats.md, T07). f gets a
// context that does not end with ctx and must bound itself. Afterwards the interruption takes its
// course: ctx has ended, or else the signal is raised again. doing is what f does, for the error.
func DeferSignals(ctx context.Context, doing string, f func(context.Context) error) error {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) { // as under nohup, and it stays so
			signal.Notify(signals, s)
		}
	}
	err := f(context.WithoutCancel(ctx))
	signal.Stop(signals)
	select {
	case s := <-signals:
		return raise(ctx, doing, s)
	default:
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
	}
	return err
}

// raise lets a held signal take effect. Without a receiver, that is the end of the process, some
// moment after it was sent.
func raise(ctx context.Context, doing string, s os.Signal) error {
	if !within(ctx, handlerGrace) {
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
			within(ctx, handlerGrace)
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
	}
	return fmt.Errorf("%s: %v: %w", doing, s, context.Canceled)
}

// within says whether ctx ended within d.
func within(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return true
	case <-timer.C:
		return false
	}
}
