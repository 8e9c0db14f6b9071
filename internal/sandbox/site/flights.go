package site

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

func flightSearch(r *http.Request, query url.Values) (answer, error) {
	f, err := links.ReadFlights(r.PathValue("route"), r.PathValue("out"), r.PathValue("back"), query)
	if err != nil {
		return nil, err
	}
	return searchPage("Flights from "+route(f), flightRows(f)), nil
}

// route returns the cities of a search.
func route(f links.Flights) string {
	from, _ := place(f.From, f.FromCity, f.Locale)
	to, _ := place(f.To, f.ToCity, f.Locale)
	return from + " to " + to
}

// flightRows describes the route, the dates, the travelers and the cabin.
func flightRows(f links.Flights) []row {
	_, from := place(f.From, f.FromCity, f.Locale)
	_, to := place(f.To, f.ToCity, f.Locale)
	back, travelers := "one way", words.Plural(f.Adults, "adult", "adults")
	if f.Back != "" {
		back = longDay(f.Back)
	}
	if f.Children > 0 {
		travelers += ", " + words.Plural(f.Children, "child", "children")
	}
	if f.Infants > 0 {
		travelers += ", " + words.Plural(f.Infants, "infant", "infants")
	}
	return []row{
		{"From", from}, {"To", to}, {"Departure", longDay(f.Out)}, {"Return", back},
		{"Travelers", travelers}, {"Cabin", phrase(f.Cabin)}, marketRow(f.Site, f.Currency),
	}
}

// place returns an airport or a city of a search, as the name of the city and in full.
func place(code string, isCity *bool, locale string) (city, full string) {
	airport, ok := data.AirportByCode(code)
	if ok && (isCity == nil || !*isCity) {
		city, _ := place(airport.CityCode, new(true), locale)
		return city, airport.Name + " (" + code + ")"
	}
	if found, ok := data.CityByCode(code); ok {
		city = data.CityName(found, locale)
		return city, city + " (" + code + ")"
	}
	return code, code
}

// flightCheckout shows the trip and the fare of a booking link or of a hand-off link.
func (s *Site) flightCheckout(r *http.Request, query url.Values) (answer, error) {
	c, err := links.ReadCheckout(r.PathValue("tripId"), query)
	if err != nil {
		return nil, err
	}
	searchID, tripCode, _ := strings.Cut(c.TripID, ":")
	q, ok := s.options.OpenFlights(searchID)
	if !ok {
		return nil, unknownCheckout()
	}
	search := links.Flights{
		From: q.From, To: q.To, FromCity: c.FromCity, ToCity: c.ToCity, Out: q.Out, Back: q.Back, Cabin: q.Cabin,
		Adults: q.Adults, Children: q.Children, Infants: q.Infants, Site: q.Site, Currency: c.Currency, Locale: c.Locale,
	}
	at := s.options.Now()
	p, err := checkoutPage(route(search), at, q.Created.Add(flights.Lifetime), &link{Path: search.Path(), Text: "See the search"})
	if err != nil {
		return nil, err
	}
	opened, err := s.options.Flights().Trip(q, at, quoteIn(c.Currency, c.Locale), tripCode)
	if err != nil { // the search does not have the trip
		return nil, notOnSale()
	}
	trip := opened.Detail()
	fare := slices.IndexFunc(trip.Fares, func(f wire.DetailFare) bool { return f.FareID == c.FareID })
	if fare < 0 {
		return nil, notOnSale()
	}
	if c.From != "" && c.Flights.Path() != search.Path() { // a hand-off link names no search
		p.Warnings = append(p.Warnings, "The link names a different search from the one that found this trip. This page shows the trip as found.")
	}
	p.Parts = []part{{Rows: flightRows(search)}}
	for i, leg := range trip.Legs {
		p.Parts = append(p.Parts, legPart(i, leg))
	}
	return p, addFare(p, c, opened, trip.Fares[fare], len(trip.Legs))
}

// legPart shows a leg, flight by flight. The API's local times include their offset.
func legPart(i int, l wire.DetailLeg) part {
	duration := func(minutes float64) string { return fmt.Sprintf("%dh\u00a0%02dm", int(minutes)/60, int(minutes)%60) }
	stamp := func(text string) time.Time {
		t, _ := time.Parse(time.RFC3339, text) // written by the API
		return t
	}
	p := part{Title: legName(i) + ", " + stamp(l.DepartsAt).Format("Mon 2 Jan 2006") + ", " + duration(l.DurationMinutes)}
	for _, s := range l.Segments {
		leaves, lands := stamp(s.DepartsAt), stamp(s.ArrivesAt)
		arrival := lands.Format("15:04")
		if lands.YearDay() != leaves.YearDay() {
			arrival += lands.Format(" on 2 Jan")
		}
		flight := s.Airline.Name + " " + s.Airline.Code + " " + s.FlightNumber
		if s.OperatedBy != nil {
			flight += ", operated by " + *s.OperatedBy
		}
		p.Rows = append(p.Rows,
			row{leaves.Format("15:04"), s.From.Code + " " + s.From.Name},
			row{duration(s.DurationMinutes), flight + ", " + s.Aircraft + ", " + phrase(s.Cabin)},
			row{arrival, s.To.Code + " " + s.To.Name})
	}
	return p
}

func legName(i int) string {
	if i == 0 {
		return "Outbound"
	}
	return "Return"
}

// addFare adds the fare and its options to a page, with warnings about the options.
func addFare(p *page, c links.Checkout, trip *flights.Trip, f wire.DetailFare, legs int) error {
	fare := part{
		Title: "Your fare", Rows: []row{{"Seller", f.Provider.Name}, {"Refundable", yesNo(f.Refundable)}},
		Price: money(f.Price.Total, f.Price.Currency), Under: "For all travelers, fees included.",
	}
	if f.Kind != wire.FareKindPlatform || len(c.Options) == 0 {
		p.Parts = append(p.Parts, fare)
		return nil
	}
	read, err := trip.Options(c.FareID)
	if err != nil {
		return err
	}
	var sum float64
	legsPaid := 0
	for _, id := range c.Options {
		i := slices.IndexFunc(read.Options, func(o wire.FareOption) bool { return o.FareOptionID == id })
		if i < 0 {
			p.Warnings = append(p.Warnings, "The link picks an option that this fare does not have. It is left out.")
			continue
		}
		o, covers := read.Options[i], "Option"
		switch {
		case o.Price.Covers == nil:
		case *o.Price.Covers == wire.FareCoverageTrip:
			covers = "Whole trip"
		case o.LegID != nil:
			covers = legName(int(*o.LegID) - 1)
			legsPaid++
		}
		sum += o.Price.Total
		fare.Price = money(sum, read.CurrencyCode)
		fare.Rows = append(fare.Rows, row{covers, o.Name + ", " + money(o.Price.Total, o.Price.Currency)},
			row{"Bags", "cabin: " + orUnknown(o.Baggage.Cabin) + "; checked: " + orUnknown(o.Baggage.Checked)})
	}
	if legsPaid == 1 && legs > 1 && len(c.Options) == 1 {
		p.Warnings = append(p.Warnings, "This price is for one way of the trip only.")
	}
	p.Parts = append(p.Parts, fare)
	return nil
}
