package trips

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/listing"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Search makes a search and lists it. The request is checked when the search is made.
func Search(s *stage.Stage, with With, r *flights.SearchRequest) stage.Place {
	return newList(s, &feed{with: with, request: r, query: r.View.Query}, recall.List{})
}

// Resume lists the trips of an existing list with its query, in the currency and language of terms, without making a
// search.
func Resume(s *stage.Stage, with With, of recall.List, terms query.Terms) stage.Place {
	of, q := listing.Resume(s, of, "getFlightSearchResults", terms)
	return newList(s, &feed{with: with, query: q}, of)
}

func newList(s *stage.Stage, f *feed, of recall.List) stage.Place {
	return listing.New(s, listing.About{
		Noun: "trip", List: of, Query: f.query, Lasts: search.FlightsLast, Reading: "reading the trips", Searching: "searching",
	}, f)
}

// feed supplies the rows of a list of trips. It implements [listing.Feed].
type feed struct {
	with    With
	request *flights.SearchRequest // the search to make, or nil
	query   *ask.Values            // of the first read

	locale string   // locale of the prices
	doubts []string // remarks on prices that cannot be right
	found  facets.Found
}

// Head returns the search in words.
func (f *feed) Head(c canvas.Canvas, of recall.List) string {
	v := listView(of)
	if r := f.request; r != nil && of.Flight == nil {
		v.From, v.To = r.From, r.To
		v.Depart, v.Return = words.Day(r.Query.Text("fromDate")), words.Day(r.Query.Text("toDate"))
	}
	if of.Flight != nil {
		v.Context = present.TripTerms(of.Flight, cmp.Or(of.Terms.Currency, desk.ServiceCurrency), desk.Sourced{})
	}
	return v.Title(c)
}

// listView returns the view of a list without its rows.
func listView(of recall.List) flightview.TripList {
	var v flightview.TripList
	if q := of.Flight; q != nil {
		v.From, v.To, v.Depart, v.Return = q.From, q.To, words.Day(q.FromDate), words.Day(q.ToDate)
		v.FromEnd, v.ToEnd = flightview.End{Name: q.FromName, City: q.FromCity}, flightview.End{Name: q.ToName, City: q.ToCity}
	}
	return v
}

// Blocks lays out rows like the command-line list, but without the bars, which compare prices of one page only. If
// the names of airlines do not fit in a table, their codes are shown.
func (f *feed) Blocks(c canvas.Canvas, of recall.List, rows []listing.Row) (head []string, blocks [][]string) {
	const code = 2 // the width of an airline code
	v := listView(of)
	v.Locale, v.Rows = f.locale, tripRows(rows)
	if head, blocks = v.Blocks(c); head != nil {
		return head, blocks
	}
	coded := v
	coded.Least, coded.Rows = code, slices.Clone(v.Rows)
	for i, row := range rows {
		legs := slices.Clone(v.Rows[i].Legs)
		for n := range legs {
			legs[n].Airlines = nil
			for _, airline := range cardOf(row).Legs[n].Airlines {
				legs[n].Airlines = append(legs[n].Airlines, cmp.Or(airline.Code, airline.Name))
			}
		}
		coded.Rows[i].Legs = legs
	}
	if head, codes := coded.Blocks(c); head != nil {
		return head, codes
	}
	return nil, blocks
}

func tripRows(rows []listing.Row) []flightview.TripRow {
	list := make([]flightview.TripRow, len(rows))
	for i, row := range rows {
		list[i] = present.TripRow(*cardOf(row), row.N)
	}
	return list
}

// View explains marked prices and describes the order and the filters.
func (f *feed) View(of recall.List, q *ask.Values) []string {
	view := slices.Clone(f.doubts)
	if sort := q.Text("sort"); sort != "" {
		view = append(view, present.TripOrder(apiclient.FlightSort(sort)))
	}
	return append(view, filters(of, q).Words()...)
}

func filters(of recall.List, q *ask.Values) present.Filters {
	return present.FiltersOf(q.View(), cmp.Or(of.Terms.Currency, desk.ServiceCurrency))
}

// Sorts returns the orders of the API. Those for the return are only for searches that have one.
func (f *feed) Sorts(of recall.List) []listing.Sort {
	param, _ := f.query.Op().Param("sort")
	var all []listing.Sort
	for _, order := range param.Enum {
		if strings.HasPrefix(order, "leg2") && of.Flight != nil && of.Flight.OneWay() {
			continue
		}
		all = append(all, listing.Sort{Word: ask.SortWord(order), Does: present.TripOrder(apiclient.FlightSort(order))})
	}
	return all
}

// Command returns the command line for the list, which is the last one of the session.
func (f *feed) Command(_ recall.List, q *ask.Values) string {
	return "travel flights results" + q.SameView()
}

// Open returns the page of a trip.
func (f *feed) Open(l *listing.List, row listing.Row) stage.Place {
	with := f.with
	with.Step = func(by int) string {
		next, _ := l.Step(by)
		return next.ID
	}
	with.Number = l.Number
	return newTrip(l.Stage(), with, l.Of(), row.ID)
}

// Compare returns the comparison of trips.
func (f *feed) Compare(l *listing.List, rows []listing.Row) stage.Place {
	of := l.Of() // it includes the marked rows, even those that filters hide
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
		of.Rows = append(of.Rows, recall.Row{Offer: search.CardOffer(*cardOf(row))})
	}
	return newCompare(l.Stage(), f.with, of, ids)
}

