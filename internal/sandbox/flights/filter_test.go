package flights

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

func sellsLeg(leg wire.CardLeg, codes ...string) bool {
	return slices.ContainsFunc(leg.Airlines, func(a wire.AirlineIdentity) bool { return slices.Contains(codes, a.Code) })
}

func allied(leg wire.CardLeg, alliance string) bool {
	return slices.ContainsFunc(leg.Airlines, func(a wire.AirlineIdentity) bool {
		airline, _ := data.AirlineByCode(a.Code)
		return airline.Alliance == alliance
	})
}

func sellers(c wire.TripCard) []string {
	var all []string
	for _, leg := range c.Legs {
		for _, a := range leg.Airlines {
			all = appendNew(all, a.Code)
		}
	}
	return all
}

func waited(c wire.TripCard) float64 {
	most := 0.0
	for _, leg := range c.Legs {
		sum := 0.0
		for _, m := range leg.LayoverMinutesByStop {
			sum += m
		}
		most = max(most, sum)
	}
	return most
}

// minute is the local minute of the day of a time on a card.
func minute(stamp string) int {
	h, _ := strconv.Atoi(stamp[11:13])
	m, _ := strconv.Atoi(stamp[14:16])
	return h*60 + m
}

func someLeg(c wire.TripCard, holds func(wire.CardLeg) bool) bool {
	return slices.ContainsFunc(c.Legs, holds)
}

// filterCase is a filter and what the contract's words say it keeps.
type filterCase struct {
	set   func(*ResultsParams)
	keeps func(wire.TripCard) bool
}

func carrierFilters() map[string]filterCase {
	return map[string]filterCase{
		"airlines": {func(p *ResultsParams) { p.Airlines = []string{"BA", "LH"} },
			func(c wire.TripCard) bool {
				return someLeg(c, func(l wire.CardLeg) bool { return sellsLeg(l, "BA", "LH") })
			}},
		"airlines-match any": {func(p *ResultsParams) { p.Airlines, p.AirlinesMatch = []string{"AF"}, wire.AirlinesMatchAny },
			func(c wire.TripCard) bool { return someLeg(c, func(l wire.CardLeg) bool { return sellsLeg(l, "AF") }) }},
		"airlines-match all": {func(p *ResultsParams) { p.Airlines, p.AirlinesMatch = []string{"AF", "BA"}, wire.AirlinesMatchAll },
			func(c wire.TripCard) bool {
				return !someLeg(c, func(l wire.CardLeg) bool { return !sellsLeg(l, "AF", "BA") })
			}},
		"airlines-match without airlines": {func(p *ResultsParams) { p.AirlinesMatch = wire.AirlinesMatchAll },
			func(wire.TripCard) bool { return true }},
		"same-airline": {func(p *ResultsParams) { p.SameAirline = true },
			func(c wire.TripCard) bool { return len(sellers(c)) == 1 }},
		"alliances in any case": {func(p *ResultsParams) { p.Alliances = []string{"sTaR"} },
			func(c wire.TripCard) bool { return someLeg(c, func(l wire.CardLeg) bool { return allied(l, "STAR") }) }},
		"an unknown alliance": {func(p *ResultsParams) { p.Alliances = []string{"NONE", ""} },
			func(wire.TripCard) bool { return false }},
	}
}

// cardFilters are bounded by what one card of the search says.
func cardFilters(middle wire.TripCard) map[string]filterCase {
	price, long := middle.Price.Total, int(middle.DurationMinutes)
	return map[string]filterCase{
		"stops as a set": {func(p *ResultsParams) { p.Stops = []int{0, 2} },
			func(c wire.TripCard) bool { return c.Stops == 0 || c.Stops == 2 }},
		"min-price": {func(p *ResultsParams) { p.MinPrice = &price },
			func(c wire.TripCard) bool { return c.Price.Total >= price }},
		"max-price": {func(p *ResultsParams) { p.MaxPrice = &price },
			func(c wire.TripCard) bool { return c.Price.Total <= price }},
		"max-duration": {func(p *ResultsParams) { p.MaxDuration = &long },
			func(c wire.TripCard) bool { return int(c.DurationMinutes) <= long }},
		"max-stopover of 0 keeps direct trips": {func(p *ResultsParams) { p.MaxStopover = new(0) },
			func(c wire.TripCard) bool { return c.Stops == 0 }},
		"stopover bounds": {func(p *ResultsParams) { p.MinStopover, p.MaxStopover = new(90), new(240) },
			func(c wire.TripCard) bool { return waited(c) >= 90 && waited(c) <= 240 }},
	}
}

