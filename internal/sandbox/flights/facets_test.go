package flights

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

// What a fare filter keeps is compared with the fares of the opened trips.
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
					break // the list is long and the rest is similar
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
