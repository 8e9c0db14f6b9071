package auth

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// entries reads all files of a directory; a missing directory has none.
func entries(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = string(text)
	}
	return all
}
