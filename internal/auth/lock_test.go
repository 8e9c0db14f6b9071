package auth

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/auth/flow"
)

// lockedByAnother keeps the login's lock as another process would.
func lockedByAnother(t *testing.T, d *desk) *flock.Flock {
	t.Helper()
	if err := os.MkdirAll(d.opts.LockDir, 0o700); err != nil {
		t.Fatal(err)
	}
	other := flock.New(filepath.Join(d.opts.LockDir, d.opts.Store.ID()+".lock"))
	if ok, err := other.TryLock(); !ok || err != nil {
		t.Fatalf("lock: %v, %v", ok, err)
	}
	return other
}

func TestTheLockIsWaitedForLongerThanARefreshTakes(t *testing.T) {
	for name, test := range map[string]struct {
		free time.Duration
		told bool
		want error
	}{
		"a moment":        {time.Second, false, nil},
		"a slow server":   {flow.RequestTimeout, true, nil},
		"longer than any": {2 * lockTimeout, true, kind("network")},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, flow.Settings{Issuer: "https://auth.example.com", ClientID: "traveler"})
			synctest.Test(t, func(t *testing.T) {
				other := lockedByAnother(t, d)
				release := time.AfterFunc(test.free, func() { _ = other.Close() })
				defer other.Close()
				defer release.Stop()
				c := New(d.server.Settings, ready(Options{Store: d.opts.Store, LockDir: d.opts.LockDir, Client: flow.Client{Notices: d.notices}}))
				start, ran := time.Now(), false
				err := c.locked(t.Context(), func() error { ran = true; return nil })
				if ran != (test.want == nil) || test.want != nil && !sameType(err, test.want) || test.want == nil && err != nil {
					t.Errorf("ran %v, err %v", ran, err)
				}
				if took := time.Since(start); took > min(test.free, lockTimeout)+2*20*time.Millisecond {
					t.Errorf("took %s", took)
				}
				if told := strings.Contains(d.notices.String(), "waiting for another"); told != test.told {
					t.Errorf("told the person: %v", told)
				}
			})
		})
	}
}

func TestWaitingForTheLockEndsWithTheContext(t *testing.T) {
	d := newDesk(t, flow.Settings{Issuer: "https://auth.example.com", ClientID: "traveler"})
	synctest.Test(t, func(t *testing.T) {
		other := lockedByAnother(t, d)
		defer other.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		c := New(d.server.Settings, ready(Options{Store: d.opts.Store, LockDir: d.opts.LockDir}))
		if err := c.locked(ctx, func() error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("err = %v", err)
		}
	})
}
