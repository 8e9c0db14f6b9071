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

// rooms names every room of the module with the rooms it may import, no more and no fewer. A room
// holds the packages below it that have no row of their own; those may import one another.
var rooms = map[string][]string{
	// The program and its faces: a noun never imports a noun, and the frame knows none.
	"cmd/travel": {"internal/auth", "internal/child", "internal/cli", "internal/commands", "internal/render", "internal/session"},
	// What writes the manual and the command reference, and what draws the pictures; no parts of the program.
	"cmd/manual":   {"internal/cli", "internal/commands", "internal/tab"},
	"cmd/pictures": {"internal/cli", "internal/commands", "internal/render", "internal/session"},
	"internal/cli": {
		"api", "internal/apiclient", "internal/auth", "internal/clean", "internal/config", "internal/deployment",
		"internal/desk", "internal/desk/batch", "internal/desk/kept", "internal/desk/params", "internal/desk/recall", "internal/desk/search", "internal/desk/sweep",
		"internal/money", "internal/names", "internal/patience", "internal/present", "internal/problem", "internal/render", "internal/render/canvas",
		"internal/render/grid", "internal/schema", "internal/session", "internal/tab", "internal/words",
	},
	"internal/cli/calendars": {
		"internal/cli", "internal/desk", "internal/desk/daily", "internal/desk/sweep", "internal/money", "internal/present", "internal/problem",
		"internal/render", "internal/render/priceview", "internal/words",
	},
	"internal/tab":    {"internal/clean"},
	"internal/schema": {"api"},
	// The face for agents.
	"internal/mcpserver/clients": {"internal/jsonspan"},
	"internal/mcpserver/guide":   {"api"},
	"internal/commands": {
		"internal/cli", "internal/commands/account", "internal/commands/agents", "internal/commands/browse", "internal/commands/countries", "internal/commands/doctor",
		"internal/commands/flights", "internal/commands/hotels", "internal/commands/keep", "internal/commands/mcp", "internal/commands/places", "internal/commands/report",
		"internal/commands/sandbox", "internal/commands/service", "internal/commands/settings", "internal/commands/watch",
		"internal/commands/weekends",
	},
	"internal/commands/account": {
		"internal/apiclient", "internal/auth", "internal/cli", "internal/config", "internal/desk",
		"internal/desk/account", "internal/desk/quota", "internal/problem", "internal/render/canvas",
		"internal/render/grid", "internal/schema", "internal/words",
	},
	"internal/commands/agents": {
		"internal/cli", "internal/disk", "internal/mcpserver/guide", "internal/problem",
	},
	"internal/commands/browse": {
		"internal/browse", "internal/browse/stage", "internal/child", "internal/cli", "internal/desk", "internal/desk/flights", "internal/desk/hotels",
		"internal/desk/params", "internal/desk/recall", "internal/patience", "internal/problem", "internal/render", "internal/screen",
		"internal/words",
	},
	"internal/commands/countries": {
		"internal/apiclient", "internal/cli", "internal/desk", "internal/desk/countries", "internal/desk/params",
		"internal/problem", "internal/render/countryview", "internal/words",
	},
	"internal/commands/doctor": {
		"internal/clean", "internal/cli", "internal/config", "internal/deployment", "internal/desk", "internal/desk/checkup",
		"internal/render", "internal/render/canvas", "internal/render/grid", "internal/schema",
	},
	"internal/commands/flights": {
		"internal/apiclient", "internal/cli", "internal/cli/calendars", "internal/desk", "internal/desk/batch",
		"internal/desk/countries", "internal/desk/daily", "internal/desk/flights", "internal/desk/params",
		"internal/desk/places", "internal/desk/recall", "internal/desk/search", "internal/desk/sweep",
		"internal/money", "internal/present", "internal/problem", "internal/render", "internal/render/exploreview",
		"internal/render/figure", "internal/render/flightview", "internal/render/grid", "internal/render/priceview",
		"internal/schema", "internal/words",
	},
	"internal/commands/hotels": {
		"internal/apiclient", "internal/cli", "internal/cli/calendars", "internal/desk", "internal/desk/batch", "internal/desk/daily",
		"internal/desk/hotels", "internal/desk/params", "internal/desk/query", "internal/desk/recall", "internal/desk/search",
		"internal/money", "internal/present", "internal/problem", "internal/render", "internal/render/grid", "internal/render/hotelview",
		"internal/render/priceview", "internal/schema", "internal/words",
	},
	"internal/commands/mcp": {
		"internal/cli", "internal/desk", "internal/desk/recall", "internal/disk", "internal/mcpserver",
		"internal/mcpserver/clients", "internal/patience", "internal/problem",
	},
	"internal/commands/places": {
		"internal/apiclient", "internal/cli", "internal/desk", "internal/desk/params", "internal/desk/places",
		"internal/problem", "internal/render/canvas", "internal/render/grid", "internal/words",
	},
	"internal/commands/keep": {
		"internal/cli", "internal/desk", "internal/desk/kept", "internal/desk/offers", "internal/desk/recall", "internal/money",
		"internal/problem", "internal/render/canvas", "internal/render/figure", "internal/render/grid", "internal/render/keptview",
		"internal/schema", "internal/words",
	},
	"internal/commands/report": {
		"internal/clean", "internal/cli", "internal/desk", "internal/desk/report", "internal/disk", "internal/document",
		"internal/problem", "internal/render", "internal/render/page", "internal/schema", "internal/words",
	},
	"internal/commands/sandbox": {
		"internal/cli", "internal/config", "internal/deployment", "internal/patience", "internal/problem", "internal/render/canvas",
		"internal/render/grid", "internal/sandbox", "internal/schema", "internal/words",
	},
	"internal/commands/service": {
		"internal/apiclient", "internal/child", "internal/cli", "internal/desk", "internal/desk/params",
		"internal/desk/service", "internal/disk", "internal/patience", "internal/problem", "internal/render", "internal/render/canvas",
		"internal/render/grid", "internal/schema", "internal/tab", "internal/words",
	},
	"internal/commands/settings": {
		"internal/clean", "internal/cli", "internal/config", "internal/render/canvas", "internal/render/grid", "internal/schema",
	},
	"internal/commands/watch": {
		"internal/child", "internal/clean", "internal/cli", "internal/config", "internal/desk", "internal/desk/kept", "internal/desk/offers",
		"internal/desk/watch", "internal/money", "internal/notify", "internal/patience", "internal/problem", "internal/render",
		"internal/render/watchview", "internal/schedule", "internal/schema", "internal/words",
	},
	"internal/commands/weekends": {
		"internal/cli", "internal/desk", "internal/desk/countries", "internal/desk/flights", "internal/desk/params", "internal/desk/sweep",
		"internal/desk/weekends", "internal/disk", "internal/money", "internal/present", "internal/problem", "internal/render", "internal/render/grid",
		"internal/render/priceview", "internal/render/weekendview", "internal/schema", "internal/words",
	},
	// What tools answer, and how their rows are referred to: no command line, no terminal, no protocol.
	"internal/mcpserver/answers": {
		"internal/apiclient", "internal/clean", "internal/desk", "internal/desk/flights", "internal/desk/hotels",
		"internal/desk/query", "internal/desk/search", "internal/jsonread", "internal/jsonspan", "internal/mcpserver/refs", "internal/problem",
		"internal/render/figure", "internal/words",
	},
	"internal/mcpserver/refs": {"internal/apiclient", "internal/desk/recall", "internal/problem", "internal/words"},
	// The face for agents, beside the command line: neither knows the other.
	"internal/mcpserver": {
		"api", "internal/apiclient", "internal/clean", "internal/desk", "internal/desk/account", "internal/desk/countries",
		"internal/desk/flights", "internal/desk/hotels", "internal/desk/kept", "internal/desk/offers", "internal/desk/params", "internal/desk/places", "internal/desk/query",
		"internal/desk/recall", "internal/desk/search", "internal/desk/service", "internal/desk/watch", "internal/desk/weekends", "internal/mcpserver/answers",
		"internal/mcpserver/guide", "internal/mcpserver/refs", "internal/problem", "internal/words",
	},

	// The face on a full screen, beside the command line: neither knows the other.
	"internal/browse": {
		"internal/apiclient", "internal/browse/ask", "internal/browse/facets", "internal/browse/handoff", "internal/browse/listing", "internal/browse/stage",
		"internal/browse/stays", "internal/browse/trips", "internal/desk", "internal/desk/flights", "internal/desk/hotels",
		"internal/desk/params", "internal/desk/query", "internal/desk/recall", "internal/desk/search", "internal/render/canvas",
		"internal/screen", "internal/words",
	},
	"internal/browse/trips": {
		"api", "internal/apiclient", "internal/browse/facets", "internal/browse/handoff", "internal/browse/listing", "internal/browse/sheet",
		"internal/browse/stage", "internal/desk", "internal/desk/flights", "internal/desk/params", "internal/desk/recall", "internal/desk/search",
		"internal/present", "internal/render/canvas", "internal/render/flightview",
		"internal/screen", "internal/words",
	},
	"internal/browse/stays": {
		"internal/apiclient", "internal/browse/facets", "internal/browse/handoff", "internal/browse/listing", "internal/browse/sheet", "internal/browse/stage",
		"internal/desk", "internal/desk/hotels", "internal/desk/params", "internal/desk/query", "internal/desk/recall", "internal/desk/search",
		"internal/present", "internal/render/canvas", "internal/render/hotelview", "internal/screen", "internal/words",
	},
	"internal/browse/handoff": {
		"internal/browse/stage", "internal/clean", "internal/desk", "internal/problem", "internal/render", "internal/render/canvas",
		"internal/screen", "internal/words",
	},
	"internal/browse/sheet": {"internal/browse/stage", "internal/render/canvas", "internal/render/grid", "internal/screen"},
	"internal/browse/ask": {
		"api", "internal/browse/field", "internal/browse/stage", "internal/desk", "internal/desk/countries",
		"internal/desk/flights", "internal/desk/hotels", "internal/desk/params", "internal/desk/places",
		"internal/desk/query", "internal/desk/recall", "internal/names", "internal/problem", "internal/render/canvas",
		"internal/render/figure", "internal/render/grid", "internal/screen", "internal/words",
	},
	"internal/browse/field": {"internal/clean", "internal/render/canvas", "internal/screen"},
	"internal/browse/listing": {
		"internal/browse/facets", "internal/browse/stage", "internal/desk", "internal/desk/params", "internal/desk/recall", "internal/desk/search", "internal/present",
		"internal/problem", "internal/render/canvas", "internal/screen", "internal/words",
	},
	"internal/browse/stage": {
		"internal/desk", "internal/desk/search", "internal/render/canvas", "internal/screen", "internal/words",
	},
	"internal/browse/facets": {
		"internal/apiclient", "internal/browse/field", "internal/browse/stage", "internal/clean", "internal/desk", "internal/desk/flights", "internal/desk/hotels",
		"internal/desk/params", "internal/desk/recall", "internal/money", "internal/problem", "internal/render/canvas", "internal/render/figure",
		"internal/screen", "internal/words",
	},
	"internal/browse/stage/stagetest": {
		"internal/browse/stage", "internal/config", "internal/deployment", "internal/desk", "internal/desk/recall",
		"internal/render/canvas", "internal/screen",
	},

	// The desk: neither a command line nor a terminal, nor a view.
	"internal/deployment": {
		"internal/apiclient", "internal/auth", "internal/config", "internal/disk", "internal/problem", "internal/sandbox", "internal/transport",
		"internal/words",
	},
	"internal/desk": {
		"api", "internal/apiclient", "internal/auth", "internal/clean", "internal/config", "internal/deployment",
		"internal/desk/kept", "internal/desk/params", "internal/desk/query", "internal/desk/quota", "internal/desk/recall",
		"internal/desk/search", "internal/desk/shelf", "internal/desk/sweep", "internal/jsonspan", "internal/money", "internal/problem", "internal/transport",
		"internal/words",
	},
	"internal/desk/account": {
		"internal/apiclient", "internal/auth", "internal/deployment", "internal/desk", "internal/desk/params", "internal/problem",
	},
	"internal/desk/checkup": {
		"internal/apiclient", "internal/auth", "internal/config", "internal/deployment", "internal/desk",
		"internal/desk/account", "internal/desk/search", "internal/disk", "internal/problem", "internal/sandbox",
		"internal/transport", "internal/words",
	},
	"internal/desk/countries": {
		"internal/apiclient", "internal/desk", "internal/desk/params", "internal/names", "internal/words",
	},
	"internal/desk/flights": {
		"internal/apiclient", "internal/desk", "internal/desk/batch", "internal/desk/countries", "internal/desk/daily", "internal/desk/params",
		"internal/desk/places",
		"internal/desk/query", "internal/desk/recall", "internal/desk/search",
		"internal/desk/sweep", "internal/problem", "internal/words",
	},
	"internal/desk/daily": {
		"internal/desk", "internal/desk/countries", "internal/desk/params", "internal/desk/places", "internal/desk/recall",
		"internal/desk/search", "internal/desk/sweep", "internal/problem", "internal/words",
	},
	"internal/desk/batch": {
		"api", "internal/apiclient", "internal/desk", "internal/desk/params", "internal/desk/quota", "internal/desk/search",
		"internal/desk/sweep", "internal/disk", "internal/problem", "internal/words",
	},
	"internal/desk/sweep": {
		"internal/apiclient", "internal/desk/quota", "internal/desk/search", "internal/disk", "internal/patience",
		"internal/problem", "internal/words",
	},
	"internal/desk/hotels": {
		"internal/apiclient", "internal/desk", "internal/desk/batch", "internal/desk/daily", "internal/desk/kept", "internal/desk/params", "internal/desk/places",
		"internal/desk/query", "internal/desk/recall", "internal/desk/search", "internal/desk/sweep", "internal/money",
		"internal/problem", "internal/words",
	},
	"internal/desk/offers": {
		"internal/apiclient", "internal/clean", "internal/desk", "internal/desk/flights", "internal/desk/hotels", "internal/desk/kept",
		"internal/desk/params", "internal/desk/query", "internal/desk/recall", "internal/desk/search", "internal/problem", "internal/words",
	},
	"internal/desk/watch": {
		"internal/apiclient", "internal/clean", "internal/desk", "internal/desk/batch", "internal/desk/flights", "internal/desk/hotels",
		"internal/desk/kept", "internal/desk/offers", "internal/desk/query", "internal/desk/quota", "internal/desk/recall",
		"internal/desk/search", "internal/desk/shelf", "internal/desk/sweep", "internal/disk", "internal/money", "internal/problem", "internal/words",
	},
	"internal/desk/params": {"api", "internal/names", "internal/problem", "internal/words"},
	"internal/desk/places": {
		"internal/apiclient", "internal/clean", "internal/desk", "internal/desk/params", "internal/desk/recall",
		"internal/names", "internal/problem", "internal/words",
	},
	"internal/desk/query":  {"internal/apiclient", "internal/problem", "internal/words"},
	"internal/desk/kept":   {"internal/desk/recall", "internal/desk/search", "internal/desk/shelf", "internal/disk", "internal/problem", "internal/words"},
	"internal/desk/shelf":  {"internal/disk", "internal/problem"},
	"internal/desk/recall": {"internal/desk/query", "internal/desk/search", "internal/disk", "internal/jsonread", "internal/jsonspan"},
	"internal/desk/report": {
		"internal/apiclient", "internal/desk", "internal/desk/flights", "internal/desk/hotels", "internal/desk/kept",
		"internal/desk/offers", "internal/desk/places", "internal/desk/query", "internal/desk/recall", "internal/desk/search",
		"internal/document", "internal/problem", "internal/words",
	},
	"internal/desk/quota":  {"internal/disk", "internal/transport", "internal/words"},
	"internal/desk/search": {"internal/apiclient", "internal/patience", "internal/problem", "internal/words"},
	"internal/desk/weekends": {
		"internal/desk", "internal/desk/countries", "internal/desk/daily", "internal/desk/flights", "internal/desk/params", "internal/desk/places",
		"internal/desk/query", "internal/desk/recall", "internal/desk/search", "internal/desk/sweep", "internal/ics", "internal/problem",
		"internal/words",
	}, "internal/desk/service": {
		"internal/apiclient", "internal/desk", "internal/desk/params", "internal/desk/search", "internal/problem",
		"internal/words",
	},

	// What the desk answered, as views for a person: no command line, no printer, no terminal.
	"internal/present": {
		"internal/apiclient", "internal/desk", "internal/desk/flights", "internal/desk/hotels", "internal/desk/params",
		"internal/desk/query", "internal/desk/recall", "internal/desk/search", "internal/money", "internal/render",
		"internal/render/canvas", "internal/render/flightview", "internal/render/grid", "internal/render/hotelview", "internal/words",
	},

	// What is drawn: views of two subjects never meet.
	"internal/render": {
		"internal/clean", "internal/jsonread", "internal/render/canvas", "internal/render/figure", "internal/render/grid",
		"internal/template", "internal/words",
	},
	"internal/render/canvas":      {"internal/clean", "internal/words"},
	"internal/render/countryview": {"internal/render/canvas", "internal/render/figure", "internal/render/grid"},
	"internal/render/exploreview": {
		"internal/money", "internal/render/canvas", "internal/render/figure", "internal/render/grid", "internal/render/landmap",
	},
	"internal/render/figure": {"internal/words"},
	"internal/render/flightview": {
		"internal/clean", "internal/money", "internal/render/canvas", "internal/render/figure",
		"internal/render/grid", "internal/words",
	},
	"internal/render/grid": {"internal/clean", "internal/money", "internal/render/canvas"},
	"internal/render/hotelview": {
		"internal/clean", "internal/money", "internal/render/canvas", "internal/render/figure",
		"internal/render/grid", "internal/words",
	},

	"internal/render/page": {
		"internal/clean", "internal/document", "internal/render/figure", "internal/render/landmap", "internal/words",
	},
	"internal/render/landmap":     {"internal/render/canvas"},
	"internal/render/keptview":    {"internal/money", "internal/render/canvas", "internal/render/grid"},
	"internal/render/weekendview": {"internal/render/canvas", "internal/render/figure", "internal/render/grid"},
	"internal/render/watchview": {
		"internal/money", "internal/render/canvas", "internal/render/figure", "internal/render/grid", "internal/words",
	},
	"internal/render/priceview": {
		"internal/money", "internal/render/canvas", "internal/render/figure", "internal/render/grid", "internal/words",
	},

	// The sign-in.
	"internal/auth": {
		"internal/auth/browser", "internal/auth/callback", "internal/auth/failure", "internal/auth/foreign",
		"internal/auth/grant", "internal/auth/oauth", "internal/auth/secret", "internal/auth/vault", "internal/disk",
		"internal/patience", "internal/transport",
	},
	"internal/auth/browser": {"internal/auth/foreign", "internal/auth/secret", "internal/child"},
	"internal/auth/callback": {
		"internal/auth/failure", "internal/auth/foreign", "internal/auth/secret", "internal/problem",
	},
	"internal/auth/failure": {"internal/auth/foreign", "internal/problem"},
	"internal/auth/foreign": {"internal/transport"},
	"internal/auth/grant":   {"internal/auth/secret"},
	"internal/auth/oauth": {
		"internal/auth/failure", "internal/auth/foreign", "internal/auth/grant", "internal/auth/secret",
		"internal/patience", "internal/transport",
	},
	"internal/auth/secret": {"internal/auth/foreign"},
	"internal/auth/vault": {
		"internal/auth/failure", "internal/auth/foreign", "internal/auth/grant", "internal/auth/secret",
		"internal/disk", "internal/patience", "internal/problem",
	},

	// The service and the computer.
	"internal/apiclient": {"api", "internal/jsonread", "internal/jsonspan", "internal/patience", "internal/problem", "internal/transport", "internal/words"},
	"internal/child":     {},
	"internal/config":    {"internal/disk", "internal/names", "internal/problem", "internal/transport"},
	"internal/disk":      {},
	"internal/session":   {},
	"internal/transport": {},

	// Small rooms that everyone may use.
	"api":               {},
	"internal/clean":    {},
	"internal/jsonread": {},
	"internal/jsonspan": {},
	"internal/ics":      {"internal/clean"},
	"internal/document": {"internal/ics", "internal/money", "internal/words"},
	"internal/money":    {"internal/clean", "internal/words"},
	"internal/names":    {"internal/words"},
	"internal/notify":   {"internal/child", "internal/clean"},
	"internal/patience": {"internal/problem"},
	"internal/problem":  {"internal/words"},
	"internal/schedule": {"internal/problem"},
	"internal/screen":   {}, // a terminal for itself; it knows nothing of what is shown
	"internal/template": {},
	"internal/words":    {},

	// An island: never apiclient, since shared code hides shared mistakes.
	"internal/sandbox": {"api", "internal/disk", "internal/template"},

	// What measures it from outside.
	"bench/agents":  {"internal/sandbox"},
	"bench/browse":  {"bench/trips", "internal/pty"},
	"bench/floor":   {},
	"bench/pages":   {"bench/trips"},
	"bench/sandbox": {"internal/sandbox"},
	"bench/trips":   {"internal/sandbox"},

	// For tests only: no other room may import them.
	"api/examples":              {},
	"internal/auth/authtest":    {"internal/auth/grant", "internal/auth/secret"},
	"internal/doors":            {},
	"internal/drift":            {},
	"internal/need":             {},
	"internal/pty":              {},
	"internal/arrivals":         {"internal/desk/search"},
	"bench/settle":              {"internal/arrivals", "internal/desk/search"},
	"bench/fleet":               {"internal/apiclient", "internal/arrivals"},
	"internal/render/cleantest": {},
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
	return longest(inside, slices.Collect(maps.Keys(rooms)))
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
	table := map[string][]string{"internal/disk": {}, "internal/desk/recall": {"api", "internal/disk"}}
	packages := []goPackage{{ImportPath: module + "/internal/desk/recall", Imports: []string{module + "/internal/disk"}}}
	want := []string{"internal/desk/recall may import api and does not", "internal/disk is in the table, and no package stands there"}
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
				t.Errorf("%s may import %s, which is not a room", from, to)
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
		"allowed":       {"/internal/desk/search", module + "/internal/apiclient", nil},
		"two nouns":     {"/internal/commands/hotels", module + "/internal/commands/flights", []string{module + "/internal/commands/hotels imports " + module + "/internal/commands/flights: internal/commands/hotels must not know internal/commands/flights"}},
		"the frame":     {"/internal/cli", module + "/internal/commands/flights", []string{module + "/internal/cli imports " + module + "/internal/commands/flights: internal/cli must not know internal/commands/flights"}},
		"a view":        {"/internal/desk", module + "/internal/render", []string{module + "/internal/desk imports " + module + "/internal/render: internal/desk must not know internal/render"}},
		"two views":     {"/internal/render/flightview", module + "/internal/render/hotelview", []string{module + "/internal/render/flightview imports " + module + "/internal/render/hotelview: internal/render/flightview must not know internal/render/hotelview"}},
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
