package flights

import (
	"math/rand/v2"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// Every ride of the table is found between the codes of its cities, which may be those of airports. Where it
// is short, no change is offered; where it is longer, a change comes first only if it is the cheapest.
func TestTrainsAndCoachesAreFoundBetweenCitiesAndChangesAreNotPutBeforeThem(t *testing.T) {
	city := map[string]string{}
	for _, s := range data.Stations() {
		city[s.Code] = s.CityCode
	}
	rides, short := 0, 0
	for _, l := range data.GroundLinks() {
		if city[l.From] == "" || city[l.To] == "" {
			continue // between airports, for those who fly on
		}
		q := asked(city[l.From]+"-"+city[l.To], "")
		fastest, cheapest, found, changes := 1e9, 1e9, 0, 0
		for _, c := range cards(t, q) {
			leg := c.Legs[0]
			switch {
			case c.Stops > 0:
				changes++
				continue
			case leg.From == l.From && leg.To == l.To && leg.TransportTypes[0] != wire.TransportTypeFLIGHT:
				found++
			}
			fastest, cheapest = min(fastest, c.DurationMinutes), min(cheapest, c.Price.Total)
		}
		if rides++; found < l.Daily {
			t.Errorf("%s-%s: %d of %d rides are found", q.From, q.To, found, l.Daily)
		}
		if l.Minutes <= 160 {
			if short++; changes > 0 {
				t.Errorf("%s-%s: %d trips with a change beside a ride of %d minutes", q.From, q.To, changes, l.Minutes)
			}
			continue
		}
		for _, by := range sortNames() {
			if strings.Contains(by, "departure_time") {
				continue // the first to leave, and the last, may be any
			}
			first := shared().Results(q, settled, dollars, ResultsParams{Page: 1, PageSize: 1, Sort: wire.FlightSort(by)}).Results[0]
			if first.Stops > 0 && first.DurationMinutes > 2*fastest+120 && first.Price.Total >= cheapest {
				t.Errorf("%s-%s by %s: the first takes %v minutes with %v stops", q.From, q.To, by, first.DurationMinutes, first.Stops)
			}
		}
	}
	if rides < 60 || short < 40 {
		t.Errorf("%d rides, %d of them short", rides, short)
	}
}

// Between airports that are not 300 km apart, a change is offered only on days on which nothing goes directly.
func TestNobodyChangesOnAShortFlight(t *testing.T) {
	airports := data.Load().Airports()
	random := rand.New(rand.NewPCG(300, 1))
	direct, changes := 0, 0
	for range 60_000 {
		a, b := airports[random.IntN(len(airports))], airports[random.IntN(len(airports))]
		from, _ := shared().table.Place(a.Code)
		to, _ := shared().table.Place(b.Code)
		if data.Distance(a.Lat, a.Lon, b.Lat, b.Lon) > 300 || a.CityCode == b.CityCode || !shared().table.Serves(from, to) {
			continue
		}
		direct0, changes0 := 0, 0
		for _, trip := range shared().search(asked(a.Code+"-"+b.Code, "")).Trips {
			if trip.Stops == 0 {
				direct0++
			} else {
				changes0++
			}
		}
		if direct0 > 0 && changes0 > 0 {
			t.Errorf("%s-%s: %d direct trips and %d with a change", a.Code, b.Code, direct0, changes0)
		}
		direct, changes = direct+min(1, direct0), changes+min(1, changes0)
	}
	if direct < 5 {
		t.Errorf("%d pairs have a direct flight, %d none on the day", direct, changes)
	}
}
