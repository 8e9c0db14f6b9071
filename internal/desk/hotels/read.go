package hotels

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/words"
)

// reading is one reading of a search, from the first snapshot to the kept rows.
type reading struct {
	view   View
	list   recall.List
	locale desk.Locale

	fresh       bool // the search was just made, and is followed whatever the wait
	agesGuessed bool
	made        *desk.Renewal // when the search was made in place of another
}

// follow reads a search, and keeps its rows. What arrived before a fault comes back with it.
func follow(ctx context.Context, d *desk.Desk, r reading) (Found, error) {
	hotels, err := client(d)
	if err != nil {
		return Found{}, err
	}
	query := params.Request[apiclient.GetHotelSearchResultsParams](r.view.Query)
	id := r.list.Search.ID
	source := desk.Source[search.HotelSnapshot]{
		What: "hotel",
		Read: func(ctx context.Context) (search.HotelSnapshot, error) { return hotels.Read(ctx, id, query) },
		Settle: func(ctx context.Context, budget time.Duration, seen func(search.HotelSnapshot)) (search.HotelSnapshot, error) {
			return hotels.Settle(ctx, id, query, budget, seen)
		},
		Watch: func(ctx context.Context, last search.HotelSnapshot, limit time.Duration, seen func(search.HotelSnapshot) bool) (search.HotelSnapshot, search.End, error) {
			return hotels.Watch(ctx, id, query, last, limit, seen)
		},
		More: func(ctx context.Context, s *search.HotelSnapshot) ([][]byte, error) {
			return r.more(ctx, hotels, s, query)
		},
		Look: r.look, Meta: r.meta, Next: r.next, List: r.list, In: r.locale, Again: desk.SearchAgain(r.list),
		Keep: func(s search.HotelSnapshot) error { return r.keep(d, s) },
		Lost: func(err error) error { return r.lost(d, err) },
		Old:  compare, Made: r.made,
	}
	if r.fresh {
		source.Read = nil
	}
	followed, err := desk.Follow(ctx, d, source, r.view.Life)
	return Found{followed, r.list, r.locale}, err
}

// lost says, of a search that was followed and of which nothing could be read, how to read it later.
func (r reading) lost(d *desk.Desk, err error) error {
	err = d.Gone(r.list, err)
	if !r.fresh && r.view.Life.Wait == 0 && !r.view.Life.Watch {
		return err
	}
	return desk.Unread(err, "travel hotels results --wait 45s")
}

// more reads what follows the first page until enough rows are there, and returns the bodies of all
// pages in order. The rows are gathered in s.
func (r reading) more(ctx context.Context, hotels search.Hotels, s *search.HotelSnapshot, query apiclient.GetHotelSearchResultsParams) ([][]byte, error) {
	all, err := desk.Gather(ctx, r.view.Pages, pageOf(*s), func(ctx context.Context, n int) (desk.Page[apiclient.HotelCard], error) {
		page := query
		page.Page = &n
		next, err := hotels.Read(ctx, r.list.Search.ID, page)
		if err != nil {
			return desk.Page[apiclient.HotelCard]{}, err
		}
		return pageOf(next), nil
	})
	results := *s.Results
	results.Results, results.Metadata.HasMore = all.Rows, all.More
	s.Results = &results
	return all.Bodies, err
}

func pageOf(s search.HotelSnapshot) desk.Page[apiclient.HotelCard] {
	meta := s.Results.Metadata
	return desk.Page[apiclient.HotelCard]{Body: s.Body, Rows: s.Results.Results, Total: meta.TotalCandidates, More: meta.HasMore}
}

// look is a read as a reporter is told of it.
func (r reading) look(s search.HotelSnapshot) desk.Snapshot {
	if s.Results == nil {
		return desk.Snapshot{}
	}
	meta, names := s.Results.Metadata, map[string]string{}
	for _, card := range s.Results.Results {
		names[strconv.FormatInt(card.HotelID, 10)] = card.Name
	}
	return desk.Snapshot{
		Value: s, Body: s.Body, Rows: len(s.Results.Results), Progress: s.Progress, Complete: &s.Results.SearchComplete,
		Counts: map[string]int{
			"hotels": meta.SnapshotCandidateCount, "priced": meta.TotalBeforeFilters, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
		},
		Listing: search.HotelListing(s.Results), Names: names, First: FirstRow(s.Results), Locale: meta.Locale,
	}
}

// meta is what is known of a snapshot beside its body.
func (r reading) meta(s search.HotelSnapshot) desk.Meta {
	m := desk.NewMeta("getHotelSearchResults")
	m.Take(s.Progress)
	meta := s.Results.Metadata
	r.locale.Record(&m, meta.CurrencyCode, meta.Locale)
	m.Warn(desk.CurrencyWarnings(s.Results.CurrencyCode, meta.CurrencyCode, r.list.Terms.Currency)...)
	if r.agesGuessed {
		m.Warn("the children's ages were not given, so each counts as 8 years old; give --children-ages for the real price")
	}
	return m
}

