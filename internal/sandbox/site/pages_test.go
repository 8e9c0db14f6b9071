package site

import (
	"testing"

	"travel.example/travel/internal/sandbox/webpage/pagetest"
)

func TestAPageEscapesWhateverItIsGiven(t *testing.T) {
	for name, view := range map[string]any{
		"badflights.html": badFlightsView{}, "badstay.html": badStayView{}, "checkout.html": flightCheckoutView{},
		"flights.html": flightSearchView{}, "home.html": homeView{}, "hotel.html": hotelView{},
		"hotelcheckout.html": hotelCheckoutView{}, "hotels.html": hotelSearchView{}, "notice.html": notice{}, "trip.html": flightCheckoutView{},
	} {
		t.Run(name, func(t *testing.T) {
			for _, again := range []*refresh{nil, {Seconds: 2, Path: "/flights?a=b&c=d e"}, {Path: "javascript:\"alert(1)'"}} {
				if testing.Short() && again != nil {
					continue // no goroutine is at work here
				}
				pagetest.Compare(t, pageFiles, name, view, func(view any) any {
					return frame{Title: "<" + name, Section: flightSection, Refresh: again, View: view}
				})
			}
		})
	}
}
