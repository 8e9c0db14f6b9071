package search

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
)

// count is what one read finds; a negative number of fares is a 503.
type count struct{ trips, fares int }

// service answers the reads of one search with these counts, the last one
// again and again, and notes when each read came.
type service struct {
	t       *testing.T
	counts  []count
	clock   *clock
	reads   []time.Duration // since the clock's start
	creates int
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodPost {
		s.creates++
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"searchId":"S","siteCode":"US","siteCodeSource":"default"}`)
		return
	}
	c := s.counts[min(len(s.reads), len(s.counts)-1)]
	s.reads = append(s.reads, s.clock.now().Sub(start))
	if c.fares < 0 {
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Set("Retry-After", "600")
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(w, `{"type":"about:blank","title":"Service Unavailable","status":503,"instance":"/","code":"upstream_unavailable","trace_id":"t"}`)
		return
	}
	fmt.Fprintf(w, `{"searchId":"S","currencyCode":"USD","results":[],"metadata":{"currencyCode":"USD","currencyCodeSource":"default",
		"locale":"en","localeSource":"default","page":1,"pageSize":10,"resultCount":0,"totalCandidates":0,"hasMore":false,
		"filterOptions":{"alliances":[],"airlines":[],"bookingSites":[],"stopoverAirports":[],"aircraft":[]},
		"snapshotTripCount":%d,"snapshotFareCount":%d}}`, c.trips, c.fares)
}

var start = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

// clock moves only when someone waits; at stop it ends the wait with an error.
type clock struct {
	at   time.Time
	stop time.Duration
}

func (c *clock) now() time.Time { return c.at }

func (c *clock) wait(_ context.Context, d time.Duration) error {
	c.at = c.at.Add(d)
	if c.stop > 0 && c.at.Sub(start) >= c.stop {
		return context.Canceled
	}
	return nil
}

func newFlights(t *testing.T, c *clock, counts ...count) (Service, *service) {
	t.Helper()
	s := &service{t: t, counts: counts, clock: c}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client, err := apiclient.New(apiclient.Options{BaseURL: server.URL, Now: c.now, Wait: c.wait})
	if err != nil {
		t.Fatal(err)
	}
	return Service{Client: client, Clock: Clock{Now: c.now, Wait: c.wait}}, s
}

// outcome is how a wait ended.
type outcome struct {
	Stamp   Stamp
	Reads   int
	Elapsed time.Duration
	Whole   Whole
	Fares   int
}

// millis is so many milliseconds.
func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func TestASearchSettlesWhenItsCountsHoldStillAboveZero(t *testing.T) {
	for name, test := range map[string]struct {
		counts []count
		budget time.Duration
		want   outcome
	}{
		"grows, then holds": {
			[]count{{3, 10}, {5, 20}, {5, 20}}, DefaultBudget,
			outcome{Converged, 4, millis(3600), Held, 20},
		},
		"two equal reads that are not far enough apart are not enough": {
			[]count{{3, 10}, {3, 10}, {5, 20}, {5, 20}}, DefaultBudget,
			outcome{Converged, 5, millis(5000), Held, 20},
		},
		"fares that hold while trips come do not settle": {
			[]count{{1, 20}, {2, 20}, {3, 20}, {4, 20}, {5, 20}, {5, 20}}, DefaultBudget,
			outcome{Converged, 6, millis(6400), Held, 20},
		},
		"fares without trips do not settle": {
			[]count{{0, 7}, {0, 7}, {0, 7}, {0, 7}, {2, 7}}, DefaultBudget,
			outcome{Converged, 6, millis(6400), Held, 7},
		},
		"zero is looked for a while": {
			[]count{{0, 0}}, DefaultBudget,
			outcome{BudgetExhausted, 12, millis(14800), Nothing, 0},
		},
		"zero is looked for longer where more time was given": {
			[]count{{0, 0}}, 90 * time.Second,
			outcome{BudgetExhausted, 18, millis(23200), Nothing, 0},
		},
		"zero that was cut off is not nothing": {
			[]count{{0, 0}}, 2 * time.Second,
			outcome{BudgetExhausted, 3, millis(2000), "", 0},
		},
		"a slow start is waited for": {
			[]count{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {4, 9}}, DefaultBudget,
			outcome{Converged, 11, millis(13400), Held, 9},
		},
		"a drop is not settled": {
			[]count{{5, 20}, {4, 15}, {5, 20}, {5, 20}}, DefaultBudget,
			outcome{Converged, 5, millis(5000), Held, 20},
		},
		"the budget is a wall clock": {
			[]count{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}}, 2 * time.Second,
			outcome{BudgetExhausted, 3, millis(2000), "", 3},
		},
		"two reads that are not spaced prove nothing": {
			[]count{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {4, 4}}, 3800 * time.Millisecond,
			outcome{BudgetExhausted, 5, millis(3800), "", 4},
		},
		"no budget is still one read": {
			[]count{{1, 1}}, 0,
			outcome{BudgetExhausted, 1, 0, "", 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := &clock{at: start}
			flights, _ := newFlights(t, c, test.counts...)
			var seen int
			s, err := flights.Flights("S", apiclient.GetFlightSearchResultsParams{}).Settle(t.Context(), test.budget, func(FlightSnapshot) { seen++ })
			if err != nil {
				t.Fatal(err)
			}
			got := outcome{s.Settle, s.Reads, c.at.Sub(start), s.Whole, s.Results.Metadata.SnapshotFareCount}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if seen != s.Reads {
				t.Errorf("%d snapshots were shown of %d reads", seen, s.Reads)
			}
		})
	}
}

func TestReadsSlowDownToASteadyPause(t *testing.T) {
	c := &clock{at: start}
	flights, service := newFlights(t, c, count{0, 0})
	if _, err := flights.Flights("S", apiclient.GetFlightSearchResultsParams{}).Settle(t.Context(), 8*time.Second, func(FlightSnapshot) {}); err != nil {
		t.Fatal(err)
	}
	var gaps []int64 // milliseconds
	last := time.Duration(0)
	for _, at := range service.reads {
		gaps = append(gaps, (at - last).Milliseconds())
		last = at
	}
	want := []int64{600, 800, 1000, 1200, 1400, 1400, 1400, 200}
	if diff := cmp.Diff(want, gaps); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestAFaultKeepsTheLastSnapshot(t *testing.T) {
	flights, _ := newFlights(t, &clock{at: start}, count{3, 10}, count{4, 12}, count{0, -1})
	s, err := flights.Flights("S", apiclient.GetFlightSearchResultsParams{}).Settle(t.Context(), DefaultBudget, func(FlightSnapshot) {})
	if _, ok := errors.AsType[*apiclient.WaitError](err); !ok {
		t.Errorf("the error is %v, want a wait that is over the budget", err)
	}
	if s.Settle != Interrupted || s.Reads != 2 || s.Results.Metadata.SnapshotFareCount != 12 {
		t.Errorf("kept %s after %d reads, want the second snapshot, interrupted", s.Settle, s.Reads)
	}
}

func TestAnInterruptKeepsTheLastSnapshot(t *testing.T) {
	flights, _ := newFlights(t, &clock{at: start, stop: 2000 * time.Millisecond}, count{1, 1}, count{2, 2}, count{3, 3})
	s, err := flights.Flights("S", apiclient.GetFlightSearchResultsParams{}).Settle(t.Context(), DefaultBudget, func(FlightSnapshot) {})
	if !errors.Is(err, context.Canceled) || s.Settle != Interrupted || s.Results.Metadata.SnapshotFareCount != 2 {
		t.Errorf("got %s, %v", s.Settle, err)
	}
}

func TestAFaultBeforeTheFirstSnapshotIsTheWholeAnswer(t *testing.T) {
	flights, _ := newFlights(t, &clock{at: start}, count{0, -1})
	s, err := flights.Flights("S", apiclient.GetFlightSearchResultsParams{}).Settle(t.Context(), DefaultBudget, func(FlightSnapshot) {})
	if err == nil || s.Results != nil {
		t.Errorf("got %v, %v, want an error alone", s.Results, err)
	}
}

func TestASearchIsCreatedOnce(t *testing.T) {
	flights, service := newFlights(t, &clock{at: start}, count{1, 1})
	created, err := flights.CreateFlights(t.Context(), apiclient.FlightSearchRequest{From: "DXB", To: "LHR", FromDate: "2026-12-21"})
	if err != nil || created.SearchID != "S" || service.creates != 1 {
		t.Errorf("created %q with %d requests, %v", created.SearchID, service.creates, err)
	}
}
