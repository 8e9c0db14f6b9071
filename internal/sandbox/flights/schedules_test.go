package flights

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// schedule reads the timetable of a route such as LON-DXB, a page at a time.
func schedule(route string, change func(*SchedulesParams)) wire.ScheduleResults {
	p := SchedulesParams{From: route[:3], To: route[4:], Page: 1, PageSize: maxScheduled, Site: "US", SiteSource: wire.ValueSourceDefault}
	if change != nil {
		change(&p)
	}
	return shared().Schedules(created, p)
}

// routes is between them flown all year and by season, over few and many
// zones, with clocks that change together, apart and never.
var routes = [...]string{"LON-DXB", "DXB-LON", "NYC-LON", "PAR-LON", "SYD-AKL", "TYO-SEL", "CAI-ROM", "SCL-MAD", "CHI-MEX", "FRA-CGN", "DUS-IZM", "VIE-ACE", "SAO-LIS"}

func TestACodeResolvesToItsCityAndAllItsAirports(t *testing.T) {
	for requested, want := range map[string]string{"LHR": "LON", "LON": "LON", "LCY": "LON", "JFK": "NYC", "DXB": "DXB", "EWR": "NYC"} {
		if got, ok := shared().CityOf(requested); got != want || !ok {
			t.Errorf("%s resolves to %s, %v", requested, got, ok)
		}
	}
	for _, unknown := range []string{"ZZZ", "", "lhr", "XPG"} {
		if got, ok := shared().CityOf(unknown); ok {
			t.Errorf("%q resolves to %s", unknown, got)
		}
	}
	got := schedule("LHR-DXB", nil)
	want := schedule("LON-DXB", nil)
	if diff := cmp.Diff(want.Results, got.Results); diff != "" {
		t.Errorf("from LHR (-LON +LHR):\n%s", diff)
	}
	from := map[string]bool{}
	for _, f := range got.Results {
		from[f.DepartureAirportCode] = true
	}
	if !from["LHR"] || !from["LGW"] {
		t.Errorf("flights from %v", from)
	}
}

func TestTheMetadataEchoesTheRequest(t *testing.T) {
	got := schedule("LCY-EWR", func(p *SchedulesParams) {
		p.Page, p.PageSize, p.Site, p.SiteSource = 2, 7, "GB", wire.ValueSourceExplicit
	}).Metadata
	want := wire.ScheduleResultsMetadata{
		Page: 2, PageSize: 7, ResultCount: 7, TotalCandidates: got.TotalCandidates, HasMore: true, Coverage: wire.CoverageComplete,
		From:     wire.ScheduleEndpoint{Requested: "LCY", ResolvedCityCode: "LON"},
		To:       wire.ScheduleEndpoint{Requested: "EWR", ResolvedCityCode: "NYC"},
		SiteCode: "GB", SiteCodeSource: wire.ValueSourceExplicit,
	}
	if diff := cmp.Diff(want, got); diff != "" || got.TotalCandidates < 50 {
		t.Errorf("%d lines (-want +got):\n%s", got.TotalCandidates, diff)
	}
}

func TestATimetableDoesNotVaryByMarket(t *testing.T) {
	british := schedule("LON-DXB", func(p *SchedulesParams) { p.Site = "GB" })
	if diff := cmp.Diff(schedule("LON-DXB", nil).Results, british.Results); diff != "" {
		t.Error(diff)
	}
}

func TestThePagesMakeTheWholeList(t *testing.T) {
	whole := schedule("NYC-LON", nil)
	var joined []wire.ScheduledFlight
	for page := 1; ; page++ {
		got := schedule("NYC-LON", func(p *SchedulesParams) { p.Page, p.PageSize = page, 23 })
		m := got.Metadata
		joined = append(joined, got.Results...)
		if m.ResultCount != len(got.Results) || m.TotalCandidates != len(whole.Results) || m.HasMore != (len(joined) < len(whole.Results)) {
			t.Fatalf("page %d: %+v with %d rows", page, m, len(got.Results))
		}
		if !m.HasMore {
			break
		}
	}
	if diff := cmp.Diff(whole.Results, joined); diff != "" {
		t.Error(diff)
	}
	past := schedule("NYC-LON", func(p *SchedulesParams) { p.Page, p.PageSize = 20, 200 })
	if past.Results == nil || len(past.Results) != 0 || past.Metadata.HasMore || past.Metadata.TotalCandidates != len(whole.Results) {
		t.Errorf("past the end: %+v", past)
	}
}

func TestTheAirlineFilterKeepsOneMarketingCarrier(t *testing.T) {
	whole := schedule("LON-DXB", nil)
	for _, code := range []string{"EK", "BA", "ZZ"} {
		var want []wire.ScheduledFlight
		for _, f := range whole.Results {
			if f.AirlineCode == code {
				want = append(want, f)
			}
		}
		got := schedule("LON-DXB", func(p *SchedulesParams) { p.Airline = code })
		if diff := cmp.Diff(append([]wire.ScheduledFlight{}, want...), got.Results); diff != "" {
			t.Errorf("%s (-filtered +got):\n%s", code, diff)
		}
		if (len(want) == 0) != (code == "ZZ") || got.Metadata.TotalCandidates != len(want) {
			t.Errorf("%s has %d lines, says %d", code, len(want), got.Metadata.TotalCandidates)
		}
	}
}

func TestALongListIsTruncatedAtItsCapAndOneCarrierIsNot(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine asks: a race would show in a smaller test")
	}
	long := schedule("OSA-TYO", func(p *SchedulesParams) { p.PageSize = 200 })
	if m := long.Metadata; m.Coverage != wire.CoverageTruncated || m.TotalCandidates != maxScheduled || !m.HasMore {
		t.Errorf("Osaka to Tokyo: %+v", m)
	}
	sum := 0
	for _, a := range data.Airlines() {
		m := schedule("OSA-TYO", func(p *SchedulesParams) { p.Airline = a.Code }).Metadata
		if m.Coverage != wire.CoverageComplete {
			t.Errorf("%s: %+v", a.Code, m)
		}
		sum += m.TotalCandidates
	}
	if sum <= maxScheduled {
		t.Errorf("the carriers have %d lines", sum)
	}
}

func TestARouteThatNobodyFliesHasAnEmptyTimetable(t *testing.T) {
	for _, route := range []string{"SYD-LON", "LHR-LGW", "DXB-DXB"} {
		got := schedule(route, nil)
		if m := got.Metadata; got.Results == nil || len(got.Results) != 0 || m.TotalCandidates != 0 || m.HasMore || m.Coverage != wire.CoverageComplete {
			t.Errorf("%s: %+v", route, got)
		}
	}
}

func TestASeasonalFlightHasItsSeasonsForPeriods(t *testing.T) {
	var summer, winter int
	for route, count := range map[string]*int{"DUS-IZM": &summer, "VIE-ACE": &winter} {
		for _, f := range schedule(route, nil).Results {
			for _, p := range f.OperatingPeriods {
				from, until := (*p.StartDate)[5:], (*p.EndDate)[5:]
				if route == "DUS-IZM" && from >= "03-25" && until <= "10-31" || route == "VIE-ACE" && from >= "10-25" && until <= "03-31" {
					*count++
				}
			}
		}
	}
	if summer == 0 || winter == 0 {
		t.Errorf("%d periods of a summer from Düsseldorf to Izmir, %d of a winter from Vienna to Lanzarote", summer, winter)
	}
}
