package sandbox

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

const londonDubai = "/v1/flights/schedules?from=LHR&to=DXB"

func TestSchedulesTellHowTheRouteAndTheMarketWereUnderstood(t *testing.T) {
	r := newRig(t, Options{})
	for query, want := range map[string]wire.ScheduleResultsMetadata{
		"":                                {Page: 1, PageSize: 200, SiteCode: "US", SiteCodeSource: "default"},
		"&siteCode=US":                    {Page: 1, PageSize: 200, SiteCode: "US", SiteCodeSource: "explicit"},
		"&siteCode=AE&page=2&pageSize=30": {Page: 2, PageSize: 30, SiteCode: "AE", SiteCodeSource: "explicit"},
		"&locale=ar&page=20&pageSize=200": {Page: 20, PageSize: 200, SiteCode: "US", SiteCodeSource: "default"},
	} {
		got := decode[wire.ScheduleResults](t, r.get(londonDubai+query))
		want.From = wire.ScheduleEndpoint{Requested: "LHR", ResolvedCityCode: "LON"}
		want.To = wire.ScheduleEndpoint{Requested: "DXB", ResolvedCityCode: "DXB"}
		want.Coverage, want.TotalCandidates = wire.CoverageComplete, got.Metadata.TotalCandidates
		want.ResultCount = min(want.PageSize, max(0, want.TotalCandidates-(want.Page-1)*want.PageSize))
		want.HasMore = want.TotalCandidates > want.Page*want.PageSize
		if diff := cmp.Diff(want, got.Metadata); diff != "" || len(got.Results) != want.ResultCount || want.TotalCandidates <= 30 {
			t.Errorf("%q: %d rows (-want +got):\n%s", query, len(got.Results), diff)
		}
	}
}

func TestSchedulesOfOneMarketingCarrier(t *testing.T) {
	r := newRig(t, Options{})
	got := decode[wire.ScheduleResults](t, r.get(londonDubai+"&airline=BA"))
	for _, f := range got.Results {
		if f.AirlineCode != "BA" {
			t.Errorf("a flight of %s", f.AirlineCode)
		}
	}
	if len(got.Results) == 0 {
		t.Error("no flight of BA")
	}
}

func TestACodeThatResolvesToNoCityIsRefused(t *testing.T) {
	r := newRig(t, Options{})
	for target, want := range map[string]string{
		"/v1/flights/schedules?from=QQQ&to=DXB": `Query parameter from has "QQQ", which does not stand for a city with scheduled flights.`,
		"/v1/flights/schedules?from=DXB&to=QQQ": `Query parameter to has "QQQ", which does not stand for a city with scheduled flights.`,
	} {
		if p := r.get(target).problem(t); p.Code != wire.ErrorCodeValidationFailed || *p.Detail != want {
			t.Errorf("%s: %s: %s", target, p.Code, *p.Detail)
		}
	}
}

func TestSchedulesAgreeWithAnIndependentValidator(t *testing.T) {
	r := newRig(t, Options{})
	for _, query := range []string{"", "&airline=EK", "&airline=6E", "&airline=ek", "&airline=EKA", "&airline=", "&siteCode=GB", "&siteCode=gb", "&siteCode=GBR",
		"&locale=de", "&locale=", "&page=1", "&page=20", "&page=0", "&page=21", "&page=-1", "&page=x", "&page=1.5", "&pageSize=1", "&pageSize=200",
		"&pageSize=0", "&pageSize=201", "&pageSize=1e2", "&unknown=1"} {
		r.agree(t, http.MethodGet, londonDubai+query, "")
	}
	for _, query := range []string{"", "?from=LHR", "?to=LHR", "?from=lhr&to=DXB", "?from=LHRX&to=DXB", "?from=&to=DXB", "?from=LHR&to=%00%00%00",
		"?from=LHR&to=LGW", "?from=SYD&to=LON", "?from=TYO&to=OSA"} {
		r.agree(t, http.MethodGet, "/v1/flights/schedules"+query, "")
	}
}
