package flights

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Subject is the searches of flights.
func Subject() desk.Subject[*apiclient.FlightResults] {
	return desk.Subject[*apiclient.FlightResults]{
		Called: called, Noun: "search", Kind: recall.Trips, Facets: recall.TripFacets,
		Make: "travel flights search --help", Help: "travel flights results --help",
		Reader: func(s search.Service, id string, q *ask.Values) search.Reader[*apiclient.FlightResults] {
			return s.Flights(id, ask.Request[apiclient.GetFlightSearchResultsParams](q))
		},
		Create: func(ctx context.Context, s search.Service, list recall.List) (search.Created, error) {
			return s.CreateFlights(ctx, list.Flight.Request())
		},
		Check: func(v View, list recall.List) error { return CheckView(v.Query, list) },
		Page:  pageOf,
		Join: func(first *apiclient.FlightResults, all desk.Gathered[*apiclient.FlightResults]) *apiclient.FlightResults {
			joined := *first
			joined.Results = desk.Rows(all, func(r *apiclient.FlightResults) []apiclient.TripCard { return r.Results })
			joined.Metadata.HasMore = all.More
			return &joined
		},
		Look:  look,
		Words: func(r *apiclient.FlightResults) []desk.Facet { return desk.FacetsOf(r.Metadata.FilterOptions) },
		Lowest: func(r *apiclient.FlightResults) (offer.Money, bool) {
			if len(r.Results) == 0 {
				return offer.Money{}, false
			}
			return CardPrice(r.Results[0]), true
		},
		Rows: tripRows, Next: next, Compare: compareTrips,
		Airports: func(d *desk.Desk, in desk.Locale) func(context.Context, string) []string {
			return places.At(d, in).Airports
		},
	}
}

// called is what flight searches are called.
var called = desk.Called{What: "trip", Read: "travel flights results"}

func pageOf(s search.FlightSnapshot) desk.Page[*apiclient.FlightResults] {
	meta := s.Results.Metadata
	return desk.Page[*apiclient.FlightResults]{
		Body: s.Body, Value: s.Results, N: meta.Page, Size: meta.PageSize,
		Rows: len(s.Results.Results), Total: meta.TotalCandidates, More: meta.HasMore,
	}
}

// look is a read as a reporter is told of it.
func look(s search.FlightSnapshot) desk.Snapshot {
	meta := s.Results.Metadata
	return desk.Snapshot{
		Value: s, Body: s.Body, Rows: len(s.Results.Results), Progress: s.Progress,
		Counts: map[string]int{
			"trips": meta.SnapshotTripCount, "fares": meta.SnapshotFareCount, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
		},
		Listing: search.TripListing(s.Results), Names: names(s.Results), First: FirstRow(s.Results),
		Currency: meta.CurrencyCode, Priced: s.Results.CurrencyCode, Locale: meta.Locale,
	}
}

// names are what trips are called in a few words, by their ids.
func names(r *apiclient.FlightResults) iter.Seq2[string, string] {
	return func(yield func(id, name string) bool) {
		for _, card := range r.Results {
			if len(card.Legs) == 0 {
				continue
			}
			first := card.Legs[0]
			if !yield(card.TripID, words.And(AirlineNames(first.Airlines))+" "+words.Moment(first.DepartsAt).Format("15:04")) {
				return
			}
		}
	}
}

// next are the commands that usually follow, ready to paste: none that leads to where the traveler
// is already.
func next(s search.FlightSnapshot, view View, list recall.List) []string {
	var next []string
	again := func(flags string, instead ...string) {
		next = append(next, view.Command(called, list.Search.ID, flags, instead...))
	}
	if view.Facets {
		again("")
		return next
	}
	if len(s.Results.Results) > 0 {
		next = append(next, fmt.Sprintf("travel flights trip %d", FirstRow(s.Results)))
		if flags, instead := narrower(view.Query); flags != "" {
			again(flags, instead...)
		}
		again("--facets")
	}
	if s.Results.Metadata.SnapshotTripCount == 0 && s.Whole == "" {
		again("--wait 45s")
	}
	return append(next, desk.ReadOn(view, called, list.Search.ID, pageOf(s))...)
}

