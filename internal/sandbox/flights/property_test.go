package flights

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/resttest"
)

// drawn is a random but reproducible search.
type drawn struct {
	query Query
	rng   *rand.Rand
	cards []wire.TripCard // settled, best first
}

func draw(t *testing.T, n int) *drawn {
	d := &drawn{rng: rand.New(rand.NewPCG(20261121, uint64(n)))}
	all := data.Airports()
	pick := func() string {
		large, city := d.rng.Float64() < 0.7, d.rng.Float64() < 0.2
		for {
			a := all[d.rng.IntN(len(all))]
			switch {
			case large && a.Size != data.LargeAirport:
				continue
			case city:
				return a.CityCode
			}
			return a.Code
		}
	}
	out := created.AddDate(0, 0, 1+d.rng.IntN(364))
	d.query = Query{ID: "S", FlightSearch: ids.FlightSearch{
		From: pick(), To: pick(), Out: out.Format(time.DateOnly), Site: []string{"US", "DE", "IN"}[d.rng.IntN(3)],
		Cabin:  []string{"economy", "economy", "premium_economy", "business", "first"}[d.rng.IntN(5)],
		Adults: 1 + d.rng.IntN(4), Children: d.rng.IntN(3), Infants: d.rng.IntN(2), Created: created,
	}}
	if d.rng.IntN(2) == 0 {
		d.query.Back = out.AddDate(0, 0, d.rng.IntN(30)).Format(time.DateOnly)
	}
	d.cards = results(t, d.query, "")
	return d
}

func (d *drawn) label() string {
	return d.query.From + "-" + d.query.To + " " + d.query.Out + " " + d.query.Back + " in " + d.query.Cabin
}

func code(c wire.TripCard) string { return c.TripID[2:] }

func TestRandomSearchesKeepEveryRule(t *testing.T) {
	const searches = 60
	found := 0
	for n := range searches {
		d := draw(t, n)
		d.clocks(t)
		d.opened(t)
		d.flown(t)
		d.counted(t)
		if len(d.cards) > 0 {
			d.filtered(t)
			d.sorted(t)
			found++
		}
	}
	if found < searches*2/3 {
		t.Errorf("only %d of %d searches hold a trip", found, searches)
	}
}

func (d *drawn) clocks(t *testing.T) {
	for _, c := range d.cards {
		minutes, stops := 0.0, 0.0
		var landed time.Time
		for i, leg := range c.Legs {
			from, to := d.local(t, leg.From, leg.DepartsAt), d.local(t, leg.To, leg.ArrivesAt)
			if got := to.Sub(from).Minutes(); got != leg.DurationMinutes {
				t.Errorf("%s: %s to %s is %v minutes, said %v", d.label(), leg.DepartsAt, leg.ArrivesAt, got, leg.DurationMinutes)
			}
			if want := []string{d.query.Out, d.query.Back}[i]; from.Format(time.DateOnly) != want {
				t.Errorf("%s: leg %d leaves on %s", d.label(), i+1, leg.DepartsAt)
			}
			if days := timetable.DayOf(to) - timetable.DayOf(from); float64(days) != leg.ArrivalDayOffset {
				t.Errorf("%s: %s to %s is %+d days, said %v", d.label(), leg.DepartsAt, leg.ArrivesAt, days, leg.ArrivalDayOffset)
			}
			if i > 0 && from.Before(landed.Add(time.Hour)) {
				t.Errorf("%s: lands at %v and leaves at %v", d.label(), landed, from)
			}
			landed = to
			minutes, stops = minutes+leg.DurationMinutes, max(stops, leg.Stops)
		}
		if minutes != c.DurationMinutes || stops != c.Stops || len(c.Legs) == 2 != (d.query.Back != "") {
			t.Errorf("%s: card of %v minutes, %v stops; its legs have %v, %v", d.label(), c.DurationMinutes, c.Stops, minutes, stops)
		}
	}
}

// local parses a local time and converts it to the clock of its place, which must not change it.
func (d *drawn) local(t *testing.T, place, stamp string) time.Time {
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		t.Errorf("%s: %v", d.label(), err)
	}
	if a, ok := data.AirportByCode(place); ok { // not a station
		at = at.In(data.Zone(a.Zone))
	}
	if got := at.Format(offsetTime); got != stamp {
		t.Errorf("%s: %s is %s in %s", d.label(), stamp, got, place)
	}
	return at
}

