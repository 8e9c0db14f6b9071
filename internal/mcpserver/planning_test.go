package mcpserver

import (
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/problem"
)

// Planning uses no more searches than its own limit and the server's, and says what is not known yet.
func TestAnAgentPlans(t *testing.T) {
	a := newAgent(t)
	a.session.Allow(6)
	weekends := a.call("long_weekends", `{"country":"PT"}`)
	a.has(weekends.Text, "market PT", "holidays (from 2026-12-25, name Christmas Day, to 2026-12-25)", "takeOff 2026-11-30;")
	if strings.ContainsAny(weekends.Text, "[{") {
		t.Error(weekends.Text)
	}
	if a.session.purse.spent != 0 {
		t.Error("long weekends have spent a search")
	}
	days := a.call("price_calendar", `{"from":"DXB","to":"LHR","days":"2026-12-20..2026-12-24","maxSearches":3}`)
	a.has(days.Text, "5 rows", "day 2026-12-20; ", "price ", "tripId", "2 not known: call again", "not_asked")
	if a.session.purse.spent != 3 {
		t.Errorf("%d searches were spent, want 3", a.session.purse.spent)
	}
	again := a.call("price_calendar", `{"from":"DXB","to":"LHR","days":"2026-12-20..2026-12-24"}`)
	if strings.Contains(again.Text, "not known") || a.session.purse.spent != 5 {
		t.Errorf("%d searches were spent, want 5:\n%s", a.session.purse.spent, again.Text)
	}
	a.has(again.Text, "; day 2026-12-24; ", `next: getFlightSearchResults {"searchId":"D2.`)
	goals := a.call("explore_destinations", `{"from":"DXB","fromDate":"2026-12-20","to":["CDG","Lisbon"]}`)
	a.has(goals.Text, "2 rows", "code CDG; ", "name Lisbon", "1 not known")
	_, err := a.try("explore_destinations", `{"from":"DXB","fromDate":"2026-12-21","to":["CDG"]}`)
	if problem.ClassOf(err) != problem.Choice || a.session.purse.spent != 6 {
		t.Errorf("nothing was left to spend: %v, %d spent", err, a.session.purse.spent)
	}
	for _, wrong := range []string{`{"from":"DXB","to":"LHR","days":"2026-12-20","maxSearches":101}`, `{"from":"DXB","to":"DXB","days":"2026-12-20"}`, `{"from":"DXB","to":"LHR","days":"never"}`} {
		if _, err := a.try("price_calendar", wrong); problem.ClassOf(err) == problem.Local || err == nil {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// The rows of a survey are references: reading one reads its search without using another one, and renewing keeps
// its reference. A row that was not asked says how to ask.
func TestRowsOfSurveysAreReferences(t *testing.T) {
	a := newAgent(t)
	days := a.call("price_calendar", `{"from":"DXB","to":"LHR","days":"2026-12-20..2026-12-22","nights":"3","maxSearches":2}`)
	a.has(days.Text, "returnDay 2026-12-23; ", "day 2026-12-20; ", "not_asked")
	unasked := a.rowWith(days, "not_asked")
	if _, err := a.try("getFlightSearchResults", `{"searchId":"`+unasked+`"}`); problem.ClassOf(err) != problem.Choice || !strings.Contains(problem.AdviceOf(err), "price_calendar") {
		t.Errorf("a day without a search: %v; %s", err, problem.AdviceOf(err))
	}
	trips := a.call("getFlightSearchResults", `{"searchId":"D1.1","stops":["0"],"limit":3}`)
	a.has(trips.Text, "Sun 20 Dec to Wed 23 Dec 2026", "F1.1", "nonstop")
	for _, wrong := range []string{`{"searchId":"D1"}`, `{"searchId":"D1.4"}`, `{"searchId":"D7.1"}`, `{"searchId":"N1.1"}`} {
		if _, err := a.try("getFlightSearchResults", wrong); err == nil {
			t.Errorf("%s was read", wrong)
		}
	}
	_, err := a.try("getFlightSearchResults", `{"searchId":"D1.4"}`)
	a.has(err.Error(), "D1 has rows 1 to 3")
	_, err = a.try("getFlightTrip", `{"tripId":"D1.1"}`)
	a.has(err.Error(), "D1.1 is a day of a calendar", "searchId")

	goals := a.call("explore_destinations", `{"from":"DXB","fromDate":"2026-12-20","to":["CDG","LIS"]}`)
	row := a.rowWith(goals, "code LIS")
	a.has(a.call("getFlightSearchResults", `{"searchId":"`+row+`","limit":2}`).Text, "Lisbon (LIS), Sun 20 Dec 2026, one way")

	nights := a.call("hotel_price_calendar", `{"place":"Lisbon","days":"2026-12-20..2026-12-21","nights":2,"min-star":4}`)
	a.has(nights.Text, "checkOut 2026-12-22; ", "median ", "hotelName ", "hotelId ", `next: getHotelSearchResults {"searchId":"N1.`)
	a.has(a.call("getHotelSearchResults", `{"searchId":"N1.2","limit":2}`).Text, "H1.1")
	if a.session.purse.spent != 6 {
		t.Errorf("%d searches were spent, want 6", a.session.purse.spent)
	}

	a.pass(30 * time.Minute)
	_, err = a.try("getFlightSearchResults", `{"searchId":"D1.1"}`)
	a.has(problem.AdviceOf(err), `renew {"ref":"D1.1"}`)
	for _, ref := range []string{"D1.1", row, "N1.2"} {
		a.call("renew", `{"ref":"`+ref+`","limit":2}`)
	}
	a.call("getFlightSearchResults", `{"searchId":"D1.1","limit":2}`)
	a.call("getHotelSearchResults", `{"searchId":"N1.2","limit":2}`)
	if a.session.purse.spent != 9 {
		t.Errorf("%d searches were spent, want 9", a.session.purse.spent)
	}
}

// Surveys and searches reuse each other's equal searches.
func TestSurveysShareTheirSearches(t *testing.T) {
	a := newAgent(t)
	a.call("search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`)
	days := a.call("price_calendar", `{"from":"DXB","to":"LHR","days":"2026-12-20..2026-12-22"}`)
	a.has(string(days.Structured), `"spent":2`)
	again := a.call("search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22","adults":1}`)
	a.has(again.Text, "is taken again: nothing was spent")
	a.call("search_hotels", `{"place":"LIS","checkIn":"2026-12-20","checkOut":"2026-12-21"}`)
	a.has(string(a.call("hotel_price_calendar", `{"place":"LIS","days":"2026-12-20"}`).Structured), `"spent":0`)
	if a.session.purse.spent != 4 {
		t.Errorf("%d searches were spent, want 4", a.session.purse.spent)
	}
}

// A reference carries the language of its search.
func TestAReferenceCarriesItsLanguage(t *testing.T) {
	a := newAgent(t)
	a.call("search_hotels", `{"place":"Lisbon","checkIn":"2026-12-20","checkOut":"2026-12-22","locale":"fr-FR"}`)
	for _, tool := range []string{"getHotel", "getHotelReviews"} {
		a.has(string(a.call(tool, `{"hotelId":"H1.1"}`).Structured), `"locale":"fr-FR"`)
		a.has(string(a.call(tool, `{"hotelId":"H1.1","locale":"en"}`).Structured), `"locale":"en"`)
	}
}
