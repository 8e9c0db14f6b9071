package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/apiclient"
)

// Flights reads flight searches.
type Flights struct {
	Client *apiclient.ClientWithResponses
	Clock  Clock
}

// FlightSnapshot is what one read of a flight search showed.
type FlightSnapshot struct {
	Body    []byte // as the service sent it
	Results *apiclient.FlightResults
	Settle  Stamp
	Reads   int           // reads made in this wait, this one included
	Elapsed time.Duration // since the wait began
}

// FlightCreated is a search just made.
type FlightCreated struct {
	Body []byte // as the service sent it
	*apiclient.FlightSearchCreated
	At time.Time
}

// Create starts a search, once: it is never sent again after an answer may
// have been lost, because each create spends quota.
func (f Flights) Create(ctx context.Context, request apiclient.FlightSearchRequest) (FlightCreated, error) {
	answer, err := f.Client.CreateFlightSearchWithResponse(ctx, request)
	if err != nil {
		return FlightCreated{}, fmt.Errorf("search %s to %s: %w", request.From, request.To, err)
	}
	if !apiclient.ValidID(answer.JSON201.SearchID) {
		return FlightCreated{}, &apiclient.BadResponseError{Kind: apiclient.WrongShape, Detail: "the search id in it is no id", MaybeCreated: true}
	}
	return FlightCreated{Body: answer.Body, FlightSearchCreated: answer.JSON201, At: f.Clock.Now()}, nil
}

// Read reads a search once.
func (f Flights) Read(ctx context.Context, id string, params apiclient.GetFlightSearchResultsParams) (FlightSnapshot, error) {
	answer, err := f.Client.GetFlightSearchResultsWithResponse(ctx, id, &params)
	if err != nil {
		return FlightSnapshot{}, fmt.Errorf("read the search: %w", err)
	}
	return FlightSnapshot{Body: answer.Body, Results: answer.JSON200, Settle: Unsettled, Reads: 1}, nil
}

// Settle reads a search until its snapshot holds still or the budget is spent,
// and hands every snapshot to seen. When a fault ends the wait, the last
// snapshot comes back stamped Interrupted together with the error; without any
// snapshot there is only the error. The first read is made whatever the budget.
func (f Flights) Settle(ctx context.Context, id string, params apiclient.GetFlightSearchResultsParams, budget time.Duration, seen func(FlightSnapshot)) (FlightSnapshot, error) {
	began := f.Clock.Now()
	deadline := began.Add(budget)
	last, err := f.first(ctx, id, params, deadline)
	if err != nil {
		return FlightSnapshot{}, err
	}
	last.Elapsed = f.Clock.Now().Sub(began)
	seen(last)
	for n := 2; ; n++ {
		next, waited, err := f.next(ctx, id, params, n, deadline)
		switch {
		case waited == 0, ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) && !f.Clock.Now().Before(deadline):
			last.Settle, last.Elapsed = BudgetExhausted, f.Clock.Now().Sub(began)
			return last, nil
		case err != nil:
			last.Settle, last.Elapsed = Interrupted, f.Clock.Now().Sub(began)
			return last, err
		}
		next.Reads, next.Elapsed = n, f.Clock.Now().Sub(began)
		if waited >= spaced && settled(last.Results, next.Results) {
			next.Settle = Converged
		}
		last = next
		seen(last)
		if last.Settle == Converged {
			return last, nil
		}
	}
}

func (f Flights) first(ctx context.Context, id string, params apiclient.GetFlightSearchResultsParams, deadline time.Time) (FlightSnapshot, error) {
	if _, err := f.Clock.waitFor(ctx, 1, deadline); err != nil {
		return FlightSnapshot{}, err
	}
	return f.Read(ctx, id, params)
}

// next waits for read n and makes it, both within the deadline.
func (f Flights) next(ctx context.Context, id string, params apiclient.GetFlightSearchResultsParams, n int, deadline time.Time) (FlightSnapshot, time.Duration, error) {
	waited, err := f.Clock.waitFor(ctx, n, deadline)
	if err != nil || waited == 0 {
		return FlightSnapshot{}, waited, err
	}
	// A read may run a little over, so that the one at the very end is worth making.
	const grace = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, deadline.Add(grace).Sub(f.Clock.Now()))
	defer cancel()
	snapshot, err := f.Read(ctx, id, params)
	return snapshot, waited, err
}

// settled is the contract's rule for flights: the same count of fares, above
// zero, on two spaced reads, and a trip to show. A drop or a zero is not it.
func settled(before, now *apiclient.FlightResults) bool {
	return before != nil &&
		now.Metadata.SnapshotTripCount > 0 &&
		now.Metadata.SnapshotFareCount > 0 &&
		now.Metadata.SnapshotFareCount == before.Metadata.SnapshotFareCount
}