func open(t *testing.T, q Query, tripID string) *Trip {
	t.Helper()
	trip, err := shared().Trip(q, settled, dollars, strings.TrimPrefix(tripID, "S:"))
	if err != nil {
		t.Fatal(err)
	}
	return trip
}

// opened checks that both views of some trips agree with the card.
func (d *drawn) opened(t *testing.T) {
	for range min(3, len(d.cards)) {
		c := d.cards[d.rng.IntN(len(d.cards))]
		opened := open(t, d.query, c.TripID)
		trip, detail := opened.Default(), opened.Detail()
		for i, leg := range []*wire.Leg{&trip.Outbound, trip.Return}[:len(c.Legs)] {
			card, rich := c.Legs[i], detail.Legs[i]
			type view struct {
				From, To, Departs, Arrives string
				Minutes, Stops, Days       float64
				Overnight                  bool
			}
			want := view{card.From, card.To, card.DepartsAt, card.ArrivesAt, card.DurationMinutes, card.Stops, card.ArrivalDayOffset, card.Overnight}
			for _, got := range []view{
				{leg.From, leg.To, leg.DepartsAt, leg.ArrivesAt, leg.DurationMinutes, leg.Stops, want.Days, want.Overnight},
				{rich.From.Code, rich.To.Code, rich.DepartsAt, rich.ArrivesAt, rich.DurationMinutes, rich.Stops, rich.ArrivalDayOffset, rich.Overnight},
			} {
				if diff := gocmp.Diff(want, got); diff != "" {
					t.Errorf("%s: %s (-card +trip):\n%s", d.label(), c.TripID, diff)
				}
			}
			sum, proven := 0.0, false
			for n, s := range leg.Segments {
				leaves, lands := d.local(t, s.From, s.DepartsAt), d.local(t, s.To, s.ArrivesAt)
				sum += lands.Sub(leaves).Minutes()
				if n > 0 {
					wait := leaves.Sub(d.local(t, leg.Segments[n-1].To, leg.Segments[n-1].ArrivesAt)).Minutes()
					sum += wait
					if wait != card.LayoverMinutesByStop[n-1] || s.From != card.Via[n-1] {
						t.Errorf("%s: %v minutes at %s, the card has %v at %s", d.label(), wait, s.From, card.LayoverMinutesByStop, card.Via)
					}
				}
				proven = proven || s.OperatingCarrier != nil
				if rich := rich.Segments[n]; rich.FlightNumber != s.FlightNumber || (rich.OperatedBy != nil) != (s.OperatingCarrier != nil) {
					t.Errorf("%s: segment %+v, in detail %+v", d.label(), s, rich)
				}
			}
			if sum != leg.DurationMinutes || len(leg.Segments) != int(leg.Stops)+1 || proven != (len(leg.OperatingAirlines) > 0) {
				t.Errorf("%s: segments of %v minutes make the leg %+v", d.label(), sum, leg)
			}
		}
	}
}

// flown checks that every flight of a plan runs on its day and at its times, and that each connection is long
// enough.
func (d *drawn) flown(t *testing.T) {
	for _, trip := range shared().search(d.query).trips {
		for _, leg := range trip.legs {
			for i, r := range leg.rides {
				leaves := local(r.From, r.leave)
				if !r.Runs(timetable.DayOf(leaves)) || minuteOf(leaves) != r.Departs || r.land-r.leave != int64(r.Block) {
					t.Errorf("%s: flight %+v on %s", d.label(), r, leaves)
				}
				if i == 0 {
					continue
				}
				in := leg.rides[i-1]
				wait, least := r.leave-in.land, changeTime(in.Flight, r.Flight)
				if in.To != r.From || wait < int64(least) || wait > 24*60 {
					t.Errorf("%s: change from %s to %s in %d minutes, at least %d", d.label(), in.To.Code, r.From.Code, wait, least)
				}
			}
		}
	}
}

// sellers returns the sellers of the flights of some legs, without duplicates.
func sellers(legs []wire.CardLeg) []*data.Airline {
	var all []*data.Airline
	for _, leg := range legs {
		for _, a := range leg.Airlines {
			airline, _ := data.AirlineByCode(a.Code)
			all = appendNew(all, airline)
		}
	}
	return all
}

