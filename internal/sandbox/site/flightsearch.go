package site

import (
	"net/http"
	"slices"
	"time"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// flightSearchView is the page of a flight search.
type flightSearchView struct {
	From, To place
	Trip     string // days
	Party    string
	Cabin    string
	Site     string
	Form     flightFields
	Filter   flightFilter
	Prices   string // what a price covers
	Trips    []tripRow
	Found    int // trips that pass the filter
	Held     int // trips before the filter
	Asking   bool
	Newer    string // address of newer answers, while there can be some
	Fresh    string // address of a new search
	Pages    pager
}

// tripRow is one trip in a list.
type tripRow struct {
	Legs    []leg
	Badges  []string
	Price   string
	Sellers string
	Here    bool // it can be taken to this site's checkout
	Path    string
}

// settled is how long after its start a search has the answers of all its sellers.
const settled = 9 * time.Second

// flightSearch answers the permanent link to a search: anyone who opens it starts a
// search of their own. Its id then joins the address, so that newer answers,
// filters and pages read the same search; once it has expired, the next visit starts
// another.
func (s *Site) flightSearch(v *visit) (answer, error) {
	f, err := links.ReadFlights(v.r.PathValue("route"), v.r.PathValue("out"), v.r.PathValue("back"), v.query)
	if err != nil {
		return s.badFlights(f, err, v.at)
	}
	if err := s.searchable(f, v.at); err != nil {
		return s.badFlights(f, err, v.at)
	}
	q, err := s.joinSearch(f, v)
	if err != nil {
		return nil, err
	}
	return s.flightPage(v, f, q), nil
}

// searchable tells why a well-formed link cannot be searched for.
func (s *Site) searchable(f links.Flights, at time.Time) error {
	var faults []string
	for _, code := range []string{f.From, f.To} {
		if !s.options.Flights().Known(code) {
			faults = append(faults, code+" is not an airport or city with scheduled flights.")
		}
	}
	if f.From == f.To {
		faults = append(faults, "The journey starts and ends in "+f.From+".")
	}
	if faults != nil {
		return &links.Error{Faults: faults}
	}
	out := dayOf(f.Out)
	first, last := s.options.Departures(f.From, at)
	switch {
	case out.Before(first):
		return &links.Error{Faults: []string{"The day of departure, " + longDay(out) + ", is past."}}
	case out.After(last):
		return &links.Error{Faults: []string{"The day of departure, " + longDay(out) + ", is too far ahead: flights are sold until " + longDay(last) + "."}}
	}
	return nil
}

// joinSearch is the search of the address while that is valid and for the
// same trip, or else a new one.
func (s *Site) joinSearch(f links.Flights, v *visit) (flights.Query, error) {
	wanted := queryOf(f)
	if q, ok := s.options.Open(v.query.Get("search")); ok && v.at.Sub(q.Created) < flights.Lifetime {
		wanted.ID, wanted.Created = q.ID, q.Created
		if wanted == q {
			return q, nil
		}
	}
	wanted.ID, wanted.Created = "", v.at
	return s.options.Start(wanted)
}

func (s *Site) flightPage(v *visit, f links.Flights, q flights.Query) *page {
	filter := readFlightFilter(v.query)
	quote := quoteOf(f.Currency, f.Locale)
	found := s.options.Flights().Results(q, v.at, quote, filter.params())
	here := f.Path() + "&search=" + q.ID
	view := flightSearchView{
		From: placeOf(f.From, f.Locale, f.FromCity), To: placeOf(f.To, f.Locale, f.ToCity),
		Trip: tripDays(f.Out, f.Back), Party: party(f.Adults, f.Children, f.Infants), Cabin: cabinName(f.Cabin), Site: f.Site,
		Form: s.fieldsOf(f, v.at), Filter: filter, Prices: priceNote(quote, found.CurrencyCode),
		Found: found.Metadata.TotalCandidates, Held: found.Metadata.SnapshotTripCount,
		Asking: v.at.Sub(q.Created) < settled, Newer: here + filter.suffix(filter.Page), Fresh: f.Path() + filter.suffix(1),
		Pages: pagerOf(filter.Page, found.Metadata.TotalCandidates, filterPageSize, func(n int) string { return here + filter.suffix(n) }),
	}
	filter.hidden(f, q.ID)
	view.Filter = filter
	for _, card := range found.Results {
		view.Trips = append(view.Trips, rowOf(card, f))
	}
	p := &page{
		status: http.StatusOK, name: "flights.html", section: flightSection, view: view,
		title: "Flights " + view.From.Name + " to " + view.To.Name,
	}
	if view.Asking {
		p.refresh = &refresh{Seconds: 3, Path: view.Newer}
	}
	return p
}

func rowOf(card wire.TripCard, f links.Flights) tripRow {
	row := tripRow{
		Price: money(card.Price.Total, card.Price.Currency, f.Locale), Here: card.Price.HasPlatformFare,
		Sellers: count(card.Price.WebsiteCount, "seller", "sellers"),
		Path:    links.Checkout{Flights: f, TripID: card.TripID}.Path(),
	}
	for i, l := range card.Legs {
		row.Legs = append(row.Legs, cardLeg(i, l, f.Locale))
	}
	for _, badge := range card.Badges {
		row.Badges = append(row.Badges, badgeWords(badge))
	}
	slices.Sort(row.Badges)
	return row
}

func badgeWords(b wire.TripBadge) string {
	switch b {
	case wire.TripBadgeBestValue:
		return "Best value"
	case wire.TripBadgeCheapest:
		return "Cheapest"
	case wire.TripBadgeCheapestDirect:
		return "Cheapest nonstop"
	}
	return string(b)
}
