package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestNoLibraryBringsWhatTheLinterRefuses looks for what .golangci.yml keeps out of the program in
// everything that is linked. The linter sees only the imports of our own files.
func TestNoLibraryBringsWhatTheLinterRefuses(t *testing.T) {
	text, err := os.ReadFile("../../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	type rule struct{ Deny []struct{ Pkg, Desc string } }
	var config struct {
		Linters struct {
			Settings struct {
				Depguard struct{ Rules map[string]rule }
			}
		}
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	rules := config.Linters.Settings.Depguard.Rules
	refused := append(rules["never"].Deny, rules["tests-only"].Deny...)
	if len(refused) == 0 {
		t.Fatal("the rules never and tests-only of depguard are empty")
	}
	if _, err := os.Stat("../../go.sum"); err != nil { // tells the test cache what go list reads
		t.Fatal(err)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.CommandContext(t.Context(), "go", "list", "-deps", ".")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		linked, err := list.Output()
		if err != nil {
			t.Fatalf("%v for %s: %v", list.Args, system, err)
		}
		for path := range strings.FieldsSeq(string(linked)) {
			for _, r := range refused {
				if path == r.Pkg || strings.HasPrefix(path, r.Pkg+"/") {
					t.Errorf("%s: %s is linked: %s", system, path, r.Desc)
				}
			}
		}
	}
}
