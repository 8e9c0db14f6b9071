package search

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
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
			Kind: apiclient.WrongShape, Host: answer.Host, Detail: "the search id in it is no id", MaybeCreated: true}
	}
	return FlightCreated{Body: answer.Body, FlightSearchCreated: answer.Value, At: f.Clock.Now()}, nil
}

// NotTheAPI words a 404 to a call that has none in the contract, such as a create: whatever
// answered, it was not the service, and nothing has expired. Any other error stays as it is.
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
		return HotelCreated{}, &apiclient.BadResponseError{Kind: apiclient.WrongShape, Host: answer.Host, Detail: "the search id in it is no id", MaybeCreated: true}
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

// Settle reads a search until it is complete, or its snapshot holds still, or the budget is spent,
// and hands every snapshot to seen. When a fault ends the wait, the last snapshot comes back
// stamped Interrupted together with the error; without any snapshot there is only the error. The
// first read is made whatever the budget.
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

// RateSnapshot is what one read of a hotel's rates showed.
type RateSnapshot struct {
	Body  []byte // as the service sent it
	Rates *apiclient.HotelRates
	// Quotas is what is left, as far as the answer says.
	Quotas []apiclient.Quota
	Progress
}

// calm is how long a list of rates must hold still before it is taken for
// whole: rooms keep coming in after the search first calls itself complete.
const calm = 5 * time.Second

// ReadRates reads the rates of a hotel once. The search must have been made for this hotel.
func (h Hotels) ReadRates(ctx context.Context, hotelID int64, params apiclient.GetHotelRatesParams) (RateSnapshot, error) {
	answer, err := h.Client.GetHotelRates(ctx, hotelID, &params)
	if err != nil {
		return RateSnapshot{}, fmt.Errorf("read the rates of hotel %d: %w", hotelID, err)
	}
	return RateSnapshot{Body: answer.Body, Rates: answer.Value, Quotas: apiclient.Quotas(answer.Header), Progress: Progress{Settle: Unsettled, Reads: 1}}, nil
}

// SettleRates reads the rates of a hotel until the search is complete and the
// list has held still for a while, or the budget is spent, as Settle does. That
// a search is complete is only a hint about its rates.
func (h Hotels) SettleRates(ctx context.Context, hotelID int64, params apiclient.GetHotelRatesParams, budget time.Duration, seen func(RateSnapshot)) (RateSnapshot, error) {
	return h.rateFollower(hotelID, params, seen).follow(ctx, budget)
}

// WatchRates keeps reading the rates of a hotel as the watch of flights does.
func (h Hotels) WatchRates(ctx context.Context, hotelID int64, params apiclient.GetHotelRatesParams, last RateSnapshot, limit time.Duration, seen func(RateSnapshot) bool) (RateSnapshot, End, error) {
	return watcher[RateSnapshot]{
		follower: h.rateFollower(hotelID, params, nil),
		seen:     seen,
		quotas:   func(s *RateSnapshot) []apiclient.Quota { return s.Quotas },
	}.watch(ctx, last, limit)
}

func (h Hotels) rateFollower(hotelID int64, params apiclient.GetHotelRatesParams, seen func(RateSnapshot)) follower[RateSnapshot] {
	var since time.Duration // for how long the list has been the same
	return follower[RateSnapshot]{
		clock:    h.Clock,
		read:     func(ctx context.Context) (RateSnapshot, error) { return h.ReadRates(ctx, hotelID, params) },
		progress: func(s *RateSnapshot) *Progress { return &s.Progress },
		settled: func(before *RateSnapshot, now RateSnapshot, waited time.Duration) bool {
			if before == nil || !before.Rates.SearchComplete || !sameRates(before.Rates, now.Rates) {
				since = 0
				return false
			}
			since += waited
			return now.Rates.SearchComplete && since >= calm
		},
		seen: seen,
	}
}

// sameRates tells whether two reads hold the same rates, whatever they cost.
func sameRates(before, now *apiclient.HotelRates) bool {
	return slices.EqualFunc(before.Rates, now.Rates, func(a, b apiclient.Rate) bool { return a.ID == b.ID })
}
