package doors

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// keepers names the rooms that alone may import a library, with what stands below them, so that its
// habits are known in one place. The longest path that fits decides.
var keepers = map[string][]string{
	"github.com/spf13/viper":            {"internal/config"},
	"github.com/pelletier/go-toml":      {"internal/mcpserver/clients"}, // which viper brings along
	"github.com/zalando/go-keyring":     {"internal/auth"},
	"github.com/pkg/browser":            {"internal/child"},
	"golang.org/x/oauth2":               {"internal/auth"},
	"github.com/coreos/go-oidc":         {"internal/auth"},
	"github.com/go-jose/go-jose":        {"internal/auth", "internal/sandbox"},
	"github.com/spf13/cobra":            {"internal/cli", "internal/commands"},
	"github.com/spf13/pflag":            {"internal/cli"},
	"golang.org/x/term":                 {"cmd/travel", "internal/screen"},
	"github.com/modelcontextprotocol":   {"internal/mcpserver"},
	"golang.org/x/sys":                  {"internal/pty", "internal/screen", "internal/session"},
	"github.com/charmbracelet/lipgloss": {"internal/render"},
	"github.com/muesli/termenv":         {"internal/render"},
	"github.com/godbus/dbus":            {"internal/need", "internal/notify"},
	"github.com/getkin/kin-openapi":     {"internal/sandbox"},                  // its contracttest, never linked
	"text/template":                     {},                                    // keeps every exported method in the binary
	"html/template":                     {"internal/sandbox/webpage/pagetest"}, // the same; a test's measure, never linked
	"text/template/parse":               {"internal/template", "internal/sandbox/webpage"},
	"os/exec":                           {"bench/agents", "bench/browse", "internal/auth/authtest", "internal/child", "internal/need"}, // a child gets none of our secrets
	"testing":                           {"internal/browse/stage/stagetest", "internal/need", "internal/sandbox"},
	"net/http":                          {"bench/agents", "bench/browse", "bench/fleet", "bench/floor", "bench/pages", "bench/sandbox", "bench/trips", "internal/apiclient", "internal/auth", "internal/commands/service", "internal/desk", "internal/mcpserver", "internal/sandbox", "internal/transport"},
}

// strangers lists the imports of a library by a room that does not keep it.
func strangers(packages []goPackage) []string {
	var broken []string
	for _, p := range packages {
		for _, path := range p.Imports {
			library, kept := longest(path, slices.Collect(maps.Keys(keepers)))
			if _, keeps := keeper(keepers[library], p); kept && !keeps {
				may := strings.Join(keepers[library], " and ")
				if may == "" {
					may = "tests"
				}
				broken = append(broken, fmt.Sprintf("%s imports %s, which only %s may", p.ImportPath, path, may))
			}
		}
	}
	return broken
}

// keeper is the one of the keepers that a package is, or stands below.
func keeper(keepers []string, p goPackage) (string, bool) {
	return longest(strings.TrimPrefix(p.ImportPath, module+"/"), keepers)
}

// unkept lists the keepers that do not import the library they keep. The
// packages are those of all systems.
func unkept(keepers map[string][]string, packages []goPackage) []string {
	imported := map[[2]string]bool{}
	for _, p := range packages {
		for _, path := range p.Imports {
			if library, kept := longest(path, slices.Collect(maps.Keys(keepers))); kept {
				from, _ := keeper(keepers[library], p)
				imported[[2]string{library, from}] = true
			}
		}
	}
	var stale []string
	for _, library := range slices.Sorted(maps.Keys(keepers)) {
		for _, keeper := range keepers[library] {
			if !imported[[2]string{library, keeper}] {
				stale = append(stale, fmt.Sprintf("%s keeps %s and does not import it", keeper, library))
			}
		}
	}
	return stale
}

