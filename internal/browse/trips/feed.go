package trips

import (
	"context"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/listing"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Read makes the search if there is none yet, or reads a page of it.
func (f *feed) Read(ctx context.Context, d *desk.Desk, r listing.Read) (listing.Page, error) {
	view := desk.View{Query: r.Query.Clone(), Named: true, Pages: desk.PagesOf(r.Query.Op()), Life: desk.Life{Wait: r.Wait}}
	view.Pages.Page = r.Page
	if r.List.Search.ID == "" {
		return f.search(ctx, d, view)
	}
	if !r.Renew {
		d = d.For(d.Memory, desk.NoOne{}, d.Report, d.Purse)
	}
	renewal := &desk.Renewal{Thing: "the same flights"}
	trips, err := flights.Subject().Results(ctx, d, &desk.ResultsRequest{Search: r.List.Search.ID, View: view, Renewal: renewal})
	if renewal.To() == "" {
		return found(trips, r.List), d.Gone(r.List, err)
	}
	p := found(trips, r.List.Again(search.Ref{ID: renewal.To(), Created: d.Now()}))
	p.Left = left(ctx, d)
	return p, err
}

// search makes the search and follows it.
func (f *feed) search(ctx context.Context, d *desk.Desk, view desk.View) (listing.Page, error) {
	request := *f.request
	request.Query, request.View = f.request.Query.Clone(), view
	made, err := flights.Create(ctx, d, &request)
	if err != nil {
		return listing.Page{}, err
	}
	trips, err := flights.Subject().Follow(ctx, d, made, made.View)
	p := found(trips, made.List)
	p.Left = left(ctx, d)
	return p, err
}

// left returns the remaining flight searches without parentheses.
func left(ctx context.Context, d *desk.Desk) string {
	return strings.Trim(d.LeftFor(ctx, desk.FlightSearches), " ()")
}

// found converts a read to a page; if nothing was read, the page holds only the list.
func found(trips flights.Trips, list recall.List) listing.Page {
	s := trips.Value
	if s.Results == nil {
		return listing.Page{List: list}
	}
	if trips.List.Flight != nil { // if lists are not saved, it holds only the id
		list = trips.List
	}
	list.View = trips.List.View
	p := pageOf(s, list)
	p.Notes, p.Value, p.Again = trips.Meta.Warnings, trips, listing.Again(trips.Bodies, apiclient.Decode[apiclient.FlightResults], cards)
	return p
}

// Seen converts a snapshot of a running search.
func (f *feed) Seen(s desk.Snapshot) (listing.Page, bool) {
	value, ok := s.Value.(search.FlightSnapshot)
	if !ok || value.Results == nil || s.Renewing {
		return listing.Page{}, false
	}
	p := pageOf(value, s.List)
	p.Coming, p.Status = true, present.TripsSoFar(value.Results.Metadata)
	p.Value = flights.Trips{Answer: desk.Answer[search.FlightSnapshot]{Value: value}, List: s.List, Locale: s.In}
	return p, true
}

// pageOf converts a snapshot to a page.
func pageOf(s search.FlightSnapshot, list recall.List) listing.Page {
	meta := s.Results.Metadata
	most := desk.PagesOf(operation())
	p := listing.Page{
		List: list, N: max(meta.Page, 1), Size: meta.PageSize, Total: meta.TotalCandidates, Reach: most.Most(), More: meta.HasMore,
		All: present.LeftOut(list.View, meta.SnapshotTripCount), Reads: s.Reads, Status: s.Words(meta.SnapshotTripCount),
		Listing: search.TripListing(s.Results), Locale: meta.Locale,
	}
	p.Rows = make([]listing.Row, len(s.Results.Results))
	first := flights.FirstRow(s.Results)
	for i := range s.Results.Results {
		card := &s.Results.Results[i]
		p.Rows[i] = listing.Row{N: first + i, Text: text(card), Value: card}
		if apiclient.ValidID(card.TripID) {
			p.Rows[i].ID = strings.Clone(card.TripID) // a substring would keep the whole answer in memory
		}
	}
	return p
}

// cards returns the trips of a page.
func cards(of *apiclient.FlightResults) []any {
	values := make([]any, len(of.Results))
	for i := range of.Results {
		values[i] = &of.Results[i]
	}
	return values
}

// text returns the searchable text of a trip: airlines, places, and local times.
func text(card *apiclient.TripCard) string {
	var b strings.Builder
	add := func(word string) {
		b.WriteString(word)
		b.WriteByte(' ')
	}
	for i := range card.Legs {
		leg := &card.Legs[i]
		for _, airline := range leg.Airlines {
			add(airline.Code)
			add(airline.Name)
		}
		add(leg.From)
		add(offer.Clock(words.Moment(leg.DepartsAt)))
		for _, via := range leg.Via {
			add(via)
		}
		add(leg.To)
		add(offer.Clock(words.Moment(leg.ArrivesAt)))
	}
	return strings.ToLower(b.String())
}

// Same returns the index of the same trip in another search.
func (f *feed) Same(old listing.Row, now []listing.Row) int {
	all := make([]search.Candidate[search.Itinerary], len(now))
	for i, row := range now {
		all[i] = search.TripCandidate(*cardOf(row))
	}
	was := search.TripCandidate(*cardOf(old))
	return search.Find(was.Print, was.Price, all)
}

// cardOf returns the trip of a row.
func cardOf(row listing.Row) *apiclient.TripCard {
	if card, ok := row.Value.(*apiclient.TripCard); ok {
		return card
	}
	return &apiclient.TripCard{}
}

// Why says why nothing is listed.
func (f *feed) Why(ctx context.Context, d *desk.Desk, p listing.Page, q *ask.Values) []string {
	trips, ok := p.Value.(flights.Trips)
	if !ok || trips.Value.Results == nil {
		return nil
	}
	if nothing := flights.WhyNone(ctx, d, trips, desk.View{Query: q}); nothing != nil {
		return present.NothingWords(filters(p.List, q).Name(nothing), "trip", "")
	}
	return present.Trips(trips.Value, trips.List, trips.Locale, desk.Meta{}, nil).Notes
}
