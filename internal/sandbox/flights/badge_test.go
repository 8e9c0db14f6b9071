package flights

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// fake is a row with what labels depend on.
func fake(code string, usd, score float64, departs, stops int) *row {
	leave := int64(departs)
	leg := &planner.Plan{LeaveAt: departs, Rides: []planner.Ride{{Flight: &timetable.Flight{Departs: departs}, Leave: leave}}}
	return &row{Trip: &market.Trip{Code: code, Legs: []*planner.Plan{leg}, Stops: stops}, best: market.Offer{Usd: usd, Score: score}}
}

// labels is which trip has won each label.
func labels(rows []*row) map[wire.TripBadge]string {
	won := map[wire.TripBadge]string{}
	for t, badges := range award(rows) {
		for _, b := range badges {
			won[b] += t.Code
		}
	}
	return won
}

func TestLabelsBreakTiesAsTheContractSays(t *testing.T) {
	for name, tt := range map[string]struct {
		rows []*row
		want map[wire.TripBadge]string
	}{
		"none": {nil, map[wire.TripBadge]string{}},
		"one for all": {[]*row{fake("a", 100, 5, 600, 0)},
			map[wire.TripBadge]string{"best_value": "a", "cheapest": "a", "cheapest_direct": "a"}},
		"no trip is direct": {[]*row{fake("a", 100, 5, 600, 1)},
			map[wire.TripBadge]string{"best_value": "a", "cheapest": "a"}},
		"score, not price, is best value": {[]*row{fake("a", 100, 5, 600, 1), fake("b", 200, 6, 600, 0)},
			map[wire.TripBadge]string{"best_value": "b", "cheapest": "a", "cheapest_direct": "b"}},
		"equal prices go to the better score": {[]*row{fake("a", 100, 5, 600, 0), fake("b", 100, 6, 300, 0)},
			map[wire.TripBadge]string{"best_value": "b", "cheapest": "b", "cheapest_direct": "b"}},
		"equal scores: later is cheapest, earlier is cheapest direct": {
			[]*row{fake("a", 100, 5, 600, 0), fake("b", 100, 5, 900, 0), fake("c", 300, 9, 700, 1)},
			map[wire.TripBadge]string{"best_value": "c", "cheapest": "b", "cheapest_direct": "a"}},
	} {
		if diff := cmp.Diff(tt.want, labels(tt.rows)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		slices.Reverse(tt.rows)
		if diff := cmp.Diff(tt.want, labels(tt.rows)); diff != "" {
			t.Errorf("%s, the other way round (-want +got):\n%s", name, diff)
		}
	}
}

func TestPicksAreLiftedTowardRowsTwoAndThree(t *testing.T) {
	for _, tt := range []struct{ name, rows, cheapest, direct, want string }{
		{"both from below", "abcdef", "e", "f", "aefbcd"},
		{"cheapest on top stays", "abcdef", "a", "f", "abfcde"},
		{"direct at its target stays", "abcdef", "e", "b", "aebcdf"},
		{"direct above its target stays", "abcdef", "a", "b", "abcdef"},
		{"direct just below", "abcdef", "b", "d", "abdcef"},
		{"one trip is both", "abcdef", "d", "d", "adbcef"},
		{"neither passed the filter", "abc", "x", "y", "abc"},
		{"too few rows", "ab", "b", "x", "ab"},
	} {
		s := &snapshot{badges: map[*market.Trip][]wire.TripBadge{}}
		var rows []*row
		for _, code := range tt.rows {
			r := fake(string(code), 1, 1, 1, 0)
			rows = append(rows, r)
			if string(code) == tt.cheapest {
				s.badges[r.Trip] = append(s.badges[r.Trip], wire.TripBadgeCheapest)
			}
			if string(code) == tt.direct {
				s.badges[r.Trip] = append(s.badges[r.Trip], wire.TripBadgeCheapestDirect)
			}
		}
		promote(rows, s.badges)
		got := ""
		for _, r := range rows {
			got += r.Code
		}
		if got != tt.want {
			t.Errorf("%s: %s becomes %s, want %s", tt.name, tt.rows, got, tt.want)
		}
	}
}

// The labels of a read stand where the contract puts them, and only under
// score_desc are trips lifted.
func TestLabelsOfASearch(t *testing.T) {
	for _, q := range sample() {
		place := map[wire.TripBadge]int{}
		all := cards(t, q)
		for i, c := range all {
			for _, b := range c.Badges {
				place[b] = i
			}
		}
		if place["best_value"] != 0 || place["cheapest"] > 1 || place["cheapest_direct"] > 2 {
			t.Errorf("%s-%s: labels at %v", q.From, q.To, place)
		}
		least := all[place["cheapest"]].Price.Total
		for _, c := range all {
			if c.Price.Total < least {
				t.Errorf("%s-%s: %v is cheaper than the cheapest, %v", q.From, q.To, c.Price.Total, least)
			}
		}
	}
}

func TestLabelsDoNotDependOnTheFilter(t *testing.T) {
	q := asked("DXB-LHR", "")
	want := map[string][]wire.TripBadge{}
	for _, c := range cards(t, q) {
		want[c.TripID] = c.Badges
	}
	p := everything
	p.Stops = []int{1}
	for _, c := range shared().Results(q, settled, dollars, p).Results {
		if diff := cmp.Diff(want[c.TripID], c.Badges); diff != "" {
			t.Errorf("%s:\n%s", c.TripID, diff)
		}
	}
}
