package mcpserver

import (
	"context"
	"errors"
	"testing"
	"time"

	"travel.example/travel/internal/search"
)

// A search that exceeds the time of a call is answered with the results so far and the call that continues it,
// which uses no search.
func TestASearchThatTakesLongerGoesOn(t *testing.T) {
	a := newAgent(t)
	ctx, stop := context.WithTimeout(t.Context(), callLimit-settleLimit+time.Second)
	defer stop()
	r, err := a.within(ctx, "search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22"}`)
	if err != nil {
		t.Fatal(err)
	}
	a.has(string(r.Structured), `"settle":"`+string(search.Unsettled)+`"`, `"next":[{"tool":"getFlightSearchResults","arguments":{"searchId":"F1"}}]`)
	a.has(r.Text, `next: getFlightSearchResults {"searchId":"F1"}`, "more may come")
	again := a.call("getFlightSearchResults", `{"searchId":"F1"}`)
	a.has(string(again.Structured), `"settle":"converged"`)
	if a.session.purse.spent != 1 {
		t.Errorf("%d searches were spent", a.session.purse.spent)
	}
}

// A cancelled call ends at once and reads nothing more.
func TestACancelledCallReadsNoMore(t *testing.T) {
	a := newAgent(t)
	ctx, cancel := context.WithCancel(t.Context())
	a.waits = func(n int) {
		if n == 3 {
			cancel()
		}
	}
	_, err := a.within(ctx, "search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22"}`)
	if !errors.Is(err, context.Canceled) || a.waited != 3 {
		t.Errorf("%v after %d waits", err, a.waited)
	}
}
