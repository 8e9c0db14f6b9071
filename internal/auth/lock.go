package auth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const lockPoll = 20 * time.Millisecond

// errLockBusy means that another process held the login's lock for longer than a refresh can take.
var errLockBusy = errors.New("another travel process did not finish renewing the login")

// locked runs f while this is the only holder of the login, in this process and among all processes
// of the user. The lock is named after the stored entry, so it is exactly as wide as what it guards.
func (c *Client) locked(ctx context.Context, f func() error) error {
	return c.lockedAs(ctx, c.vault.name, f)
}

// lockedAs is locked for something else that all processes share, under its name.
func (c *Client) lockedAs(ctx context.Context, name string, f func() error) error {
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait for the login: %w", context.Cause(ctx))
	}
	defer func() { <-c.turn }()
	if err := os.MkdirAll(c.opts.LockDir, 0o700); err != nil {
		return fmt.Errorf("make the lock directory: %w", err)
	}
	lock := flock.New(filepath.Join(c.opts.LockDir, name+".lock"))
	if err := c.acquire(ctx, lock); err != nil {
		return err
	}
	defer lock.Close() // ends the lock; the file stays, since removing it would split the lock
	return f()
}

// acquire waits longer than a refresh with its retry takes, and says so after 2 s.
func (c *Client) acquire(ctx context.Context, lock *flock.Flock) error {
	limited, cancel := context.WithTimeoutCause(ctx, lockTimeout, errLockBusy)
	defer cancel()
	hint := time.AfterFunc(2*time.Second, func() {
		fmt.Fprintln(c.opts.Notices, "waiting for another travel process to renew the login")
	})
	defer hint.Stop()
	ok, err := lock.TryLockContext(limited, lockPoll)
	switch {
	case ok:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("wait for the login: %w", context.Cause(ctx))
	case limited.Err() != nil:
		return &NetworkError{Doing: "renew the login", Host: c.serverName(), Err: errLockBusy}
	}
	return fmt.Errorf("lock the login: %w", err)
}

// serverName names the sign-in server for people, as far as the settings know it.
func (c *Client) serverName() string {
	for _, s := range []string{c.set.Issuer, c.set.TokenURL, c.set.APIURL} {
		if s != "" {
			return hostOf(s)
		}
	}
	return "the sign-in server"
}
