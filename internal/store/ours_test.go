package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file is ours by its own words at their place, and by nothing else that it holds.
func TestAFileIsOursByItsMark(t *testing.T) {
	marks := []Mark{{First: "# log\n"}, {Near: "made by us"}, {Last: "Made with us on "}}
	far := strings.Repeat("x", 2000)
	dir := t.TempDir()
	for text, want := range map[string]bool{
		"": true, "# log\nline\n": true, "<p>made by us</p>" + far: true, far + "\nMade with us on Monday\n": true,
		"# log": false, "see:\n# log\n": false, far + "made by us": false, "Made with us on Monday\nMine\n": false, "{": false,
	} {
		path := filepath.Join(dir, "file")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Ours(path, marks...); errors.Is(err, ErrForeign) == want || want && err != nil {
			t.Errorf("%.30q: %v", text, err)
		}
		if where, there, err := Target(path, marks...); where != path || !there || errors.Is(err, ErrForeign) == want {
			t.Errorf("%.30q: %q, %t, %v", text, where, there, err)
		}
	}
	if err := Ours(dir); !errors.Is(err, ErrIrregular) {
		t.Errorf("what is not a file: %v", err)
	}
	if err := Ours(filepath.Join(dir, "none")); err != nil {
		t.Errorf("a file that is to be made: %v", err)
	}
}