func waited(c wire.TripCard) int {
	most := 0.0
	for _, leg := range c.Legs {
		sum := 0.0
		for _, m := range leg.LayoverMinutesByStop {
			sum += m
		}
		most = max(most, sum)
	}
	return int(most)
}

func minute(stamp string) int {
	h, _ := strconv.Atoi(stamp[11:13])
	m, _ := strconv.Atoi(stamp[14:16])
	return h*60 + m
}

// filtered checks that every filter keeps the right cards, with values of one of them.
func (d *drawn) filtered(t *testing.T) {
	one := d.cards[d.rng.IntN(len(d.cards))]
	airline, _ := data.AirlineByCode(one.Legs[0].Airlines[0].Code)
	wait, from, to := waited(one), minute(one.Legs[0].DepartsAt), minute(one.Legs[0].ArrivesAt)
	out, back := one.Legs[0].DurationMinutes, one.Legs[len(one.Legs)-1].DurationMinutes
	quarters := [...]string{"midnight", "morning", "afternoon", "night"}
	type card = wire.TripCard
	onWay := func(leg int, keeps func(wire.CardLeg) bool) func(card) bool {
		return func(c card) bool { return leg < len(c.Legs) && keeps(c.Legs[leg]) }
	}
	leaves := func(keeps func(minute int) bool) func(wire.CardLeg) bool {
		return func(l wire.CardLeg) bool { return keeps(minute(l.DepartsAt)) }
	}
	lands := func(keeps func(minute int) bool) func(wire.CardLeg) bool {
		return func(l wire.CardLeg) bool { return keeps(minute(l.ArrivesAt)) }
	}
	for _, filter := range []struct {
		query string
		keeps func(card) bool
	}{
		{"airlines=" + airline.Code, func(c card) bool { return slices.Contains(sellers(c.Legs), airline) }},
		{"airlines-match=all&airlines=" + airline.Code, func(c card) bool {
			return slices.Contains(sellers(c.Legs[:1]), airline) && slices.Contains(sellers(c.Legs[len(c.Legs)-1:]), airline)
		}},
		{"same-airline=1", func(c card) bool { return len(sellers(c.Legs)) == 1 }},
		{"alliances=oneWorld,skyteam", func(c card) bool {
			return slices.ContainsFunc(sellers(c.Legs), func(a *data.Airline) bool { return a.Alliance == "ONEWORLD" || a.Alliance == "SKYTEAM" })
		}},
		{fmt.Sprint("stops=", one.Stops), func(c card) bool { return c.Stops == one.Stops }},
		{fmt.Sprint("min-price=", one.Price.Total), func(c card) bool { return c.Price.Total >= one.Price.Total }},
		{fmt.Sprint("max-price=", one.Price.Total), func(c card) bool { return c.Price.Total <= one.Price.Total }},
		{fmt.Sprint("max-duration=", one.DurationMinutes), func(c card) bool { return c.DurationMinutes <= one.DurationMinutes }},
		{fmt.Sprint("min-stopover-duration=", wait), func(c card) bool { return waited(c) >= wait }},
		{fmt.Sprint("max-stopover-duration=", wait), func(c card) bool { return waited(c) <= wait }},
		{"outbound-departure-blocks=" + quarters[from/360], onWay(0, leaves(func(m int) bool { return m/360 == from/360 }))},
		{fmt.Sprintf("outbound-departure-range=%d-%d", from, from), onWay(0, leaves(func(m int) bool { return m == from }))},
		{"outbound-arrival-blocks=" + quarters[to/360], onWay(0, lands(func(m int) bool { return m/360 == to/360 }))},
		{fmt.Sprintf("outbound-arrival-range=%d-%d", to, (to+300)%1440), onWay(0, lands(func(m int) bool { return (m-to+1440)%1440 <= 300 }))},
		{fmt.Sprint("outbound-min-duration=", out), onWay(0, func(l wire.CardLeg) bool { return l.DurationMinutes >= out })},
		{fmt.Sprint("outbound-max-duration=", out), onWay(0, func(l wire.CardLeg) bool { return l.DurationMinutes <= out })},
		{"return-departure-blocks=morning,night", onWay(1, leaves(func(m int) bool { return m/360%2 == 1 }))},
		{"return-departure-range=1200-600", onWay(1, leaves(func(m int) bool { return m >= 1200 || m <= 600 }))},
		{"return-arrival-blocks=midnight", onWay(1, lands(func(m int) bool { return m < 360 }))},
		{"return-arrival-range=300-900", onWay(1, lands(func(m int) bool { return m >= 300 && m <= 900 }))},
		{fmt.Sprint("return-min-duration=", back), onWay(1, func(l wire.CardLeg) bool { return l.DurationMinutes >= back })},
		{fmt.Sprint("return-max-duration=", back), onWay(1, func(l wire.CardLeg) bool { return l.DurationMinutes <= back })},
		{"booking-types=platform", func(c card) bool { return c.Price.HasPlatformFare }},
	} {
		var want []string
		for _, c := range d.cards {
			if filter.keeps(c) {
				want = append(want, code(c))
			}
		}
		var got []string
		snap := shared().snapshot(d.query, settled)
		for _, r := range snap.keep(resttest.Sent(t, "getFlightSearchResults", filter.query), market.MoneyOf("USD")) {
			got = append(got, r.code)
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%.1000s", d.label(), filter.query, diff)
		}
	}
}