func hourFilters(middle wire.TripCard) map[string]filterCase {
	outLong := int(middle.Legs[0].DurationMinutes)
	last := func(c wire.TripCard) wire.CardLeg { return c.Legs[len(c.Legs)-1] }
	return map[string]filterCase{
		"outbound-departure-blocks": {func(p *ResultsParams) { p.OutboundDeparture.Blocks = []wire.TimeBlock{"midnight", "night"} },
			func(c wire.TripCard) bool { m := minute(c.Legs[0].DepartsAt); return m < 360 || m >= 1080 }},
		"outbound-departure-range": {func(p *ResultsParams) { p.OutboundDeparture.Range = &MinuteRange{600, 900} },
			func(c wire.TripCard) bool { m := minute(c.Legs[0].DepartsAt); return m >= 600 && m <= 900 }},
		"outbound-arrival-range over midnight": {func(p *ResultsParams) { p.OutboundArrival.Range = &MinuteRange{1200, 120} },
			func(c wire.TripCard) bool { m := minute(c.Legs[0].ArrivesAt); return m >= 1200 || m <= 120 }},
		"block and range together": {func(p *ResultsParams) {
			p.OutboundDeparture = Clock{Blocks: []wire.TimeBlock{"morning"}, Range: &MinuteRange{480, 1439}}
		}, func(c wire.TripCard) bool { m := minute(c.Legs[0].DepartsAt); return m >= 480 && m < 720 }},
		"outbound durations": {func(p *ResultsParams) { p.OutboundMinDuration, p.OutboundMaxDuration = new(outLong-200), new(outLong) },
			func(c wire.TripCard) bool {
				d := int(c.Legs[0].DurationMinutes)
				return d >= outLong-200 && d <= outLong
			}},
		"return-departure-blocks": {func(p *ResultsParams) { p.ReturnDeparture.Blocks = []wire.TimeBlock{"afternoon"} },
			func(c wire.TripCard) bool {
				m := minute(last(c).DepartsAt)
				return len(c.Legs) == 2 && m >= 720 && m < 1080
			}},
		"return-arrival-range": {func(p *ResultsParams) { p.ReturnArrival.Range = &MinuteRange{0, 1439} },
			func(c wire.TripCard) bool { return len(c.Legs) == 2 }},
		"return-min-duration": {func(p *ResultsParams) { p.ReturnMinDuration = new(1) },
			func(c wire.TripCard) bool { return len(c.Legs) == 2 }},
		"return-max-duration": {func(p *ResultsParams) { p.ReturnMaxDuration = new(500) },
			func(c wire.TripCard) bool { return len(c.Legs) == 2 && last(c).DurationMinutes <= 500 }},
		"stopover-airports": {func(p *ResultsParams) { p.StopoverAirports = []string{"FRA", "DEN"} },
			func(c wire.TripCard) bool {
				return someLeg(c, func(l wire.CardLeg) bool { return slices.Contains(l.Via, "FRA") || slices.Contains(l.Via, "DEN") })
			}},
	}
}

// Each filter is compared with the cards themselves: it keeps what the
// contract's words say.
func TestEveryFilterKeepsWhatTheContractSays(t *testing.T) {
	for _, q := range sample() {
		whole := cards(t, q)
		middle := whole[len(whole)/2]
		cases := carrierFilters()
		maps.Copy(cases, cardFilters(middle))
		maps.Copy(cases, hourFilters(middle))
		for name, tt := range cases {
			p := everything
			tt.set(&p)
			var want []string
			for _, c := range whole {
				if tt.keeps(c) {
					want = append(want, c.TripID)
				}
			}
			res := shared().Results(q, settled, dollars, p)
			if diff := cmp.Diff(sorted(want), sorted(ids(res.Results))); diff != "" {
				t.Errorf("%s-%s back %q, %s (-want +got):\n%.1500s", q.From, q.To, q.Back, name, diff)
			}
			if res.Metadata.TotalCandidates != len(want) || res.Metadata.SnapshotTripCount != len(whole) {
				t.Errorf("%s: %d candidates of %d trips", name, res.Metadata.TotalCandidates, res.Metadata.SnapshotTripCount)
			}
		}
	}
}
