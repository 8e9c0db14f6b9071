package flights

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

// wish is one filter with a value drawn from the search, and which cards it
// keeps by the contract's words.
type wish struct {
	set   func(*ResultsParams)
	keeps func(wire.TripCard) bool
}

// wishes is every filter that can be judged by the cards alone. The values come
// from a card and from the vocabulary, so that bounds are met exactly.
func (d *drawn) wishes() map[string]wish {
	one := d.cards[d.rng.IntN(len(d.cards))]
	first, last := one.Legs[0], one.Legs[len(one.Legs)-1]
	airline := first.Airlines[0].Code
	total, long, wait, stops := one.Price.Total, int(one.DurationMinutes), int(waited(one)), int(one.Stops)
	from, to := minute(first.DepartsAt), minute(first.ArrivesAt)
	span := MinuteRange{to, (to + 300) % 1440}
	outLong, backLong := int(first.DurationMinutes), int(last.DurationMinutes)
	round := func(keeps func(back wire.CardLeg) bool) func(wire.TripCard) bool {
		return func(c wire.TripCard) bool { return len(c.Legs) == 2 && keeps(c.Legs[1]) }
	}
	return map[string]wish{
		"airlines": {func(p *ResultsParams) { p.Airlines = []string{airline} },
			func(c wire.TripCard) bool {
				return someLeg(c, func(l wire.CardLeg) bool { return sellsLeg(l, airline) })
			}},
		"airlines-match all": {func(p *ResultsParams) { p.Airlines, p.AirlinesMatch = []string{airline}, wire.AirlinesMatchAll },
			func(c wire.TripCard) bool {
				return !someLeg(c, func(l wire.CardLeg) bool { return !sellsLeg(l, airline) })
			}},
		"same-airline": {func(p *ResultsParams) { p.SameAirline = true },
			func(c wire.TripCard) bool { return len(sellers(c)) == 1 }},
		"alliances": {func(p *ResultsParams) { p.Alliances = []string{"oneWorld", "skyteam"} },
			func(c wire.TripCard) bool {
				return someLeg(c, func(l wire.CardLeg) bool { return allied(l, "ONEWORLD") || allied(l, "SKYTEAM") })
			}},
		"stops":        {func(p *ResultsParams) { p.Stops = []int{stops} }, func(c wire.TripCard) bool { return c.Stops == one.Stops }},
		"min-price":    {func(p *ResultsParams) { p.MinPrice = &total }, func(c wire.TripCard) bool { return c.Price.Total >= total }},
		"max-price":    {func(p *ResultsParams) { p.MaxPrice = &total }, func(c wire.TripCard) bool { return c.Price.Total <= total }},
		"max-duration": {func(p *ResultsParams) { p.MaxDuration = &long }, func(c wire.TripCard) bool { return int(c.DurationMinutes) <= long }},
		"min-stopover": {func(p *ResultsParams) { p.MinStopover = &wait }, func(c wire.TripCard) bool { return int(waited(c)) >= wait }},
		"max-stopover": {func(p *ResultsParams) { p.MaxStopover = &wait }, func(c wire.TripCard) bool { return int(waited(c)) <= wait }},
		"outbound-departure-blocks": {func(p *ResultsParams) { p.OutboundDeparture.Blocks = []wire.TimeBlock{block(from)} },
			func(c wire.TripCard) bool { return minute(c.Legs[0].DepartsAt)/360 == from/360 }},
		"outbound-departure-range": {func(p *ResultsParams) { p.OutboundDeparture.Range = &MinuteRange{from, from} },
			func(c wire.TripCard) bool { return minute(c.Legs[0].DepartsAt) == from }},
		"outbound-arrival-blocks": {func(p *ResultsParams) { p.OutboundArrival.Blocks = []wire.TimeBlock{block(to)} },
			func(c wire.TripCard) bool { return minute(c.Legs[0].ArrivesAt)/360 == to/360 }},
		"outbound-arrival-range": {func(p *ResultsParams) { p.OutboundArrival.Range = &span },
			func(c wire.TripCard) bool { return (minute(c.Legs[0].ArrivesAt)-to+1440)%1440 <= 300 }},
		"outbound-min-duration": {func(p *ResultsParams) { p.OutboundMinDuration = &outLong },
			func(c wire.TripCard) bool { return int(c.Legs[0].DurationMinutes) >= outLong }},
		"outbound-max-duration": {func(p *ResultsParams) { p.OutboundMaxDuration = &outLong },
			func(c wire.TripCard) bool { return int(c.Legs[0].DurationMinutes) <= outLong }},
		"return-departure-blocks": {func(p *ResultsParams) { p.ReturnDeparture.Blocks = []wire.TimeBlock{"morning", "night"} },
			round(func(l wire.CardLeg) bool { return minute(l.DepartsAt)/360%2 == 1 })},
		"return-departure-range": {func(p *ResultsParams) { p.ReturnDeparture.Range = &MinuteRange{1200, 600} },
			round(func(l wire.CardLeg) bool { m := minute(l.DepartsAt); return m >= 1200 || m <= 600 })},
		"return-arrival-blocks": {func(p *ResultsParams) { p.ReturnArrival.Blocks = []wire.TimeBlock{"midnight"} },
			round(func(l wire.CardLeg) bool { return minute(l.ArrivesAt) < 360 })},
		"return-arrival-range": {func(p *ResultsParams) { p.ReturnArrival.Range = &MinuteRange{300, 900} },
			round(func(l wire.CardLeg) bool { m := minute(l.ArrivesAt); return m >= 300 && m <= 900 })},
		"return-min-duration": {func(p *ResultsParams) { p.ReturnMinDuration = &backLong },
			round(func(l wire.CardLeg) bool { return int(l.DurationMinutes) >= backLong })},
		"return-max-duration": {func(p *ResultsParams) { p.ReturnMaxDuration = &backLong },
			round(func(l wire.CardLeg) bool { return int(l.DurationMinutes) <= backLong })},
		"booking-types platform": {func(p *ResultsParams) { p.BookingTypes = []wire.BookingType{"platform"} },
			func(c wire.TripCard) bool { return c.Price.HasPlatformFare }},
	}
}

