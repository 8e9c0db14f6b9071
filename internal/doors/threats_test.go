package doors

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// threatsFile lists the threats and faults that comments and tests refer to by
// number.
const threatsFile = "docs/threats.md"

var (
	threatNumber = regexp.MustCompile(`\b[TF][0-9]{2}\b`)
	quotedName   = regexp.MustCompile("`([^`]+)`")
	testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// threatRows takes the tables of threats.md apart: the proofs of each number, and
// what is wrong with the tables themselves.
func threatRows(text string) (proofs map[string][]string, wrong []string) {
	proofs = map[string][]string{}
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		number := strings.TrimSpace(cells[0])
		if !strings.HasPrefix(line, "|") || threatNumber.FindString(number) != number || number == "" {
			continue
		}
		if _, twice := proofs[number]; twice {
			wrong = append(wrong, number+" has two rows")
		}
		proofs[number] = nil
		for _, name := range quotedName.FindAllStringSubmatch(cells[len(cells)-1], -1) {
			proofs[number] = append(proofs[number], name[1])
		}
		if len(cells) != 4 || proofs[number] == nil {
			wrong = append(wrong, number+" wants 4 cells, the last one with tests or files in backquotes")
		}
	}
	return proofs, wrong
}

// missingProofs lists the tests, scripts and files that rows name and that do not
// exist.
func missingProofs(proofs map[string][]string, tests map[string]bool, module fs.FS) []string {
	var missing []string
	for _, number := range slices.Sorted(maps.Keys(proofs)) {
		for _, name := range proofs[number] {
			file := name
			switch {
			case tests[name]:
				continue
			case !strings.Contains(name, "/"):
				file = path.Join("testdata/script", name)
			}
			if _, err := fs.Stat(module, file); err != nil {
				missing = append(missing, fmt.Sprintf("%s names %s, which does not exist", number, name))
			}
		}
	}
	return missing
}

// unlisted lists the numbers in a file that have no row.
func unlisted(name, text string, proofs map[string][]string) []string {
	var found []string
	for _, number := range threatNumber.FindAllString(text, -1) {
		if _, ok := proofs[number]; !ok {
			found = append(found, fmt.Sprintf("%s refers to %s, which has no row in %s", name, number, threatsFile))
		}
	}
	return found
}

func TestEveryThreatReferredToIsListedAndTested(t *testing.T) {
	module := os.DirFS(root)
	read := func(name string) string {
		text, err := fs.ReadFile(module, name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	proofs, wrong := threatRows(read(threatsFile))
	scripts, err := fs.Glob(module, "testdata/script/*.txt")
	if err != nil || len(proofs) == 0 || len(scripts) == 0 {
		t.Fatalf("%d rows, %d scripts, %v", len(proofs), len(scripts), err)
	}
	tests := map[string]bool{}
	for _, name := range append(sources(t), scripts...) {
		text := read(name)
		wrong = append(wrong, unlisted(name, text, proofs)...)
		if strings.HasSuffix(name, "_test.go") {
			for _, f := range testFunction.FindAllStringSubmatch(text, -1) {
				tests[f[1]] = true
			}
		}
	}
	for _, w := range append(wrong, missingProofs(proofs, tests, module)...) {
		t.Error(w)
	}
}

func TestAThreatThatIsNotListedOrNotTestedIsSeen(t *testing.T) {
	const one, two, three = "T" + "97", "F" + "98", "F" + "99" // apart, so that this file refers to none
	text := "| # | Threat |\n|---|---|\n" +
		"| " + one + " | a | b | `TestA`, `gone.txt`, `internal/gone_test.go` |\n" +
		"| " + two + " | a | b | none |\n" +
		"| " + one + " | a | b | `TestB` |\n"
	proofs, wrong := threatRows(text)
	wrong = append(wrong, missingProofs(map[string][]string{one: {"TestA", "TestB", "gone.txt", "internal/gone_test.go"}},
		map[string]bool{"TestA": true}, os.DirFS(root))...)
	wrong = append(wrong, unlisted("a.go", "// "+one+", "+two+" to "+three+", XT"+"96", proofs)...)
	want := []string{
		two + " wants 4 cells, the last one with tests or files in backquotes",
		one + " has two rows",
		one + " names TestB, which does not exist",
		one + " names gone.txt, which does not exist",
		one + " names internal/gone_test.go, which does not exist",
		"a.go refers to " + three + ", which has no row in " + threatsFile,
	}
	if diff := cmp.Diff(want, wrong); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
