package auth

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/testkit/authtest"
)

// TestALoginCutAtAnyByteIsNeverTaken cuts each of its entries at every byte, as a disk that fills
// up would. Nothing crashes, nothing is sent, and a new login works.
func TestALoginCutAtAnyByteIsNeverTaken(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	whole := d.stored(t)
	sent := s.count("/token")
	for name, text := range whole {
		for n := range text {
			authtest.Write(t, filepath.Join(d.dir, "store", name), text[:n])
			d.session.set(flow.Login{}, time.Time{}, false)
			if _, err := vault.Load(t.Context(), d.opts.Store); !errors.Is(err, vault.ErrDamaged) {
				t.Fatalf("%s cut at %d: %v", name, n, err)
			}
			if _, err := d.Renew(t.Context(), "canary-access-1"); !errors.Is(err, flow.ErrLoginRequired) {
				t.Fatalf("%s cut at %d, renew: %v", name, n, err)
			}
			if _, err := d.Stored(t.Context()); !errors.Is(err, flow.ErrLoginRequired) {
				t.Fatalf("%s cut at %d, status: %v", name, n, err)
			}
		}
		if n := s.count("/token"); n != sent {
			t.Errorf("%d refreshes of a damaged login", n-sent)
		}
		d.login(t)
		if _, err := vault.Load(context.Background(), d.opts.Store); err != nil {
			t.Errorf("after a new login: %v", err)
		}
		sent = s.count("/token")
		if err := d.Logout(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, text := range whole {
			authtest.Write(t, filepath.Join(d.dir, "store", name), text)
		}
	}
}
