// Package search is the life of a search. It is created once, read until it settles, and followed from there. When it
// has expired it can be made again, and the very same trip, fare or rate is found in the new one, or the nearest to it.
// The desk keeps searches and reports on them.
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
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// Stamp says why the wait for a search ended.
type Stamp string

// The stamps of a read.
const (
	Converged       Stamp = "converged"        // the snapshot is complete or held still
	BudgetExhausted Stamp = "budget_exhausted" // the time limit was reached first, or nothing came for long enough
	Interrupted     Stamp = "interrupted"      // by a signal or an error
	Unsettled       Stamp = "unsettled"        // a single read without a wait
)

// DefaultBudget is the default time limit for a search to settle.
const DefaultBudget = 45 * time.Second

// How long a search is assumed to live from its creation: the shortest life that the specification gives a flight
// search, and about that of a hotel search.
const (
	FlightsLast = 5 * time.Minute
	HotelsLast  = 10 * time.Minute
)

// Clock tells the time and waits.
type Clock struct {
	Now  func() time.Time
	Wait func(ctx context.Context, d time.Duration) error // returns ctx's error when it ends first
}

// Progress is the progress of the wait for a search.
type Progress struct {
	Settle  Stamp
	Reads   int           // in this wait, including the last one
	Elapsed time.Duration // since the wait began
	Whole   Whole         // the outcome; "" without a wait, or if the wait was cut off
}

// Words describes the outcome of a search and why the wait ended; "" for a single read. came is the number of rows
// found, before filters.
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
		return "interrupted after " + took
	}
	return ""
}

// A Purse decides about each search before it is made, since it uses one of the traveler's: it makes the search, or
// returns a living one for an equal request. An error is returned as that of the create.
type Purse interface {
	Make(ctx context.Context, operation string, request any, create func(context.Context) (Created, error)) (Created, error)
}

// A Snapshot is the result of one read of a search. R points to what the service listed.
type Snapshot[R any] struct {
	Body    []byte // as the service sent it
	Results R
	Odd     []string       // harmless deviations from the contract, in sentences
	Quotas  []quota.Window // as reported with the answer
	Progress
}

// snapshotOf returns the snapshot of a single read. doing describes it in errors.
func snapshotOf[T any](answer *apiclient.Answer[T], now time.Time, doing string, err error) (Snapshot[*T], error) {
	if err != nil {
		return Snapshot[*T]{}, fmt.Errorf("%s: %w", doing, err)
	}
	return Snapshot[*T]{Body: answer.Body, Results: answer.Value, Quotas: transport.Windows(answer.Header, now), Progress: Progress{Settle: Unsettled, Reads: 1}}, nil
}

type (
	// FlightSnapshot is a snapshot of a flight search.
	FlightSnapshot = Snapshot[*apiclient.FlightResults]
	// HotelSnapshot is a snapshot of a hotel search.
	HotelSnapshot = Snapshot[*apiclient.HotelResults]
	// RateSnapshot is a snapshot of a search for the rates of one hotel.
	RateSnapshot = Snapshot[*apiclient.HotelRates]
)

// Created is a search just made. Its JSON form is enough to read the search in a later process.
type Created struct {
	SearchID string    `json:"searchId"`
	At       time.Time `json:"at"`
	SiteCode string    `json:"siteCode,omitempty"` // its market

	SiteCodeSource string              `json:"-"` // who chose the market, according to the service
	Body           []byte              `json:"-"` // as the service sent it
	Occupancy      apiclient.Occupancy `json:"-"` // of a hotel search
	Quotas         []quota.Window      `json:"-"` // as reported with the answer
	Reused         bool                `json:"-"` // it was made before, for an equal request, and used no quota now
}

// Ref returns the reference to the search.
func (c Created) Ref() Ref { return Ref{ID: c.SearchID, Created: c.At} }

// A Ref identifies a search and tells its age.
type Ref struct {
	ID      string    `json:"id,omitempty"`
	Created time.Time `json:"created,omitzero"`
	// The search that replaced this one, until the rows of the list are renewed.
	RenewedTo string    `json:"renewedTo,omitempty"`
	RenewedAt time.Time `json:"renewedAt,omitzero"`
}

// RefOf returns the search whose id the id of a trip or a rate begins with. whole reports whether more follows it.
func RefOf(id string) (r Ref, whole bool) {
	own, rest, _ := strings.Cut(id, ":")
	return Ref{ID: own}, own != "" && rest != ""
}

// Service makes and reads the searches of a service: of flights, of hotels, and of one hotel's rates.
type Service struct {
	Client *apiclient.Client
	Clock  Clock
	Purse  Purse // nil: every search is made
}

// created completes a search with what every answer has. It is an error if its id cannot be used.
func created[T any](answer *apiclient.Answer[T], now time.Time, c Created) (Created, error) {
	if !apiclient.ValidID(c.SearchID) {
		return Created{}, &apiclient.ExchangeError{
			Kind: apiclient.WrongShape, Host: answer.Host, Detail: "the search id in it is not an id", MaybeCreated: true,
		}
	}
	c.Body, c.At, c.Quotas = answer.Body, now, transport.Windows(answer.Header, now)
	return c, nil
}

// spend makes a search through the purse.
func (s Service) spend(
	ctx context.Context, operation string, request any, create func(context.Context) (Created, error),
) (Created, error) {
	if s.Purse == nil {
		return create(ctx)
	}
	return s.Purse.Make(ctx, operation, request, create)
}

