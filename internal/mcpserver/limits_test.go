package mcpserver

import (
	"context"
	"errors"
	"strings"
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

// A search that expires while it is read is answered with its last state and the call that makes it again.
func TestASearchThatExpiresIsRenewed(t *testing.T) {
	for _, test := range []struct{ tool, arguments, fault, list string }{
		{"search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22"}`, "getFlightSearchResults:3=expired", "F1"},
		{"search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24"}`, "getHotelSearchResults:3=expired", "H1"},
	} {
		a := newAgent(t, test.fault)
		r := a.call(test.tool, test.arguments)
		a.has(r.Text, "Note: the search expired while it was read; ", `next: renew {"ref":"`+test.list+`"}`)
		if strings.Contains(r.Text, "more may come") {
			t.Error(r.Text)
		}
		a.call("renew", `{"ref":"`+test.list+`"}`)
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
