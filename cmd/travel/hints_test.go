package main

import (
	"encoding/json"
	"strings"
	"testing"

	"travel.example/travel/internal/desk"
)

// Commands of both ways to a booking link, in an order in which each finds the list it needs.
var funnels = [][]string{
	{
		"flights search DXB LHR 2026-12-21 2026-12-28 --adults 2", "flights results --sort cheapest --page-size 5", "flights results --page 2 --page-size 5",
		"flights results --no-filters", "flights trip 1", "flights trip 2 --currency EUR", "flights experience 1", "flights compare 1 2", "flights schedules DXB LHR",
		"flights link", "flights link Lisbon Madrid +30d", "flights calendar DXB LHR 2027-03-12 --flex 1 --yes", "explore DXB --to LIS,BKK --yes", "keep trip:1", "kept",
	},
	{
		"hotels search Lisbon 2026-12-11 2026-12-14 --children-ages 4", "hotels results --sort cheapest --page-size 5", "hotels results --refundable", "hotels show 3",
		"hotels reviews 3", "hotels rates 3", "hotels compare 1 2", "hotels link", "hotels link Lisbon +30d +3d", "hotels calendar Lisbon 2027-03-12 --flex 1 --yes",
		"keep hotel:1", "kept", "hotels rates kept:1",
	},
}

// Each command that a screen suggests works when it is pasted right after that screen.
func TestEveryHintWorksWhenPasted(t *testing.T) {
	for _, screens := range funnels {
		tr := newTraveler(t)
		pasted := 0
		for _, screen := range screens {
			seen := map[string]bool{}
			tr.pasteAll(screen, seen, 2)
			pasted += len(seen)
		}
		if pasted < len(screens) {
			t.Errorf("only %d hints were pasted", pasted)
		}
	}
}

// pasteAll runs a command, then each command it suggests, and follows their suggestions to the given depth.
func (tr *traveler) pasteAll(screen string, seen map[string]bool, deep int) {
	tr.t.Helper()
	for _, hint := range tr.hints(screen) {
		if seen[hint] || strings.Contains(hint, " --wait ") {
			continue
		}
		seen[hint] = true
		tr.hints(screen)
		line := strings.TrimPrefix(hint, "travel ")
		code, _, stderr := tr.run(shellFields(line)...)
		if strings.Contains(stderr, desk.ErrNoOne.Error()) { // it needs a yes on a terminal
			continue
		}
		if code != 0 {
			tr.t.Errorf("travel %s names %s, which ended with %d\n%s", screen, hint, code, stderr)
		} else if deep > 1 {
			tr.pasteAll(line, seen, deep-1)
		}
	}
}

// hints are the commands that a screen suggests.
func (tr *traveler) hints(screen string) []string {
	tr.t.Helper()
	args := shellFields(screen)
	var answer struct{ Travel struct{ Next []string } }
	code, stdout, _ := tr.run(append(args, "--json")...)
	if code != 0 {
		tr.ok(args...) // some are for people alone, such as a seller's own link
		return nil
	}
	if err := json.Unmarshal([]byte(stdout), &answer); err != nil {
		tr.t.Fatalf("travel %s: %v", screen, err)
	}
	return answer.Travel.Next
}

// shellFields are the arguments of a line whose words may be quoted.
func shellFields(line string) []string {
	var args []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			args = append(args, part)
			continue
		}
		args = append(args, strings.Fields(part)...)
	}
	return args
}
