package trips

import (
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/browse/listing"
)

func TestTripsSideBySide(t *testing.T) {
	s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec", "+7d"})
	s.Stage.Push(newCompare(s.Stage, s.with, s.list, []string{"1", s.list.Rows[2].ID, "5"}))
	s.Settle()
	s.Has("3 trips side by side", "> TRIP 1", "TRIP 3", "TRIP 5")
	s.Press("left")
	s.Has("This is the first trip; esc goes back.")
	s.Press("l")
	s.Has("> TRIP 3")
	s.Press("5")
	s.Has("> TRIP 5")
	if got := s.Stage.Top().Command(); got != "travel flights compare 1 3 5" {
		t.Errorf("the command is %q", got)
	}
	s.Press("enter")
	s.Has("Trip 5", "fare 1 of")
	s.Press("[")
	s.Has("Trip 3")
	s.Press("esc")
	s.Has("> TRIP 3")
	s.Pass(time.Hour)
	s.Press("R", "y")
	s.Has("Searched again.", "> TRIP 3")
	s.Stage.Push(newCompare(s.Stage, s.with, s.list, []string{"1", "99"}))
	s.Settle()
	s.Has("TRIP 99: ", "The trips were not read. R tries again.")
}

// A trip that the filters hide is in no saved list; it is named by its details, and is for the same travelers.
func TestAHiddenTripSideBySide(t *testing.T) {
	at := list(t, 120, 40)
	at.Press("g", "space", "space")
	row := at.row(2)
	heads := []string{"> TRIP " + called(at.row(1)), "TRIP " + called(row)}
	q := at.list.Query()
	if err := q.Set("max-price", "--max-price", "1"); err != nil {
		t.Fatal(err)
	}
	at.list.SetQuery(q)
	at.Pass(time.Second)
	at.Has("2 marked, 2 hidden")
	at.Press("c")
	at.Has("2 trips side by side")
	at.Has(heads...)
	if s := at.Screen(); strings.Contains(s, row.ID[len(row.ID)-6:]) || strings.Contains(s, " for  ") {
		t.Error(s)
	}
	for range 2 { // the result of the first renewal can be renewed, too
		at.Press("esc")
		at.Move(11 * time.Minute)
		at.Press("c")
		at.Has("Search again for the same trips? It spends one of your searches")
		at.Press("y")
		at.Has("2 trips side by side", "Searched again.")
		at.Has(heads...)
		if s := at.Screen(); strings.Contains(s, row.ID[len(row.ID)-6:]) {
			t.Error(s)
		}
	}
}

// called finds a listed trip by its airlines and its departure time.
func called(row listing.Row) string {
	leg := row.Value.(*apiclient.TripCard).Legs[0]
	names := make([]string, len(leg.Airlines))
	for i, a := range leg.Airlines {
		names[i] = a.Name
	}
	return strings.Join(names, ", ") + " " + leg.DepartsAt[11:16]
}

// A click on a column moves the cursor to its trip, and a second one opens it; / finds a line anywhere.
func TestAComparisonIsClickedAndSearched(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 20}} {
		s := sit(t, size[0], size[1], "DXB", "LHR", []string{"25 dec", "+7d"})
		s.Stage.Push(newCompare(s.Stage, s.with, s.list, []string{"1", "2", "3", "4", "5"}))
		s.Settle()
		s.Has("> TRIP 1")
		s.Click("TRIP 2")
		s.Settle()
		s.Has("> TRIP 2", "5 trips side by side")
		s.Click("5 trips side by side") // which is not a trip
		s.Press("/")
		s.Type("bags are those")
		s.Press("enter")
		s.Has("Bags are those", "1 of 1")
		s.Press("n", "g", "/")
		s.Type("no such text")
		s.Has("nothing has it")
		s.Press("esc")
		s.Has("> TRIP 2")
		s.Press("5")
		s.Has("> TRIP 5")
		s.Click("> TRIP 5")
		s.Settle()
		s.Has("Trip 5 ", "SOLD BY")
	}
}
