// Package search is the life of a search. It is created once, read again and again until it settles, and followed
// from there; when it has expired it can be made again, and the very same trip, fare or rate is found in the new one,
// or what is nearest to it. What a search is kept as, and who is told of it, is the desk's.
package search

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/words"
)

// Stamp says what ended the wait for a search.
type Stamp string

// The stamps of a read.
const (
	Converged       Stamp = "converged"        // the snapshot is complete or held still
	BudgetExhausted Stamp = "budget_exhausted" // the time given ran out first, or nothing came for long enough
	Interrupted     Stamp = "interrupted"      // a signal or a fault ended the wait
	Unsettled       Stamp = "unsettled"        // a single read, no one waited
)

// DefaultBudget is how long a search may take to settle when no one says.
const DefaultBudget = 45 * time.Second

// How long a search is taken to live from its creation: the shortest life that the specification gives a flight
// search, and about that of a hotel search.
const (
	FlightsLast = 5 * time.Minute
	HotelsLast  = 10 * time.Minute
)

// Clock is the time a search lives by: what it is now, and how to wait.
type Clock struct {
	Now  func() time.Time
	Wait func(ctx context.Context, d time.Duration) error // returns ctx's error when it ends first
}

// Progress says how the following of a search stands.
type Progress struct {
	Settle  Stamp
	Reads   int           // reads made in this wait, the last one included
	Elapsed time.Duration // since the wait began
	Whole   Whole         // what the search came to; "" where no one waited, and where the wait was cut off
}

// Words say what a search came to and what ended the wait for it, "" for a single read. came is
// how many rows it has found, with those that filters leave out.
func (p Progress) Words(came int) string {
	took := fmt.Sprintf("%.1f s", p.Elapsed.Seconds())
	switch {
	case p.Whole == Complete:
		return strings.TrimSuffix("complete after "+took, " after 0.0 s") // a single read took no wait
	case p.Whole == Held:
		return "held still after " + took
	case p.Whole == Nothing:
		return "nothing came in " + took
	case p.Settle == BudgetExhausted && came == 0:
		return "nothing had come in when the wait ended after " + took
	case p.Settle == BudgetExhausted:
		return "still coming in when the wait ended after " + took
	case p.Settle == Interrupted:
		return "interrupted after " + took + "; more may come"
	}
	return ""
}

// A Purse decides on each search before it is made, since each spends one of the traveler's: it makes
// it, or takes one that lives and was made of an equal request. What it returns in place of a search is
// the error of the create.
type Purse interface {
	Make(ctx context.Context, operation string, request any, create func(context.Context) (Created, error)) (Created, error)
}

// Spend makes a search as the purse says, which may be nil.
func Spend(ctx context.Context, purse Purse, operation string, request any, create func(context.Context) (Created, error)) (Created, error) {
	if purse == nil {
		return create(ctx)
	}
	return purse.Make(ctx, operation, request, create)
}

// A Snapshot is what one read of a search showed. R points to what the service listed.
type Snapshot[R any] struct {
	Body    []byte // as the service sent it
	Results R
	Odd     []string           // what is not as the contract has it and can be lived with, in sentences
	Quotas  []apiclient.Window // what is left, as far as the answer says
	Progress
}

// snapshotOf is what a single read showed.
func snapshotOf[T any](answer *apiclient.Answer[T], now time.Time, doing string, err error) (Snapshot[*T], error) {
	if err != nil {
		return Snapshot[*T]{}, fmt.Errorf("%s: %w", doing, err)
	}
	return Snapshot[*T]{Body: answer.Body, Results: answer.Value, Quotas: apiclient.Windows(answer.Header, now), Progress: Progress{Settle: Unsettled, Reads: 1}}, nil
}

// FlightSnapshot is what one read of a flight search showed.
type FlightSnapshot = Snapshot[*apiclient.FlightResults]

// HotelSnapshot is what one read of a hotel search showed.
type HotelSnapshot = Snapshot[*apiclient.HotelResults]

// RateSnapshot is what one read of a hotel's rates showed.
type RateSnapshot = Snapshot[*apiclient.HotelRates]

