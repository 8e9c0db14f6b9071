package recall

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Where a code lies is kept for all sessions of a profile, and no other profile has it.
func TestPositionsAreKept(t *testing.T) {
	dir := t.TempDir()
	lisbon, nowhere := Position{"Lisbon", 38.77, -9.13}, Position{"", 99, 0}
	s := Open(dir, "work", window("a"))
	for _, found := range []map[string]Position{{"LIS": lisbon}, {"$(x": lisbon, "XXX": nowhere}, {"GIG": {Lat: -22.81, Lng: -43.25}}} {
		if err := s.AddPositions(found); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]Position{"LIS": lisbon, "GIG": {Lat: -22.81, Lng: -43.25}}
	if diff := cmp.Diff(want, Open(dir, "work", window("b")).Positions()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if others := Open(dir, "home", window("a")).Positions(); others != nil {
		t.Errorf("another profile has %v", others)
	}
	if err := Open("", "work", window("a")).AddPositions(want); err == nil || Open("", "work", window("a")).Positions() != nil {
		t.Error("positions are kept without a directory")
	}
}

// Whatever the file holds, only positions on Earth come back, and not without end.
func TestPositionsAreBounded(t *testing.T) {
	s := Open(t.TempDir(), "work", window("a"))
	for first := range 2 {
		many := map[string]Position{}
		for n := range maxPositions - 5 {
			many[fmt.Sprintf("%c%c%c", 'A'+n/26/26+10*first, 'A'+n/26%26, 'A'+n%26)] = Position{Lat: 1, Lng: 1}
		}
		if err := s.AddPositions(many); err != nil || len(s.Positions()) != maxPositions-5 {
			t.Errorf("%d are kept: %v", len(s.Positions()), err)
		}
	}
	for text, want := range map[string]map[string]Position{
		`{"lis":{"lat":1,"lng":1},"LIS":{"lat":91,"lng":0},"OPO":{"lat":41,"lng":-8}}`: {"OPO": {Lat: 41, Lng: -8}},
		`{"LIS":`: nil, `null`: nil, `[]`: nil, "{" + strings.Repeat(" ", maxPositionBytes) + "}": nil,
	} {
		if err := os.WriteFile(s.positionsFile(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, s.Positions()); diff != "" {
			t.Errorf("%.60s (-want +got):\n%s", text, diff)
		}
	}
}
