package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsOverwrittenInTheRoomItHas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"short", strings.Repeat("long", 1000), ""} {
		if err := reserve(path, 2000); err != nil {
			t.Fatal(err)
		}
		before, err := os.Stat(path)
		if err != nil || before.Size() != 2000 {
			t.Errorf("reserved: %v, %v", before, err)
		}
		if err := overwrite(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		after, err := os.Stat(path)
		if got, readErr := os.ReadFile(path); string(got) != text || !os.SameFile(before, after) {
			t.Errorf("it holds %d bytes, want %d, %v", len(got), len(text), errors.Join(err, readErr))
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}
