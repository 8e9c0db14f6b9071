package hotels

import (
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// Results is one page of what a search holds at a time, filtered, sorted and
// paged. A page past the end is empty. The error is for a query that was not
// checked.
func (e *Engine) Results(q Query, at time.Time, quote Quote, p ResultsParams) (wire.HotelResults, error) {
	s, ok := e.snapshot(q, at)
	if !ok {
		return wire.HotelResults{}, ErrNotFound
	}
	m := e.money(quote, s.nights)
	priced, badges := s.priced(p)
	f := newFilter(p, m)
	var rows []*row
	for _, r := range priced {
		if f.keeps(r) {
			rows = append(rows, r)
		}
	}
	begin := min(max(p.Page-1, 0)*p.PageSize, len(rows))
	end := min(begin+p.PageSize, len(rows))
	out := wire.HotelResults{
		SearchID: q.ID, CurrencyCode: m.currency.Code, SearchComplete: s.complete(), Stay: s.stay(),
		Metadata: wire.HotelResultsMetadata{
			CurrencyCode: quote.Currency, CurrencyCodeSource: quote.CurrencySource,
			Locale: quote.Locale, LocaleSource: quote.LocaleSource,
			Page: p.Page, PageSize: p.PageSize, ResultCount: end - begin, HasMore: end < len(rows),
			TotalCandidates: len(rows), TotalBeforeFilters: len(s.rows), SnapshotCandidateCount: s.candidates,
			FilterOptions: s.filterOptions(m), CreatedAt: new(q.Created.UTC().Format(time.RFC3339Nano)),
		},
		Results: make([]wire.HotelCard, 0, end-begin),
	}
	for _, r := range rows[begin:end] {
		out.Results = append(out.Results, e.card(r, m, badges[r.ID]))
	}
	return out, nil
}

// stay is what the prices cover.
func (s *search) stay() *wire.Stay {
	return &wire.Stay{
		CheckIn: s.key.checkIn.String(), CheckOut: s.key.checkOut.String(), Nights: s.nights,
		Occupancy: wire.Occupancy{Adults: s.key.adults, ChildrenAges: s.key.childrenAges(), Rooms: s.key.rooms},
	}
}

// card is a hotel in the list.
func (e *Engine) card(r *row, m money, badges []string) wire.HotelCard {
	card := wire.HotelCard{
		HotelID: r.ID, Name: r.Name, PageURL: e.pageURL(r.ID), Price: m.price(r.best), Refundable: wire.RefundableWitnessUnknown,
		Review: r.review(), ReviewsByGuestType: r.byGuestType(), RateTypes: r.types, Badges: badges,
		CityName: new(e.options.World.CityName(r.City, m.quote.Locale)), DistrictName: &r.District,
		Lat: &r.Lat, Lng: &r.Lng, DistanceToCityCentre: r.Centre, Image: new(e.pictures(r.Hotel)[0]),
	}
	if r.Star > 0 {
		card.Star = new(float64(r.Star))
	}
	if r.refundable != nil {
		card.Refundable = wire.RefundableWitnessAvailable
		card.LowestRefundablePrice = new(m.price(r.refundable))
	}
	if card.Badges == nil {
		card.Badges = []string{}
	}
	return card
}

// byGuestType is the scores of the cohorts that have one, or nil.
func (r *entry) byGuestType() *wire.ReviewsByGuestType {
	by := wire.ReviewsByGuestType{
		Business: r.score(wire.GuestCohortBusiness), Couple: r.score(wire.GuestCohortCouple),
		Family: r.score(wire.GuestCohortFamily), Solo: r.score(wire.GuestCohortSolo),
	}
	if by == (wire.ReviewsByGuestType{}) {
		return nil
	}
	return &by
}
