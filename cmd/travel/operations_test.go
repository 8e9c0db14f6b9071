package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"travel.example/travel/api"
	"travel.example/travel/api/examples"
)

// TestEveryOperationHasAScript looks for the command of each operation in the scripts. That it has one
// command and one tool is tested by internal/commands and by TestThreeWaysToAskHaveOneAnswer.
func TestEveryOperationHasAScript(t *testing.T) {
	names, err := filepath.Glob("../../testdata/script/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var scripts strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		scripts.Write(text)
	}
	for _, e := range examples.All {
		command, _, _ := strings.Cut(e.Line, " {")
		command, _, _ = strings.Cut(command, " --")
		if !strings.Contains(scripts.String(), "travel "+command) {
			t.Errorf("no script runs travel %s, the command of %s", command, e.Operation)
		}
	}
}

// TestOperationsAreListedOnce keeps a new operation cheap: docs/maintaining.md lists the files that it
// touches, and no other file lists all operations.
func TestOperationsAreListedOnce(t *testing.T) {
	for _, room := range []string{"api", "cmd", "internal"} {
		err := filepath.WalkDir("../../"+room, func(name string, _ fs.DirEntry, err error) error {
			if filepath.Ext(name) != ".go" || strings.HasSuffix(name, ".gen.go") || strings.HasSuffix(name, "examples.go") ||
				strings.HasSuffix(name, "internal/sandbox/service.go") { // the table of handlers
				return err
			}
			text, err := os.ReadFile(name)
			for i := range api.Operations {
				if !strings.Contains(string(text), api.Operations[i].ID) {
					return err
				}
			}
			t.Errorf("%s lists all operations, and is one more file to change for a new one", name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
