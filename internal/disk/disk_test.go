package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func TestAFileIsReplacedAndNothingIsLeftBesideIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, replace := range []func(string, []byte) error{Replace, ReplaceForGood} {
		for _, text := range []string{"first and longer", "second"} {
			if err := replace(path, []byte(text)); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != text {
				t.Errorf("%q, %v", got, err)
			}
		}
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	alone(t, dir)
}

// T42: a write that fails leaves what was there and no rubbish.
func TestAReplacementThatFailsLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "is-a-directory")
	if err := os.MkdirAll(filepath.Join(target, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, replace := range []func(string, []byte) error{Replace, ReplaceForGood} {
		if err := replace(target, []byte("x")); err == nil {
			t.Error("a directory was replaced")
		}
	}
	alone(t, dir)
}

func TestNoMoreIsReadThanWasAskedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if _, err := ReadUpTo(path, 3); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
	if err := Replace(path, []byte("12345")); err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int64]string{0: "", 3: "123", 5: "12345", 9: "12345"} {
		if got, err := ReadUpTo(path, most); err != nil || string(got) != want {
			t.Errorf("%d: %q, %v; want %q", most, got, err, want)
		}
	}
}

func TestASweepTakesWhatKilledWritersLeftAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{".new-old.tmp": time.Hour, "old": time.Hour} {
		path := filepath.Join(dir, name)
		then := time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(dir)
	alone(t, dir)
	Sweep(filepath.Join(dir, "none"))
	if _, err := os.Stat(filepath.Join(dir, "old")); err != nil {
		t.Error(err)
	}
}

// alone checks that a directory holds one thing.
func alone(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// What is not a file is refused before it is opened: a pipe would keep its reader waiting for good.
func TestOnlyFilesAreRead(t *testing.T) {
	if text, err := ReadUpTo(t.TempDir(), 10); !errors.Is(err, ErrIrregular) {
		t.Errorf("read %q, %v", text, err)
	}
	if _, err := ReadUpTo(filepath.Join(t.TempDir(), "none"), 10); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
