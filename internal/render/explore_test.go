package render

import (
	"errors"
	"fmt"
	"testing"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/exploreview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sweep"
)

// samplePlaces is a look around with a place of each kind.
func samplePlaces() exploreview.Places {
	v := exploreview.Places{
		Frame: grid.Frame{
			Title: "From Sampleville AAA, Tue 22 Dec", About: []string{"2 adults", "economy", "USD", "market AA"}, View: []string{"Filters: at most 1 stop"},
			Status: "4 prices of 7, 1 without a trip, 1 failed, 1 not asked; 5 searches spent. Prices: whole party, fees included.",
			Notes:  []string{"2 places farther away were not asked; --max-searches 9 asks all."},
			Next:   []string{"travel explore open BBB"},
		},
		Start: exploreview.Spot{Code: "AAA", Name: "Sampleville", Lat: 25.25, Lng: 55.36, Known: true}, Visas: true,
	}
	states := []sweep.Status{sweep.HasFound, sweep.HasFound, sweep.HasFound, sweep.Coming, sweep.Nothing, sweep.Failed, sweep.NotAsked}
	for i, name := range []string{"Mock Harbour", "見本市", "A Place with a Name That Goes On", "Placeholder Bay", "Nowhere", "Brokenford", ""} {
		code := string([]byte{'B' + byte(i), 'B', 'B'})
		row := exploreview.Row{
			N: i + 1, Spot: exploreview.Spot{Code: code, Name: name, Lat: float64(10 * i), Lng: float64(20 * i), Known: i != 6},
			Country: "Republic of Samples", CountryCode: "BB", Cell: sweep.Cell{Status: states[i]},
			Visa: []string{"visa-free", "not in the list", "own country"}[i%3], VisaCode: []string{"listed", "not_listed", "own_country"}[i%3], Distance: fmt.Sprint(1000 * i),
		}
		if i < 4 {
			row.Price = offer.Money{Amount: []string{"98.4", "431", "12504.5", "770"}[i], Currency: "USD"}
			row.Share, row.Trip.Minutes, row.Trip.Stops, row.Nonstop = new([]float64{0, 0.03, 1, 0.05}[i]), 425+100*i, i%3, i != 2
			row.Trip.Names, row.Trip.Airlines = []string{"Example Air", "Mock Airways"}[:1+i%2], []string{"EX", "MO"}[:1+i%2]
			row.Trip.TripID, row.SearchID, row.Settle, row.AsOf, row.Trip.Departs = "s:t", "s", "converged", date(2027, 1, 2), "2027-03-12T07:40:00+04:00"
		}
		if states[i] == sweep.Failed {
			row.Err = errors.New("the service failed")
		}
		v.Rows = append(v.Rows, row)
	}
	v.Rest = []exploreview.Row{{N: 8, Spot: exploreview.Spot{Code: "ZZA"}, Cell: sweep.Cell{Status: sweep.NotAsked}}}
	return v
}

func exploreViews() map[string]func() View {
	return map[string]func() View{
		"explore": func() View { return new(samplePlaces()) },
		"explore_none": func() View {
			v := samplePlaces()
			v.Rows, v.Notes = nil, []string{"7 places cost more than 50 USD and are left out."}
			return &v
		},
	}
}

func TestPlacesLookAsTheyAreMeantTo(t *testing.T) { checkLooks(t, drawn(exploreViews())) }

func TestNoTextOfALookAroundReachesTheTerminalUncleaned(t *testing.T) {
	checkCleaned(t, exploreViews())
}
