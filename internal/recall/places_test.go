package recall

import (
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/store"
)

// The last place comes first, each once, and a code alone does not cost a name that is known. All
// sessions of a profile share them, and no other profile has them.
func TestPlacesAreKeptNewestFirst(t *testing.T) {
	dir := t.TempDir()
	s := Open(store.Home{Dir: dir}, "work", window("a"))
	lisbon, porto := Place{"LIS", "Lisbon", "PT"}, Place{"OPO", "Porto", "PT"}
	for _, found := range [][]Place{{lisbon}, {porto, {Code: "DXB"}}, {{Code: "LIS"}}, {{Code: "LIS"}}} {
		if err := s.AddPlaces(found...); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]Place{lisbon, porto, {Code: "DXB"}}, Open(store.Home{Dir: dir}, "work", window("b")).Places()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if others := Open(store.Home{Dir: dir}, "home", window("a")).Places(); others != nil {
		t.Errorf("another profile has %v", others)
	}
	info, err := os.Stat(s.places.Path(s.profile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := Open(store.Home{}, "work", window("a")).AddPlaces(lisbon); err == nil || Open(store.Home{}, "work", window("a")).Places() != nil {
		t.Error("places are kept without a directory")
	}
}

// No more places are kept than the bound.
func TestPlacesAreBounded(t *testing.T) {
	s := Open(store.Home{Dir: t.TempDir()}, "work", window("a"))
	var many []Place
	for n := range maxPlaces + 5 {
		many = append(many, Place{Code: fmt.Sprintf("A%c%c", 'A'+n/26, 'A'+n%26)})
	}
	if err := s.AddPlaces(many...); err != nil || len(s.Places()) != maxPlaces || s.Places()[0] != many[0] {
		t.Errorf("%+v are kept: %v", s.Places(), err)
	}
}

// Where a code lies is kept for all sessions of a profile, and no other profile has it.
func TestPositionsAreKept(t *testing.T) {
	dir := t.TempDir()
	lisbon := Position{"Lisbon", 38.77, -9.13}
	s := Open(store.Home{Dir: dir}, "work", window("a"))
	for _, found := range []map[string]Position{{"LIS": lisbon}, {"GIG": {Lat: -22.81, Lng: -43.25}}} {
		if err := s.AddPositions(found); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]Position{"LIS": lisbon, "GIG": {Lat: -22.81, Lng: -43.25}}
	if diff := cmp.Diff(want, Open(store.Home{Dir: dir}, "work", window("b")).Positions()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if others := Open(store.Home{Dir: dir}, "home", window("a")).Positions(); others != nil {
		t.Errorf("another profile has %v", others)
	}
	if err := Open(store.Home{}, "work", window("a")).AddPositions(want); err == nil || Open(store.Home{}, "work", window("a")).Positions() != nil {
		t.Error("positions are kept without a directory")
	}
}