// Facets returns the filters and what the answers say about them.
func (f *feed) Facets(of recall.List) (facets.Subject, facets.Found) {
	return facets.Trips(of), f.found
}

// Took looks for implausible prices and updates the filter counts.
func (f *feed) Took(p listing.Page) {
	if doubts := (flightview.TripList{Rows: tripRows(p.Rows)}).Doubts(); doubts != nil || p.N == 1 {
		f.doubts = doubts
	}
	trips, ok := p.Value.(flights.Trips)
	if !ok || p.N != 1 {
		return
	}
	f.locale = p.Locale
	f.found.Trips(trips.Value.Results)
}

// Read makes the search if there is none yet, or reads a page of it.
func (f *feed) Read(ctx context.Context, d *desk.Desk, r listing.Read) (listing.Page, error) {
	view := r.View()
	left := func() string { return strings.Trim(d.LeftFor(ctx, desk.FlightSearches), " ()") }
	if r.List.Search.ID == "" {
		request := *f.request
		request.Query, request.View = f.request.Query.Clone(), view
		made, err := flights.Create(ctx, d, &request)
		if err != nil {
			return listing.Page{}, err
		}
		trips, err := flights.Subject().Follow(ctx, d, made, made.View)
		p := f.pageFound(trips, made.List)
		p.Left = left()
		return p, err
	}
	d = r.Desk(d)
	renewal := &desk.Renewal{Thing: "the same flights"}
	trips, err := flights.Subject().Results(ctx, d, &desk.ResultsRequest{Search: r.List.Search.ID, View: view, Renewal: renewal})
	if renewal.To() == "" {
		return f.pageFound(trips, r.List), d.Gone(r.List, err)
	}
	p := f.pageFound(trips, r.List.Again(search.Ref{ID: renewal.To(), Created: d.Now()}))
	p.Left = left()
	return p, err
}

// pageFound converts a read to a page; if nothing was read, the page holds only the list.
func (f *feed) pageFound(trips flights.Trips, list recall.List) listing.Page {
	s := trips.Value
	if s.Results == nil {
		return listing.Page{List: list}
	}
	if trips.List.Flight != nil { // if lists are not saved, it holds only the id
		list = trips.List
	}
	list.View = trips.List.View
	p := f.pageOf(s, trips.Locale.Of(list))
	p.Notes, p.Value = trips.Meta.Warnings, trips
	return p
}

// Seen converts a snapshot of a running search.
func (f *feed) Seen(s desk.Snapshot) (listing.Page, bool) {
	value, ok := s.Value.(search.FlightSnapshot)
	if !ok || value.Results == nil || s.Renewing {
		return listing.Page{}, false
	}
	p := f.pageOf(value, s.In.Of(s.List))
	p.Coming, p.Status = true, present.TripsSoFar(value.Results.Metadata)
	p.Value = flights.Trips{Answer: desk.Answer[search.FlightSnapshot]{Value: value}, List: s.List, Locale: s.In}
	return p, true
}

// pageOf converts a snapshot to a page.
func (f *feed) pageOf(s search.FlightSnapshot, list recall.List) listing.Page {
	meta, pages := s.Results.Metadata, desk.PagesOf(f.query.Op())
	p := listing.Page{
		List: list, N: max(meta.Page, 1), Size: meta.PageSize, Total: meta.TotalCandidates, Reach: pages.Most(), More: meta.HasMore,
		All: present.LeftOut(list.View, meta.SnapshotTripCount), Reads: s.Reads, Status: s.Words(meta.SnapshotTripCount),
		Listing: search.TripListing(s.Results), Locale: meta.Locale,
	}
	p.Rows = make([]listing.Row, len(s.Results.Results))
	first := flights.FirstRow(s.Results)
	for i := range s.Results.Results {
		card := &s.Results.Results[i]
		p.Rows[i] = listing.Row{N: first + i, Text: text(card), Value: card}
		if apiclient.ValidID(card.TripID) {
			p.Rows[i].ID = card.TripID
		}
	}
	return p
}

// text returns the searchable text of a trip: airlines, places, and local times.
func text(card *apiclient.TripCard) string {
	var parts []string
	for i := range card.Legs {
		leg := &card.Legs[i]
		for _, airline := range leg.Airlines {
			parts = append(parts, airline.Code, airline.Name)
		}
		parts = append(parts, leg.From, offer.Clock(words.Moment(leg.DepartsAt)))
		parts = append(append(parts, leg.Via...), leg.To, offer.Clock(words.Moment(leg.ArrivesAt)))
	}
	return strings.ToLower(strings.Join(parts, " "))
}

// Same returns the index of the same trip in another search.
func (f *feed) Same(old listing.Row, now []listing.Row) int {
	all := make([]offer.Offer, len(now))
	for i, row := range now {
		all[i] = search.CardOffer(*cardOf(row))
	}
	return offer.Find(search.CardOffer(*cardOf(old)), all)
}

func cardOf(row listing.Row) *apiclient.TripCard { return row.Value.(*apiclient.TripCard) } // always set by this feed

// Why says why nothing is listed.
func (f *feed) Why(ctx context.Context, d *desk.Desk, p listing.Page, q *ask.Values) []string {
	trips, ok := p.Value.(flights.Trips)
	if !ok || trips.Value.Results == nil {
		return nil
	}
	nothing := flights.WhyNone(ctx, d, trips, desk.View{Query: q})
	return present.NothingWords(filters(p.List, q).Name(nothing), "trip", "")
}
