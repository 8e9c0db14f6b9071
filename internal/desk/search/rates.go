package search

import (
	"context"
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
)

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

// ReadRates reads the rates of a hotel once. The search must have been made
// for this hotel.
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