// narrower are the flags of the view that most travelers turn to and that is not the one they have,
// and the parameters that they stand in place of.
func narrower(q *ask.Values) (flags string, instead []string) {
	if !q.Has("stops") {
		flags, instead = "--nonstop", []string{"stops"}
	}
	if q.Text("sort") != "price_asc" {
		flags, instead = strings.TrimSpace(flags+" --sort cheapest"), append(instead, "sort")
	}
	return flags, instead
}

// tripRows is what is kept of a list of trips, so that a number stands for a trip id. Later reads
// repeat the currency and language of this one.
func tripRows(s search.FlightSnapshot, list recall.List, locale desk.Locale) recall.List {
	list = list.InTerms(cmp.Or(locale.Currency.Value, s.Results.Metadata.CurrencyCode), locale.Language.Value)
	list.Kind, list.Matching = recall.Trips, s.Results.Metadata.TotalCandidates
	first := FirstRow(s.Results)
	list.Rows = make([]recall.Row, 0, len(s.Results.Results))
	for i, card := range s.Results.Results {
		if apiclient.ValidID(card.TripID) { // else it is never offered for reuse
			list.Rows = append(list.Rows, TripRow(first+i, card))
		}
	}
	return list
}

// TripRow is a trip as a list keeps it, with what finds it again.
func TripRow(n int, card apiclient.TripCard) recall.Row {
	return recall.Row{N: n, ID: card.TripID, Label: cardLabel(card), Price: CardPrice(card), Trip: search.CardItinerary(card)}
}

// CardPrice is what a trip costs: the whole party, fees included.
func CardPrice(c apiclient.TripCard) offer.Money {
	return offer.Money{Amount: c.Price.Total.String(), Currency: c.Price.Currency}
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

// badgeNames are the labels in a person's words; a label newer than this client is shown as the
// service sent it.
var badgeNames = map[apiclient.TripBadge]string{
	apiclient.TripBadgeBestValue:      "best value",
	apiclient.TripBadgeCheapest:       "cheapest",
	apiclient.TripBadgeCheapestDirect: "cheapest nonstop",
}

// BadgeWords are the labels that a trip earns, in words.
func BadgeWords(badges []apiclient.TripBadge) []string {
	var names []string
	for _, b := range badges {
		name, known := badgeNames[b]
		if !known {
			name = strings.ReplaceAll(string(b), "_", " ")
		}
		names = append(names, name)
	}
	return names
}

// cardLabel names a trip by what stays the same in another search: carriers, airports and local
// times.
func cardLabel(c apiclient.TripCard) string {
	var label strings.Builder
	label.Grow(64 * len(c.Legs))
	for _, leg := range c.Legs {
		for i, airline := range leg.Airlines {
			if i > 0 {
				label.WriteByte('+')
			}
			label.WriteString(airline.Code)
		}
		for _, word := range []string{leg.From, leg.DepartsAt, leg.To, leg.ArrivesAt} {
			label.WriteByte(' ')
			label.WriteString(word)
		}
		label.WriteString("; ")
	}
	return label.String()
}

// WhyNone says which filters removed every trip, and what each of them taken away alone would bring
// back, at the price of a read each; nil where filters are not the reason.
func WhyNone(ctx context.Context, d *desk.Desk, trips Trips, view View) *desk.Nothing {
	meta := trips.Value.Results.Metadata
	filters := view.Query.Filters()
	if meta.TotalCandidates > 0 || meta.SnapshotTripCount == 0 || len(filters) == 0 {
		return nil
	}
	return Subject().WhyNone(ctx, d, trips, view, filters, 1, meta.SnapshotTripCount)
}
