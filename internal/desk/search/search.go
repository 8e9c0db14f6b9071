// Package search holds what takes several requests: a search is created once, then read again and
// again until it settles.
package search

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/words"
)

// Stamp says what ended the wait for a search.
type Stamp string

// The stamps of a read.
const (
	Converged       Stamp = "converged"        // the snapshot held still over two spaced reads
	BudgetExhausted Stamp = "budget_exhausted" // the time given ran out first
	Interrupted     Stamp = "interrupted"      // a signal or a fault ended the wait
	Unsettled       Stamp = "unsettled"        // a single read, no one waited
)

// DefaultBudget is how long a search may take to settle when no one says.
const DefaultBudget = 45 * time.Second

// Clock is the time a search lives by: what it is now, and how to wait.
type Clock struct {
	Now  func() time.Time
	Wait func(ctx context.Context, d time.Duration) error // returns ctx's error when it ends first
}

// pause is the wait before read n, from 1: 300 ms more each time, at most 3 s,
// so that two reads are never back to back.
func pause(n int) time.Duration {
	return min(time.Duration(n)*300*time.Millisecond, longest)
}

// longest is the most that lies between two reads while a search comes in.
const longest = 3 * time.Second

// spaced is the least time between two reads that may prove a search settled.
const spaced = 300 * time.Millisecond

// waitFor waits for the pause before read n, or less when the deadline comes
// first, and returns how long it meant to wait: zero when no time is left.
func (c Clock) waitFor(ctx context.Context, n int, deadline time.Time) (time.Duration, error) {
	d := min(pause(n), deadline.Sub(c.Now()))
	if d <= 0 {
		return 0, nil
	}
	return d, c.Wait(ctx, d)
}

// Progress says how the following of a search stands.
type Progress struct {
	Settle  Stamp
	Reads   int           // reads made in this wait, the last one included
	Elapsed time.Duration // since the wait began
}

// A Snapshot is what one read of a search showed. R points to what the service listed.
type Snapshot[R any] struct {
	Body    []byte // as the service sent it
	Results R
	Odd     []string          // what is not as the contract has it and can be lived with, in sentences
	Quotas  []apiclient.Quota // what is left, as far as the answer says
	Progress
}

// snapshotOf is what a single read showed.
func snapshotOf[T any](answer *apiclient.Answer[T], doing string, err error) (Snapshot[*T], error) {
	if err != nil {
		return Snapshot[*T]{}, fmt.Errorf("%s: %w", doing, err)
	}
	return Snapshot[*T]{Body: answer.Body, Results: answer.Value, Quotas: apiclient.Quotas(answer.Header), Progress: Progress{Settle: Unsettled, Reads: 1}}, nil
}

// A Reader reads one search, again and again.
type Reader[R any] struct {
	Read func(context.Context) (Snapshot[R], error) // once

	clock Clock
	// settled judges two reads that are spaced by the time waited. before is nil for the first read.
	settled func(before *Snapshot[R], now Snapshot[R], waited time.Duration) bool
}

// Settle reads until a snapshot is settled or the budget is spent, and hands every snapshot to
// seen. When a fault ends the wait, the last snapshot comes back stamped Interrupted together with
// the error; without any snapshot there is only the error. The first read is made whatever the
// budget.
func (r Reader[R]) Settle(ctx context.Context, budget time.Duration, seen func(Snapshot[R])) (Snapshot[R], error) {
	var none Snapshot[R]
	began := r.clock.Now()
	deadline := began.Add(budget)
	waited, err := r.clock.waitFor(ctx, 1, deadline)
	if err != nil {
		return none, err
	}
	last, err := r.Read(ctx)
	if err != nil {
		return none, err
	}
	r.take(&last, nil, 1, began, waited)
	seen(last)
	for n := 2; last.Settle != Converged; n++ {
		next, waited, err := r.next(ctx, n, deadline)
		switch {
		case waited == 0, ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) && !r.clock.Now().Before(deadline):
			last.Settle, last.Elapsed = BudgetExhausted, r.clock.Now().Sub(began)
			return last, nil
		case err != nil:
			last.Settle, last.Elapsed = Interrupted, r.clock.Now().Sub(began)
			return last, err
		}
		r.take(&next, &last, n, began, waited)
		seen(next)
		last = next
	}
	return last, nil
}