// banned never reaches the binary. The reason stands beside each. A library
// does not have to be in go.mod to stand here: it stays while it looks like a
// good choice and its fault shows only when it is measured. What is ours or the
// standard library's has to exist.
var banned = map[string]string{
	"charm.land":                                  "bubbletea/v2 wakes 289 times a second in idleness and leaves the terminal raw on SIGHUP; others ask the terminal or start tmux before main",
	"github.com/charmbracelet/bubbletea":          "its init waits 5 s for a terminal that does not answer",
	"github.com/charmbracelet/ultraviolet":        "comes with bubbletea/v2",
	"github.com/rivo/tview":                       "writes the whole screen for each key, 4.7 KB, and spends 7 ms on it",
	"github.com/gdamore/tcell":                    "adds 340 KB; v3 asks the terminal nine questions and waits a second for answers unless told otherwise, and makes ? of every letter under LANG=C",
	"github.com/charmbracelet/bubbles":            "brings bubbletea",
	"github.com/charmbracelet/glamour":            "costs 14 ms and 19 MiB at every start",
	"github.com/charmbracelet/fang":               "waits 4 s for a terminal that does not answer when it prints help",
	"github.com/NimbleMarkets/ntcharts":           "brings bubbletea",
	"github.com/getkin/kin-openapi":               "costs 4 ms at every start; it checks the contract in tests",
	"github.com/santhosh-tekuri/jsonschema":       "comes with kin-openapi",
	"github.com/olebedev/when":                    "reads 2026-12-24 as today",
	"github.com/markusmobius/go-dateparser":       "costs 150 ms and 95 MB at every start",
	"golang.org/x/text/language/display":          "knows the countries of 2017",
	"github.com/charmbracelet/lipgloss/v2":        "opens terminfo files and starts tmux before main",
	"testing":                                     "registers flags and belongs to tests",
	"net/http/httptest":                           "belongs to tests",
	"net/http/pprof":                              "opens a door on the default mux",
	"expvar":                                      "opens a door on the default mux",
	"plugin":                                      "the binary is one static file",
	module + "/internal/need":                     "belongs to tests",
	module + "/internal/pty":                      "belongs to tests and benchmarks",
	module + "/internal/arrivals":                 "belongs to tests and benchmarks",
	module + "/internal/sandbox/contracttest":     "belongs to tests",
	module + "/internal/sandbox/webpage/pagetest": "brings html/template, which keeps every exported method",
	module + "/internal/sandbox/pagetest":         "belongs to tests",
}

// contraband lists what a binary must not hold.
func contraband(packages []goPackage) []string {
	var broken []string
	for _, p := range packages {
		if path, found := longest(p.ImportPath, slices.Collect(maps.Keys(banned))); found {
			broken = append(broken, fmt.Sprintf("%s is linked: it %s", p.ImportPath, banned[path]))
		}
	}
	return broken
}

// longest returns the longest of the paths that is path or stands above it.
func longest(path string, above []string) (string, bool) {
	var found string
	for _, candidate := range above {
		inside := path == candidate || strings.HasPrefix(path, candidate+"/")
		if inside && len(candidate) > len(found) {
			found = candidate
		}
	}
	return found, found != ""
}

func TestALibraryIsImportedByItsKeepersAlone(t *testing.T) {
	noneBroken(t, func(system string) []string { return strangers(ours(t, system)) })
}

func TestNoKeeperIsStale(t *testing.T) {
	for _, stale := range unkept(keepers, everywhere(t)) {
		t.Errorf("%s: take the entry out", stale)
	}
}

