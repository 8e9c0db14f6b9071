//go:build unix

package auth

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/testkit/need"
)

// leave fills the disk of dir except for so many bytes, and returns what empties it again.
func leave(t *testing.T, dir string, free int64) (empty func()) {
	t.Helper()
	path := filepath.Join(dir, "ballast")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 4<<10)
	size := int64(0)
	for err == nil {
		var n int
		n, err = f.Write(block)
		size += int64(n)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if err := f.Truncate(max(size-free, 0)); err != nil {
		t.Fatal(err)
	}
	return func() { _ = os.Remove(path) }
}

// TestNoRenewalOnAFullDiskLosesTheLogin renews with every amount of space up to plenty, and gets
// tokens that are larger than the ones before.
func TestNoRenewalOnAFullDiskLosesTheLogin(t *testing.T) {
	need.SmallDisk(t, "256k", func(t *testing.T, disk string) {
		kept, refused := 0, 0
		for free := int64(0); free <= 160<<10; free += 4 << 10 {
			s := newServer(t)
			d := newDesk(t, s.settings(), func(o *Options) {
				o.Store, o.LockDir = vault.File(filepath.Join(disk, "store"), "travel: api.example.com", "work"), filepath.Join(disk, "lock")
			})
			d.login(t)
			d.age(t)
			s.answer = func(body map[string]any) {
				body["access_token"] = body["access_token"].(string) + strings.Repeat("x", 15_000)
				s.refresh += strings.Repeat("y", 15_000)
				body["refresh_token"] = s.refresh
			}
			empty := leave(t, disk, free)
			_, err := d.Token(t.Context())
			if errors.Is(err, vault.ErrStore) {
				refused++
				if problem.ClassOf(err) != problem.Local || !strings.Contains(err.Error(), "has no room for a login: no space left on device") {
					t.Errorf("%d bytes free: %v", free, err)
				}
			} else if err != nil {
				t.Errorf("%d bytes free: %v", free, err)
			} else {
				kept++
			}
			empty()
			if told := d.notices.String(); strings.Contains(told, "could not be kept") {
				t.Errorf("%d bytes free: %s", free, told)
			}
			token, err := New(s.settings(), d.opts).Token(t.Context())
			if err == nil {
				_, err = New(s.settings(), d.opts).Renew(t.Context(), token)
			}
			if err != nil || s.reused != 0 {
				t.Errorf("%d bytes free: the login is lost: %v", free, err)
			}
			if err := os.RemoveAll(filepath.Join(disk, "store")); err != nil {
				t.Fatal(err)
			}
		}
		if kept == 0 || refused < 5 {
			t.Errorf("%d renewals were kept and %d refused: the amounts of space show nothing", kept, refused)
		}
	})
}

// TestASignInOnAFullDiskAsksNoOneAndLeavesNothing tries every amount of space.
func TestASignInOnAFullDiskAsksNoOneAndLeavesNothing(t *testing.T) {
	need.SmallDisk(t, "256k", func(t *testing.T, disk string) {
		s := newServer(t)
		home := filepath.Join(disk, "home")
		refused := 0
		for free := int64(0); free <= 160<<10; free += 4 << 10 {
			d := newDesk(t, s.settings(), func(o *Options) {
				o.Store, o.LockDir = vault.File(filepath.Join(home, "store"), "travel: api.example.com", "work"), filepath.Join(home, "lock")
			})
			empty := leave(t, disk, free)
			opened := false
			_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error { opened = true; return browse(t)(address) }})
			if err != nil {
				refused++
				if files := allFiles(t, home); opened || problem.ClassOf(err) != problem.Local || len(files) != 0 {
					t.Errorf("%d bytes free: %v, asked %v, left %v", free, err, opened, files)
				}
			} else if _, err := d.Token(t.Context()); err != nil {
				t.Errorf("%d bytes free: signed in, and %v", free, err)
			}
			empty()
			if err := os.RemoveAll(home); err != nil {
				t.Fatal(err)
			}
		}
		if refused < 5 || len(s.revoked) != 0 {
			t.Errorf("%d refused, %d revoked", refused, len(s.revoked))
		}
	})
}

// TestATokenThatHasNotEndedOutlivesAFullDisk uses it although it cannot be renewed.
func TestATokenThatHasNotEndedOutlivesAFullDisk(t *testing.T) {
	need.SmallDisk(t, "256k", func(t *testing.T, disk string) {
		s := newServer(t)
		base := time.Now()
		d := newDesk(t, s.settings(), func(o *Options) {
			o.Store, o.LockDir = vault.File(filepath.Join(disk, "store"), "travel: api.example.com", "work"), filepath.Join(disk, "lock")
		})
		d.login(t)
		leave(t, disk, 4<<10)
		later := d.opts
		later.Now = func() time.Time { return base.Add(570 * time.Second) }
		if token, err := New(s.settings(), later).Token(t.Context()); token != "canary-access-1" || err != nil {
			t.Errorf("with half a minute left: %q, %v", token, err)
		}
		later.Now = func() time.Time { return base.Add(700 * time.Second) }
		if _, err := New(s.settings(), later).Token(t.Context()); !errors.Is(err, vault.ErrStore) {
			t.Errorf("after its end: %v", err)
		}
	})
}
