package site

import (
	"errors"
	"net/http"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// hotelCheckoutView is the page of a rate.
type hotelCheckoutView struct {
	Hotel    hotelView
	Page     string // address of the hotel's page
	Days     string
	CheckIn  string
	CheckOut string
	Nights   string
	Guests   string
	Rooms    string
	Lasts    string
	Prices   string
	Warnings []string
	Country  string // of the link; empty when it names none
	Rate     rateView
}

// hotelCheckout shows what was chosen: a hotel, a stay and a rate.
func (s *Site) hotelCheckout(v *visit) (answer, error) {
	c, err := links.ReadHotelCheckout(v.query)
	if wrong, ok := errors.AsType[*links.Error](err); ok {
		return nil, &notice{
			status: http.StatusBadRequest, section: hotelSection, Title: "This checkout link is broken",
			Lead: "Get a new one: go back to your terminal and ask for the booking link again.", Faults: wrong.Faults,
		}
	}
	h, err := s.options.Hotels().HotelDetail(c.HotelID, v.at, c.Locale)
	if errors.Is(err, hotels.ErrNotFound) {
		return nil, &notice{
			status: http.StatusNotFound, section: hotelSection, Title: "There is no such hotel",
			Lead: "The link names a hotel that was never here. It may have been altered.",
		}
	}
	if err != nil {
		return nil, err
	}
	q, ok := s.options.OpenStay(c.SearchID)
	if !ok {
		return nil, &notice{
			status: http.StatusNotFound, section: hotelSection, Title: "This checkout link is not known here",
			Lead:    "It may have been altered, or made by another sandbox, or by this one before it was restarted.",
			Actions: []action{{"See " + h.Name, pathOf(h.PageURL)}},
		}
	}
	stay := stayOf(q, c)
	if v.at.Sub(q.Created) >= hotels.Lifetime {
		return nil, expiredStay(h, q, stay)
	}
	return s.ratePage(v, c, h, q, stay)
}

func (s *Site) ratePage(v *visit, c links.HotelCheckout, h wire.Hotel, q hotels.Query, stay links.Stay) (answer, error) {
	gone := &notice{
		status: http.StatusNotFound, section: hotelSection, Title: "This rate is not on sale",
		Lead:    "The search behind the link does not have it at this moment.",
		Actions: []action{{"See what " + h.Name + " has", hotelPath(c.HotelID, stay)}},
	}
	if q.Hotel != c.HotelID {
		return nil, gone
	}
	rate, err := s.options.Hotels().Rate(q, v.at, hotelQuote(c.Currency, c.Locale), c.RateID)
	if errors.Is(err, hotels.ErrNotFound) {
		return nil, gone
	}
	if err != nil {
		return nil, err
	}
	n := nightsOf(q.CheckIn, q.CheckOut)
	view := hotelCheckoutView{
		Hotel: facts(h, c.Locale), Page: hotelPath(c.HotelID, stay), Days: stayDays(q.CheckIn, q.CheckOut),
		CheckIn: longDay(dayOf(q.CheckIn)), CheckOut: longDay(dayOf(q.CheckOut)), Nights: count(n, "night", "nights"),
		Guests: guests(stay.Guests), Rooms: count(q.Rooms, "room", "rooms"), Lasts: lasts(q.Created.Add(hotels.Lifetime), v.at),
		Prices: priceNote(quoteOf(c.Currency, c.Locale), rate.Price.Currency), Warnings: otherGuests(c.Guests, q),
		Rate: rateOf(rate, c.HotelID, n, stay),
	}
	if c.Country != "" {
		view.Country = data.Load().CountryName(c.Country, c.Locale)
	}
	return &page{status: http.StatusOK, name: "hotelcheckout.html", title: "Checkout", section: hotelSection, view: view}, nil
}

// stayOf is the stay of a search, in the money and language of a link.
func stayOf(q hotels.Query, c links.HotelCheckout) links.Stay {
	return links.Stay{
		CheckIn: q.CheckIn, CheckOut: q.CheckOut, Guests: guestsOf(q), Rooms: q.Rooms,
		Currency: c.Currency, Locale: c.Locale, Site: q.Site,
	}
}

// otherGuests warns when the guests on the link are not those of the search.
// The price is for the latter.
func otherGuests(said string, q hotels.Query) []string {
	if said == "" {
		return nil
	}
	party, ok := links.ParseGuests(said)
	switch {
	case !ok:
		return []string{"The guests on the link make no party that can stay. The price is for " + guests(guestsOf(q)) + "."}
	case !party.Equal(guestsOf(q)):
		return []string{"The link is for " + guests(party) + ", but the price is for " + guests(guestsOf(q)) + "."}
	}
	return nil
}

// expiredStay is for a rate whose search has ended. The hotel remains, and the
// stay is known from the id.
func expiredStay(h wire.Hotel, q hotels.Query, stay links.Stay) *notice {
	end := q.Created.Add(hotels.Lifetime).UTC()
	return &notice{
		status: http.StatusGone, section: hotelSection, Title: "This checkout has expired",
		Lead: "Rates are held for " + count(int(hotels.Lifetime/time.Minute), "minute", "minutes") + ", and these were held until " +
			end.Format("15:04") + " UTC on " + longDay(end) + ". Nothing was booked.",
		Actions: []action{{"See today's rates of " + h.Name, hotelPath(h.HotelID, stay)}},
	}
}