// take stamps a read.
func (r Reader[R]) take(now, before *Snapshot[R], n int, began time.Time, waited time.Duration) {
	now.Progress = Progress{Settle: Unsettled, Reads: n, Elapsed: r.clock.Now().Sub(began)}
	if r.settled(before, *now, waited) {
		now.Settle = Converged
	}
}

// next waits for read n and makes it, both within the deadline.
func (r Reader[R]) next(ctx context.Context, n int, deadline time.Time) (Snapshot[R], time.Duration, error) {
	waited, err := r.clock.waitFor(ctx, n, deadline)
	if err != nil || waited == 0 {
		return Snapshot[R]{}, waited, err
	}
	// A read may run a little over, so that the one at the very end is worth making.
	const grace = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, deadline.Add(grace).Sub(r.clock.Now()))
	defer cancel()
	snapshot, err := r.Read(ctx)
	return snapshot, waited, err
}

// FlightSnapshot is what one read of a flight search showed.
type FlightSnapshot = Snapshot[*apiclient.FlightResults]

// HotelSnapshot is what one read of a hotel search showed.
type HotelSnapshot = Snapshot[*apiclient.HotelResults]

// RateSnapshot is what one read of a hotel's rates showed.
type RateSnapshot = Snapshot[*apiclient.HotelRates]

// Created is a search just made.
type Created struct {
	Body                     []byte // as the service sent it
	SearchID                 string
	SiteCode, SiteCodeSource string              // the market it is for, and who chose it, as the service says
	Occupancy                apiclient.Occupancy // of a hotel search
	At                       time.Time
	Quotas                   []apiclient.Window // as the answer told of them
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
		Quotas: apiclient.Windows(answer.Header, f.Clock.Now()),
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

// ownFaresWords warn of trips that do not say whether the service itself sells them, in the word that
// travel was told.
func ownFaresWords(other string) string {
	if other == "" {
		return "the service does not say which trips it sells itself"
	}
	return "the service has another word for the fares it sells itself; tell it: travel config set platform-kind " + words.Shell(other)
}

// NoZone is said of times that came without an offset.
const NoZone = "the service states some times without a time zone; they are local"

// hasNoZone tells whether a time of a trip came without an offset.
func hasNoZone(card apiclient.TripCard) bool {
	return slices.ContainsFunc(card.Legs, func(leg apiclient.CardLeg) bool {
		return !words.Zoned(words.Moment(leg.DepartsAt)) || !words.Zoned(words.Moment(leg.ArrivesAt))
	})
}

// Of reads a search. It settles by the contract's rule: the same count of fares, above zero, on two
// spaced reads, and a trip to show. A drop or a zero is not it.
func (f Flights) Of(id string, params apiclient.GetFlightSearchResultsParams) Reader[*apiclient.FlightResults] {
	return Reader[*apiclient.FlightResults]{
		clock: f.Clock,
		Read: func(ctx context.Context) (FlightSnapshot, error) {
			answer, err := f.Client.GetFlightSearchResults(ctx, id, &params)
			s, err := snapshotOf(answer, "read the search", err)
			if other, missing := f.Client.OwnFares(s.Body); missing {
				s.Odd = append(s.Odd, ownFaresWords(other))
			}
			if err == nil && slices.ContainsFunc(s.Results.Results, hasNoZone) {
				s.Odd = append(s.Odd, NoZone)
			}
			return s, err
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
		Occupancy: made.Occupancy, At: h.Clock.Now(), Quotas: apiclient.Windows(answer.Header, h.Clock.Now()),
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
