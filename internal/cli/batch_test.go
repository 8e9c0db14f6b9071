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
	b := &BatchFlags{journal: f.Name(), env: &Env{Stdout: f}}
	if err := b.apart(strings.NewReader("")); err == nil || !strings.Contains(err.Error(), "is where the answers go") {
		t.Errorf("%v", err)
	}
}
