package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// journey is a command line for each operation, in an order in which each
// finds the rows it names. FARE and OPTIONS stand for rows that the answers
// before tell.
var journey = []struct{ operation, line string }{
	{"getHealth", "health"},
	{"getCurrentUser", "whoami"},
	{"submitFeedback", "feedback --rating 4 --message fine --category flights"},
	{"getPlaces", "places search springfield"},
	{"getNearbyPlaces", "places nearby 48.86,2.35 --page-size 3"},
	{"getCountryHolidays", "countries holidays PT"},
	{"getVisaFreeDestinations", "countries visa-free JP --page-size 20"},
	{"getFlightSchedules", "flights schedules DXB SIN"},
	{"getFlightSearchLink", "flights link DXB LON +30d +7d"},
	{"createFlightSearch", "flights search DXB LON +30d +7d --no-wait"},
	{"getFlightSearchResults", "flights search DXB LON +30d +7d"},
	{"getFlightSearchResults", "flights results --max-stops 1"},
	{"getFlightTrip", "flights trip 1"},
	{"getTripExperience", "flights experience 1"},
	{"getFareOptions", "flights options FARE"},
	{"getFareBookingLink", "flights booking-link FARE --option OPTIONS"},
	{"getHotelSearchLink", "hotels link LIS +20d +3d"},
	{"createHotelSearch", "hotels search LIS +20d +3d --no-wait"},
	{"getHotelSearchResults", "hotels search LIS +20d +3d --currency EUR"},
	{"getHotelSearchResults", "hotels results --sort price_asc"},
	{"getHotel", "hotels show 1"},
	{"getHotelReviews", "hotels reviews 1"},
	{"getHotelRates", "hotels rates 1"},
	{"getHotelRateBookingLink", "hotels booking-link 1"},
}

// walkJourney takes each step with the flags added, and tells see what it
// printed and what passed on the wire.
func (tr *traveler) walkJourney(flags []string, see func(line, operation, stdout string, passed []exchange)) {
	tr.t.Helper()
	tr.rows = map[string]string{}
	for _, step := range journey {
		var args []string
		for word := range strings.FieldsSeq(step.line) {
			if row, ok := tr.rows[word]; ok {
				word = row
			}
			args = append(args, word)
		}
		tr.wire.take()
		stdout := tr.ok(append(args, flags...)...)
		passed := tr.wire.take()
		if len(passed) == 0 {
			tr.t.Fatalf("travel %s asked the service nothing", strings.Join(args, " "))
		}
		see(strings.Join(args, " "), step.operation, stdout, passed)
		last := passed[len(passed)-1].answered
		switch step.operation {
		case "getFlightTrip":
			tr.rows["FARE"] = rowOf(tr.t, last)
		case "getFareOptions":
			tr.rows["OPTIONS"] = rowsOf(tr.t, last)
		}
	}
}

// rowOf is the row of the first fare that options can be read of.
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
			return strconv.Itoa(i + 1)
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