func filterNames() []string {
	names := slices.Sorted(maps.Keys((&drawn{rng: draw(0).rng, cards: []wire.TripCard{emptyCard()}}).wishes()))
	return append(names, facets[:]...)
}

// emptyCard is enough of a card to ask for the names of the filters.
func emptyCard() wire.TripCard {
	leg := wire.CardLeg{DepartsAt: "2026-12-21T00:00:00", ArrivesAt: "2026-12-21T00:00:00", Airlines: make([]wire.AirlineIdentity, 1)}
	return wire.TripCard{Legs: []wire.CardLeg{leg}}
}

// filtered checks that four filters, each alone, keep what they say.
func (d *drawn) filtered(t *testing.T) (names []string) {
	if len(d.cards) == 0 {
		return nil
	}
	wishes := d.wishes()
	all := slices.Sorted(maps.Keys(wishes))
	for i := range 4 {
		name := all[(4*d.n+i)%len(all)]
		p := everything
		wishes[name].set(&p)
		var want []string
		for _, c := range d.cards {
			if wishes[name].keeps(c) {
				want = append(want, c.TripID)
			}
		}
		res := shared().Results(d.query, settled, dollars, p)
		if diff := gocmp.Diff(sorted(want), sorted(ids(res.Results))); diff != "" || res.Metadata.TotalCandidates != len(want) {
			t.Errorf("%s, %s: %d candidates (-want +got):\n%.1000s", d.label(), name, res.Metadata.TotalCandidates, diff)
		}
		names = append(names, name)
	}
	return names
}

// facets is the lists of filter values that come with counts.
var facets = [...]string{"alliances counted", "airlines counted", "bookingSites counted", "stopoverAirports counted", "aircraft counted"}

