package recall

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The last place comes first, each once, and a code alone does not cost a name that is known. All
// sessions of a profile share them, and no other profile has them.
func TestPlacesAreKeptNewestFirst(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir, "work", window("a"))
	lisbon, porto := Place{"LIS", "Lisbon", "PT"}, Place{"OPO", "Porto", "PT"}
	for _, found := range [][]Place{{lisbon}, {porto, {Code: "DXB"}}, {{Code: "LIS"}}, {{Code: "LIS"}}} {
		if err := s.AddPlaces(found...); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]Place{lisbon, porto, {Code: "DXB"}}, Open(dir, "work", window("b")).Places()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if others := Open(dir, "home", window("a")).Places(); others != nil {
		t.Errorf("another profile has %v", others)
	}
	info, err := os.Stat(s.placesFile())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := Open("", "work", window("a")).AddPlaces(lisbon); err == nil || Open("", "work", window("a")).Places() != nil {
		t.Error("places are kept without a directory")
	}
}

// Whatever the file holds, only what looks like a place comes back, and not without end.
func TestPlacesAreBounded(t *testing.T) {
	s := Open(t.TempDir(), "work", window("a"))
	var many []Place
	for n := range maxPlaces + 5 {
		many = append(many, Place{Code: fmt.Sprintf("A%c%c", 'A'+n/26, 'A'+n%26)})
	}
	if err := s.AddPlaces(many...); err != nil || len(s.Places()) != maxPlaces {
		t.Errorf("%d are kept: %v", len(s.Places()), err)
	}
	for text, want := range map[string][]Place{
		`[{"code":"$(x"},{"code":"lis"},{"code":"LIS","country":"$1","name":"` + strings.Repeat("x", 99) + `"}]`: {{Code: "LIS"}},
		`[{"code":"LIS"}`:                       nil,
		`null`:                                  nil,
		`["LIS"]`:                               nil,
		"[" + strings.Repeat(" ", 64<<10) + "]": nil,
	} {
		if err := os.WriteFile(s.placesFile(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, s.Places()); diff != "" {
			t.Errorf("%.60s (-want +got):\n%s", text, diff)
		}
	}
	if err := os.Remove(s.placesFile()); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(s.placesFile(), "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if s.AddPlaces(Place{Code: "LIS"}) == nil {
		t.Error("a directory was replaced")
	}
}
