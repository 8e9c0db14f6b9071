package flights

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

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

// Each filter is held against the cards themselves: what it keeps is what the
// contract's words keep.
func TestEveryFilterKeepsWhatTheContractSays(t *testing.T) {
	for _, q := range sample() {
		whole := cards(t, q)
		middle := whole[len(whole)/2]
		price, long := middle.Price.Total, int(middle.DurationMinutes)
		outLong := int(middle.Legs[0].DurationMinutes)
		last := func(c wire.TripCard) wire.CardLeg { return c.Legs[len(c.Legs)-1] }
		for name, tt := range map[string]struct {
			set   func(*ResultsParams)
			keeps func(wire.TripCard) bool
		}{
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
		} {
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

// What a fare filter keeps is held against the fares of the opened trips.
func TestBookingFiltersLookAtTheFaresThatAreIn(t *testing.T) {
	q := asked("COD-FRA", "")
	at := created.Add(3 * time.Second)
	res := shared().Results(q, at, dollars, everything)
	site := res.Metadata.FilterOptions.BookingSites[0].Code
	var platform, airline, either, fromSite []string
	for _, c := range res.Results {
		kinds, codes := map[wire.FareKind]bool{}, map[string]bool{}
		trip, err := shared().Trip(q, at, dollars, strings.TrimPrefix(c.TripID, "S:"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range trip.Fares {
			kinds[f.Kind], codes[f.ProviderCode] = true, true
		}
		if kinds[wire.FareKindPlatform] {
			platform = append(platform, c.TripID)
		}
		if kinds[wire.FareKindAirline] {
			airline = append(airline, c.TripID)
		}
		if kinds[wire.FareKindPlatform] || kinds[wire.FareKindAirline] {
			either = append(either, c.TripID)
		}
		if codes[site] {
			fromSite = append(fromSite, c.TripID)
		}
		if c.Price.HasPlatformFare != kinds[wire.FareKindPlatform] || c.Price.WebsiteCount != len(codes) {
			t.Errorf("card %+v, fares of %v", c.Price, codes)
		}
	}
	for name, tt := range map[string]struct {
		p    ResultsParams
		want []string
	}{
		"platform": {ResultsParams{BookingTypes: []wire.BookingType{"platform"}}, platform},
		"airline":  {ResultsParams{BookingTypes: []wire.BookingType{"airline"}}, airline},
		"either":   {ResultsParams{BookingTypes: []wire.BookingType{"airline", "platform"}}, either},
		"site":     {ResultsParams{BookingSites: []string{site}}, fromSite},
		"nobody":   {ResultsParams{BookingSites: []string{"nobody"}}, nil},
	} {
		tt.p.Page, tt.p.PageSize = 1, 5000
		got := ids(shared().Results(q, at, dollars, tt.p).Results)
		if diff := cmp.Diff(sorted(tt.want), sorted(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Every filter value that a read offers keeps exactly as many trips as it says.
func TestFilterOptionsCountTheTripsTheyKeep(t *testing.T) {
	for _, q := range sample() {
		options := shared().Results(q, settled, dollars, ResultsParams{Page: 1, PageSize: 1, Stops: []int{99}}).Metadata.FilterOptions
		for name, tt := range map[string]struct {
			counts []wire.CodedCount
			set    func(*ResultsParams, string)
			named  bool
		}{
			"alliances":        {options.Alliances, func(p *ResultsParams, c string) { p.Alliances = []string{c} }, false},
			"airlines":         {options.Airlines, func(p *ResultsParams, c string) { p.Airlines = []string{c} }, true},
			"bookingSites":     {options.BookingSites, func(p *ResultsParams, c string) { p.BookingSites = []string{c} }, true},
			"stopoverAirports": {options.StopoverAirports, func(p *ResultsParams, c string) { p.StopoverAirports = []string{c} }, true},
			"aircraft":         {options.Aircraft, func(p *ResultsParams, c string) { p.Aircraft = []string{strings.ToLower(c)} }, true},
		} {
			if direct := q.From == "PAR" && name == "stopoverAirports"; len(tt.counts) == 0 && !direct {
				t.Errorf("%s-%s has no %s", q.From, q.To, name)
			}
			for i, c := range tt.counts {
				p := ResultsParams{Page: 1, PageSize: 1}
				tt.set(&p, c.Code)
				if got := shared().Results(q, settled, dollars, p).Metadata.TotalCandidates; got != c.Count {
					t.Errorf("%s %s: says %d, keeps %d", name, c.Code, c.Count, got)
				}
				if (c.Name != nil) != tt.named {
					t.Errorf("%s %s has a name: %v", name, c.Code, c.Name != nil)
				}
				if i > 0 && (c.Count > tt.counts[i-1].Count || c.Count == tt.counts[i-1].Count && c.Code <= tt.counts[i-1].Code) {
					t.Errorf("%s: %s stands after %s", name, c.Code, tt.counts[i-1].Code)
				}
				if i > 12 {
					break // the list is long and the rest is alike
				}
			}
		}
	}
}

func TestStopoverDurationsSpanTheSnapshot(t *testing.T) {
	for _, q := range sample() {
		low, high := 1e9, 0.0
		for _, c := range cards(t, q) {
			low, high = min(low, waited(c)), max(high, waited(c))
		}
		got := shared().Results(q, settled, dollars, everything).Metadata.FilterOptions.StopoverDurations
		if diff := cmp.Diff(&wire.StopoverDurations{Min: low, Max: high}, got); diff != "" {
			t.Errorf("%s-%s (-want +got):\n%s", q.From, q.To, diff)
		}
	}
	if got := shared().Results(asked("LON-LHR", ""), settled, dollars, everything).Metadata.FilterOptions.StopoverDurations; got != nil {
		t.Errorf("a search without trips has stopovers of %+v", *got)
	}
}

func TestClockRanges(t *testing.T) {
	for _, tt := range []struct {
		clock  Clock
		minute int
		want   bool
	}{
		{Clock{}, 0, true},
		{Clock{Range: &MinuteRange{60, 60}}, 60, true},
		{Clock{Range: &MinuteRange{60, 120}}, 121, false},
		{Clock{Range: &MinuteRange{1380, 30}}, 1380, true},
		{Clock{Range: &MinuteRange{1380, 30}}, 30, true},
		{Clock{Range: &MinuteRange{1380, 30}}, 31, false},
		{Clock{Blocks: []wire.TimeBlock{"midnight"}}, 359, true},
		{Clock{Blocks: []wire.TimeBlock{"midnight"}}, 360, false},
		{Clock{Blocks: []wire.TimeBlock{"morning"}}, 719, true},
		{Clock{Blocks: []wire.TimeBlock{"afternoon"}}, 720, true},
		{Clock{Blocks: []wire.TimeBlock{"night"}}, 1080, true},
		{Clock{Blocks: []wire.TimeBlock{"night"}}, 1439, true},
		{Clock{Blocks: []wire.TimeBlock{"afternoon"}}, 1080, false},
		{Clock{Blocks: []wire.TimeBlock{"morning"}, Range: &MinuteRange{700, 800}}, 750, false},
	} {
		if got := tt.clock.holds(tt.minute); got != tt.want {
			t.Errorf("%+v holds %d: %v", tt.clock, tt.minute, got)
		}
	}
}
