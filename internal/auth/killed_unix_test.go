//go:build unix

package auth

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/need"
)

// TestAProgramKilledAtAnyStepLosesNothingAndIsSweptUpAfter kills a renewal at each change of a file: the
// old login or the new one is there, whole, in the store's own two files and no other, and what is left
// goes with the next sign-in.
func TestAProgramKilledAtAnyStepLosesNothingAndIsSweptUpAfter(t *testing.T) {
	killed := 0
	for _, call := range []string{"openat", "fallocate", "ftruncate", "pwrite64", "fsync", "renameat", "unlinkat"} {
		for n := 1; killAt(t, call, n); n++ {
			killed++
		}
	}
	if killed < 6 {
		t.Errorf("%d kills", killed)
	}
}

// killAt kills a renewal at the n-th call of a thread, and says whether there was one.
func killAt(t *testing.T, call string, n int) bool {
	t.Helper()
	s := newServer(t)
	d := signedIn(t, s)
	child := authtest.Child(t, order{Task: "token", Settings: s.settings(), Dir: d.dir})
	trace := filepath.Join(t.TempDir(), "trace")
	words := append(need.Strace(t, trace, call, fmt.Sprintf("signal=KILL:when=%d", n)), child.Path)
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Env = child.Env
	ended := cmd.Run()
	l, err := vault.Load(t.Context(), d.opts.Store)
	if err != nil {
		t.Errorf("killed at %s %d: %v", call, n, err)
	}
	for file := range d.stored(t) {
		if file != d.opts.Store.ID() && file != d.opts.Store.ID()+".new" {
			t.Errorf("killed at %s %d: left %s", call, n, file)
		}
	}
	// Strict rotation: only between the server's answer and the last write is a kill the end of it.
	_, err = New(s.settings(), d.opts).Token(t.Context())
	if err != nil && (!errors.Is(err, flow.ErrLoginRequired) || s.count("/token") < 2 || l.Access != "canary-access-1") {
		t.Errorf("killed at %s %d: %v", call, n, err)
	}
	d.login(t)
	if left := d.stored(t); len(left) != 1 {
		t.Errorf("killed at %s %d, then signed in: %v", call, n, authtest.SortedKeys(left))
	}
	return ended != nil
}
