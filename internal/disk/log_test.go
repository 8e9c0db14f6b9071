package disk

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// logged opens a log and returns what stands in it.
func logged(t *testing.T, path string) (*Log, []string) {
	t.Helper()
	var found []string
	l, err := OpenLog(path, func(at int64, record []byte) error {
		found = append(found, string(record))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return l, found
}

// What was added is there again; the half of a record that a crash left is not, and nothing is lost behind it.
func TestALogKeepsWhatWasAdded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, _ := logged(t, path)
	if _, err := l.Append([]byte(`{"a":1}`)); err != nil {
		t.Fatal(err)
	}
	at, err := l.Append([]byte(`{"b":2}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := l.ReadAt(at); err != nil || string(got) != `{"b":2}` {
		t.Errorf("%q, %v", got, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	if err := os.WriteFile(path, append(text, `{"c":`...), 0o600); err != nil {
		t.Fatal(err)
	}
	l, found := logged(t, path)
	if strings.Join(found, " ") != `{"a":1} {"b":2}` {
		t.Errorf("found %q", found)
	}
	if _, err := l.Append([]byte(`{"d":4}`)); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "{\"a\":1}\n{\"b\":2}\n{\"d\":4}\n" {
		t.Errorf("the file is %q", text)
	}
	if err := l.Remove(); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) > 0 {
		t.Errorf("left %v, %v", files, err)
	}
}

func TestALogHasOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, _ := logged(t, path)
	if _, err := OpenLog(path, nil); !errors.Is(err, ErrHeld) {
		t.Errorf("a second writer gets %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, _ = logged(t, path)
	_ = l.Close()
}

// Another file in its place stays as it is.
func TestALogIsNothingElse(t *testing.T) {
	dir := t.TempDir()
	letter := filepath.Join(dir, "letter")
	if err := os.WriteFile(letter, []byte("Dear Ada"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenLog(letter, nil); !errors.Is(err, ErrNoRecords) {
		t.Errorf("a letter: %v", err)
	}
	if text, _ := os.ReadFile(letter); string(text) != "Dear Ada" {
		t.Errorf("the letter is %q now", text)
	}
	if _, err := OpenLog(dir, nil); !errors.Is(err, ErrIrregular) {
		t.Errorf("a directory: %v", err)
	}
}

func TestARecordOfALogIsALine(t *testing.T) {
	l, _ := logged(t, filepath.Join(t.TempDir(), "log"))
	defer l.Close()
	for name, record := range map[string][]byte{"a line break": []byte("a\nb"), "too long": bytes.Repeat([]byte("a"), MaxRecord+1)} {
		if _, err := l.Append(record); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