// next are the commands that usually follow, ready to paste. They name only rows that are kept.
func (r reading) next(s search.HotelSnapshot) []string {
	var rows []string
	for i, card := range s.Results.Results {
		if query.IsHotelID(card.HotelID) {
			rows = append(rows, strconv.Itoa(FirstRow(s.Results)+i))
		}
	}
	var next []string
	if len(rows) > 0 {
		next = append(next, "travel hotels rates "+rows[0], "travel hotels show "+rows[0])
	}
	if r.list.Asked().HotelID != 0 || len(s.Results.Results) == 0 {
		return next
	}
	if len(rows) > 1 {
		next = append(next, "travel hotels compare "+rows[0]+" "+rows[1])
	}
	if meta := s.Results.Metadata; meta.HasMore && r.view.Pages.Rows() == 0 {
		next = append(next, "travel hotels results --page "+strconv.Itoa(meta.Page+1)+r.view.Query.SameView())
	}
	return append(next, "travel hotels results --facets")
}

// keep keeps the rows, so that a number stands for a hotel and brings along what the list said of
// it. Later reads repeat the currency and language of this one.
func (r reading) keep(d *desk.Desk, s search.HotelSnapshot) error {
	meta := s.Results.Metadata
	list := stayed(r.list, s.Results.Stay).InTerms(cmp.Or(r.locale.Currency.Value, meta.CurrencyCode), r.locale.Language.Value)
	list.Kind = recall.Hotels
	if meta.CreatedAt != nil && list.Search.Created.IsZero() {
		list.Search.Created = words.Moment(*meta.CreatedAt)
	}
	first := FirstRow(s.Results)
	for i, card := range s.Results.Results {
		if query.IsHotelID(card.HotelID) { // else it is never offered for reuse
			list.Rows = append(list.Rows, hotelRow(first+i, card))
		}
	}
	d.KeepFacets(recall.HotelFacets, r.view.Query.Op(), r.list.Search, Facets(meta.FilterOptions))
	return d.Keep(list)
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
	hotel := recall.Hotel{
		Page: card.PageURL, Stay: words.Decimal(card.Price.Total), AllIn: allIn(card.Price),
		FreeCancellation: card.Refundable == apiclient.RefundableWitnessAvailable,
		Score:            scoreOf(card.Review), Cohorts: map[string]recall.Score{},
	}
	for _, cohort := range Cohorts() {
		if score := scoreOf(ReviewOf(card.ReviewsByGuestType, cohort)); score != nil {
			hotel.Cohorts[string(cohort)] = *score
		}
	}
	return recall.Row{N: n, ID: strconv.FormatInt(card.HotelID, 10), Label: card.Name, Price: NightPrice(card.Price), Hotel: &hotel}
}

// NightPrice is what a night costs, for the whole booking.
func NightPrice(p apiclient.HotelPrice) search.Price {
	return search.Price{Amount: p.AmountPerNight.String(), Currency: p.Currency}
}

// allIn is a night with all that comes on top of it, as far as that is known, in decimal text; "" where
// an amount cannot be read. The tax of a card is never inside its price.
func allIn(p apiclient.HotelPrice) string {
	amounts := []money.Money{money.Money(NightPrice(p))}
	for _, tax := range []*json.Number{p.TaxAmountPerNight, p.LocalTaxPerNight} {
		if tax != nil {
			amounts = append(amounts, money.Money{Amount: tax.String(), Currency: p.Currency})
		}
	}
	sum, _ := money.Sum(amounts)
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

// Facets are the words of a hotel search's filters.
func Facets(options apiclient.HotelFilterOptions) []desk.Facet {
	var all []desk.Facet
	add := func(wire string, named []apiclient.NamedCount) {
		for _, w := range named {
			all = append(all, desk.Facet{Param: wire, Value: w.Name, Count: w.Count})
		}
	}
	add("rate-types", options.RateTypes)
	add("property-types", options.PropertyTypes)
	add("districts", options.Districts)
	add("amenities", options.Amenities)
	add("brands", options.Brands)
	add("chains", options.Chains)
	return all
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
	// Whose rating is meant goes with the rating, and is no filter of its own.
	filters := slices.DeleteFunc(view.Query.Filters(), func(wire string) bool { return wire == "guest-type" })
	nothing := &desk.Nothing{Of: meta.TotalBeforeFilters}
	for _, wire := range filters {
		nothing.Filters = append(nothing.Filters, view.Query.Typed(wire))
	}
	nothing.Strange = desk.Strange(view.Query, Facets(meta.FilterOptions), func(word, typed string) bool {
		return strings.Contains(strings.ToLower(word), strings.ToLower(typed)) // such words match as part of a longer name
	})
	hotels, err := client(d)
	if err != nil || len(filters) < 2 {
		return nothing
	}
	nothing.Without = desk.Relax(ctx, view.Query, filters, func(ctx context.Context, wire string) (desk.Relaxed, bool) {
		return without(ctx, hotels, found.List.Search.ID, view.Query, wire)
	})
	return nothing
}

// without reads a search without one filter.
func without(ctx context.Context, hotels search.Hotels, id string, q *params.Values, wire string) (desk.Relaxed, bool) {
	relaxed := q.Clone()
	relaxed.Unset(wire)
	if !relaxed.Has("min-guest-rating") {
		relaxed.Unset("guest-type")
	}
	if err := errors.Join(relaxed.SetTyped("pageSize", 1), relaxed.SetTyped("page", 1), relaxed.SetTyped("sort", "price_asc")); err != nil {
		return desk.Relaxed{}, false
	}
	s, err := hotels.Read(ctx, id, params.Request[apiclient.GetHotelSearchResultsParams](relaxed))
	if err != nil || len(s.Results.Results) == 0 {
		return desk.Relaxed{}, false
	}
	return desk.Relaxed{Rows: s.Results.Metadata.TotalCandidates, From: NightPrice(s.Results.Results[0].Price), Locale: s.Results.Metadata.Locale}, true
}
