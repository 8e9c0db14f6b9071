package report

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// locate adds the places of the report. Unknown locations are looked up once and then saved.
func (m *maker) locate(ctx context.Context) error {
	lists := m.desk.Lists()
	known, found := lists.Positions(), map[string]recall.Position{}
	var codes, missing []string
	add := func(all ...string) {
		for _, code := range all {
			if code == "" || slices.Contains(codes, code) {
				continue
			}
			codes = append(codes, code)
			if _, has := known[code]; !has && places.IsCode(code) {
				missing = append(missing, code)
			}
		}
	}
	for _, t := range m.out.Trips {
		for _, leg := range t.Legs {
			add(leg.Route()...)
		}
	}
	for _, h := range m.out.Hotels {
		add(h.Code)
	}
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
	_ = lists.AddPositions(found) // if it fails, they are looked up again
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
	row := e.Row.Offer.Row
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

// titleOf describes the content of a report.
func titleOf(r document.Report) string {
	switch {
	case len(r.Hotels) == 0:
		return flightTitle(r)
	case len(r.Trips) > 0:
		return flightTitle(r) + "; " + words.Counted(len(r.Hotels), "hotel")
	}
	first := r.Hotels[0]
	for _, h := range r.Hotels[1:] {
		if h.City != first.City || h.CheckIn != first.CheckIn || h.CheckOut != first.CheckOut {
			return words.Counted(len(r.Hotels), "hotel")
		}
	}
	title := first.Called
	if len(r.Hotels) > 1 {
		title = "Hotels"
		if first.City != "" {
			title += " in " + first.City
		}
	}
	if first.CheckIn != "" && first.CheckOut != "" {
		title += ", " + desk.DaysText(first.CheckIn, first.CheckOut)
	}
	return title
}

// flightTitle describes trips: "Lisbon to Madrid, Fri 27 Nov to Sun 29 Nov 2026" if all have the same route and days,
// or else their routes: "Lisbon to Madrid, Oslo to Bergen, and 2 more".
func flightTitle(r document.Report) string {
	const most = 3 // routes
	day := func(m offer.Moment) string {
		if !m.Known() {
			return ""
		}
		return m.At.Format(time.DateOnly)
	}
	name := func(code string) string { return short(cmp.Or(r.Place(code).Name, code)) }
	var ways, titles, days []string
	for _, t := range r.Trips {
		from, to, on := t.From, t.To, ""
		if len(t.Legs) > 0 {
			first, last, back := t.Legs[0], t.Legs[len(t.Legs)-1], ""
			if len(t.Legs) > 1 {
				back = day(last.Departs)
			}
			if out := day(first.Departs); out != "" {
				on = desk.DaysText(out, back)
			}
			from, to = cmp.Or(from, first.From), cmp.Or(to, first.To)
		}
		ways, titles, days = append(ways, from+" "+to), append(titles, name(from)+" to "+name(to)), append(days, on)
	}
	titles = distinct(titles)
	if len(distinct(ways)) == 1 && len(distinct(days)) == 1 && days[0] != "" {
		return titles[0] + ", " + days[0]
	}
	if n := len(titles) - most; n > 0 {
		titles = append(titles[:most], fmt.Sprintf("and %d more", n))
	}
	return strings.Join(titles, ", ")
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
