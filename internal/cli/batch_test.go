package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Answers must not be written over the journal.
func TestAJournalIsNotWhereTheAnswersGo(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "answers"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := &BatchFlags{file: "-", journal: f.Name(), run: &Run{Env: &Env{Stdin: strings.NewReader(""), Stdout: f}}}
	if _, err := b.read(t.Context()); err == nil || !strings.Contains(err.Error(), "is where the answers go") {
		t.Errorf("%v", err)
	}
}
