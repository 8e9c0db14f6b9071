package hotels

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// Results returns one page of the hotels that a search has at a time, filtered, sorted and paged by the values of
// getHotelSearchResults. A page past the end is empty.
func (e *Engine) Results(q Query, at time.Time, quote market.Quote, v rest.Values) wire.HotelResults {
	s := e.snapshot(q, at)
	m := money{market.MoneyOf(quote.Currency), s.stay.Nights()}
	var types []string
	for _, word := range v.Texts("rate-types") {
		types = append(types, strings.ToLower(word))
	}
	if v.Flag("refundable") {
		types = append(types, directory.FreeCancellation)
	}
	priced, badges := s.rows, s.badges
	if len(types) > 0 {
		priced = s.priced(types)
		badges = award(s.rows, priced)
	}
	keeps := m.filter(v)
	rows := make([]*row, 0, len(priced))
	for _, r := range priced {
		if keeps(r) {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, order(wire.HotelSort(v.Text("sort")), wire.GuestCohort(v.Text("guest-type"))))
	page, more := market.Page(rows, v.Int("page"), v.Int("pageSize"))
	words := s.words
	if len(s.rows) > 0 {
		nights := make([]float64, len(s.rows))
		for i, r := range s.rows {
			nights[i] = m.allIn(r.best)
		}
		words.PriceRange = &wire.PriceRange{Min: slices.Min(nights), Max: slices.Max(nights)}
	}
	out := wire.HotelResults{
		SearchID: q.ID, CurrencyCode: m.Code, SearchComplete: s.since >= s.plan.complete, Stay: s.booked(),
		Metadata: wire.HotelResultsMetadata{
			CurrencyCode: quote.Currency, CurrencyCodeSource: quote.CurrencySource,
			Locale: quote.Locale, LocaleSource: quote.LocaleSource,
			Page: v.Int("page"), PageSize: v.Int("pageSize"), ResultCount: len(page), HasMore: more,
			TotalCandidates: len(rows), TotalBeforeFilters: len(s.rows), SnapshotCandidateCount: s.candidates,
			FilterOptions: words, CreatedAt: new(q.Created.UTC().Format(time.RFC3339Nano)),
		},
		Results: make([]wire.HotelCard, 0, len(page)),
	}
	for _, r := range page {
		out.Results = append(out.Results, e.card(r, m, quote.Locale, badges[r.ID]))
	}
	return out
}

// booked returns the stay that the prices cover.
func (s *search) booked() *wire.Stay {
	q := s.query
	return &wire.Stay{
		CheckIn: q.CheckIn, CheckOut: q.CheckOut, Nights: s.stay.Nights(),
		Occupancy: wire.Occupancy{Adults: q.Adults, ChildrenAges: append([]int{}, q.Ages...), Rooms: q.Rooms},
	}
}

// card returns a hotel as a card of the results.
func (e *Engine) card(r *row, m money, locale string, badges []string) wire.HotelCard {
	card := wire.HotelCard{
		HotelID: r.ID, Name: r.Name, PageURL: e.pageURL(r.ID), Price: m.price(r.best), Refundable: wire.RefundableWitnessUnknown,
		Review: market.Given(r.summary.All), RateTypes: r.types, Badges: append([]string{}, badges...),
		CityName: new(data.CityName(r.City, locale)), DistrictName: &r.District,
		Lat: &r.Lat, Lng: &r.Lng, DistanceToCityCentre: r.Centre, Image: new(e.picture(r.ID, "exterior-1")),
		Star: market.Given(float64(r.Star)),
	}
	if r.refundable != nil {
		card.Refundable = wire.RefundableWitnessAvailable
		card.LowestRefundablePrice = new(m.price(r.refundable))
	}
	if by := r.summary.By; len(by) > 0 {
		card.ReviewsByGuestType = &wire.ReviewsByGuestType{
			Business: market.Given(by[wire.GuestCohortBusiness]), Couple: market.Given(by[wire.GuestCohortCouple]),
			Family: market.Given(by[wire.GuestCohortFamily]), Solo: market.Given(by[wire.GuestCohortSolo]),
		}
	}
	return card
}

// missing is the key of a hotel without the value sorted by. It sorts last.
var missing = math.Inf(1)

// key returns a hotel's sort key, lowest first. Only guest_rating_desc uses the cohort.
func (r *row) key(by wire.HotelSort, cohort wire.GuestCohort) float64 {
	switch by {
	case wire.HotelSortPriceAsc:
		return r.best.USD
	case wire.HotelSortPriceDesc:
		return -r.best.USD
	case wire.HotelSortStarDesc:
		return -float64(r.Star) // a hotel without stars has 0
	case wire.HotelSortReviewScoreDesc:
		return cmp.Or(-r.summary.All.Score, missing)
	case wire.HotelSortGuestRatingDesc:
		return cmp.Or(-r.summary.By[cohort].Score, missing)
	case wire.HotelSortDistanceAsc:
		if r.Centre != nil {
			return *r.Centre
		}
		return missing
	}
	return 0
}

// order compares rows. Ties are broken by relevance and then by id, so that pages of the same snapshot never
// overlap.
func order(by wire.HotelSort, cohort wire.GuestCohort) func(a, b *row) int {
	return func(a, b *row) int {
		return cmp.Or(cmp.Compare(a.key(by, cohort), b.key(by, cohort)), cmp.Compare(b.rank, a.rank), cmp.Compare(a.ID, b.ID))
	}
}

// award assigns the badges in the order that a card shows them. Each goes to the first hotel in its order among
// all hotels of the snapshot, regardless of other filters, so that a card has the same badges on every page. If
// rate types are filtered, the price badges use the matching rates, like the prices on the cards. Ratings and
// locations do not depend on a rate, so their badges always use all hotels.
func award(all, priced []*row) map[int64][]string {
	badges := map[int64][]string{}
	for _, b := range []struct {
		name string
		rows []*row
		by   wire.HotelSort
	}{
		{"cheapest", priced, wire.HotelSortPriceAsc},
		{"top_rated", all, wire.HotelSortReviewScoreDesc},
		{"closest", all, wire.HotelSortDistanceAsc},
		{"best_value", priced, wire.HotelSortRelevance},
	} {
		if len(b.rows) == 0 {
			continue
		}
		if first := slices.MinFunc(b.rows, order(b.by, "")); first.key(b.by, "") < missing {
			badges[first.ID] = append(badges[first.ID], b.name)
		}
	}
	return badges
}

// filter returns a function that reports whether a row passes every filter of a read, except rate types, which
// pricing has already applied.
func (m money) filter(v rest.Values) func(*row) bool {
	minStar, maxStar := v.OptionalInt("min-star"), v.OptionalInt("max-star")
	least, most := v.OptionalNumber("min-price"), v.OptionalNumber("max-price")
	score, rating, cohort := v.OptionalNumber("min-review-score"), v.OptionalNumber("min-guest-rating"), wire.GuestCohort(v.Text("guest-type"))
	deals, amenities := v.Flag("deals-only"), v.Texts("amenities")
	names := func(parameter string) func(name string) bool {
		terms := v.Texts(parameter)
		return func(name string) bool { return terms == nil || holdsAny(name, terms) }
	}
	kinds, brands, chains, districts := names("property-types"), names("brands"), names("chains"), names("districts")
	return func(r *row) bool {
		return (minStar == nil && maxStar == nil || r.Star > 0) && market.Within(r.Star, minStar, maxStar) &&
			reaches(r.summary.All, score) && reaches(r.summary.By[cohort], rating) &&
			market.Within(m.allIn(r.best), least, most) && (!deals || r.best.Deal != nil) &&
			kinds(r.Kind.Name) && brands(r.Brand) && chains(r.Chain) && districts(r.District) &&
			!slices.ContainsFunc(amenities, func(term string) bool {
				return !slices.ContainsFunc(r.Amenities, func(name string) bool { return holdsAny(name, []string{term}) })
			})
	}
}

// reaches reports whether there is a score and it is high enough.
func reaches(r wire.Review, least *float64) bool {
	return least == nil || r.Count > 0 && r.Score >= *least
}

// holdsAny reports whether a name contains any of the terms, ignoring case.
func holdsAny(name string, terms []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(terms, func(term string) bool { return strings.Contains(name, strings.ToLower(term)) })
}

// countWords returns the filter words of the whole snapshot, regardless of a read's filters.
func countWords(rows []*row) wire.HotelFilterOptions {
	return wire.HotelFilterOptions{
		Amenities:     count(rows, func(r *row) []string { return r.Amenities }),
		PropertyTypes: count(rows, func(r *row) []string { return []string{r.Kind.Name} }),
		Brands:        count(rows, func(r *row) []string { return []string{r.Brand} }),
		Chains:        count(rows, func(r *row) []string { return []string{r.Chain} }),
		Districts:     count(rows, func(r *row) []string { return []string{r.District} }),
		RateTypes:     count(rows, func(r *row) []string { return r.types }),
		GuestTypes: count(rows, func(r *row) []string {
			var scored []string
			for cohort := range r.summary.By {
				scored = append(scored, string(cohort))
			}
			return scored
		}),
	}
}

// count returns the number of hotels for each word, most common first, with ties broken by word. It skips empty
// words and is never nil.
func count(rows []*row, words func(*row) []string) []wire.NamedCount {
	counts := map[string]int{}
	for _, r := range rows {
		for _, word := range words(r) {
			counts[word]++
		}
	}
	delete(counts, "")
	list := make([]wire.NamedCount, 0, len(counts))
	for word, n := range counts {
		list = append(list, wire.NamedCount{Name: word, Count: n})
	}
	slices.SortFunc(list, func(a, b wire.NamedCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name))
	})
	return list
}