// Created is a search just made. Its JSON form is enough to read the search in a later process.
type Created struct {
	SearchID string    `json:"searchId"`
	At       time.Time `json:"at"`
	SiteCode string    `json:"siteCode,omitempty"` // the market it is for

	SiteCodeSource string              `json:"-"` // who chose the market, as the service says
	Body           []byte              `json:"-"` // as the service sent it
	Occupancy      apiclient.Occupancy `json:"-"` // of a hotel search
	Quotas         []apiclient.Window  `json:"-"` // as reported with the answer
	Reused         bool                `json:"-"` // it was made before, for an equal request; nothing was spent now
}

// Ref names the search that was made.
func (c Created) Ref() Ref { return Ref{ID: c.SearchID, Created: c.At} }

// A Ref names a search, and tells its age. Whatever reads on, goes back to it or makes it again has the search from
// here.
type Ref struct {
	ID      string    `json:"id,omitempty"`
	Created time.Time `json:"created,omitzero"`
	// A search made in place of this one, when its rows are not renewed yet.
	RenewedTo string    `json:"renewedTo,omitempty"`
	RenewedAt time.Time `json:"renewedAt,omitzero"`
}

// RefOf is the search whose id the id of a trip or a rate begins with. whole tells whether more than that stands in it.
func RefOf(id string) (r Ref, whole bool) {
	own, rest, _ := strings.Cut(id, ":")
	return Ref{ID: own}, own != "" && rest != ""
}

// checked refuses a search whose id cannot be used.
func (c Created) checked(host string) (Created, error) {
	if !apiclient.ValidID(c.SearchID) {
		return Created{}, &apiclient.ExchangeError{Kind: apiclient.WrongShape, Host: host, Detail: "the search id in it is not an id", MaybeCreated: true}
	}
	return c, nil
}

// Service makes and reads the searches of a service: of flights, of hotels, and of one hotel's rates.
type Service struct {
	Client *apiclient.Client
	Clock  Clock
	Purse  Purse // nil: every search is made
}

// CreateFlights starts a search, once: it is never sent again after an answer may have been lost, because
// each create spends quota.
func (s Service) CreateFlights(ctx context.Context, request apiclient.FlightSearchRequest) (Created, error) {
	return Spend(ctx, s.Purse, "createFlightSearch", request, func(ctx context.Context) (Created, error) {
		answer, err := s.Client.CreateFlightSearch(ctx, request)
		if err != nil {
			return Created{}, fmt.Errorf("search %s to %s: %w", request.From, request.To, NotTheAPI(err))
		}
		made := answer.Value
		return Created{
			Body: answer.Body, SearchID: made.SearchID, SiteCode: made.SiteCode, SiteCodeSource: string(made.SiteCodeSource), At: s.Clock.Now(),
			Quotas: apiclient.Windows(answer.Header, s.Clock.Now()),
		}.checked(answer.Host)
	})
}

// NotTheAPI words a 404 to a call that has none in the contract, such as a create: whatever
// answered, it was not the service, and nothing has expired. Any other error stays as it is.
func NotTheAPI(err error) error {
	p, ok := errors.AsType[*apiclient.ProblemError](err)
	if !ok || p.Status != http.StatusNotFound {
		return err
	}
	return &apiclient.ExchangeError{Kind: apiclient.UnexpectedStatus, Status: p.Status, Host: "this address", Detail: p.Error()}
}

// ownFaresWords warn of trips that do not say whether the service itself sells them, in the word that
// travel was told.
func ownFaresWords(other string) string {
	if other == "" {
		return "the service does not say which trips it sells itself"
	}
	return "the service has another word for the fares it sells itself; the setting platform-kind takes it: " + words.Quote(other)
}

// NoZone is said of times that came without an offset.
const NoZone = "the service states some times without a time zone; they are local"

// hasNoZone tells whether a time of a trip came without an offset.
func hasNoZone(card apiclient.TripCard) bool {
	return slices.ContainsFunc(card.Legs, func(leg apiclient.CardLeg) bool {
		return !words.Zoned(words.Moment(leg.DepartsAt)) || !words.Zoned(words.Moment(leg.ArrivesAt))
	})
}

