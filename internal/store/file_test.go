package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAFileIsReplacedAndNothingIsLeftBesideIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, replace := range []func(string, []byte) error{Replace, func(path string, text []byte) error { return replace(path, text, false) }} {
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
	for _, replace := range []func(string, []byte) error{Replace, func(path string, text []byte) error { return replace(path, text, false) }} {
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
	for name, age := range map[string]time.Duration{"probe.old": time.Hour, "old": time.Hour} {
		path := filepath.Join(dir, name)
		then := time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(dir, "probe.")
	alone(t, dir)
	Sweep(filepath.Join(dir, "none"), "probe.")
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

func TestAWriteTakesWhatItsOwnKilledWritersLeft(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	hour := time.Now().Add(-time.Hour)
	for name, old := range map[string]time.Time{
		".new-file.1.tmp": hour, ".new-file.2.tmp": time.Now(), ".new-other.1.tmp": hour, ".new-file.1.keep": hour, "file.1.tmp": hour,
	} {
		if err := errors.Join(os.WriteFile(filepath.Join(dir, name), nil, 0o600), os.Chtimes(filepath.Join(dir, name), old, old)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Replace(path, nil); err != nil {
		t.Fatal(err)
	}
	want := []string{".new-file.2.tmp", ".new-other.1.tmp", "file", "file.1.tmp"}
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// names are those of the files of a directory.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

func TestAPlaceThatTakesNothingIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	looked := ""
	look := func(path string) error {
		looked = path
		_, err := os.Stat(path)
		return err
	}
	if err := Try(filepath.Join(filepath.Dir(file), "not", "yet"), look); err != nil {
		t.Error(err)
	}
	if filepath.Dir(looked) != filepath.Dir(file) {
		t.Errorf("looked at %q", looked)
	}
	alone(t, filepath.Dir(file))
	err := Try(filepath.Join(file, "below"), look)
	if runtime.GOOS != "windows" && (!Refused(err) || Why(err) != "not a directory") {
		t.Errorf("below a file: %v", err)
	}
	for _, refused := range []error{fs.ErrPermission, syscall.EROFS, syscall.ENOSPC, syscall.EDQUOT} {
		err := &fs.PathError{Op: "open", Path: ".new-x.tmp", Err: refused}
		if !Refused(err) || strings.Contains(Why(&fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}), "x") {
			t.Errorf("%v is not refused, or is told with its path: %q", err, Why(err))
		}
	}
	if Refused(fs.ErrNotExist) || Refused(nil) || Refused(syscall.EIO) {
		t.Error("a fault that may pass is taken for good")
	}
}