// Rates returns the rates that a search for one hotel has found at a time, cheapest first. More arrive after the
// search first reports itself complete. ok is false if the query is not for a hotel, or for an unknown one.
func (e *Engine) Rates(q Query, at time.Time, quote market.Quote) (out wire.HotelRates, ok bool) {
	s := e.snapshot(q, at)
	if q.Hotel == 0 || len(s.entries) == 0 {
		return out, false
	}
	m := money{market.MoneyOf(quote.Currency), s.stay.Nights()}
	out = wire.HotelRates{
		HotelID: q.Hotel, SearchID: q.ID, CurrencyCode: quote.Currency, SearchComplete: s.since >= s.plan.complete, Stay: s.booked(),
		Rates: []wire.Rate{}, Metadata: quote.Metadata(),
	}
	rates := s.entries[0].rates
	for i := range rates {
		r := &rates[i]
		if !s.holds(r) {
			continue
		}
		out.Rates = append(out.Rates, wire.Rate{
			ID: q.ID + ":" + r.Code, RoomName: r.Room, Board: market.Given(r.Board), Price: m.ratePrice(r),
			Refundable: r.Refundable(), CancellationPolicy: &r.Policy, RoomsLeft: market.Given(float64(r.Left)),
			Images: []string{e.picture(q.Hotel, "room-"+r.RoomCode+"-1"), e.picture(q.Hotel, "room-"+r.RoomCode+"-2")},
		})
	}
	return out, true
}

