package paste

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"travel.example/travel/internal/problem"
)

// The rooms below the faces name no command: a next step is data, and this package words it.
func TestTheCoreKnowsNoCommandLine(t *testing.T) {
	nouns := `flights|hotels|places|countries|explore|weekends|kept|keep|watch|report|config|profile|doctor|feedback|quota|whoami|login|logout|help`
	command := regexp.MustCompile(`"[^"\n]*\btravel (?:` + nouns + `)\b`)
	for _, room := range []string{"ask", "desk", "kept", "offer", "problem", "query", "quota", "recall", "search", "store", "sweep"} {
		err := filepath.WalkDir(filepath.Join("..", room), func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range command.FindAllString(string(text), -1) {
				t.Errorf("%s: %s\"", path, found)
			}
			for _, step := range operation.FindAllStringSubmatch(string(text), -1) {
				if commands[step[1]] == "" {
					t.Errorf("%s: no command for the operation %s", path, step[1])
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// operation matches the operation of a step; the other steps have a command's words, all small.
var operation = regexp.MustCompile(`problem\.Do\([^\n]*?, "([a-z]+[A-Z][A-Za-z]*)"`)

func TestAStepIsWordedAsACommandLine(t *testing.T) {
	point := stepTo("createHotelSearch", "-33.8,151.2", "fri").Set("radius", "5")
	for want, got := range map[string]string{
		"travel hotels search --radius 5 -- -33.8,151.2 fri":                  Command(point),
		"its fares: travel flights trip 'a b' --facets=stops":                 Words(stepTo("getFlightTrip", "a b").Set("facets", "stops").For("its fares")),
		"travel kept forget N; see":                                           Words(stepTo("kept.forget", "N"), stepTo("").For("see")),
		"to go on: --yes, or --max-searches 2":                                Words(stepTo("").For("to go on").Set("yes").Set("maxSearches", "2")),
		"travel hotels results s1 --max-stops 1":                              Command(stepTo("getHotelSearchResults", "s1").Having(typedAs("--max-stops 1"))),
		"it failed; the search was made, read it with: travel hotels results": After("it failed", stepTo("getHotelSearchResults").For("the search was made, read it with")),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func stepTo(do string, args ...string) problem.Step { return problem.Do("", do, args...) }

func typedAs(flag string) problem.Param { return problem.Param{Name: "stops", Typed: flag} }
