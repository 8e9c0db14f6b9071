package present

import (
	"testing"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
)

func TestEveryOrderOfTripsHasItsWords(t *testing.T) {
	op, _ := api.Find("getFlightSearchResults")
	sort, _ := op.Param("sort")
	for _, word := range append(sort.Enum, "") {
		if TripOrder(apiclient.FlightSort(word)) == "" {
			t.Errorf("nothing says what --sort %q sorts by", word)
		}
	}
}
