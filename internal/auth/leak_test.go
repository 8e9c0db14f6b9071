package auth

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"travel.example/travel/internal/testkit/authtest"
)

func TestASignInLeavesNoGoroutineBehind(t *testing.T) {
	s := newServer(t)
	before := goleak.IgnoreCurrent()
	d := newDesk(t, s.settings())
	visitor := func(address string) error {
		for range 3 { // start page, sign-in page, callback
			resp, _ := authtest.Visit(t, "GET", address)
			address = resp.Header.Get("Location")
		}
		return nil // and never asks for the last page
	}
	if _, err := d.Login(t.Context(), LoginOptions{Open: visitor}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := d.Login(ctx, LoginOptions{Open: func(string) error { cancel(); return nil }}); err == nil {
		t.Error("an interrupted sign-in succeeded")
	}
	s.CloseClientConnections()
	goleak.VerifyNone(t, before)
}
