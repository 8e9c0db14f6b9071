package site_test

import (
	"net/http"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/wire"
)

func itoa(n int) string { return strconv.Itoa(n) }

const family = `{"from":"DXB","to":"LON","fromDate":"2026-12-21","toDate":"2027-01-04","adults":2,"children":1,"siteCode":"AE"}`

// offer is a platform fare with its options, as the API tells them in EUR.
type offer struct {
	search  string
	trip    wire.TripDefault
	fare    wire.Fare
	options wire.FareOptions
}

// offered finds a platform fare whose options cover legs, or the trip, or an
// unknown part.
func (w *web) offered(covers string) offer {
	w.t.Helper()
	id, cards := w.trips(family, "&currency=EUR")
	for _, card := range cards {
		o := offer{search: id}
		w.api(http.MethodGet, "/v1/flights/trips/"+card.TripID+"?searchId="+id+"&currency=EUR", "", &o.trip)
		for _, fare := range o.trip.Fares {
			if fare.Kind != wire.FareKindPlatform {
				continue
			}
			o.fare = fare
			w.api(http.MethodGet, "/v1/flights/fares/"+fare.FareID+"/options?currency=EUR", "", &o.options)
			if c := o.options.Options[0].Price.Covers; c == nil && covers == "" || c != nil && string(*c) == covers {
				return o
			}
		}
	}
	w.t.Fatalf("no fare of this search has options that cover %q", covers)
	return offer{}
}

// of are the options of a leg.
func (o offer) of(leg int) []wire.FareOption {
	var options []wire.FareOption
	for _, option := range o.options.Options {
		if option.LegID != nil && int(*option.LegID) == leg {
			options = append(options, option)
		}
	}
	return options
}

// link asks the API for the booking link of some options.
func (w *web) link(o offer, more string, options ...string) string {
	w.t.Helper()
	var link wire.BookingLink
	w.api(http.MethodGet, "/v1/flights/fares/"+o.fare.FareID+"/booking-link?tripId="+o.trip.TripID+"&fareOptionId="+strings.Join(options, ",")+
		"&from=DXB&to=LON&fromDate=2026-12-21&toDate=2027-01-04&adults=2&children=1&siteCode=AE"+more, "", &link)
	return w.local(link.BookingURL)
}

func euros(amount float64) string {
	cents := int(amount*100 + 0.5)
	text := itoa(cents/100%1000) + "." + itoa(100 + cents%100)[1:]
	if cents >= 100000 {
		text = itoa(cents/100000) + "," + itoa(1000 + cents/100%1000)[1:] + "." + itoa(100 + cents%100)[1:]
	}
	return "EUR " + text
}
