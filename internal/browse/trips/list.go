package trips

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/listing"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Search makes a search and lists it. The request is checked when the search is made.
func Search(s *stage.Stage, with With, r *flights.SearchRequest) stage.Place {
	return newList(s, &feed{with: with, request: r, query: r.View.Query})
}

// Resume lists the trips of an existing list with its query, without making a search.
func Resume(s *stage.Stage, with With, list recall.List) stage.Place {
	query := ask.New(resultsOperation, &ask.Days{Today: s.Desk.Now})
	for _, p := range list.View {
		if p.Name != "pageSize" {
			_ = query.Repeated(p.Name, p.Values, p.Typed) // our own lists have only valid values
		}
	}
	return newList(s, &feed{with: with, list: list.Head(), query: query})
}

func newList(s *stage.Stage, f *feed) stage.Place { return listing.New(s, f) }

// resultsOperation reads a flight search.
const resultsOperation = "getFlightSearchResults"

func operation() *api.Operation {
	op, _ := api.Find(resultsOperation)
	return op
}

// feed supplies the rows of a list of trips. It implements [listing.Feed].
type feed struct {
	with    With
	request *flights.SearchRequest // the search to make, or nil
	list    recall.List
	query   *ask.Values

	locale string   // locale of the prices
	doubts []string // remarks on prices that cannot be right
	found  facets.Found
	panel  *facets.Panel // the panel opened last
}

// About implements [listing.Feed].
func (f *feed) About() listing.About {
	return listing.About{
		Noun: "trip", List: f.list, Query: f.query, Lasts: search.FlightsLast, Reading: "reading the trips", Searching: "searching",
	}
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
	v := listView(of)
	v.Locale, v.Rows = f.locale, tripRows(rows)
	if head, blocks = v.Blocks(c); head != nil {
		return head, blocks
	}
	coded := v
	coded.Least, coded.Rows = leastAirline, make([]flightview.TripRow, len(rows))
	for i, row := range rows {
		coded.Rows[i] = inCodes(v.Rows[i], cardOf(row))
	}
	if head, codes := coded.Blocks(c); head != nil {
		return head, codes
	}
	return nil, blocks
}

// tripRows converts rows for the layout.
func tripRows(rows []listing.Row) []flightview.TripRow {
	list := make([]flightview.TripRow, len(rows))
	for i, row := range rows {
		list[i] = present.TripRow(*cardOf(row), row.N, 0, 0)
	}
	return list
}

// leastAirline is the width of an airline code.
const leastAirline = 2

// inCodes returns a row with airline codes instead of names.
func inCodes(row flightview.TripRow, card *apiclient.TripCard) flightview.TripRow {
	row.Legs = slices.Clone(row.Legs)
	for i := range row.Legs {
		row.Legs[i].Airlines = nil
		for _, airline := range card.Legs[i].Airlines {
			row.Legs[i].Airlines = append(row.Legs[i].Airlines, cmp.Or(airline.Code, airline.Name))
		}
	}
	return row
}

// View explains marked prices and describes the order and the filters.
func (f *feed) View(of recall.List, q *ask.Values) []string {
	view := slices.Clone(f.doubts)
	if sort := q.Text("sort"); sort != "" {
		view = append(view, present.TripOrder(apiclient.FlightSort(sort)))
	}
	return append(view, filters(of, q).Words()...)
}

// filters returns the filters of a query.
func filters(of recall.List, q *ask.Values) present.Filters {
	return present.FiltersOf(q.View(), cmp.Or(of.Terms.Currency, desk.ServiceCurrency))
}

// Sorts returns the orders of the API. Those for the return are only for searches that have one.
func (f *feed) Sorts(of recall.List) []listing.Sort {
	param, _ := operation().Param("sort")
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
	of := l.Of()
	of.Rows = []recall.Row{{N: row.N, ID: row.ID, Price: flights.CardPrice(*cardOf(row))}}
	return NewTrip(l.Stage(), with, of, row.ID)
}

// Compare returns the comparison of trips.
func (f *feed) Compare(l *listing.List, rows []listing.Row) stage.Place {
	of := l.Of() // it includes the marked rows, even those that filters hide
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
		of.Rows = append(of.Rows, flights.TripRow(0, *cardOf(row)))
	}
	return NewCompare(l.Stage(), f.with, of, ids)
}

// Filters returns the filter panel.
func (f *feed) Filters(l *listing.List) stage.Place {
	f.panel = facets.New(l.Stage(), facets.Options{
		Of: facets.Trips(l.Of()), Query: l.Query(), Found: f.found, Changed: l.SetQuery, Command: l.Command,
	})
	return f.panel
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
	if f.panel != nil {
		f.panel.Update(f.found)
	}
}
