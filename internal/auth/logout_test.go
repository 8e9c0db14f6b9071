package auth

import (
	"errors"
	"strings"
	"testing"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/authtest"
)

func TestLogoutRevokesAndLeavesNothing(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	if err := d.Logout(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(s.revoked) != 1 || !strings.HasPrefix(s.revoked[0], "refresh_token canary-refresh-1") || len(d.stored(t)) != 0 {
		t.Errorf("revoked %v, stored %v", s.revoked, authtest.SortedKeys(d.stored(t)))
	}
	if _, err := d.Token(t.Context()); !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("the process still has the token: %v", err)
	}
	if err := d.Logout(t.Context()); !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("a second logout: %v", err)
	}
}

func TestLogoutDoesNotClaimToHaveRevokedWhatItCouldNot(t *testing.T) {
	s := newServer(t)
	s.metadata = func(doc map[string]any) { delete(doc, "revocation_endpoint") }
	d := newDesk(t, s.settings())
	d.login(t)
	if err := d.Logout(t.Context()); !errors.Is(err, flow.ErrNotRevocable) || !strings.Contains(err.Error(), "revoke-url") {
		t.Errorf("without an address: %v", err)
	}
	d.login(t)
	if err := d.opts.Store.Set(t.Context(), "not a login"); err != nil {
		t.Fatal(err)
	}
	if err := d.Logout(t.Context()); !errors.Is(err, flow.ErrNotRevocable) {
		t.Errorf("with a damaged login: %v", err)
	}
	if len(d.stored(t)) != 0 || len(s.revoked) != 0 {
		t.Errorf("stored %v, revoked %v", authtest.SortedKeys(d.stored(t)), s.revoked)
	}
}

func TestLogoutDeletesEvenWhenTheServerIsAwayAndSaysSo(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	s.Close()
	err := d.Logout(t.Context())
	if !errors.Is(err, ErrNotRevoked) || !sameType(err, kind("network")) {
		t.Errorf("err = %v", err)
	}
	if len(d.stored(t)) != 0 {
		t.Errorf("stored %v", authtest.SortedKeys(d.stored(t)))
	}
}
