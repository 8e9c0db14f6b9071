package flights

import (
	"math"
	"slices"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// fares is the fare of each trip of a search, by its code, for one adult.
func fares(q Query) map[string]float64 {
	all := map[string]float64{}
	for _, t := range shared().search(q).Trips {
		all[t.Code] = t.Fare
	}
	return all
}

func TestChildrenPayThreeQuartersAndInfantsATenth(t *testing.T) {
	q := asked("DXB-LHR", "")
	one := cards(t, q)
	q.Adults, q.Children, q.Infants = 2, 2, 1
	party := map[string]float64{}
	for _, c := range cards(t, q) {
		party[c.TripID] = c.Price.Total
	}
	for _, c := range one {
		// the sellers' booking fees are not multiplied
		if want := c.Price.Total * 3.6; party[c.TripID] > want+1 || party[c.TripID] < want-15*3 {
			t.Errorf("%s: %v for one, %v for the party, want about %v", c.TripID, c.Price.Total, party[c.TripID], want)
		}
	}
}

// middle is the median of a search's fares.
func middle(q Query) float64 {
	var all []float64
	for _, fare := range fares(q) {
		all = append(all, fare)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func TestFaresFollowTheMarket(t *testing.T) {
	base := asked("FRA-LHR", "")
	base.Out = "2027-02-16" // a Tuesday in winter, months ahead
	with := func(change func(*Query)) float64 {
		q := base
		change(&q)
		return middle(q)
	}
	plain := middle(base)
	for name, dearer := range map[string]float64{
		"at Christmas":            with(func(q *Query) { q.Out = "2026-12-22" }),
		"in August":               with(func(q *Query) { q.Out = "2027-08-17" }),
		"the day after tomorrow":  with(func(q *Query) { q.Created = time.Date(2027, 2, 14, 9, 0, 0, 0, time.UTC) }),
		"on a Friday":             with(func(q *Query) { q.Out = "2027-02-19" }),
		"in business":             with(func(q *Query) { q.Cabin = "business" }),
		"and back":                with(func(q *Query) { q.Back = "2027-02-23" }),
		"three times as far away": with(func(q *Query) { q.To = "IST" }),
	} {
		if dearer <= plain {
			t.Errorf("%s: %.0f, otherwise %.0f", name, dearer, plain)
		}
	}
}

func TestFaresAreOfTheOrderOfRealOnes(t *testing.T) {
	for _, tt := range []struct {
		route     string
		low, high float64 // of the median, one way, USD
	}{
		{"SYD-MEL", 60, 260}, {"PAR-LON", 40, 250}, {"JFK-LAX", 130, 600}, {"DXB-LHR", 250, 900},
		{"FRA-SIN", 400, 1300}, {"SYD-LHR", 700, 2000}, {"DEL-BOM", 50, 250},
	} {
		q := asked(tt.route, "")
		q.Out = "2027-02-16"
		if got := middle(q); got < tt.low || got > tt.high {
			t.Errorf("%s: %.0f", tt.route, got)
		}
	}
}

func TestFaresDoNotMoveWhileASearchLives(t *testing.T) {
	a, b := asked("DXB-LHR", ""), asked("DXB-LHR", "")
	b.Created = created.Add(5 * time.Hour)
	b.Site = a.Site
	prices, later := fares(a), fares(b)
	for code, fare := range prices {
		if later[code] != fare {
			t.Errorf("%s: %v, five hours later %v", code, fare, later[code])
		}
	}
	b.Site = "GB"
	moved := 0.0
	for code, fare := range fares(b) {
		if old, ok := prices[code]; ok {
			moved = max(moved, math.Abs(fare/old-1))
		}
	}
	if moved == 0 || moved > 0.06 {
		t.Errorf("another market moves fares by up to %.1f %%", 100*moved)
	}
}

func TestACabinIsHadOnTheLongestFlightAndSaidOnEach(t *testing.T) {
	for _, cabin := range []wire.CabinClass{"economy", "premium_economy", "business", "first"} {
		q := asked("LHR-SIN", "")
		q.Cabin = string(cabin)
		for _, c := range some(t, q) {
			_, detail := open(t, q, c.TripID)
			had := false
			for _, s := range detail.Legs[0].Segments {
				had = had || s.Cabin == string(cabin)
			}
			if !had {
				t.Errorf("%s: no one sits in %s", c.TripID, cabin)
			}
		}
	}
}

func TestACabinThatNobodyFliesFallsToTheNextBelow(t *testing.T) {
	q := asked("SYD-MEL", "")
	q.Cabin = "first"
	c := cards(t, q)[0]
	_, detail := open(t, q, c.TripID)
	if got := detail.Legs[0].Segments[0].Cabin; got != "business" {
		t.Errorf("first class between Sydney and Melbourne is %s", got)
	}
}
