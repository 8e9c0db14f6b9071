package search

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

// CardOffer returns the trip of a row of the service's list.
func CardOffer(c apiclient.TripCard) offer.Offer {
	return offer.Offer{ID: c.TripID, Label: cardLabel(c), Price: TripPrice(c), Trip: CardItinerary(c)}
}

// TripPrice returns the price of a trip: for the whole party, fees included.
func TripPrice(c apiclient.TripCard) offer.Money {
	return offer.Money{Amount: c.Price.Total.String(), Currency: c.Price.Currency}
}

// cardLabel describes a trip by its carriers, airports and local times, which stay the same in another search.
func cardLabel(c apiclient.TripCard) string {
	var label strings.Builder
	label.Grow(64 * len(c.Legs))
	for _, leg := range c.Legs {
		for i, airline := range leg.Airlines {
			if i > 0 {
				label.WriteByte('+')
			}
			label.WriteString(airline.Code)
		}
		for _, word := range []string{leg.From, leg.DepartsAt, leg.To, leg.ArrivesAt} {
			label.WriteByte(' ')
			label.WriteString(word)
		}
		label.WriteString("; ")
	}
	return label.String()
}

// PrintOption returns the print of an option.
func PrintOption(o apiclient.FareOption) offer.OptionPrint {
	p := offer.OptionPrint{Name: o.Name, Covers: string(*cmp.Or(o.Price.Covers, new(apiclient.FareCoverage)))}
	if o.LegID != nil {
		p.Leg = o.LegID.String()
	}
	terms := []string{fmt.Sprintf("refundable %t; exchangeable %t", o.Refundable, o.Exchangeable)}
	for _, penalty := range o.Penalties {
		terms = append(terms, string(penalty.Type)+" "+string(penalty.Policy))
	}
	for _, bag := range []*string{o.Baggage.Cabin, o.Baggage.Checked} {
		terms = append(terms, *cmp.Or(bag, new("-")))
	}
	p.Terms = strings.Join(terms, "; ")
	return p
}

// PrintRate returns the print of a rate.
func PrintRate(r apiclient.Rate) offer.RatePrint {
	return offer.RatePrint{
		Room: r.RoomName, Refundable: r.Refundable, Board: words.Stated(r.Board), Policy: words.Stated(r.CancellationPolicy),
	}
}

// CardItinerary returns the itinerary of a row of a list, which has no numbers.
func CardItinerary(c apiclient.TripCard) offer.Itinerary {
	t := make(offer.Itinerary, 0, len(c.Legs))
	for _, leg := range c.Legs {
		codes := make([]string, 0, len(leg.Airlines))
		for _, airline := range leg.Airlines {
			codes = append(codes, airline.Code)
		}
		t = append(t, offer.LegPrint{
			From: leg.From, To: leg.To, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt),
			Carriers: setOf(codes), Modes: setOf(words.Strings(leg.TransportTypes)), Via: leg.Via,
		})
	}
	return t
}

// TripItinerary returns the itinerary of a trip in the default view.
func TripItinerary(d apiclient.TripDefault) offer.Itinerary {
	legs := []apiclient.Leg{d.Outbound}
	if d.Return != nil {
		legs = append(legs, *d.Return)
	}
	var t offer.Itinerary
	for _, leg := range legs {
		own := offer.LegPrint{
			From: leg.From, To: leg.To, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt),
			Carriers: setOf(slices.Clone(leg.Airlines)), Modes: setOf(words.Strings(leg.TransportTypes)),
		}
		for _, s := range leg.Segments {
			own.Numbers = append(own.Numbers, s.MarketingCarrier.Code+" "+s.FlightNumber)
		}
		t = append(t, own)
	}
	return t
}

// DetailItinerary returns the itinerary of a trip in the detail view.
func DetailItinerary(d apiclient.TripDetail) offer.Itinerary {
	var t offer.Itinerary
	for _, leg := range d.Legs {
		own := offer.LegPrint{From: leg.From.Code, To: leg.To.Code, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt)}
		for _, s := range leg.Segments {
			own.Carriers = append(own.Carriers, s.Airline.Code)
			own.Modes = append(own.Modes, string(s.TransportType))
			own.Numbers = append(own.Numbers, s.Airline.Code+" "+s.FlightNumber)
		}
		own.Carriers, own.Modes = setOf(own.Carriers), setOf(own.Modes)
		t = append(t, own)
	}
	return t
}

// setOf sorts words in place and drops duplicates: a list has each once, and in an order of its own.
func setOf(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// localTime returns the local time at the place. Text that is not a time stays as it is.
func localTime(text string) string {
	const layout = "2006-01-02T15:04"
	at := words.Moment(text)
	switch {
	case at.IsZero():
		return text
	case len(text) > len(layout) && text[10] == 'T' && text[13] == ':' && text[16] == ':':
		return text[:len(layout)] // as it would be written again
	}
	return at.Format(layout)
}

// dollars is the currency of the one price of a stay that the contract requires.
const dollars = "USD"

// RatePrice returns the price of a rate. If the service does not state the total of the stay, it is in US dollars.
func RatePrice(p apiclient.RatePrice) offer.StayPrice {
	money := func(n *json.Number) *offer.Money {
		if n == nil {
			return nil
		}
		return &offer.Money{Amount: n.String(), Currency: p.Currency}
	}
	price := offer.StayPrice{
		Night: *money(&p.AmountPerNight), Stay: offer.Money{Currency: p.Currency},
		Tax: money(p.TaxAmountPerNight), TaxInside: p.TaxInclusive, LocalTax: money(p.LocalTaxPerNight),
	}
	switch {
	case p.Total != nil:
		price.Stay = *money(p.Total)
	case p.TotalUsd != "":
		price.Stay, price.Near = offer.Money{Amount: p.TotalUsd.String(), Currency: dollars}, p.Currency != dollars
	}
	return price
}

// HotelPrice returns the price of a hotel's cheapest rate, which never includes its tax.
func HotelPrice(p apiclient.HotelPrice) offer.StayPrice {
	return RatePrice(apiclient.RatePrice{
		AmountPerNight: p.AmountPerNight, Currency: p.Currency, Total: p.Total, TotalUsd: p.TotalUsd,
		TaxAmountPerNight: p.TaxAmountPerNight, TaxInclusive: new(false), LocalTaxPerNight: p.LocalTaxPerNight,
	})
}
