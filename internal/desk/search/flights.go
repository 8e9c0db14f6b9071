package search

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"travel.example/travel/internal/apiclient"
)

// Flights reads flight searches.
type Flights struct {
	Client *apiclient.Client
	Clock  Clock
}

// FlightSnapshot is what one read of a flight search showed.
type FlightSnapshot struct {
	Body    []byte // as the service sent it
	Results *apiclient.FlightResults
	Quotas  []apiclient.Quota // what is left, as far as the answer says
	Progress
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
	answer, err := f.Client.CreateFlightSearch(ctx, request)
	if err != nil {
		return FlightCreated{}, fmt.Errorf("search %s to %s: %w", request.From, request.To, NotTheAPI(err))
	}
	if !apiclient.ValidID(answer.Value.SearchID) {
		return FlightCreated{}, &apiclient.BadResponseError{
			Kind: apiclient.WrongShape, Host: answer.Host, Detail: "the search id in it is not an id", MaybeCreated: true}
	}
	return FlightCreated{Body: answer.Body, FlightSearchCreated: answer.Value, At: f.Clock.Now()}, nil
}

// NotTheAPI words a 404 to a call that has none in the contract, such as a
// create: whatever answered, it was not the service, and nothing has expired.
// Any other error stays as it is.
func NotTheAPI(err error) error {
	p, ok := errors.AsType[*apiclient.ProblemError](err)
	if !ok || p.Status != http.StatusNotFound {
		return err
	}
	return &apiclient.BadResponseError{Kind: apiclient.UnexpectedStatus, Status: p.Status, Host: "this address", Detail: p.Error()}
}

// Read reads a search once.
func (f Flights) Read(ctx context.Context, id string, params apiclient.GetFlightSearchResultsParams) (FlightSnapshot, error) {
	answer, err := f.Client.GetFlightSearchResults(ctx, id, &params)
	if err != nil {
		return FlightSnapshot{}, fmt.Errorf("read the search: %w", err)
	}
	return FlightSnapshot{Body: answer.Body, Results: answer.Value, Quotas: apiclient.Quotas(answer.Header), Progress: Progress{Settle: Unsettled, Reads: 1}}, nil
}

// Settle reads a search until its snapshot holds still or the budget is spent,
// and hands every snapshot to seen. When a fault ends the wait, the last
// snapshot comes back stamped Interrupted together with the error; without any
// snapshot there is only the error. The first read is made whatever the budget.
func (f Flights) Settle(ctx context.Context, id string, params apiclient.GetFlightSearchResultsParams, budget time.Duration, seen func(FlightSnapshot)) (FlightSnapshot, error) {
	return f.follower(id, params, seen).follow(ctx, budget)
}

func (f Flights) follower(id string, params apiclient.GetFlightSearchResultsParams, seen func(FlightSnapshot)) follower[FlightSnapshot] {
	return follower[FlightSnapshot]{
		clock:    f.Clock,
		read:     func(ctx context.Context) (FlightSnapshot, error) { return f.Read(ctx, id, params) },
		progress: func(s *FlightSnapshot) *Progress { return &s.Progress },
		settled: func(before *FlightSnapshot, now FlightSnapshot, waited time.Duration) bool {
			return before != nil && waited >= spaced && settled(before.Results, now.Results)
		},
		seen: seen,
	}
}

// settled is the contract's rule for flights: the same count of fares, above
// zero, on two spaced reads, and a trip to show. A drop or a zero is not it.
func settled(before, now *apiclient.FlightResults) bool {
	return before != nil &&
		now.Metadata.SnapshotTripCount > 0 &&
		now.Metadata.SnapshotFareCount > 0 &&
		now.Metadata.SnapshotFareCount == before.Metadata.SnapshotFareCount
}
