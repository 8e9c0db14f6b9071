package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

type line struct {
	A int `json:"a"`
}

// logged opens a log and returns what stands in it.
func logged(t *testing.T, path string) (*Log[line], []int) {
	t.Helper()
	var found []int
	l, err := OpenLog(path, "test", false, func(r line) { found = append(found, r.A) })
	if err != nil {
		t.Fatal(err)
	}
	return l, found
}

// What was added is there again; the half of a record that a crash left is not, wherever it was cut, and nothing is
// lost behind it. No other process writes meanwhile.
func TestALogKeepsWhatWasAdded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, _ := logged(t, path)
	if err := l.Add(line{1}); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenLog(path, "test", true, func(line) {}); !errors.Is(err, ErrHeld) {
		t.Errorf("a second writer gets %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(path)
	for cut := range len(`{"a":2}`) + 1 {
		if err := os.WriteFile(path, append(slices.Clip(whole), `{"a":2}`[:cut]...), 0o600); err != nil {
			t.Fatal(err)
		}
		l, found := logged(t, path)
		err := l.Add(line{3})
		if !slices.Equal(found, []int{1}) || errors.Join(err, l.Close()) != nil {
			t.Errorf("with %d bytes more: %v, %v", cut, found, err)
		}
		if _, found = logged(t, path); !slices.Equal(found, []int{1, 3}) {
			t.Errorf("with %d bytes more, then one: %v", cut, found)
		}
		_ = os.Remove(path + ".travel-lock")
	}
}

// Another file in its place, and one of a newer version, stays as it is; a reader is told of a damaged one, which is
// moved aside whole.
func TestALogIsNothingElse(t *testing.T) {
	seen := func(line) {}
	for text, want := range map[string]error{
		"Dear Ada": ErrForeign, `{"a":1}` + "\n": ErrForeign, "{\"travel\":\"test\",\"version\":2}\n{\"b\":1}\n": ErrNewer,
	} {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenLog(path, "test", false, seen); !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
		if left, err := os.ReadFile(path); string(left) != text {
			t.Errorf("%q is %q, %v", text, left, err)
		}
	}
	if _, err := OpenLog(t.TempDir(), "test", true, seen); !errors.Is(err, ErrIrregular) {
		t.Errorf("a directory: %v", err)
	}
	path, text := filepath.Join(t.TempDir(), "log"), "{\"travel\":\"test\",\"version\":1}\n{\"a\":1}\n{\"b\":1}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := ReadLog[line](path, "test", "the test", false)
	trouble, ok := errors.AsType[*Trouble](err)
	if !ok || !trouble.Aside {
		t.Fatalf("a damaged log: %v", err)
	}
	if left, err := os.ReadFile(trouble.Path); string(left) != text {
		t.Errorf("it is %q, %v", left, err)
	}
}

// A log that cannot be opened is not damaged and stays in place. A file that is not a log is refused before its lock is
// made.
func TestALogThatCannotBeOpened(t *testing.T) {
	dir := t.TempDir()
	loop, other := filepath.Join(dir, "log"), filepath.Join(dir, "other")
	if err := errors.Join(os.Symlink(loop, loop), os.WriteFile(other, []byte("Dear Ada"), 0o600), os.Mkdir(other+".lock", 0o700)); err != nil {
		t.Fatal(err)
	}
	_, err := ReadLog[line](loop, "test", "the test", false)
	if trouble, ok := errors.AsType[*Trouble](err); err == nil || ok && trouble.Aside {
		t.Errorf("a link to itself: %v", err)
	}
	if _, err := os.Lstat(loop); err != nil {
		t.Errorf("it was moved: %v", err)
	}
	if _, err := OpenLog(other, "test", false, func(line) {}); !errors.Is(err, ErrForeign) {
		t.Errorf("another file: %v", err)
	}
}