// money converts the USD of a stay to the currency of a read.
type money struct {
	market.Money
	nights int
}

// night returns the part of an amount for the stay that belongs to one night.
func (m money) night(usd float64) float64 { return m.Of(usd / float64(m.nights)) }

// allIn returns the price of a night with all taxes, as the price filters use it.
func (m money) allIn(r *directory.Rate) float64 {
	sum := m.night(r.USD)
	if r.OnTop {
		sum += m.night(r.Tax)
	}
	if r.LocalTax != nil {
		sum += m.night(*r.LocalTax)
	}
	return m.Round(sum)
}

// price returns a rate for a card. It includes the tax only if the tax is charged on top.
func (m money) price(r *directory.Rate) wire.HotelPrice {
	p := m.ratePrice(r)
	out := wire.HotelPrice{
		Scope: p.Scope, AmountPerNight: p.AmountPerNight, Total: p.Total, TotalUsd: p.TotalUsd, Currency: p.Currency,
		LocalTaxPerNight: p.LocalTaxPerNight, TotalLocalTax: p.TotalLocalTax, Deal: p.Deal,
	}
	if r.OnTop {
		out.TaxAmountPerNight = p.TaxAmountPerNight
	}
	return out
}

// ratePrice returns a rate for the list of a hotel's rates.
func (m money) ratePrice(r *directory.Rate) wire.RatePrice {
	p := wire.RatePrice{
		Scope: wire.BookingScopeBooking, AmountPerNight: m.night(r.USD), Total: new(m.Of(r.USD)), TotalUsd: r.USD,
		Currency: m.Code, TaxAmountPerNight: new(m.night(r.Tax)), TaxInclusive: new(!r.OnTop),
	}
	if r.LocalTax != nil {
		p.LocalTaxPerNight, p.TotalLocalTax = new(m.night(*r.LocalTax)), new(m.Of(*r.LocalTax))
	}
	if r.Deal != nil {
		before := r.USD / (1 - float64(r.Deal.PercentOff)/100)
		p.Deal = new(*r.Deal)
		p.Deal.WasPerNight, p.Deal.WasTotal = new(m.night(before)), new(m.Of(before))
	}
	return p
}
