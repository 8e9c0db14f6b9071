package flights

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/words"
)

// reading is one reading of a search, from the first snapshot to the kept rows.
type reading struct {
	view   View
	list   recall.List
	locale desk.Locale
	made   *desk.Renewal // when the search was made in place of another
}

// follow reads a search, and keeps its rows. What arrived before a fault comes back with it.
func follow(ctx context.Context, d *desk.Desk, r reading) (Trips, error) {
	client, err := d.Client()
	if err != nil {
		return Trips{}, err
	}
	flights := search.Flights{Client: client, Clock: d.Clock()}
	query := params.Request[apiclient.GetFlightSearchResultsParams](r.view.Query)
	id := r.list.Search.ID
	followed, err := desk.Follow(ctx, d, desk.Source[search.FlightSnapshot]{
		What: "trip",
		Read: func(ctx context.Context) (search.FlightSnapshot, error) { return flights.Read(ctx, id, query) },
		Settle: func(ctx context.Context, budget time.Duration, seen func(search.FlightSnapshot)) (search.FlightSnapshot, error) {
			return flights.Settle(ctx, id, query, budget, seen)
		},
		Watch: func(ctx context.Context, last search.FlightSnapshot, limit time.Duration, seen func(search.FlightSnapshot) bool) (search.FlightSnapshot, search.End, error) {
			return flights.Watch(ctx, id, query, last, limit, seen)
		},
		More: func(ctx context.Context, s *search.FlightSnapshot) ([][]byte, error) {
			return more(ctx, flights, r, s, query)
		},
		Look: look, Meta: r.meta, Next: r.next, List: r.list, In: r.locale, Again: desk.SearchAgain(r.list),
		Keep: func(s search.FlightSnapshot) error { return r.keep(d, s) },
		Lost: func(err error) error { return r.lost(d, err) },
		Old:  compareTrips, Made: r.made,
	}, r.view.Life)
	return Trips{followed, r.list, r.locale}, err
}

// lost says, of a search that was followed and of which nothing could be read, how to read it later.
func (r reading) lost(d *desk.Desk, err error) error {
	err = d.Gone(r.list, err)
	if r.view.Life.Wait == 0 {
		return err
	}
	return desk.Unread(err, "travel flights results --wait 45s")
}

// more reads what follows the first page until enough rows are there, and returns the bodies of all
// pages in order. The rows are gathered in s.
func more(ctx context.Context, flights search.Flights, r reading, s *search.FlightSnapshot, query apiclient.GetFlightSearchResultsParams) ([][]byte, error) {
	all, err := desk.Gather(ctx, r.view.Pages, pageOf(*s), func(ctx context.Context, n int) (desk.Page[apiclient.TripCard], error) {
		page := query
		page.Page = &n
		next, err := flights.Read(ctx, r.list.Search.ID, page)
		if err != nil {
			return desk.Page[apiclient.TripCard]{}, err
		}
		return pageOf(next), nil
	})
	results := *s.Results
	results.Results, results.Metadata.HasMore = all.Rows, all.More
	s.Results = &results
	return all.Bodies, err
}

func pageOf(s search.FlightSnapshot) desk.Page[apiclient.TripCard] {
	meta := s.Results.Metadata
	return desk.Page[apiclient.TripCard]{Body: s.Body, Rows: s.Results.Results, Total: meta.TotalCandidates, More: meta.HasMore}
}

// look is a read as a reporter is told of it.
func look(s search.FlightSnapshot) desk.Snapshot {
	if s.Results == nil {
		return desk.Snapshot{}
	}
	meta, names := s.Results.Metadata, map[string]string{}
	for _, card := range s.Results.Results {
		if len(card.Legs) > 0 {
			names[card.TripID] = words.And(AirlineNames(card.Legs[0].Airlines)) + " " + words.Moment(card.Legs[0].DepartsAt).Format("15:04")
		}
	}
	return desk.Snapshot{
		Value: s, Body: s.Body, Rows: len(s.Results.Results), Progress: s.Progress,
		Counts: map[string]int{
			"trips": meta.SnapshotTripCount, "fares": meta.SnapshotFareCount, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
		},
		Listing: search.TripListing(s.Results), Names: names, First: FirstRow(s.Results), Locale: meta.Locale,
	}
}

// meta is what is known of a snapshot beside its body.
func (r reading) meta(s search.FlightSnapshot) desk.Meta {
	m := desk.NewMeta("getFlightSearchResults")
	m.Take(s.Progress)
	meta := s.Results.Metadata
	r.locale.Record(&m, meta.CurrencyCode, meta.Locale)
	m.Warn(desk.CurrencyWarnings(s.Results.CurrencyCode, meta.CurrencyCode, r.list.Terms.Currency)...)
	return m
}

// next are the commands that usually follow, ready to paste.
func (r reading) next(s search.FlightSnapshot) []string {
	if len(s.Results.Results) == 0 {
		return nil
	}
	next := []string{fmt.Sprintf("travel flights trip %d", FirstRow(s.Results)), "travel flights results --max-stops 0 --sort price_asc", "travel flights results --facets"}
	if s.Results.Metadata.HasMore && r.view.Pages.Rows() == 0 {
		next = append(next, fmt.Sprintf("travel flights results --page %d", s.Results.Metadata.Page+1))
	}
	return next
}

