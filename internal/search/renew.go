package search

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
)

// The width and the number of the pages that are read to find something again.
const (
	widestPage = 50
	lastPage   = 100
)

// Renewed is a flight search with every trip it has.
type Renewed struct {
	Ref
	Last  FlightSnapshot // its Settle tells whether more may come
	Trips []offer.Offer
}

// GatherTrips waits until a search settles and reads every trip of it.
func (s Service) GatherTrips(
	ctx context.Context, made Ref, params apiclient.GetFlightSearchResultsParams, budget time.Duration,
	seen func(FlightSnapshot),
) (Renewed, error) {
	r := Renewed{Ref: made}
	params.PageSize = new(widestPage)
	last, err := s.Flights(made.ID, params).Since(made.Created).Settle(ctx, budget, seen)
	if err != nil {
		return r, err
	}
	r.Last = last
	extent := Extent{widestPage * lastPage, widestPage, lastPage}
	first := FlightPage(last)
	all, err := Gather(ctx, extent, first, func(ctx context.Context, n int) (Page[*apiclient.FlightResults], error) {
		page := params
		page.Page = &n
		next, err := s.Flights(made.ID, page).Read(ctx)
		if err != nil {
			return Page[*apiclient.FlightResults]{}, err
		}
		return FlightPage(next), nil
	})
	if err != nil {
		return r, err
	}
	known := map[string]bool{}
	for _, card := range Rows(all, func(r *apiclient.FlightResults) []apiclient.TripCard { return r.Results }) {
		if known[card.TripID] || !apiclient.ValidID(card.TripID) {
			continue // a page may shift while it is read
		}
		known[card.TripID] = true
		r.Trips = append(r.Trips, CardOffer(card))
	}
	return r, nil
}

// GatherHotels waits until a search settles, and finds hotels in it, each with the price of its cheapest stay.
func (s Service) GatherHotels(
	ctx context.Context, made Created, params apiclient.GetHotelSearchResultsParams, budget time.Duration, ids []string,
) (last HotelSnapshot, all []offer.Offer, err error) {
	params.PageSize = new(widestPage)
	last, err = s.Hotels(made.SearchID, params).Since(made.At).Settle(ctx, budget, func(HotelSnapshot) {})
	left := slices.Compact(slices.Sorted(slices.Values(ids))) // a hotel may be wanted twice
	for page, n := last, 2; err == nil; n++ {
		for _, card := range page.Results.Results {
			id := strconv.FormatInt(card.HotelID, 10)
			if at := slices.Index(left, id); at >= 0 {
				all = append(all, offer.Offer{ID: id, Price: HotelPrice(card.Price).Stay})
				left = slices.Delete(left, at, at+1)
			}
		}
		if len(left) == 0 || !page.Results.Metadata.HasMore || n > lastPage {
			break
		}
		params.Page = new(n)
		page, err = s.Hotels(made.SearchID, params).Read(ctx)
	}
	return last, all, err
}

// Find finds a trip that had a price again, or returns -1. If its flight numbers are known, trips that look the same
// are opened to compare them.
func (s Service) Find(ctx context.Context, want offer.Itinerary, was offer.Money, in Renewed) (int, error) {
	alike := slices.Clone(in.Trips)
	for i := range alike {
		if !want.Numbered() || !want.Same(alike[i].Trip) {
			continue
		}
		answer, err := s.Client.GetFlightTrip(ctx, alike[i].ID, &apiclient.GetFlightTripParams{SearchID: in.ID})
		if err != nil {
			return -1, fmt.Errorf("open a trip to compare its numbers: %w", err)
		}
		opened := offer.Itinerary(nil)
		if trip := answer.Value.Detail; trip != nil {
			opened = DetailItinerary(*trip)
		} else {
			opened = TripItinerary(*answer.Value.Default)
		}
		if opened.Numbered() {
			alike[i].Trip = opened
		}
	}
	return offer.Find(offer.Offer{Trip: want, Price: was}, alike), nil
}
