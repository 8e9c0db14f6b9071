package vault

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/testkit/authtest"
)

func TestFilesAreForTheirOwnerOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permission bits")
	}
	dir := filepath.Join(t.TempDir(), "store")
	store := File(dir, service, "work")
	if err := store.Set(t.Context(), "secret"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, store.ID())
	got := map[string]os.FileMode{}
	for _, p := range []string{dir, file} {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		got[filepath.Base(p)] = info.Mode().Perm()
	}
	if diff := cmp.Diff(map[string]os.FileMode{"store": 0o700, store.ID(): 0o600}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, spoil := range map[string]func() error{
		"group can read": func() error { return os.Chmod(file, 0o640) },
		"world can read": func() error { return os.Chmod(file, 0o604) },
		"open directory": func() error { return os.Chmod(dir, 0o755) },
		"a link": func() error {
			return errors.Join(os.Rename(file, file+"2"), os.Symlink(store.ID()+"2", file))
		},
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Get(t.Context()); !errors.Is(err, ErrStore) {
			t.Errorf("%s: get: %v", name, err)
		}
		if err := store.Set(t.Context(), "x"); !errors.Is(err, ErrStore) {
			t.Errorf("%s: set: %v", name, err)
		}
		_ = os.RemoveAll(dir)
		if err := store.Set(t.Context(), "secret"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatAKilledWriterLeftIsSweptWithTheLogin(t *testing.T) {
	dir := private(t)
	store := File(dir, service, "work")
	if err := store.Set(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"probe.old": time.Hour, "probe.young": 0} {
		authtest.Write(t, filepath.Join(dir, name), "a probe")
		then := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(dir, name), then, then); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Delete(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"probe.young"}, authtest.SortedKeys(authtest.Entries(t, dir))); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}

// The error of a directory that cannot be written names no temporary file, and does not advise a new login.
func TestADirectoryThatTakesNothingIsNoLackOfALogin(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has a directory that even root cannot write to")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		dir = "/proc/self" // root may write in every other
	}
	if err := File(dir, service, "work").Probe(t.Context()); err == nil || strings.Contains(err.Error(), probe) {
		t.Errorf("told: %v", err)
	}
	for _, fault := range []error{fs.ErrPermission, syscall.EROFS, syscall.ENOSPC} {
		if got := problem.ClassOf(failure(ErrStore, "store", "cannot be written", "", fault)); got != problem.Local {
			t.Errorf("%v: %v", fault, got)
		}
	}
	if got := problem.ClassOf(failure(ErrStore, "store", "is locked", "", nil)); got != problem.Login {
		t.Errorf("locked: %v", got)
	}
}
