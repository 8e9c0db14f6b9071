package flights

import (
	"context"
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
)

// name looks up what the places of a link are called, where that is not known.
func name(ctx context.Context, d *desk.Desk, locale desk.Locale, b *desk.Booking) {
	finder := places.At(d, locale)
	if b.FromName == "" {
		b.FromName = finder.Name(ctx, b.From)
	}
	if b.ToName == "" {
		b.ToName = finder.Name(ctx, b.To)
	}
}

// journey is a link's search: its route, days and party.
func journey(of desk.Of, q query.Flight, locale string) *desk.Booking {
	b := &desk.Booking{Of: of, From: q.From, FromName: q.FromName, To: q.To, ToName: q.ToName, Cabin: q.Cabin, Locale: locale}
	b.Between(q.FromDate, q.ToDate)
	if q.Adults > 0 {
		b.Travelers = q.Party()
	}
	return b
}

// searched is what the link to a search is for, with the lowest price of its list where that is for the same.
func searched(list recall.List, q query.Flight) *desk.Booking {
	b := journey(desk.OfFlights, q, list.Terms.Locale)
	if list.Flight == nil || !q.Same(*list.Flight) {
		return b // its prices are for others
	}
	b.LeftOut = list.Filters()
	b.AtLeast = true
	b.Cost(desk.Cheapest(list.Rows), "for "+q.Party(), list.Made)
	return b
}

// LinkFor is what the link to a search is for that those parameters of getFlightSearchLink ask for.
func LinkFor(q *ask.Values) *desk.Booking { return searched(recall.List{}, queryOf(q)) }

// booked is what the link to a fare is for: the search that the link carries, and what the list says of the fare and
// of its chosen options.
func (o *Offer) booked(q query.Flight, chosen Options) *desk.Booking {
	b := journey(desk.OfFare, q, o.List.Terms.Locale)
	b.Legs, b.Kind, b.Seller = o.List.Itinerary, o.Kind, o.Seller
	named := 0
	for _, option := range chosen {
		one := desk.BookedOption{ID: option.ID}
		if option.known {
			named++
			one.Name, one.Price, one.Covers, one.Terms = option.Name, option.Price, option.covers(), option.terms
		}
		b.Options = append(b.Options, one)
	}
	price, covers := o.Row.Price, ""
	if b.AtLeast = o.Opens(); named == 1 && len(chosen) == 1 && chosen[0].whole() {
		price, b.AtLeast = chosen[0].Price, false
	}
	if list := o.List.Flight; list != nil && list.Adults > 0 {
		covers = "for " + list.Party()
	}
	if b.Cost(price, covers, o.List.Made); b.Price.Amount != "" {
		b.Charges = "fees included"
	}
	if fare := o.Row.Fare; fare != nil && len(chosen) == 0 {
		b.Bags = fare.Bags
		b.Refund = "non-refundable"
		if fare.Print.Refundable {
			b.Refund = "refundable"
		}
	}
	b.Need("times and flight numbers", len(b.Legs) > 0)
	b.Need("travelers", b.Travelers != "")
	b.Need("option names", named == len(chosen))
	b.Need("price", b.Price.Amount != "")
	b.Need("seller", b.Seller != "")
	b.Need("refund", b.Refund != "" || named > 0)
	b.Need("bags", b.Bags != "" || named > 0)
	return b
}

// learn reads once what the list does not say of a fare while its search lives: the options that were chosen by their
// ids, else the flights and the bags.
func (o *Offer) learn(ctx context.Context, d *desk.Desk, chosen Options) error {
	unnamed := slices.ContainsFunc(chosen, func(option Option) bool { return !option.known })
	switch {
	case o.Row.Fare == nil, !unnamed && (len(chosen) > 0 || o.Row.Fare.Bags != ""):
		return nil
	case d.Deployment.Plan() != nil, d.Now().Sub(o.List.Search.Created) >= desk.FlightLinkLasts:
		return nil
	}
	client, err := d.Client()
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, desk.ExtraReadWait)
	defer stop()
	currency, locale := query.Optional(o.List.Terms.Currency), query.Optional(o.List.Terms.Locale)
	if unnamed {
		answer, err := client.GetFareOptions(ctx, o.ID, &apiclient.GetFareOptionsParams{Currency: currency, Locale: locale})
		if err != nil {
			return err
		}
		all := OptionsOf(answer.Value)
		for i, option := range chosen {
			if at := slices.IndexFunc(all, func(now Option) bool { return now.ID == option.ID }); at >= 0 {
				chosen[i] = all[at]
			}
		}
		o.List.Made = d.Now()
		return nil
	}
	answer, err := client.GetFlightTrip(ctx, o.List.TripID, &apiclient.GetFlightTripParams{
		SearchID: o.List.Search.ID, Currency: currency, Locale: locale, View: new(apiclient.DetailViewDetail),
	})
	if err != nil {
		return err
	}
	trip := TripOf(*answer.Value)
	if at := slices.IndexFunc(trip.Fares, func(f Fare) bool { return f.ID == o.ID }); at >= 0 {
		o.List.Itinerary, o.List.Made, o.Row = trip.Itinerary, d.Now(), fareRow(o.N, trip.Fares[at])
	}
	return nil
}