// keep keeps the rows, so that a number stands for a trip id. Later reads repeat the currency and
// language of this one.
func (r reading) keep(d *desk.Desk, s search.FlightSnapshot) error {
	list := r.list.InTerms(cmp.Or(r.locale.Currency.Value, s.Results.Metadata.CurrencyCode), r.locale.Language.Value)
	list.Kind = recall.Trips
	first := FirstRow(s.Results)
	for i, card := range s.Results.Results {
		if apiclient.ValidID(card.TripID) { // else it is never offered for reuse
			list.Rows = append(list.Rows, tripRow(first+i, card))
		}
	}
	d.KeepFacets(recall.TripFacets, r.view.Query.Op(), r.list.Search, Facets(s.Results.Metadata.FilterOptions))
	return d.Keep(list)
}

// tripRow is a trip as a list keeps it, with what finds it again.
func tripRow(n int, card apiclient.TripCard) recall.Row {
	return recall.Row{N: n, ID: card.TripID, Label: cardLabel(card), Price: CardPrice(card), Trip: search.CardItinerary(card)}
}

// CardPrice is what a trip costs: the whole party, fees included.
func CardPrice(c apiclient.TripCard) search.Price {
	return search.Price{Amount: c.Price.Total.String(), Currency: c.Price.Currency}
}

// FirstRow is the number of a page's first row: numbers run over pages.
func FirstRow(r *apiclient.FlightResults) int {
	return (r.Metadata.Page-1)*r.Metadata.PageSize + 1
}

// AirlineNames are airlines as people call them, by their codes where they have no name.
func AirlineNames(airlines []apiclient.AirlineIdentity) []string {
	var names []string
	for _, a := range airlines {
		names = append(names, cmp.Or(a.Name, a.Code))
	}
	return names
}

// cardLabel names a trip by what stays the same in another search: carriers, airports and local
// times.
func cardLabel(c apiclient.TripCard) string {
	var label strings.Builder
	for _, leg := range c.Legs {
		for i, airline := range leg.Airlines {
			if i > 0 {
				label.WriteByte('+')
			}
			label.WriteString(airline.Code)
		}
		fmt.Fprintf(&label, " %s %s %s %s; ", leg.From, leg.DepartsAt, leg.To, leg.ArrivesAt)
	}
	return label.String()
}

// Facets are the words of a flight search's filters.
func Facets(options apiclient.FlightFilterOptions) []desk.Facet {
	var all []desk.Facet
	add := func(wire string, coded []apiclient.CodedCount) {
		for _, w := range coded {
			all = append(all, desk.Facet{Param: wire, Value: w.Code, Name: words.Stated(w.Name), Count: w.Count})
		}
	}
	add("airlines", options.Airlines)
	add("alliances", options.Alliances)
	add("booking-sites", options.BookingSites)
	add("stopover-airports", options.StopoverAirports)
	add("aircraft", options.Aircraft)
	return all
}

// WhyNone says which filters removed every trip, and what each of them taken away alone would bring
// back, at the price of a read each; nil where filters are not the reason.
func WhyNone(ctx context.Context, d *desk.Desk, trips Trips, view View) *desk.Nothing {
	meta := trips.Value.Results.Metadata
	filters := view.Query.Filters()
	if meta.TotalCandidates > 0 || meta.SnapshotTripCount == 0 || len(filters) == 0 {
		return nil
	}
	nothing := &desk.Nothing{Of: meta.SnapshotTripCount}
	for _, wire := range filters {
		nothing.Filters = append(nothing.Filters, view.Query.Typed(wire))
	}
	nothing.Strange = desk.Strange(view.Query, Facets(meta.FilterOptions), func(word, typed string) bool { return word == typed })
	client, err := d.Client()
	if err != nil {
		return nothing
	}
	flights := search.Flights{Client: client, Clock: d.Clock()}
	nothing.Without = desk.Relax(ctx, view.Query, filters, func(ctx context.Context, wire string) (desk.Relaxed, bool) {
		relaxed := view.Query.Clone()
		relaxed.Unset(wire)
		if wire == "airlines" {
			relaxed.Unset("airlines-match")
		}
		if err := relaxed.SetTyped("pageSize", 1); err != nil {
			return desk.Relaxed{}, false
		}
		if err := errors.Join(relaxed.SetTyped("page", 1), relaxed.SetTyped("sort", "price_asc")); err != nil {
			return desk.Relaxed{}, false
		}
		s, err := flights.Read(ctx, trips.List.Search.ID, params.Request[apiclient.GetFlightSearchResultsParams](relaxed))
		if err != nil || len(s.Results.Results) == 0 {
			return desk.Relaxed{}, false
		}
		return desk.Relaxed{Rows: s.Results.Metadata.TotalCandidates, From: CardPrice(s.Results.Results[0]), Locale: s.Results.Metadata.Locale}, true
	})
	return nothing
}
