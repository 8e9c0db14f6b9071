//go:build unix

package auth

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/auth/authtest"
	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/need"
)

// changes are the system calls by which a program changes files.
const changes = "fallocate,ftruncate,fsync,rename,renameat,renameat2,unlinkat,mkdirat,pwrite64"

// TestAProgramKilledAtAnyStepLosesNothingAndIsSweptUpAfter kills a renewal at each change of a file:
// the old login or the new one is there, whole, and what is left goes with the next sign-in.
func TestAProgramKilledAtAnyStepLosesNothingAndIsSweptUpAfter(t *testing.T) {
	// Every step is one of 60 or so; a test run takes some of them.
	stride := need.Count(9, 1)
	for n := 1; ; n += stride {
		s := newServer(t)
		d := signedIn(t, s)
		trace := filepath.Join(t.TempDir(), "trace")
		child := authtest.Child(t, order{Task: "token", Settings: s.settings(), Dir: d.dir})
		words := append(need.Strace(t, trace, changes, fmt.Sprintf("signal=KILL:when=%d", n)), child.Path)
		cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
		cmd.Env = child.Env
		err := cmd.Run()
		l, loadErr := d.vault.Load(t.Context())
		if loadErr != nil {
			t.Errorf("killed at change %d: %v", n, loadErr)
		}
		// Strict rotation: only between the server's answer and the pointer is a kill the end of it.
		_, tokenErr := New(s.settings(), d.opts).Token(t.Context())
		if tokenErr != nil && (!errors.Is(tokenErr, failure.ErrLoginRequired) || s.count("/token") < 2 || l.Access != "canary-access-1") {
			t.Errorf("killed at change %d: %v", n, tokenErr)
		}
		d.sweptByALogin(t, n)
		if err == nil {
			t.Logf("%d changes", n)
			return
		}
	}
}

// sweptByALogin signs in later and looks for what does not belong to that login.
func (d *desk) sweptByALogin(t *testing.T, n int) {
	t.Helper()
	store := filepath.Join(d.dir, "store")
	then := time.Now().Add(-time.Hour)
	for _, path := range allFiles(t, store) {
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
	d.login(t)
	for name := range d.stored(t) {
		if !strings.HasPrefix(name, d.vault.Name) {
			t.Errorf("killed at change %d: %s is left", n, name)
		}
	}
	if _, err := d.vault.Load(t.Context()); err != nil {
		t.Errorf("killed at change %d, then signed in: %v", n, err)
	}
}
