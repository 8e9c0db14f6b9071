package hotels

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Subject is the searches of hotels.
func Subject() desk.Subject[*apiclient.HotelResults] {
	return desk.Subject[*apiclient.HotelResults]{
		Called: called, Noun: "hotel search", Kind: recall.Hotels, Facets: recall.HotelFacets,
		Make: "travel hotels search --help", Help: "travel hotels results --help",
		Reader: func(s search.Service, id string, q *ask.Values) search.Reader[*apiclient.HotelResults] {
			return s.Hotels(id, ask.Request[apiclient.GetHotelSearchResultsParams](q))
		},
		Create: func(ctx context.Context, s search.Service, list recall.List) (search.Created, error) {
			return s.CreateHotels(ctx, list.Asked().Request())
		},
		Check: func(v View, list recall.List) error { return cmp.Or(checkNearest(v, list.Asked()), CheckView(v.Query)) },
		Page:  pageOf,
		Join: func(first *apiclient.HotelResults, all desk.Gathered[*apiclient.HotelResults]) *apiclient.HotelResults {
			joined := *first
			joined.Results = desk.Rows(all, func(r *apiclient.HotelResults) []apiclient.HotelCard { return r.Results })
			joined.Metadata.HasMore = all.More
			return &joined
		},
		Look:  look,
		Words: func(r *apiclient.HotelResults) []desk.Facet { return desk.FacetsOf(r.Metadata.FilterOptions) },
		Lowest: func(r *apiclient.HotelResults) (offer.Money, bool) {
			if len(r.Results) == 0 {
				return offer.Money{}, false
			}
			return nightPrice(r.Results[0].Price), true
		},
		Rows: hotelRows, Next: next, Compare: compare, Order: order,
	}
}

// called is what hotel searches are called.
var called = desk.Called{What: "hotel", Read: "travel hotels results"}

func pageOf(s search.HotelSnapshot) desk.Page[*apiclient.HotelResults] {
	meta := s.Results.Metadata
	return desk.Page[*apiclient.HotelResults]{
		Body: s.Body, Value: s.Results, N: meta.Page, Size: meta.PageSize,
		Rows: len(s.Results.Results), Total: meta.TotalCandidates, More: meta.HasMore,
	}
}

// look is a read as a reporter is told of it.
func look(s search.HotelSnapshot) desk.Snapshot {
	meta, names := s.Results.Metadata, map[string]string{}
	for _, card := range s.Results.Results {
		names[strconv.FormatInt(card.HotelID, 10)] = card.Name
	}
	return desk.Snapshot{
		Value: s, Body: s.Body, Rows: len(s.Results.Results), Progress: s.Progress, Complete: &s.Results.SearchComplete,
		Counts: map[string]int{
			"hotels": meta.SnapshotCandidateCount, "priced": meta.TotalBeforeFilters, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
		},
		Listing: search.HotelListing(s.Results), Names: maps.All(names), First: FirstRow(s.Results),
		Currency: meta.CurrencyCode, Priced: s.Results.CurrencyCode, Locale: meta.Locale,
	}
}

// next are the commands that usually follow, ready to paste. They name only rows that are kept.
func next(s search.HotelSnapshot, view View, list recall.List) []string {
	var rows []string
	for i, card := range s.Results.Results {
		if query.IsHotelID(card.HotelID) {
			rows = append(rows, strconv.Itoa(FirstRow(s.Results)+i))
		}
	}
	again := func(flags string) string { return view.Command(called, list.Search.ID, flags) }
	if view.Facets {
		return []string{again("")}
	}
	var next []string
	if len(rows) > 0 {
		next = append(next, "travel hotels rates "+rows[0], "travel hotels show "+rows[0])
	}
	if len(rows) > 1 {
		next = append(next, "travel hotels compare "+rows[0]+" "+rows[1])
	}
	if ReasonOf(s.Results) == ComingIn && s.Whole == "" {
		next = append(next, again("--wait 45s"))
	}
	next = append(next, desk.ReadOn(view, called, list.Search.ID, pageOf(s))...)
	if list.Asked().HotelID != 0 || len(s.Results.Results) == 0 {
		return next
	}
	return append(next, again("--facets"))
}

// hotelRows is what is kept of a list of hotels, so that a number stands for a hotel and brings along
// what the list said of it. Later reads repeat the currency and language of this one.
func hotelRows(s search.HotelSnapshot, list recall.List, locale desk.Locale) recall.List {
	meta := s.Results.Metadata
	list = stayed(list, s.Results.Stay).InTerms(cmp.Or(locale.Currency.Value, meta.CurrencyCode), locale.Language.Value)
	list.Kind, list.Matching = recall.Hotels, meta.TotalCandidates
	if meta.CreatedAt != nil && list.Search.Created.IsZero() {
		list.Search.Created = words.Moment(*meta.CreatedAt)
	}
	first := FirstRow(s.Results)
	for i, card := range s.Results.Results {
		if query.IsHotelID(card.HotelID) { // else it is never offered for reuse
			list.Rows = append(list.Rows, hotelRow(first+i, card))
		}
	}
	return list
}