// counted checks a value of each list against its count, while sellers answer.
func (d *drawn) counted(t *testing.T) (names []string) {
	options := shared().Results(d.query, d.early, dollars, ResultsParams{Page: 1, PageSize: 1}).Metadata.FilterOptions
	for i, counts := range [][]wire.CodedCount{options.Alliances, options.Airlines, options.BookingSites, options.StopoverAirports, options.Aircraft} {
		if len(counts) == 0 {
			continue
		}
		value := counts[d.rng.IntN(len(counts))]
		p := ResultsParams{Page: 1, PageSize: 1}
		*[]*[]string{&p.Alliances, &p.Airlines, &p.BookingSites, &p.StopoverAirports, &p.Aircraft}[i] = []string{value.Code}
		if got := shared().Results(d.query, d.early, dollars, p).Metadata.TotalCandidates; got != value.Count {
			t.Errorf("%s, %s: %s keeps %d, promised %d", d.label(), facets[i], value.Code, got, value.Count)
		}
		names = append(names, facets[i])
	}
	return names
}

func sortNames() []string {
	return []string{"score_desc", "price_asc", "duration_asc", "leg1_departure_time_asc", "leg1_departure_time_desc",
		"leg2_departure_time_asc", "leg2_departure_time_desc"}
}

// sorted checks one order for its key and its tie-breaks: the price, the better
// score, the earlier departure, the trip code. What the ranking has pulled up
// is checked separately.
func (d *drawn) sorted(t *testing.T) string {
	by := sortNames()[d.n%len(sortNames())]
	p := everything
	p.Sort = wire.FlightSort(by)
	rows := shared().Results(d.query, settled, dollars, p).Results
	if by == "score_desc" {
		rows = d.withoutPicks(t, rows)
	}
	for i := range max(0, len(rows)-1) {
		a, b := rows[i], rows[i+1]
		order := cmp.Or(d.compare(by, a, b), cmp.Compare(a.Price.Total, b.Price.Total), cmp.Compare(d.score(b), d.score(a)),
			cmp.Compare(minute(a.Legs[0].DepartsAt), minute(b.Legs[0].DepartsAt)), strings.Compare(code(a), code(b)))
		if order >= 0 {
			t.Errorf("%s by %s: row %d, %s, comes before %s", d.label(), by, i, a.TripID, b.TripID)
		}
	}
	return by
}

// compare is the key of an order, by what the cards show.
func (d *drawn) compare(by string, a, b wire.TripCard) int {
	leaves := func(c wire.TripCard, leg int) int { return minute(c.Legs[min(leg, len(c.Legs)-1)].DepartsAt) }
	switch by {
	case "price_asc":
		return cmp.Compare(a.Price.Total, b.Price.Total)
	case "duration_asc":
		return cmp.Compare(a.DurationMinutes, b.DurationMinutes)
	case "leg1_departure_time_asc":
		return leaves(a, 0) - leaves(b, 0)
	case "leg1_departure_time_desc":
		return leaves(b, 0) - leaves(a, 0)
	case "leg2_departure_time_asc":
		return leaves(a, 1) - leaves(b, 1)
	case "leg2_departure_time_desc":
		return leaves(b, 1) - leaves(a, 1)
	}
	return cmp.Compare(d.score(b), d.score(a))
}

// score is that of a trip's cheapest fare.
func (d *drawn) score(c wire.TripCard) float64 { return d.search.ByCode[code(c)].Offers[0].Score }

// withoutPicks wants the two cheapest trips within the first rows and takes
// them out.
func (d *drawn) withoutPicks(t *testing.T, rows []wire.TripCard) []wire.TripCard {
	var rest []wire.TripCard
	for i, c := range rows {
		cheapest, direct := slices.Contains(c.Badges, wire.TripBadgeCheapest), slices.Contains(c.Badges, wire.TripBadgeCheapestDirect)
		if cheapest && i > 1 || direct && i > 2 {
			t.Errorf("%s: row %d has the labels %v", d.label(), i+1, c.Badges)
		}
		if !cheapest && !direct {
			rest = append(rest, c)
		}
	}
	return rest
}
