package disk

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAFileIsReplacedAndNothingIsLeftBesideIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, text := range []string{"first and longer", "second"} {
		if err := Replace(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
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
	if err := Replace(target, []byte("x")); err == nil {
		t.Error("a directory was replaced")
	}
	alone(t, dir)
}

// alone checks that a directory holds one thing.
func alone(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}
