package doors

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/api"
	"travel.example/travel/api/examples"
)

// mostPlaces is how many places a new operation may have.
const mostPlaces = 6

// lists are the files that may name all operations.
var lists = []string{"api/openapi.yaml", "api/examples/examples.go"}

// placeInList is a place at the head of a step of the list for operations.
var placeInList = regexp.MustCompile("(?m)^[0-9]+\\. `([^`]+)`")

// operationPlaces are the places that docs/maintaining.md lists for a new operation.
func operationPlaces(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(path.Join(root, "docs/maintaining.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "\n### Adding an operation\n")
	list, _, _ = strings.Cut(list, "\n## ")
	var places []string
	for _, m := range placeInList.FindAllStringSubmatch(list, -1) {
		places = append(places, m[1])
	}
	return places
}

// TestTheListForOperationsIsWhole walks the list of docs/maintaining.md for every operation: it has
// something at each place of the list, and no other file lists the operations.
func TestTheListForOperationsIsWhole(t *testing.T) {
	places := operationPlaces(t)
	if len(places) == 0 || len(places) > mostPlaces {
		t.Fatalf("the list for operations has the places %q, want up to %d", places, mostPlaces)
	}
	commands := map[string]string{}
	for _, e := range examples.All {
		words, _, _ := strings.Cut(e.Line, " {")
		words, _, _ = strings.Cut(words, " --")
		commands[e.Operation] = "travel " + words
	}
	found := map[string]bool{}
	for _, file := range handWritten(t, "api", "cmd", "internal", "testdata/script") {
		bytes, err := os.ReadFile(path.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		text, listed := strings.ToLower(string(bytes)), 0
		for i := range api.Operations {
			id := api.Operations[i].ID
			named := strings.Contains(text, strings.ToLower(id))
			if named {
				listed++
			}
			for _, place := range places {
				if (file == place || strings.HasPrefix(file, place+"/")) && (named || strings.Contains(text, commands[id])) {
					found[id+" at "+place] = true
				}
			}
		}
		if listed == len(api.Operations) && !slices.Contains(lists, file) {
			t.Errorf("%s lists all operations, and is one more place for a new one", file)
		}
	}
	for i := range api.Operations {
		for _, place := range places {
			if key := api.Operations[i].ID + " at " + place; !found[key] {
				t.Errorf("there is no %s", key)
			}
		}
	}
	t.Logf("%d operations, each at %d places: %q", len(api.Operations), len(places), places)
}

// handWritten are the files below the folders that no generator makes.
func handWritten(t *testing.T, folders ...string) []string {
	t.Helper()
	var names []string
	for _, folder := range folders {
		err := fs.WalkDir(os.DirFS(root), folder, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !strings.HasSuffix(name, ".gen.go") && slices.Contains([]string{".go", ".yaml", ".txt"}, path.Ext(name)) {
				names = append(names, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}