// CreateFlights makes a search. It is sent only once, even if its answer may have been lost, because each create uses
// quota.
func (s Service) CreateFlights(ctx context.Context, request apiclient.FlightSearchRequest) (Created, error) {
	return s.spend(ctx, "createFlightSearch", request, func(ctx context.Context) (Created, error) {
		answer, err := s.Client.CreateFlightSearch(ctx, request)
		if err != nil {
			return Created{}, fmt.Errorf("search %s to %s: %w", request.From, request.To, NotTheAPI(err))
		}
		made := answer.Value
		return created(answer, s.Clock.Now(), Created{
			SearchID: made.SearchID, SiteCode: made.SiteCode, SiteCodeSource: string(made.SiteCodeSource),
		})
	})
}

// CreateHotels makes a search, once, as CreateFlights.
func (s Service) CreateHotels(ctx context.Context, request apiclient.HotelSearchRequest) (Created, error) {
	return s.spend(ctx, "createHotelSearch", request, func(ctx context.Context) (Created, error) {
		answer, err := s.Client.CreateHotelSearch(ctx, request)
		if request.HotelID == nil { // else a 404 means that the hotel is unknown
			err = NotTheAPI(err)
		}
		if err != nil {
			return Created{}, fmt.Errorf("search hotels from %s to %s: %w", request.CheckIn, request.CheckOut, err)
		}
		made := answer.Value
		return created(answer, s.Clock.Now(), Created{
			SearchID: made.SearchID, SiteCode: made.SiteCode, SiteCodeSource: string(made.SiteCodeSource),
			Occupancy: made.Occupancy,
		})
	})
}

// NotTheAPI rewords a 404 to a call that has none in the contract, such as a create: the answer is not from the
// service, and nothing has expired. Other errors are returned unchanged.
func NotTheAPI(err error) error {
	p, ok := errors.AsType[*apiclient.ProblemError](err)
	if !ok || p.Status != http.StatusNotFound {
		return err
	}
	return &apiclient.ExchangeError{Kind: apiclient.UnexpectedStatus, Status: p.Status, Host: "this address", Detail: p.Error()}
}

// NoZone is the warning about times without an offset.
const NoZone = "the service states some times without a time zone; they are local"

// Flights returns the reader of a search. It settles by the contract's rule: the same count of fares, above zero, on
// two spaced reads, and the same of trips. A drop or a zero does not settle it.
func (s Service) Flights(id string, params apiclient.GetFlightSearchResultsParams) Reader[*apiclient.FlightResults] {
	return Reader[*apiclient.FlightResults]{
		Clock: s.Clock, Plan: flightPlan.faster(s.Client),
		Read: func(ctx context.Context) (FlightSnapshot, error) {
			answer, err := s.Client.GetFlightSearchResults(ctx, id, &params)
			shown, err := snapshotOf(answer, s.Clock.Now(), "read the search", err)
			if other, missing := s.Client.OwnFares(answer); missing && other != "" {
				shown.Odd = append(shown.Odd,
					"the service has another word for the fares it sells itself; the setting platform-kind takes it: "+words.Quote(other))
			} else if missing {
				shown.Odd = append(shown.Odd, "the service does not say which trips it sells itself")
			}
			if err == nil && slices.ContainsFunc(shown.Results.Results, func(card apiclient.TripCard) bool {
				return slices.ContainsFunc(card.Legs, func(leg apiclient.CardLeg) bool {
					return !words.Zoned(words.Moment(leg.DepartsAt)) || !words.Zoned(words.Moment(leg.ArrivesAt))
				})
			}) {
				shown.Odd = append(shown.Odd, NoZone)
			}
			return shown, err
		},
		Mark: func(r *apiclient.FlightResults) Mark {
			return Mark{Rows: r.Metadata.SnapshotTripCount, Offers: r.Metadata.SnapshotFareCount}
		},
	}
}

// Hotels returns the reader of a search. One that calls itself complete is settled: after a single read without a wait,
// else as soon as its counts no longer speak against it. Any other settles by the contract's rule: the same count of
// candidates, above zero, on spaced reads, and the same of hotels that can be booked, before filters. A drop or a zero
// does not settle it.
func (s Service) Hotels(id string, params apiclient.GetHotelSearchResultsParams) Reader[*apiclient.HotelResults] {
	return Reader[*apiclient.HotelResults]{
		Clock: s.Clock, Plan: hotelPlan.faster(s.Client),
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

// Rates returns the reader of a hotel's rates, from a search that must have been made for this hotel. They settle when
// the search is complete and the list has held still for a while, but are never called complete: that a search is
// complete is only a hint about its rates.
func (s Service) Rates(hotelID int64, params apiclient.GetHotelRatesParams) Reader[*apiclient.HotelRates] {
	return Reader[*apiclient.HotelRates]{
		Clock: s.Clock, Plan: ratePlan.faster(s.Client),
		Read: func(ctx context.Context) (RateSnapshot, error) {
			answer, err := s.Client.GetHotelRates(ctx, hotelID, &params)
			return snapshotOf(answer, s.Clock.Now(), fmt.Sprintf("read the rates of hotel %d", hotelID), err)
		},
		Mark: func(r *apiclient.HotelRates) Mark {
			var ids strings.Builder // identify the rates, whatever they cost
			for _, rate := range r.Rates {
				ids.WriteString(rate.ID)
				ids.WriteByte('\n')
			}
			return Mark{Rows: len(r.Rates), Offers: len(r.Rates), List: ids.String(), Complete: r.SearchComplete}
		},
	}
}
