package authtest

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// tester is the part of a test that the helpers need.
type tester interface {
	Helper()
	Fatal(args ...any)
	Context() context.Context
}

// Entries reads all files of a directory; a missing directory has none.
func Entries(t tester, dir string) map[string]string {
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

// Write puts text into a file of its owner alone.
func Write(t tester, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// SortedKeys names the entries of a store.
func SortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
