package mcpserver

import (
	"strings"
	"testing"

	"travel.example/travel/internal/problem"
)

// What comes before a search spends no more than its own limit and that of the server, and says what is
// not known yet.
func TestAnAgentPlans(t *testing.T) {
	a := newAgent(t)
	a.session.Allow(6)
	weekends := a.call("long_weekends", `{"country":"PT"}`)
	a.has(weekends.Text, "Long weekends of market PT", "Christmas Day")
	if a.session.purse.spent != 0 {
		t.Error("long weekends have spent a search")
	}
	days := a.call("price_calendar", `{"from":"DXB","to":"LHR","days":"2026-12-20..2026-12-24","maxSearches":3}`)
	a.has(days.Text, "5 rows", "2026-12-20; $", "tripId", "2 days not known: call again", "not asked")
	if a.session.purse.spent != 3 {
		t.Errorf("%d searches were spent, want 3", a.session.purse.spent)
	}
	again := a.call("price_calendar", `{"from":"DXB","to":"LHR","days":"2026-12-20..2026-12-24"}`)
	if strings.Contains(again.Text, "not known") || a.session.purse.spent != 5 {
		t.Errorf("%d searches were spent, want 5:\n%s", a.session.purse.spent, again.Text)
	}
	goals := a.call("explore_destinations", `{"from":"DXB","fromDate":"2026-12-20","to":["CDG","Lisbon"]}`)
	a.has(goals.Text, "2 rows", "CDG Paris", "LIS Lisbon", "1 place not known")
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
