package doors

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const renderRoom = module + "/internal/render"

// renderDoors names every package of render with those of render that it may import. The printer
// takes any view by its interface, and views of two subjects never meet.
var renderDoors = map[string][]string{
	"":             {"/canvas", "/clean", "/figure", "/grid"},
	"/flightview":  {"/canvas", "/clean", "/figure", "/grid", "/money"},
	"/hotelview":   {"/canvas", "/clean", "/figure", "/grid", "/money"},
	"/countryview": {"/canvas", "/figure", "/grid"},
	"/grid":        {"/canvas", "/clean", "/money"},
	"/canvas":      {"/clean", "/figure"},
	"/money":       {"/clean", "/figure"},
	"/figure":      {},
	"/clean":       {},
	"/cleantest":   {}, // for tests only
}

// closedRenderDoors lists the imports inside render that its table does not allow, and the entries
// of the table that name no package.
func closedRenderDoors(packages []goPackage) []string {
	var broken []string
	stale := maps.Clone(renderDoors)
	for _, p := range packages {
		from, inside := strings.CutPrefix(p.ImportPath, renderRoom)
		if !inside {
			continue
		}
		delete(stale, from)
		open, known := renderDoors[from]
		if !known {
			broken = append(broken, fmt.Sprintf("%s is not in the table of render", p.ImportPath))
		}
		for _, path := range p.Imports {
			if to, inside := strings.CutPrefix(path, renderRoom); inside && !slices.Contains(open, to) {
				broken = append(broken, fmt.Sprintf("%s must not import %s", p.ImportPath, path))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stale)) {
		broken = append(broken, fmt.Sprintf("%s does not exist", renderRoom+name))
	}
	return broken
}

func TestRenderOpensOnlyTheDoorsOfItsTable(t *testing.T) {
	noneBroken(t, func(system string) []string { return closedRenderDoors(ours(t, system)) })
}

func TestAClosedDoorInsideRenderIsSeen(t *testing.T) {
	var packages []goPackage
	for name := range renderDoors {
		packages = append(packages, goPackage{ImportPath: renderRoom + name})
	}
	for name, test := range map[string]struct {
		from, imports string
		want          []string
	}{
		"allowed":     {"/grid", "/canvas", nil},
		"upwards":     {"/grid", "/hotelview", []string{renderRoom + "/grid must not import " + renderRoom + "/hotelview"}},
		"two views":   {"/flightview", "/hotelview", []string{renderRoom + "/flightview must not import " + renderRoom + "/hotelview"}},
		"new package": {"/chart", "/canvas", []string{renderRoom + "/chart is not in the table of render", renderRoom + "/chart must not import " + renderRoom + "/canvas"}},
	} {
		got := closedRenderDoors(append(slices.Clone(packages), goPackage{ImportPath: renderRoom + test.from, Imports: []string{renderRoom + test.imports}}))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if got := closedRenderDoors(packages[1:]); len(got) != 1 {
		t.Errorf("a package that is gone: %q", got)
	}
}
