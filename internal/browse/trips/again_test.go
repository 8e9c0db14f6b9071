package trips

import (
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/recall"
)

// change changes the rows of a saved list, so that another search does not have them.
func (s *sitting) change(kind recall.Kind, change func(*recall.Row)) {
	s.t.Helper()
	list := s.Desk.Lists().Own(kind)[0]
	for i := range list.Rows {
		change(&list.Rows[i])
	}
	s.do(s.Desk.Keep(list))
}

// An item that a new search lacks is not replaced: the user chooses among the nearest ones.
func TestATripThatIsGoneIsTheTravelersChoice(t *testing.T) {
	s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec", "+7d"})
	s.change(recall.Trips, func(row *recall.Row) {
		if row.N == 2 {
			legs := slices.Clone(row.Trip)
			legs[0].Departs = strings.Replace(legs[0].Departs, "T", "T0", 1)
			row.Trip = legs
		}
	})
	s.Pass(time.Hour)
	s.open("2")
	s.Press("y")
	s.Has("Trip 2 is not in the new search; it was $", "Nearest to trip 2", "enter take")
	s.Press("enter")
	s.Has("fare 1 of")
	s.young()
	s.open("2")
	s.Has("it is gone: searching again did not bring it back", "The trip was not read. R tries again.")
}

func TestAFareThatIsGoneIsTheTravelersChoice(t *testing.T) {
	s := sit(t, 80, 24, "DXB", "LHR", []string{"25 dec", "+7d"})
	s.onFare(flights.Fare.Opens)
	s.change(recall.Fares, func(row *recall.Row) { row.Fare.Print.Seller = "gone" })
	s.Pass(time.Hour)
	s.Press("enter", "y")
	s.Has("is not among the fares of the new search", "Nearest to fare")
	s.Press("enter")
	s.Has("Fare ", "Each option pays for ")
	s.Press("esc")
	s.Has("fare ")
	s.young()
}
