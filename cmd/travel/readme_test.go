package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheReadmeShowsWhatTheProgramPrints compares the screens of the README
// with the golden files that the script readme.txt holds the program to.
func TestTheReadmeShowsWhatTheProgramPrints(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"readme-search.txt", "readme-trip.txt"} {
		screen, err := os.ReadFile(filepath.Join(repository, "testdata", "golden", name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), strings.TrimRight(string(screen), "\n")) {
			t.Errorf("the README does not show testdata/golden/%s", name)
		}
	}
}
