package auth

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
)

func TestAStoreThatCannotKeepALoginIsFoundOutBeforeTheBrowserOpens(t *testing.T) {
	s := newServer(t)
	for left := range 2 { // the probe's write fails, or its delete
		d := newDesk(t, s.settings(), func(o *Options) { o.Store = &brittle{Store: o.Store, left: left} })
		opened := false
		_, err := d.Login(t.Context(), LoginOptions{Open: func(string) error { opened = true; return nil }})
		if !errors.Is(err, errDied) || opened {
			t.Errorf("after %d changes: err %v, browser opened %v", left, err, opened)
		}
	}
	if n := len(s.requests); n != 0 {
		t.Errorf("%v requests were sent", s.requests)
	}
}

func TestALoginThatCannotBeKeptIsRevoked(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings(), func(o *Options) { o.Store = &brittle{Store: o.Store, left: 4} })
	_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
	if !errors.Is(err, errDied) || len(s.revoked) != 1 || !strings.HasPrefix(s.revoked[0], "refresh_token canary-refresh-1") {
		t.Errorf("err %v, revoked %v", err, s.revoked)
	}
	if _, err := d.vault.load(t.Context()); !errors.Is(err, errNoLogin) {
		t.Errorf("the vault: %v", err)
	}
}

func TestASecondLoginLeavesNothingOfTheFirst(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	d.login(t)
	for name, text := range maps.All(d.stored(t)) {
		if strings.Contains(text, "canary-access-1") || strings.Contains(text, "canary-refresh-1-") {
			t.Errorf("%s still holds the first login", name)
		}
	}
}

// interrupting ends a context at the last write of a save.
type interrupting struct {
	Store
	pointer string
	cancel  context.CancelFunc
}

func (i *interrupting) Set(ctx context.Context, entry string, value Secret) error {
	if entry == i.pointer {
		i.cancel()
	}
	return i.Store.Set(ctx, entry, value)
}

func TestALoginInterruptedWhileItIsKeptIsWholeAndNotRevoked(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := d.opts
	o.Store = &interrupting{Store: d.opts.Store, pointer: d.vault.pointerEntry(), cancel: cancel}
	_, err := New(s.settings(), o).Login(ctx, LoginOptions{Open: browse(t)})
	if !errors.Is(err, context.Canceled) || len(s.revoked) != 0 {
		t.Errorf("err %v, revoked %d", err, len(s.revoked))
	}
	if token, err := d.Token(t.Context()); token != "canary-access-1" || err != nil {
		t.Errorf("the next command got %q, %v", token, err)
	}
}
