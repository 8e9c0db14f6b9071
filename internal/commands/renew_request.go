package commands

import (
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
)

// sameFlights tells whether two searches asked for the same.
func sameFlights(a, b recall.Context) bool {
	return a.From == b.From && a.To == b.To && a.FromDate == b.FromDate && a.ToDate == b.ToDate && a.Cabin == b.Cabin &&
		a.Adults == b.Adults && a.Children == b.Children && a.Infants == b.Infants && a.SiteCode == b.SiteCode
}

// flightRequest is the request that a search was made with.
func flightRequest(c recall.Context) apiclient.FlightSearchRequest {
	r := apiclient.FlightSearchRequest{
		From: c.From, To: c.To, FromDate: c.FromDate, ToDate: optional(c.ToDate),
		Adults: optional(c.Adults), Children: optional(c.Children), Infants: optional(c.Infants),
		Currency: optional(c.Currency), Locale: optional(c.Locale), SiteCode: optional(c.SiteCode),
	}
	if c.Cabin != "" {
		r.Cabin = new(apiclient.CabinClass(c.Cabin))
	}
	return r
}

// optional is nil for what was not given.
func optional[T comparable](value T) *T {
	var none T
	if value == none {
		return nil
	}
	return &value
}
