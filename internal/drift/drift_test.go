// Package drift holds, in its test alone, the promise that every generated
// file is what the contract and the pinned generators make today.
package drift

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// root is the module's directory seen from here.
const root = "../.."

// generators reads what a generator may: the contract, settings, directives,
// module files.
var generators = []string{".go", ".yaml", ".yml", ".mod", ".sum"}

func TestGeneratedFilesAreWhatTheirGeneratorsMake(t *testing.T) {
	committed := read(t, root)
	copied := t.TempDir()
	for name, text := range committed {
		if generated(name) {
			continue // so that a file that is not made any more is missed below
		}
		path := filepath.Join(copied, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	generate := exec.CommandContext(t.Context(), "go", "generate", "./...")
	generate.Dir = copied
	if out, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("generate again: %v (the generators come from tools/go.mod; an empty module cache needs the network once)\n%s", err, out)
	}
	made := read(t, copied)
	maps.DeleteFunc(committed, written)
	maps.DeleteFunc(made, written)
	if len(committed) == 0 {
		t.Fatal("no generated file was found: the walk looked in the wrong place")
	}
	if diff := cmp.Diff(made, committed); diff != "" {
		t.Errorf("run go generate ./... and commit what it makes (-generated +committed):\n%s", diff)
	}
}

// generated says whether a generator owns the file.
func generated(name string) bool { return strings.HasSuffix(name, ".gen.go") }

// written says whether a person wrote the file.
func written(name, _ string) bool { return !generated(name) }

// read returns the text of every file that generation reads or makes, by its
// path below dir.
func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	texts := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && name != "."
		if d.IsDir() && (hidden || d.Name() == "testdata" || d.Name() == "dist") {
			return fs.SkipDir
		}
		if d.IsDir() || !slices.Contains(generators, filepath.Ext(name)) {
			return nil
		}
		text, err := os.ReadFile(path)
		texts[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}
