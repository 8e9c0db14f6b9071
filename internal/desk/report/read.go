package report

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/desk/recall"
)

// known is what the service said of an entry in full, as far as it was read.
type known struct {
	trip  *flights.Trip
	hotel *apiclient.Hotel
	rates *apiclient.HotelRates
	at    time.Time // when its prices were read; zero where only its list is known
	err   error     // of the last read that failed
}

// read reads of each entry what is not kept with it. A search that is over is no failure: only what its list
// said is then known, and the report says so.
func (m *maker) read(ctx context.Context) error {
	err := each(ctx, m.desk, m.entries, func(ctx context.Context, e *entry) { e.read(ctx, m.desk) })
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	for _, e := range m.entries {
		m.judge(e)
	}
	return nil
}

// read takes what is kept with the entry, and reads what is not.
func (e *entry) read(ctx context.Context, d *desk.Desk) {
	o := e.Row.Offer
	if len(o.Detail) == 0 && e.readable() {
		o, e.known.err = offers.Detail(ctx, d, o)
	}
	if trip, ok := offers.Trip(o); ok {
		e.known.trip, e.known.at = &trip, o.DetailAt
	}
	if rates, ok := offers.Rates(o); ok {
		e.known.rates, e.known.at = rates, o.DetailAt
	}
	if e.Kind == recall.Rates && e.hotelID() > 0 { // what the hotel is, rates do not say
		var err error
		o = kept.Offer{Kind: recall.Hotels, List: e.List, Row: recall.Row{ID: strconv.FormatInt(e.hotelID(), 10)}}
		o, err = offers.Detail(ctx, d, o)
		e.known.err = cmp.Or(e.known.err, err)
	}
	if hotel, ok := offers.Hotel(o); ok && hotel.Name != "" {
		e.known.hotel = hotel
	}
}

// readable tells whether there is anything to read by: a hotel needs no search.
func (e *entry) readable() bool {
	switch e.Kind {
	case recall.Hotels:
		return e.hotelID() > 0
	case recall.Rates:
		return e.hotelID() > 0 && e.List.Search.ID != ""
	case recall.Fares:
		return e.List.TripID != "" && e.List.Search.ID != ""
	}
	return e.Row.Offer.Row.ID != "" && e.List.Search.ID != ""
}

// judge says of an entry what could not be read, and why.
func (m *maker) judge(e *entry) {
	why := "its search has expired"
	if e.known.err != nil {
		why = "it could not be read"
		m.warn("not everything could be read: " + e.known.err.Error())
	}
	switch {
	case !e.hotel() && e.known.trip == nil:
		e.say("Its flights and sellers are not known: %s. What is here is what its list said.", why)
	case e.Kind == recall.Rates && e.known.rates == nil:
		e.say("Its other rates are not known: %s.", why)
	case e.hotel() && e.known.hotel == nil:
		e.say("What else the service knows of it could not be read.")
	}
}
