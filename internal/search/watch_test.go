package search

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
)

// watched answers the reads of a search that has settled; each price is that of
// one read, the last one again and again. After gone there is only a 404.
type watched struct {
	clock  *clock
	prices []string
	fares  []int // counts of the reads, 20 when there are no more
	limits string
	gone   time.Duration // since the clock's start, 0 for never
	broken int           // the read that fails, 0 for none

	reads []time.Duration
}

func (w *watched) ServeHTTP(rw http.ResponseWriter, _ *http.Request) {
	at := w.clock.now().Sub(start)
	w.reads = append(w.reads, at)
	n := len(w.reads)
	if w.limits != "" {
		rw.Header().Set("RateLimit", w.limits)
	}
	status, code := 0, ""
	switch {
	case w.gone > 0 && at >= w.gone:
		status, code = http.StatusNotFound, "not_found"
	case n == w.broken:
		status, code = http.StatusForbidden, "insufficient_scope"
	}
	if status != 0 {
		rw.Header().Set("Content-Type", "application/problem+json")
		rw.WriteHeader(status)
		fmt.Fprintf(rw, `{"type":"about:blank","title":"T","status":%d,"instance":"/","code":%q,"trace_id":"t"}`, status, code)
		return
	}
	fares := 20
	if n <= len(w.fares) {
		fares = w.fares[n-1]
	}
	rw.Header().Set("Content-Type", "application/json")
	card := fmt.Sprintf(`{"tripId":"S:a","durationMinutes":60,"stops":0,"legs":[],"badges":[],"price":{"total":%s,"currency":"USD","websiteCount":1,"hasPlatformFare":true,"scope":"party","totalUsd":%[1]s}}`, w.prices[min(n, len(w.prices))-1])
	fmt.Fprintf(rw, `{"searchId":"S","currencyCode":"USD","results":[%s],"metadata":{"currencyCode":"USD","currencyCodeSource":"default",
		"locale":"en","localeSource":"default","page":1,"pageSize":10,"resultCount":1,"totalCandidates":1,"hasMore":false,
		"filterOptions":{"alliances":[],"airlines":[],"bookingSites":[],"stopoverAirports":[],"aircraft":[]},
		"snapshotTripCount":1,"snapshotFareCount":%d}}`, card, fares)
}

// ending is how a watch ended.
type ending struct {
	End     End
	Err     bool
	Stamp   Stamp
	Reads   string // when they came, in seconds after the search settled
	Changes string
}

func watch(t *testing.T, w *watched, stamp Stamp, stop, limit time.Duration) ending {
	t.Helper()
	w.clock = &clock{at: start, stop: stop}
	server := httptest.NewServer(w)
	t.Cleanup(server.Close)
	client, err := apiclient.New(apiclient.Options{BaseURL: server.URL, Now: w.clock.now, Wait: w.clock.wait})
	if err != nil {
		t.Fatal(err)
	}
	flights := Service{Client: client, Clock: Clock{Now: w.clock.now, Wait: w.clock.wait}}
	first, err := flights.Flights("S", apiclient.GetFlightSearchResultsParams{}).Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first.Settle, w.reads = stamp, nil
	before, changes := first, []string{}
	last, end, err := flights.Flights("S", apiclient.GetFlightSearchResultsParams{}).Watch(t.Context(), first, limit, func(s FlightSnapshot) bool {
		found := Compare(TripListing(before.Results), TripListing(s.Results))
		for _, c := range found {
			changes = append(changes, fmt.Sprintf("%d %s", s.Reads, c.Kind))
		}
		before = s
		return len(found) > 0
	})
	var reads []string
	for _, at := range w.reads {
		reads = append(reads, fmt.Sprint(at.Seconds()))
	}
	if stop > 0 && !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupt came back as %v", err)
	}
	return ending{end, err != nil, last.Settle, strings.Join(reads, " "), strings.Join(changes, ", ")}
}

func TestASettledSearchIsWatchedCalmlyUntilItIsGone(t *testing.T) {
	for name, test := range map[string]struct {
		search      watched
		stamp       Stamp
		stop, limit time.Duration
		want        ending
	}{
		"nothing moves until it is gone": {
			watched{prices: []string{"398"}, gone: 2 * time.Minute}, Converged, 0, 0,
			ending{Expired, false, Converged, "15 30 60 90 120", ""},
		},
		"a change wakes it up": {
			watched{prices: []string{"398", "398", "398", "391"}, gone: 2 * time.Minute}, Converged, 0, 0,
			ending{Expired, false, Converged, "15 30 60 90 105 120", "5 cheaper"},
		},
		"a time was given": {
			watched{prices: []string{"398"}}, Converged, 0, 40 * time.Second,
			ending{TimeOver, false, Converged, "15 30", ""},
		},
		"a signal": {
			watched{prices: []string{"398"}}, Converged, 50 * time.Second, 0,
			ending{Stopped, true, Converged, "15 30", ""},
		},
		"a fault that is not the end": {
			watched{prices: []string{"398"}, broken: 2}, Converged, 0, 0,
			ending{Stopped, true, Converged, "15 30", ""},
		},
		"one that still came in is read as fast as before, until it settles": {
			watched{prices: []string{"398"}, fares: []int{20, 20}}, BudgetExhausted, 0, 30 * time.Second,
			ending{TimeOver, false, Converged, "3 18", ""},
		},
		"a quota that runs low slows it down": {
			watched{prices: []string{"398"}, limits: `"user";r=1;t=50, "createFlightSearch";r=0;t=900`}, Converged, 0, 2 * time.Minute,
			ending{TimeOver, false, Converged, "50 100", ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := watch(t, &test.search, test.stamp, test.stop, test.limit)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
