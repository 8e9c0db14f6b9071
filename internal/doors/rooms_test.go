// Package doors holds, in its tests alone, the rules of the house that a
// compiler does not: which room may import which, which library has one
// keeper, what never reaches the binary, and that nothing runs before main.
package doors

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// module is the path of this module.
const module = "travel.example/travel"

// rooms names every room of the module with the rooms it may import. A room
// holds the packages below it, which may import one another.
var rooms = map[string][]string{
	"cmd/travel": {"internal/auth", "internal/commands", "internal/render"},
	"internal/commands": {
		"api", "internal/apiclient", "internal/auth", "internal/config",
		"internal/recall", "internal/render", "internal/sandbox", "internal/search",
	},
	"internal/search":    {"internal/apiclient"},
	"internal/auth":      {"internal/disk", "internal/transport"},
	"internal/apiclient": {"internal/transport"},
	"internal/recall":    {"internal/disk"},
	"internal/render":    {},
	"internal/config":    {"internal/disk", "internal/transport"},
	"internal/disk":      {},
	"internal/transport": {},
	"internal/sandbox":   {"api", "internal/disk"}, // never apiclient: shared code hides shared mistakes
	"api":                {},

	// For tests only: no other room may import them.
	"internal/doors": {},
	"internal/drift": {},
	"internal/need":  {},
}

// closedDoors lists the imports that the table of rooms does not allow.
func closedDoors(packages []goPackage) []string {
	var broken []string
	for _, p := range packages {
		from, known := room(p.ImportPath)
		if !known {
			broken = append(broken, fmt.Sprintf("%s stands in no room: give it a line in the table", p.ImportPath))
			continue
		}
		for _, path := range p.Imports {
			to, known := room(path)
			if !known || to == from || slices.Contains(rooms[from], to) {
				continue
			}
			broken = append(broken, fmt.Sprintf("%s imports %s: %s must not know %s", p.ImportPath, path, from, to))
		}
	}
	return broken
}

// staleDoors lists the entries of a table that nothing stands behind: a room
// without a package, and a door that no package goes through. The packages are
// those of all systems.
func staleDoors(table map[string][]string, packages []goPackage) []string {
	stands, used := map[string]bool{}, map[[2]string]bool{}
	for _, p := range packages {
		from, _ := room(p.ImportPath)
		stands[from] = true
		for _, path := range p.Imports {
			if to, known := room(path); known {
				used[[2]string{from, to}] = true
			}
		}
	}
	var stale []string
	for _, from := range slices.Sorted(maps.Keys(table)) {
		if !stands[from] {
			stale = append(stale, from+" is in the table, and no package stands there")
		}
		for _, to := range table[from] {
			if !used[[2]string{from, to}] {
				stale = append(stale, fmt.Sprintf("%s may import %s and does not", from, to))
			}
		}
	}
	return stale
}

// room finds the room a package of ours stands in; another's stands in none.
func room(path string) (string, bool) {
	inside, ours := strings.CutPrefix(path, module+"/")
	if !ours {
		return "", false
	}
	for name := range maps.Keys(rooms) {
		if inside == name || strings.HasPrefix(inside, name+"/") {
			return name, true
		}
	}
	return "", false
}

func TestRoomsOpenOnlyTheDoorsOfTheTable(t *testing.T) {
	noneBroken(t, func(system string) []string { return closedDoors(ours(t, system)) })
}

func TestNoDoorIsStale(t *testing.T) {
	for _, stale := range staleDoors(rooms, everywhere(t)) {
		t.Errorf("%s: take the entry out", stale)
	}
}

func TestAStaleDoorIsSeen(t *testing.T) {
	table := map[string][]string{"internal/disk": {}, "internal/recall": {"api", "internal/disk"}}
	packages := []goPackage{{ImportPath: module + "/internal/recall", Imports: []string{module + "/internal/disk"}}}
	want := []string{"internal/disk is in the table, and no package stands there", "internal/recall may import api and does not"}
	if diff := cmp.Diff(want, staleDoors(table, packages)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// noneBroken looks for broken rules in what is built for each system.
func noneBroken(t *testing.T, broken func(system string) []string) {
	t.Helper()
	for _, system := range systems {
		if diff := cmp.Diff([]string(nil), broken(system)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", system, diff)
		}
	}
}

func TestTheTableOpensDoorsToRoomsOnly(t *testing.T) {
	for from, doors := range rooms {
		for _, to := range doors {
			if _, known := rooms[to]; !known {
				t.Errorf("%s may import %s, which is no room", from, to)
			}
		}
	}
}

func TestAClosedDoorIsSeen(t *testing.T) {
	tests := map[string]struct {
		from, imports string
		want          []string
	}{
		"own room":      {"/internal/sandbox", module + "/internal/sandbox/data", nil},
		"allowed":       {"/internal/search", module + "/internal/apiclient", nil},
		"library":       {"/internal/render", "net/url", nil},
		"island":        {"/internal/sandbox/flights", module + "/internal/apiclient", []string{module + "/internal/sandbox/flights imports " + module + "/internal/apiclient: internal/sandbox must not know internal/apiclient"}},
		"upwards":       {"/internal/auth", module + "/internal/commands", []string{module + "/internal/auth imports " + module + "/internal/commands: internal/auth must not know internal/commands"}},
		"tests only":    {"/internal/auth", module + "/internal/need", []string{module + "/internal/auth imports " + module + "/internal/need: internal/auth must not know internal/need"}},
		"no such room":  {"/internal/util", "fmt", []string{module + "/internal/util stands in no room: give it a line in the table"}},
		"similar names": {"/internal/authority", "fmt", []string{module + "/internal/authority stands in no room: give it a line in the table"}},
	}
	for name, test := range tests {
		got := closedDoors([]goPackage{{ImportPath: module + test.from, Imports: []string{test.imports}}})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
