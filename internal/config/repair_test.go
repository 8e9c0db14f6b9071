package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"travel.example/travel/internal/problem"
)

// T42: a file that was cut anywhere is either understood, or moved aside whole on request, after
// which settings can be made again.
func TestABrokenFileIsMovedAsideWhole(t *testing.T) {
	moved := 0
	for n := range len(twoProfiles) {
		cut := twoProfiles[:n]
		in := input(t, cut)
		file, err := OpenFile(in)
		if err != nil {
			t.Fatal(err)
		}
		_, broken := file.Profiles()
		aside, removed, err := file.Repair(t.Context())
		if err != nil || aside == "" && broken != nil {
			t.Errorf("cut at %d: moved to %q, %v; it was broken: %v, removed %q", n, aside, err, broken, removed)
		}
		if broken != nil && !strings.Contains(problem.AdviceOf(broken), "travel config repair") {
			t.Errorf("cut at %d: the error does not say that the file is broken: %v", n, broken)
		}
		if aside == "" {
			continue
		}
		moved++
		if _, broken = Load(in); broken != nil && len(removed) > 0 && !strings.Contains(broken.Error(), "set api-url") {
			t.Errorf("cut at %d: repaired, and yet %v", n, broken)
		}
		text, err := os.ReadFile(aside)
		if err != nil || string(text) != cut {
			t.Errorf("cut at %d: kept %q, %v", n, text, err)
		}
		if err := file.Set(t.Context(), "a", map[string]string{"currency": "EUR"}); err != nil {
			t.Errorf("cut at %d: the next setting: %v", n, err)
		}
	}
	if moved == 0 {
		t.Error("no cut broke the file")
	}
}

// A second broken file does not take the place of the first, and a file that is right, or one that is not
// there, stays.
func TestRepairLosesNothing(t *testing.T) {
	in := input(t, "{")
	file, err := OpenFile(in)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, text := range []string{"{", "[", "profiles: {a: {currency: EUR}}"} {
		if err := os.WriteFile(file.Path(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		aside, _, err := file.Repair(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Base(aside))
	}
	if names[0] != "config.broken.yaml" || names[1] != "config.broken-2.yaml" || names[2] != "." {
		t.Errorf("moved to %q", names)
	}
	if err := os.Remove(file.Path()); err != nil {
		t.Fatal(err)
	}
	if aside, _, err := file.Repair(t.Context()); aside != "" || err != nil {
		t.Errorf("without a file: %q, %v", aside, err)
	}
}
