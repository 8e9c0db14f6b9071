package search

import (
	"context"
	"fmt"
	"time"

	"travel.example/travel/internal/apiclient"
)

// Hotels reads hotel searches.
type Hotels struct {
	Client *apiclient.Client
	Clock  Clock
}

// HotelSnapshot is what one read of a hotel search showed.
type HotelSnapshot struct {
	Body    []byte // as the service sent it
	Results *apiclient.HotelResults
	Quotas  []apiclient.Quota // what is left, as far as the answer says
	Progress
}

// HotelCreated is a search just made.
type HotelCreated struct {
	Body []byte // as the service sent it
	*apiclient.HotelSearchCreated
	At time.Time
}

// Create starts a search, once: it is never sent again after an answer may
// have been lost, because each create spends quota.
func (h Hotels) Create(ctx context.Context, request apiclient.HotelSearchRequest) (HotelCreated, error) {
	answer, err := h.Client.CreateHotelSearch(ctx, request)
	if request.HotelID == nil { // else a 404 means that the hotel is unknown
		err = NotTheAPI(err)
	}
	if err != nil {
		return HotelCreated{}, fmt.Errorf("search hotels from %s to %s: %w", request.CheckIn, request.CheckOut, err)
	}
	if !apiclient.ValidID(answer.Value.SearchID) {
		return HotelCreated{}, &apiclient.BadResponseError{Kind: apiclient.WrongShape, Host: answer.Host, Detail: "the search id in it is not an id", MaybeCreated: true}
	}
	return HotelCreated{Body: answer.Body, HotelSearchCreated: answer.Value, At: h.Clock.Now()}, nil
}

// Read reads a search once. A search that calls itself complete is settled.
func (h Hotels) Read(ctx context.Context, id string, params apiclient.GetHotelSearchResultsParams) (HotelSnapshot, error) {
	answer, err := h.Client.GetHotelSearchResults(ctx, id, &params)
	if err != nil {
		return HotelSnapshot{}, fmt.Errorf("read the search: %w", err)
	}
	s := HotelSnapshot{Body: answer.Body, Results: answer.Value, Quotas: apiclient.Quotas(answer.Header), Progress: Progress{Settle: Unsettled, Reads: 1}}
	if s.Results.SearchComplete {
		s.Settle = Converged
	}
	return s, nil
}

// Settle reads a search until it is complete, or its snapshot holds still, or
// the budget is spent, and hands every snapshot to seen. When a fault ends the
// wait, the last snapshot comes back stamped Interrupted together with the
// error; without any snapshot there is only the error. The first read is made
// whatever the budget.
func (h Hotels) Settle(ctx context.Context, id string, params apiclient.GetHotelSearchResultsParams, budget time.Duration, seen func(HotelSnapshot)) (HotelSnapshot, error) {
	return h.follower(id, params, seen).follow(ctx, budget)
}

func (h Hotels) follower(id string, params apiclient.GetHotelSearchResultsParams, seen func(HotelSnapshot)) follower[HotelSnapshot] {
	return follower[HotelSnapshot]{
		clock:    h.Clock,
		read:     func(ctx context.Context) (HotelSnapshot, error) { return h.Read(ctx, id, params) },
		progress: func(s *HotelSnapshot) *Progress { return &s.Progress },
		settled: func(before *HotelSnapshot, now HotelSnapshot, waited time.Duration) bool {
			return now.Results.SearchComplete || before != nil && waited >= spaced && still(before.Results, now.Results)
		},
		seen: seen,
	}
}

// still is the contract's rule for a hotel search that does not call itself
// complete: the same count of candidates, above zero, on two spaced reads, and
// a hotel that can be booked before filters. A drop or a zero is not it.
func still(before, now *apiclient.HotelResults) bool {
	return now.Metadata.TotalBeforeFilters > 0 &&
		now.Metadata.SnapshotCandidateCount > 0 &&
		now.Metadata.SnapshotCandidateCount == before.Metadata.SnapshotCandidateCount
}
