package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Answers that are printed into the journal would be written over it.
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
