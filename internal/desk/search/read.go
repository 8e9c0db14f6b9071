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

// What one read of each kind of search shows.
type (
	FlightSnapshot = Snapshot[*apiclient.FlightResults]
	HotelSnapshot  = Snapshot[*apiclient.HotelResults]
	RateSnapshot   = Snapshot[*apiclient.HotelRates]
)

// Created is a search just made.
type Created struct {
	Body                     []byte // as the service sent it
	SearchID                 string
	SiteCode, SiteCodeSource string              // the market it is for, and who chose it, as the service says
	Occupancy                apiclient.Occupancy // of a hotel search
	At                       time.Time
}

// checked refuses a search whose id cannot be used.
func (c Created) checked(host string) (Created, error) {
	if !apiclient.ValidID(c.SearchID) {
		return Created{}, &apiclient.BadResponseError{Kind: apiclient.WrongShape, Host: host, Detail: "the search id in it is not an id", MaybeCreated: true}
	}
	return c, nil
}

// Flights makes and reads flight searches.
type Flights struct {
	Client *apiclient.Client
	Clock  Clock
}

// Create starts a search, once: it is never sent again after an answer may have been lost, because
// each create spends quota.
func (f Flights) Create(ctx context.Context, request apiclient.FlightSearchRequest) (Created, error) {
	answer, err := f.Client.CreateFlightSearch(ctx, request)
	if err != nil {
		return Created{}, fmt.Errorf("search %s to %s: %w", request.From, request.To, NotTheAPI(err))
	}
	made := answer.Value
	return Created{
		Body: answer.Body, SearchID: made.SearchID, SiteCode: made.SiteCode, SiteCodeSource: string(made.SiteCodeSource), At: f.Clock.Now(),
	}.checked(answer.Host)
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

// Of reads a search. It settles by the contract's rule: the same count of fares, above zero, on two
// spaced reads, and a trip to show. A drop or a zero is not it.
func (f Flights) Of(id string, params apiclient.GetFlightSearchResultsParams) Reader[*apiclient.FlightResults] {
	return Reader[*apiclient.FlightResults]{
		clock: f.Clock,
		Read: func(ctx context.Context) (FlightSnapshot, error) {
			answer, err := f.Client.GetFlightSearchResults(ctx, id, &params)
			return snapshotOf(answer, "read the search", err)
		},
		settled: func(before *FlightSnapshot, now FlightSnapshot, waited time.Duration) bool {
			if before == nil || waited < spaced {
				return false
			}
			was, is := before.Results.Metadata, now.Results.Metadata
			return is.SnapshotTripCount > 0 && is.SnapshotFareCount > 0 && is.SnapshotFareCount == was.SnapshotFareCount
		},
	}
}

// Hotels makes and reads hotel searches.
type Hotels struct {
	Client *apiclient.Client
	Clock  Clock
}

// Create starts a search, once, as that of flights.
func (h Hotels) Create(ctx context.Context, request apiclient.HotelSearchRequest) (Created, error) {
	answer, err := h.Client.CreateHotelSearch(ctx, request)
	if request.HotelID == nil { // else a 404 means that the hotel is unknown
		err = NotTheAPI(err)
	}
	if err != nil {
		return Created{}, fmt.Errorf("search hotels from %s to %s: %w", request.CheckIn, request.CheckOut, err)
	}
	made := answer.Value
	return Created{
		Body: answer.Body, SearchID: made.SearchID, SiteCode: made.SiteCode, SiteCodeSource: string(made.SiteCodeSource),
		Occupancy: made.Occupancy, At: h.Clock.Now(),
	}.checked(answer.Host)
}

// Of reads a search. One that calls itself complete is settled, also on a single read. Another
// settles by the contract's rule: the same count of candidates, above zero, on two spaced reads, and
// a hotel that can be booked before filters. A drop or a zero is not it.
func (h Hotels) Of(id string, params apiclient.GetHotelSearchResultsParams) Reader[*apiclient.HotelResults] {
	return Reader[*apiclient.HotelResults]{
		clock: h.Clock,
		Read: func(ctx context.Context) (HotelSnapshot, error) {
			answer, err := h.Client.GetHotelSearchResults(ctx, id, &params)
			s, err := snapshotOf(answer, "read the search", err)
			if err == nil && s.Results.SearchComplete {
				s.Settle = Converged
			}
			return s, err
		},
		settled: func(before *HotelSnapshot, now HotelSnapshot, waited time.Duration) bool {
			if now.Results.SearchComplete || before == nil || waited < spaced {
				return now.Results.SearchComplete
			}
			was, is := before.Results.Metadata, now.Results.Metadata
			return is.TotalBeforeFilters > 0 && is.SnapshotCandidateCount > 0 && is.SnapshotCandidateCount == was.SnapshotCandidateCount
		},
	}
}

// calm is how long a list of rates must hold still before it is taken for whole: rooms keep coming
// in after the search first calls itself complete.
const calm = 5 * time.Second

// Rates reads the rates of a hotel, from a search that must have been made for this hotel. They
// settle when the search is complete and the list has held still for a while: that a search is
// complete is only a hint about its rates.
func (h Hotels) Rates(hotelID int64, params apiclient.GetHotelRatesParams) Reader[*apiclient.HotelRates] {
	var since time.Duration // for how long the list has been the same
	return Reader[*apiclient.HotelRates]{
		clock: h.Clock,
		Read: func(ctx context.Context) (RateSnapshot, error) {
			answer, err := h.Client.GetHotelRates(ctx, hotelID, &params)
			return snapshotOf(answer, fmt.Sprintf("read the rates of hotel %d", hotelID), err)
		},
		settled: func(before *RateSnapshot, now RateSnapshot, waited time.Duration) bool {
			if before == nil || !before.Results.SearchComplete || !sameRates(before.Results, now.Results) {
				since = 0
				return false
			}
			since += waited
			return now.Results.SearchComplete && since >= calm
		},
	}
}

// sameRates tells whether two reads hold the same rates, whatever they cost.
func sameRates(before, now *apiclient.HotelRates) bool {
	return slices.EqualFunc(before.Rates, now.Rates, func(a, b apiclient.Rate) bool { return a.ID == b.ID })
}