// Listed are the hotels of a read, each with what the list says of it: those of a search that is read in a
// currency and a language.
func Listed(s search.HotelSnapshot, of recall.List, in desk.Locale) []Hotel {
	list := hotelRows(s, of, in)
	all := make([]Hotel, len(list.Rows))
	for i, row := range list.Rows {
		all[i] = hotelOfRow(list, row)
	}
	return all
}

// stayed is a list with the stay that the service states: a search that was named by its id alone
// has no other.
func stayed(list recall.List, stay *apiclient.Stay) recall.List {
	if stay != nil {
		asked := list.Asked().With(stay)
		list.Stay = &asked
	}
	return list
}

// hotelRow is a hotel as a list keeps it, with what the list said of it.
func hotelRow(n int, card apiclient.HotelCard) recall.Row {
	stay, near := search.StayPrice(card.Price.Total, card.Price.TotalUsd, card.Price.Currency)
	hotel := recall.Hotel{
		Page: card.PageURL, Stay: stay.Amount, AllIn: allIn(card.Price),
		FreeCancellation: card.Refundable == apiclient.RefundableWitnessAvailable,
		Score:            scoreOf(card.Review), Cohorts: map[string]recall.Score{},
	}
	for _, cohort := range Cohorts() {
		if score := scoreOf(ReviewOf(card.ReviewsByGuestType, cohort)); score != nil {
			hotel.Cohorts[string(cohort)] = *score
		}
	}
	if near {
		hotel.StayIn = stay.Currency
	}
	return recall.Row{N: n, ID: strconv.FormatInt(card.HotelID, 10), Label: card.Name, Price: nightPrice(card.Price), Hotel: &hotel}
}

// nightPrice is what a night costs, for the whole booking.
func nightPrice(p apiclient.HotelPrice) offer.Money {
	return offer.Money{Amount: p.AmountPerNight.String(), Currency: p.Currency}
}

// allIn is a night with all that comes on top of it, as far as that is known, in decimal text; "" where
// an amount cannot be read. The tax of a card is never inside its price.
func allIn(p apiclient.HotelPrice) string {
	amounts := []offer.Money{nightPrice(p)}
	for _, tax := range []*json.Number{p.TaxAmountPerNight, p.LocalTaxPerNight} {
		if tax != nil {
			amounts = append(amounts, offer.Money{Amount: tax.String(), Currency: p.Currency})
		}
	}
	sum, _ := offer.Sum(amounts)
	return sum.Amount
}

// Cohorts are the kinds of guests, in the order in which they are shown.
func Cohorts() []apiclient.GuestCohort {
	return []apiclient.GuestCohort{
		apiclient.GuestCohortCouple, apiclient.GuestCohortFamily, apiclient.GuestCohortSolo, apiclient.GuestCohortBusiness,
	}
}

// ReviewOf is what one kind of guests says, nil where too few of them said something.
func ReviewOf(by *apiclient.ReviewsByGuestType, cohort apiclient.GuestCohort) *apiclient.Review {
	if by == nil {
		return nil
	}
	switch cohort {
	case apiclient.GuestCohortBusiness:
		return by.Business
	case apiclient.GuestCohortCouple:
		return by.Couple
	case apiclient.GuestCohortFamily:
		return by.Family
	case apiclient.GuestCohortSolo:
		return by.Solo
	}
	return nil
}

func scoreOf(r *apiclient.Review) *recall.Score {
	if r == nil {
		return nil
	}
	return &recall.Score{Value: r.Score.String(), Count: r.Count.String()}
}

// FirstRow is the number of a page's first row: numbers run over pages.
func FirstRow(r *apiclient.HotelResults) int {
	return max((r.Metadata.Page-1)*r.Metadata.PageSize, 0) + 1
}

// Reason is why a page has no hotel. The reasons ask for different next steps.
type Reason uint8

// The reasons.
const (
	NotEmpty   Reason = iota // it has hotels
	SoldOut                  // none can be booked on this service for these days, which proves nothing of others
	ComingIn                 // none with a price has come in so far
	PastTheEnd               // the page is past the last one
	Filtered                 // the filters leave none; WhyNone says which
)

// ReasonOf tells why a page has no hotel.
func ReasonOf(r *apiclient.HotelResults) Reason {
	switch {
	case len(r.Results) > 0:
		return NotEmpty
	case r.Metadata.TotalBeforeFilters == 0 && r.SearchComplete:
		return SoldOut
	case r.Metadata.TotalBeforeFilters == 0:
		return ComingIn
	case r.Metadata.TotalCandidates > 0:
		return PastTheEnd
	}
	return Filtered
}

// WhyNone says which filters removed every hotel, and where they are several what each of them taken
// away alone would bring back, at the price of a read each; nil where filters are not the reason.
func WhyNone(ctx context.Context, d *desk.Desk, found Found, view View) *desk.Nothing {
	if ReasonOf(found.Value.Results) != Filtered {
		return nil
	}
	meta := found.Value.Results.Metadata
	// Whose rating is meant goes with the rating, and is not a filter of its own.
	filters := slices.DeleteFunc(view.Query.Filters(), func(wire string) bool { return wire == "guest-type" })
	return Subject().WhyNone(ctx, d, found, view, filters, 2, meta.TotalBeforeFilters)
}