// Flights reads a search. It settles by the contract's rule: the same count of fares, above zero, on two
// spaced reads, and the same of trips. A drop or a zero is not it.
func (s Service) Flights(id string, params apiclient.GetFlightSearchResultsParams) Reader[*apiclient.FlightResults] {
	return Reader[*apiclient.FlightResults]{
		Clock: s.Clock, Plan: FlightPlan().faster(s.Client),
		Read: func(ctx context.Context) (FlightSnapshot, error) {
			answer, err := s.Client.GetFlightSearchResults(ctx, id, &params)
			shown, err := snapshotOf(answer, s.Clock.Now(), "read the search", err)
			if other, missing := s.Client.OwnFares(answer); missing {
				shown.Odd = append(shown.Odd, ownFaresWords(other))
			}
			if err == nil && slices.ContainsFunc(shown.Results.Results, hasNoZone) {
				shown.Odd = append(shown.Odd, NoZone)
			}
			return shown, err
		},
		Mark: func(r *apiclient.FlightResults) Mark {
			return Mark{Rows: r.Metadata.SnapshotTripCount, Offers: r.Metadata.SnapshotFareCount}
		},
	}
}

// CreateHotels starts a search, once, as that of flights.
func (s Service) CreateHotels(ctx context.Context, request apiclient.HotelSearchRequest) (Created, error) {
	return Spend(ctx, s.Purse, "createHotelSearch", request, func(ctx context.Context) (Created, error) {
		answer, err := s.Client.CreateHotelSearch(ctx, request)
		if request.HotelID == nil { // else a 404 means that the hotel is unknown
			err = NotTheAPI(err)
		}
		if err != nil {
			return Created{}, fmt.Errorf("search hotels from %s to %s: %w", request.CheckIn, request.CheckOut, err)
		}
		made := answer.Value
		return Created{
			Body: answer.Body, SearchID: made.SearchID, SiteCode: made.SiteCode, SiteCodeSource: string(made.SiteCodeSource),
			Occupancy: made.Occupancy, At: s.Clock.Now(), Quotas: apiclient.Windows(answer.Header, s.Clock.Now()),
		}.checked(answer.Host)
	})
}

// Hotels reads a search. One that calls itself complete is settled: on a single read where no one waits,
// else as soon as its counts no longer speak against it. Another settles by the contract's rule: the
// same count of candidates, above zero, on spaced reads, and the same of hotels that can be booked,
// before filters. A drop or a zero is not it.
func (s Service) Hotels(id string, params apiclient.GetHotelSearchResultsParams) Reader[*apiclient.HotelResults] {
	return Reader[*apiclient.HotelResults]{
		Clock: s.Clock, Plan: HotelPlan().faster(s.Client),
		Read: func(ctx context.Context) (HotelSnapshot, error) {
			answer, err := s.Client.GetHotelSearchResults(ctx, id, &params)
			shown, err := snapshotOf(answer, s.Clock.Now(), "read the search", err)
			if err == nil && shown.Results.SearchComplete {
				shown.Settle, shown.Whole = Converged, Complete
			}
			return shown, err
		},
		Mark: func(r *apiclient.HotelResults) Mark {
			return Mark{Rows: r.Metadata.TotalBeforeFilters, Offers: r.Metadata.SnapshotCandidateCount, Complete: r.SearchComplete}
		},
	}
}

// Rates reads the rates of a hotel, from a search that must have been made for this hotel. They
// settle when the search is complete and the list has held still for a while, but are never called
// complete: that a search is complete is only a hint about its rates.
func (s Service) Rates(hotelID int64, params apiclient.GetHotelRatesParams) Reader[*apiclient.HotelRates] {
	return Reader[*apiclient.HotelRates]{
		Clock: s.Clock, Plan: RatePlan().faster(s.Client),
		Read: func(ctx context.Context) (RateSnapshot, error) {
			answer, err := s.Client.GetHotelRates(ctx, hotelID, &params)
			return snapshotOf(answer, s.Clock.Now(), fmt.Sprintf("read the rates of hotel %d", hotelID), err)
		},
		Mark: func(r *apiclient.HotelRates) Mark {
			var ids strings.Builder // they tell the rates of a read, whatever they cost
			for _, rate := range r.Rates {
				ids.WriteString(rate.ID)
				ids.WriteByte('\n')
			}
			return Mark{Rows: len(r.Rates), Offers: len(r.Rates), List: ids.String(), Complete: r.SearchComplete}
		},
	}
}
