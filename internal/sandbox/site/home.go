package site

import (
	"net/http"
	"time"

	"travel.example/travel/internal/sandbox/links"
)

// homeView is the first page.
type homeView struct {
	Flights flightFields
	Samples []action
	Hotels  stayFields
	Cities  []action
}

// sampleAhead is how far ahead the sample searches lie.
const sampleAhead = 30 * 24 * time.Hour

// sampleNights is how long the sample stays are.
const sampleNights = 3

func (s *Site) home(v *visit) (answer, error) {
	out := v.at.UTC().Add(sampleAhead)
	plain := links.Flights{
		From: "DXB", To: "LON", Out: out.Format(time.DateOnly), Back: out.AddDate(0, 0, 7).Format(time.DateOnly),
		Cabin: "economy", Adults: 1, Site: "US", Locale: "en",
	}
	view := homeView{Flights: s.fieldsOf(plain, v.at)}
	for _, pair := range [][2]string{{"DXB", "LON"}, {"LIS", "NYC"}, {"SIN", "SYD"}, {"NBO", "PAR"}} {
		f := plain
		f.From, f.To = pair[0], pair[1]
		view.Samples = append(view.Samples, action{
			Text: placeOf(f.From, f.Locale, nil).Name + " to " + placeOf(f.To, f.Locale, nil).Name, Path: f.Path(),
		})
	}
	stay := links.Stay{
		CheckIn: plain.Out, CheckOut: out.AddDate(0, 0, sampleNights).Format(time.DateOnly),
		Guests: links.Guests{Adults: 2}, Rooms: 1, Site: plain.Site, Locale: plain.Locale,
	}
	view.Hotels = s.stayFieldsOf("/hotels", "LIS", stay, v.at)
	for _, code := range []string{"LIS", "TYO", "CPT", "MEX"} {
		view.Cities = append(view.Cities, action{Text: placeOf(code, plain.Locale, new(true)).Name, Path: cityPath(code, stay)})
	}
	return &page{status: http.StatusOK, name: "home.html", title: "First page", view: view}, nil
}
