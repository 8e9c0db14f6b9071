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

// key is a key binding as the documentation shows it.
type key struct{ keys, does string }

// tables returns the keys of all places. Keys that many places share are listed once.
func tables(pages [][]stage.Binding) string {
	const many = 3
	places := map[key]int{}
	for _, page := range pages {
		for _, b := range page {
			places[key{b.Keys, b.Does}]++
		}
	}
	var b strings.Builder
	write := func(title string, keys []key) {
		if len(keys) == 0 {
			return
		}
		b.WriteString("\n### " + title + "\n\n| Keys | What they do |\n|---|---|\n")
		for _, k := range keys {
			b.WriteString("| `" + strings.ReplaceAll(strings.ReplaceAll(k.keys, " ", "` `"), "|", "\\|") + "` | " + k.does + " |\n")
		}
	}
	var common []key
	for i, page := range pages {
		var own []key
		for _, b := range page {
			k := key{b.Keys, b.Does}
			switch {
			case places[k] < many:
				own = append(own, k)
			case !slices.Contains(common, k):
				common = append(common, k)
			}
		}
		if i == len(pages)-1 { // those of every place
			write("In many places", common)
		}
		write(page[0].Of, own)
	}
	return b.String() + "\n"
}

// Each key of a page does one thing and has a description.
func TestNoPageHasAKeyTwice(t *testing.T) {
	for _, page := range Pages() {
		seen := map[string]bool{}
		for _, key := range page {
			for name := range strings.FieldsSeq(key.Keys) {
				if seen[name] {
					t.Errorf("%s has %s twice", page[0].Of, name)
				}
				seen[name] = true
			}
			if key.Does == "" || strings.HasSuffix(key.Does, ".") {
				t.Errorf("%s: %s does %q, want a few words without a full stop", page[0].Of, key.Keys, key.Does)
			}
		}
	}
}

// The letters that move have no other meaning anywhere.
func TestTheLettersThatMoveDoNothingElse(t *testing.T) {
	moves := map[string]string{"j": "down", "k": "up", "h": "left", "l": "right", "g": "home", "G": "end"}
	for _, page := range Pages() {
		for _, key := range page {
			names := strings.Fields(key.Keys)
			for _, name := range names {
				if with, ok := moves[name]; ok && !slices.Contains(names, with) {
					t.Errorf("%s: %s stands without %s: %s", page[0].Of, name, with, key.Does)
				}
			}
		}
	}
}
