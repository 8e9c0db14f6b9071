package report

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// locate adds the places of the report. Unknown locations are looked up once and then saved.
func (m *maker) locate(ctx context.Context) error {
	var codes []string
	for _, t := range m.out.Trips {
		for _, leg := range t.Legs {
			codes = append(codes, leg.Route()...)
		}
	}
	for _, h := range m.out.Hotels {
		codes = append(codes, h.Code)
	}
	codes = slices.DeleteFunc(distinct(codes), func(code string) bool { return code == "" })
	known, found := m.desk.Lists().Positions(), map[string]recall.Position{}
	missing := slices.DeleteFunc(slices.Clone(codes), func(code string) bool {
		_, has := known[code]
		return has || !places.IsCode(code)
	})
	var one sync.Mutex
	err := m.desk.Each(ctx, len(missing), func(ctx context.Context, i int) error {
		answer, err := m.desk.Client().GetNearbyPlaces(ctx, &apiclient.GetNearbyPlacesParams{Place: &missing[i], PageSize: new(1)})
		one.Lock()
		defer one.Unlock()
		if err != nil {
			if problem.ClassOf(err) != problem.NotFound {
				m.warn("where places lie could not be looked up: " + err.Error())
			}
			return nil
		}
		origin := answer.Value.Metadata.Origin
		if p, ok := places.PointAt(&origin.Latitude, &origin.Longitude); ok {
			found[missing[i]] = recall.Position{Name: words.Stated(origin.Name), Lat: p.Lat, Lng: p.Lng}
		}
		return nil
	})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	_ = m.desk.Lists().AddPositions(found) // if it fails, they are looked up again
	maps.Copy(found, known)
	for _, code := range codes {
		place := document.Place{Code: code}
		if p, has := found[code]; has {
			place.Name, place.At = p.Name, &document.Point{Lat: p.Lat, Lng: p.Lng}
		}
		m.out.Places = append(m.out.Places, place)
	}
	return nil
}

// page returns the web page of a hotel.
func (e *entry) page() string {
	row := e.Offer.Row
	switch {
	case e.about != nil:
		return e.about.PageURL
	case row.Hotel != nil:
		return row.Hotel.Page
	case row.Rate != nil:
		return row.Rate.Page
	}
	return ""
}

// checked returns an address if it leads to the site of the service, and "" otherwise.
func (m *maker) checked(address string) string {
	if address == "" {
		return ""
	}
	checked, err := m.desk.CheckLink(desk.Link{URL: address})
	if err != nil {
		m.warn("a link is left out: " + err.Error())
		return ""
	}
	return checked
}

// searchLink returns the link to the search of a trip. It asks for each search once.
func (m *maker) searchLink(ctx context.Context, e *entry) string {
	q := e.List.Flight
	if q == nil || !q.Whole() || query.CheckTravel(m.desk.Now(), q.FromDate, q.ToDate) != nil || ctx.Err() != nil {
		return ""
	}
	key := fmt.Sprint(*q)
	if link, ok := m.made[key]; ok {
		return link
	}
	r := q.Request()
	params := &apiclient.GetFlightSearchLinkParams{
		From: r.From, To: r.To, FromDate: r.FromDate, ToDate: r.ToDate, Cabin: r.Cabin, Adults: r.Adults, Children: r.Children, Infants: r.Infants,
		SiteCode: r.SiteCode, Currency: r.Currency, Locale: r.Locale,
	}
	if q.FromCity { // otherwise it is not known whether the code is of a city
		params.FromCity = new(apiclient.BooleanFlagTrue)
	}
	if q.ToCity {
		params.ToCity = new(apiclient.BooleanFlagTrue)
	}
	answer, err := m.desk.Client().GetFlightSearchLink(ctx, params)
	if err == nil {
		m.made[key] = m.checked(answer.Value.SearchURL)
	}
	if err != nil {
		m.warn("there is no link to a search: " + err.Error())
		m.made[key] = ""
	}
	return m.made[key]
}

// titleOf describes the content of a report: "Lisbon to Madrid, Fri 27 Nov to Sun 29 Nov 2026; 2 hotels". Trips or
// hotels that differ in place or days are counted.
func titleOf(entries []*entry, r document.Report) string {
	name := func(code string) string { return short(cmp.Or(r.Place(code).Name, code)) }
	var trips, hotels []string
	for _, e := range entries {
		when := ""
		if from, to := e.Days(); from != "" {
			when = ", " + desk.DaysText(from, to)
		}
		if !e.hotel() {
			t := r.Trips[len(trips)]
			if len(t.Legs) > 0 {
				t.From, t.To = cmp.Or(t.From, t.Legs[0].From), cmp.Or(t.To, t.Legs[0].To)
			}
			trips = append(trips, name(t.From)+" to "+name(t.To)+when)
			continue
		}
		h := r.Hotels[len(hotels)]
		if len(r.Hotels) > 1 && h.City != "" {
			h.Called = "Hotels in " + h.City
		}
		hotels = append(hotels, h.Called+when)
	}
	sum := func(titles []string, noun string) string {
		if len(distinct(titles)) > 1 {
			return words.Counted(len(titles), noun)
		}
		return strings.Join(titles[:min(len(titles), 1)], "")
	}
	return strings.Trim(sum(trips, "trip")+"; "+sum(hotels, "hotel"), "; ")
}

// short shortens the name of a place for a title: to the city, if it follows a comma, or else by the words that most
// names of airports end with.
func short(name string) string {
	first, city, ok := strings.Cut(name, ", ")
	if ok && strings.HasSuffix(first, " Airport") {
		return city
	}
	return cmp.Or(strings.TrimSuffix(strings.TrimSuffix(first, " Airport"), " International"), name)
}