// counted checks the counts of all filter values while sellers may still answer.
func (d *drawn) counted(t *testing.T) {
	early := created.Add(time.Duration(900+d.rng.IntN(8000)) * time.Millisecond)
	options := page(t, d.query, early, "").Metadata.FilterOptions
	for name, counts := range map[string][]wire.CodedCount{
		"alliances": options.Alliances, "airlines": options.Airlines, "booking-sites": options.BookingSites,
		"stopover-airports": options.StopoverAirports, "aircraft": options.Aircraft,
	} {
		for _, value := range counts {
			if got := page(t, d.query, early, "pageSize=1&"+name+"="+value.Code).Metadata.TotalCandidates; got != value.Count {
				t.Errorf("%s: %s keeps %d, promised %d", d.label(), value.Code, got, value.Count)
			}
		}
	}
}

// sorted checks every order, including ties, and the positions of the two promoted trips in the default order.
func (d *drawn) sorted(t *testing.T) {
	score := func(c wire.TripCard) float64 {
		return -shared().snapshot(d.query, settled).byCode[code(c)].fares[0].score
	}
	price := func(c wire.TripCard) float64 { return c.Price.Total }
	leaves := func(leg int, sign float64) func(wire.TripCard) float64 {
		return func(c wire.TripCard) float64 {
			return sign * float64(minute(c.Legs[min(leg, len(c.Legs)-1)].DepartsAt))
		}
	}
	for by, key := range map[string]func(wire.TripCard) float64{
		"score_desc": score, "price_asc": price, "duration_asc": func(c wire.TripCard) float64 { return c.DurationMinutes },
		"leg1_departure_time_asc": leaves(0, 1), "leg1_departure_time_desc": leaves(0, -1),
		"leg2_departure_time_asc": leaves(1, 1), "leg2_departure_time_desc": leaves(1, -1),
	} {
		rows := results(t, d.query, "sort="+by)
		for i := len(rows) - 1; i >= 0 && by == "score_desc"; i-- {
			cheapest, direct := slices.Contains(rows[i].Badges, wire.TripBadgeCheapest), slices.Contains(rows[i].Badges, wire.TripBadgeCheapestDirect)
			if cheapest && i > 1 || direct && i > 2 {
				t.Errorf("%s: row %d has the labels %v", d.label(), i+1, rows[i].Badges)
			}
			if cheapest || direct {
				rows = slices.Delete(rows, i, i+1)
			}
		}
		for i := range max(0, len(rows)-1) {
			a, b := rows[i], rows[i+1]
			order := cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(price(a), price(b)), cmp.Compare(score(a), score(b)),
				minute(a.Legs[0].DepartsAt)-minute(b.Legs[0].DepartsAt), strings.Compare(code(a), code(b)))
			if order >= 0 {
				t.Errorf("%s by %s: row %d, %s, comes before %s", d.label(), by, i, a.TripID, b.TripID)
			}
		}
	}
}
