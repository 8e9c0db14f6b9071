package browse

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/browse/stage"
)

var update = flag.Bool("update", false, "write the keys into the documentation")

const (
	document   = "../../docs/browse.md"
	begin, end = "<!-- keys -->\n", "<!-- /keys -->\n"
)

// The documentation shows the same tables that the program uses.
func TestTheDocumentationHasTheKeys(t *testing.T) {
	page, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(page), begin)
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no place for the keys", document)
	}
	want := before + begin + tables(Pages()) + end + after
	if *update {
		if err := os.WriteFile(document, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if string(page) != want {
		t.Errorf("the keys of %s are not those of the program: go test ./internal/browse -update", document)
	}
}

// tables returns the keys of all places. Keys that many places share are listed once.
func tables(pages []stage.Page) string {
	const many = 3
	places := map[stage.Key]int{}
	for _, page := range pages {
		for _, key := range page.Keys {
			places[shown(key)]++
		}
	}
	common := stage.Page{Title: "In many places"}
	told := map[stage.Key]bool{}
	for i, page := range pages {
		var own []stage.Key
		for _, key := range page.Keys {
			key = shown(key)
			switch {
			case places[key] < many:
				own = append(own, key)
			case !told[key]:
				told[key] = true
				common.Keys = append(common.Keys, key)
			}
		}
		pages[i].Keys = own
	}
	last := len(pages) - 1 // those of every place
	var b strings.Builder
	for _, page := range append(append(pages[:last:last], common), pages[last]) {
		if len(page.Keys) == 0 {
			continue
		}
		b.WriteString("\n### " + page.Title + "\n\n| Keys | What they do |\n|---|---|\n")
		for _, key := range page.Keys {
			b.WriteString("| `" + strings.ReplaceAll(strings.ReplaceAll(key.Keys, " ", "` `"), "|", "\\|") + "` | " + key.Does + " |\n")
		}
	}
	return b.String() + "\n"
}

// shown returns a key as the documentation shows it.
func shown(k stage.Key) stage.Key { return stage.Key{Keys: k.Keys, Does: k.Does} }

// Each key of a page does one thing and has a description.
func TestNoPageHasAKeyTwice(t *testing.T) {
	for _, page := range Pages() {
		seen := map[string]bool{}
		for _, key := range page.Keys {
			for name := range strings.FieldsSeq(key.Keys) {
				if seen[name] {
					t.Errorf("%s has %s twice", page.Title, name)
				}
				seen[name] = true
			}
			if key.Does == "" || strings.HasSuffix(key.Does, ".") {
				t.Errorf("%s: %s does %q, want a few words without a full stop", page.Title, key.Keys, key.Does)
			}
		}
	}
}

// The letters that move have no other meaning anywhere.
func TestTheLettersThatMoveDoNothingElse(t *testing.T) {
	moves := map[string]string{"j": "down", "k": "up", "h": "left", "l": "right", "g": "home", "G": "end"}
	for _, page := range Pages() {
		for _, key := range page.Keys {
			names := strings.Fields(key.Keys)
			for _, name := range names {
				if with, ok := moves[name]; ok && !slices.Contains(names, with) {
					t.Errorf("%s: %s stands without %s: %s", page.Title, name, with, key.Does)
				}
			}
		}
	}
}
