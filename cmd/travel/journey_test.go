package main

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"travel.example/travel/api/examples"
)

// A step of the journey is a command line, and the operation that it shows.
type step struct{ operation, line string }

// journey is every step in its order.
func journey() []step {
	var all []step
	for _, e := range examples.All {
		for _, line := range e.Journey {
			all = append(all, step{e.Operation, line})
		}
	}
	return all
}

// walkJourney takes each step with the flags added, and tells see what it
// printed and what passed on the wire.
func (tr *traveler) walkJourney(flags []string, see func(line, operation, stdout string, passed []exchange)) {
	tr.t.Helper()
	tr.rows = map[string]string{}
	for _, step := range journey() {
		args := tr.words(step.line)
		tr.wire.take()
		stdout := tr.ok(append(args, flags...)...)
		passed := tr.wire.take()
		if len(passed) == 0 {
			tr.t.Fatalf("travel %s asked the service nothing", strings.Join(args, " "))
		}
		see(strings.Join(args, " "), step.operation, stdout, passed)
		tr.note(step.operation, passed[len(passed)-1].answered)
	}
}

// words are those of a line, with the rows that answers before have told.
func (tr *traveler) words(line string) []string {
	var words []string
	for word := range strings.FieldsSeq(line) {
		words = append(words, cmp.Or(tr.rows[word], word))
	}
	return words
}

// note keeps the rows of an answer that later lines name.
func (tr *traveler) note(operation string, answered []byte) {
	tr.t.Helper()
	switch operation {
	case "getFlightTrip":
		tr.rows["FARE"] = rowOf(tr.t, answered)
	case "getFareOptions":
		tr.rows["OPTIONS"] = rowsOf(tr.t, answered)
	}
}

// rowOf is the first fare of trip 1 that options can be read of.
func rowOf(t *testing.T, trip []byte) string {
	t.Helper()
	var answer struct {
		Fares []struct {
			Kind           string
			HasFareOptions bool
		}
	}
	if err := json.Unmarshal(trip, &answer); err != nil {
		t.Fatal(err)
	}
	for i, fare := range answer.Fares {
		if fare.Kind == "platform" && fare.HasFareOptions {
			return "1" + string(rune('a'+i))
		}
	}
	t.Fatal("the trip has no fare with options")
	return ""
}

// rowsOf are the rows of one option for the trip, or of one for each leg.
func rowsOf(t *testing.T, options []byte) string {
	t.Helper()
	var answer struct {
		Options []struct{ LegID int }
	}
	if err := json.Unmarshal(options, &answer); err != nil {
		t.Fatal(err)
	}
	var rows []string
	leg := -1
	for i, option := range answer.Options {
		if option.LegID != leg {
			rows, leg = append(rows, strconv.Itoa(i+1)), option.LegID
		}
	}
	return strings.Join(rows, ",")
}