func TestAStaleKeeperIsSeen(t *testing.T) {
	table := map[string][]string{"net/http": {"internal/auth", "internal/disk"}, "net/http/httptest": {"internal/auth"}}
	packages := []goPackage{{ImportPath: module + "/internal/auth", Imports: []string{"net/http"}}}
	want := []string{"internal/disk keeps net/http and does not import it", "internal/auth keeps net/http/httptest and does not import it"}
	if diff := cmp.Diff(want, unkept(table, packages)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatIsBannedHasAReasonAndExists(t *testing.T) {
	for path, reason := range banned {
		if reason == "" {
			t.Errorf("%s is banned without a reason", path)
		}
		first, _, _ := strings.Cut(path, "/")
		if strings.HasPrefix(path, module) || !strings.Contains(first, ".") {
			goList(t, systems[0], path) // fails when there is none
		}
	}
}

func TestTheBinaryHoldsNothingBanned(t *testing.T) {
	noneBroken(t, func(system string) []string { return contraband(linked(t, system)) })
}

// unknown names what a room must not even be linked to, however far away.
var unknown = map[string][]string{
	// A desk that brought a command line, a terminal or a view could not serve another face.
	module + "/internal/desk/...": {
		"github.com/spf13/cobra", "golang.org/x/term", "github.com/charmbracelet/lipgloss", "github.com/muesli/termenv",
		module + "/internal/cli", module + "/internal/commands", module + "/internal/render",
	},
	// What is drawn is told everything.
	module + "/internal/render/...": {"net/http", module + "/internal/apiclient", module + "/internal/config"},
	module + "/internal/transport":  {module + "/internal/words", module + "/internal/problem", module + "/internal/config"},
	module + "/internal/apiclient":  {module + "/internal/auth", module + "/internal/config", module + "/internal/sandbox"},
}

func TestARoomIsNotLinkedToWhatItMustNotKnow(t *testing.T) {
	for room, never := range unknown {
		for _, system := range systems {
			for _, p := range goList(t, system, "-deps", room) {
				if strange, found := longest(p.ImportPath, never); found {
					t.Errorf("%s: %s brings %s (%s)", system, room, p.ImportPath, strange)
				}
			}
		}
	}
}

func TestAStrangerIsSeen(t *testing.T) {
	tests := map[string]struct {
		from, imports string
		want          []string
	}{
		"keeper":         {"/internal/config", "github.com/spf13/viper", nil},
		"free for all":   {"/internal/render", "github.com/charmbracelet/x/ansi", nil},
		"below a keeper": {"/internal/auth/oauth", "golang.org/x/oauth2", nil},
		"stranger":       {"/internal/commands", "github.com/spf13/viper", []string{module + "/internal/commands imports github.com/spf13/viper, which only internal/config may"}},
		"below a path":   {"/internal/config", "github.com/coreos/go-oidc/v3/oidc", []string{module + "/internal/config imports github.com/coreos/go-oidc/v3/oidc, which only internal/auth may"}},
		"render's HTTP":  {"/internal/render", "net/http", []string{module + "/internal/render imports net/http, which only bench/agents and bench/browse and bench/fleet and bench/floor and bench/pages and bench/sandbox and bench/trips and internal/apiclient and internal/auth and internal/commands/service and internal/desk and internal/mcpserver and internal/sandbox and internal/transport may"}},
	}
	for name, test := range tests {
		got := strangers([]goPackage{{ImportPath: module + test.from, Imports: []string{test.imports}}})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTheLongestPathDecides(t *testing.T) {
	for path, want := range map[string]string{"a/b/c": "a/b", "a/bc": "a", "a/b": "a/b", "ab": ""} {
		if got, found := longest(path, []string{"a", "a/b", "a/b/c/d"}); got != want || found != (want != "") {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestContrabandIsSeen(t *testing.T) {
	got := contraband([]goPackage{
		{ImportPath: "charm.land/lipgloss/v2"},
		{ImportPath: "github.com/charmbracelet/lipgloss"},
		{ImportPath: "github.com/charmbracelet/lipgloss/v2/table"},
		{ImportPath: "testing/fstest"},
		{ImportPath: "golang.org/x/text/language"},
	})
	want := []string{
		"charm.land/lipgloss/v2 is linked: it " + banned["charm.land"],
		"github.com/charmbracelet/lipgloss/v2/table is linked: it opens terminfo files and starts tmux before main",
		"testing/fstest is linked: it registers flags and belongs to tests",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
