package sandbox

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

func TestHolidaysWithoutDatesAreThoseOfTheNext90Days(t *testing.T) {
	r := newRig(t, Options{})
	got := decode[wire.HolidayResults](t, r.get("/v1/countries/AE/holidays"))
	want := wire.HolidayResults{
		Results: []wire.Holiday{
			{Name: "National Day", Key: "national-day", StartDate: "2026-12-02", EndDate: "2026-12-03"},
			{Name: "New Year’s Day", Key: "new-years-day", StartDate: "2027-01-01", EndDate: "2027-01-01"},
		},
		Metadata: wire.HolidayResultsMetadata{
			ResultCount: 2, CountryCode: "AE", Window: wire.HolidayResultsMetadataWindowUpcoming, From: "2026-11-21", To: "2027-02-18",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTodayIsTheMarketsOwn(t *testing.T) {
	r := newRig(t, Options{})
	r.advance(time.Date(2026, 11, 22, 4, 30, 0, 0, time.UTC).Sub(morning))
	r.token = r.signIn()
	for market, want := range map[string]string{"US": "2026-11-21", "GB": "2026-11-22", "JP": "2026-11-22"} {
		if got := decode[wire.HolidayResults](t, r.get("/v1/countries/"+market+"/holidays")).Metadata.From; got != want {
			t.Errorf("%s: today is %s, want %s", market, got, want)
		}
	}
}

func TestHolidaysOfAnExplicitWindowInTheAskedLanguage(t *testing.T) {
	r := newRig(t, Options{})
	got := decode[wire.HolidayResults](t, r.get("/v1/countries/JP/holidays?fromDate=2026-05-05&toDate=2026-05-06&locale=ja"))
	want := wire.HolidayResults{
		Results: []wire.Holiday{
			{Name: "こどもの日", Key: "childrens-day", StartDate: "2026-05-05", EndDate: "2026-05-05"},
			{Name: "振替休日(憲法記念日)", Key: "constitution-day-observed", StartDate: "2026-05-06", EndDate: "2026-05-06"},
		},
		Metadata: wire.HolidayResultsMetadata{
			ResultCount: 2, CountryCode: "JP", Window: wire.HolidayResultsMetadataWindowExplicit, From: "2026-05-05", To: "2026-05-06",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	one := decode[wire.HolidayResults](t, r.get("/v1/countries/JP/holidays?fromDate=2026-06-01&toDate=2026-06-01"))
	if one.Results == nil || len(one.Results) != 0 || one.Metadata.ResultCount != 0 {
		t.Errorf("a day without a holiday: %+v", one)
	}
}

// TestTheHolidaysReadRefusesWhatTheSpecificationNames: an unknown market, a
// malformed or impossible date, one date alone, dates in the wrong order.
func TestTheHolidaysReadRefusesWhatTheSpecificationNames(t *testing.T) {
	r := newRig(t, Options{})
	for target, want := range map[string]string{
		"ZZ/holidays":                     `Path parameter countryCode has "ZZ", which is not a market of this service; the markets are AE, AR, AT,`,
		"AQ/holidays":                     `Path parameter countryCode has "AQ", which is not a market of this service`,
		"ae/holidays":                     `Path parameter countryCode has "ae"; it must be two uppercase letters.`,
		"AE/holidays?fromDate=2026-12-01": "Query parameters fromDate and toDate come together; only one was sent.",
		"AE/holidays?toDate=2026-12-01":   "Query parameters fromDate and toDate come together; only one was sent.",
		"AE/holidays?fromDate=2026-12-01&toDate=1.12.2026":    `Query parameter toDate has "1.12.2026"; it must be a date as YYYY-MM-DD.`,
		"AE/holidays?fromDate=&toDate=2026-12-01":             `Query parameter fromDate has ""; it must be a date as YYYY-MM-DD.`,
		"AE/holidays?fromDate=2026-02-29&toDate=2026-03-01":   "Query parameter fromDate is 2026-02-29, which is not a day of the calendar.",
		"AE/holidays?fromDate=2026-02-28&toDate=2026-02-30":   "Query parameter toDate is 2026-02-30, which is not a day of the calendar.",
		"AE/holidays?fromDate=2026-12-02&toDate=2026-12-01":   "Query parameter fromDate is 2026-12-02, after toDate, which is 2026-12-01.",
		"AE/holidays?locale=":                                 `Query parameter locale has ""; it must be text of 1 to 35 characters.`,
		"AE/holidays?fromDate=2026-12-01&fromDate=2026-12-02": "Query parameter fromDate was sent twice; send it once.",
	} {
		a := r.get("/v1/countries/" + target)
		if p := a.problem(t); a.status != http.StatusBadRequest || p.Code != wire.ErrorCodeValidationFailed || !strings.HasPrefix(*p.Detail, want) {
			t.Errorf("%s: status %d, %s: %q, want %q", target, a.status, p.Code, *p.Detail, want)
		}
	}
}

func TestAnyWindowIsAnswered(t *testing.T) {
	r := newRig(t, Options{})
	for window, want := range map[string]int{
		"fromDate=2026-12-25&toDate=2026-12-25": 1,
		"fromDate=0001-01-01&toDate=1999-12-31": 0,
		"fromDate=2100-01-01&toDate=9999-12-31": 0,
		"fromDate=0001-01-01&toDate=9999-12-31": 1100,
	} {
		got := decode[wire.HolidayResults](t, r.get("/v1/countries/FR/holidays?"+window))
		if len(got.Results) != want {
			t.Errorf("%s: %d holidays, want %d", window, len(got.Results), want)
		}
	}
}

func TestVisaFreeDestinationsOfAPassportArePaged(t *testing.T) {
	r := newRig(t, Options{})
	got := decode[wire.VisaFreeResults](t, r.get("/v1/countries/AF/visa-free-destinations?pageSize=1&page=2&locale=fr"))
	want := wire.VisaFreeResultsMetadata{
		ResultCount: 1, TotalCandidates: 7, HasMore: true, PassportCountryCode: "AF", UpstreamPagesFetched: 1, Coverage: wire.CoverageComplete,
	}
	if diff := cmp.Diff(want, got.Metadata); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	row := got.Results[0]
	if row.CountryCode != "HT" || row.Name != "Haïti" || *row.KeyCityCode != "PAP" || row.Latitude == nil || row.Longitude == nil {
		t.Errorf("row %+v", row)
	}
	if last := decode[wire.VisaFreeResults](t, r.get("/v1/countries/AF/visa-free-destinations?pageSize=1&page=7")); last.Metadata.HasMore {
		t.Errorf("the last page: %+v", last.Metadata)
	}
	if past := r.get("/v1/countries/AF/visa-free-destinations?page=20"); !strings.Contains(string(past.body), `"results":[]`) {
		t.Errorf("a page past the end: %s", past.body)
	}
}

func TestTheDefaultPageHoldsAWholeList(t *testing.T) {
	r := newRig(t, Options{})
	got := decode[wire.VisaFreeResults](t, r.get("/v1/countries/DE/visa-free-destinations"))
	if m := got.Metadata; m.ResultCount != m.TotalCandidates || m.ResultCount < 150 || m.HasMore || m.UpstreamPagesFetched != 4 {
		t.Errorf("metadata %+v", m)
	}
}

func TestAnUnknownPassportHasAnEmptyList(t *testing.T) {
	r := newRig(t, Options{})
	want := `{"metadata":{"coverage":"complete","hasMore":false,"passportCountryCode":"ZZ","resultCount":0,"totalCandidates":0,` +
		`"upstreamPagesFetched":1},"results":[]}`
	if a := r.get("/v1/countries/ZZ/visa-free-destinations"); strings.TrimSpace(string(a.body)) != want {
		t.Errorf("%d: %s, want %s", a.status, a.body, want)
	}
}

// TestADestinationCanBeFlownTo takes a row into a flight search.
func TestADestinationCanBeFlownTo(t *testing.T) {
	r := newRig(t, Options{})
	rows := decode[wire.VisaFreeResults](t, r.get("/v1/countries/CN/visa-free-destinations")).Results
	for _, row := range rows[:5] {
		a := r.send(http.MethodPost, "/v1/flights/searches", `{"from":"BJS","to":"`+*row.KeyCityCode+`","fromDate":"2026-12-21"}`)
		if a.status != http.StatusCreated {
			t.Errorf("%s: status %d: %s", *row.KeyCityCode, a.status, a.body)
		}
	}
}

// TestTheCountriesReadsRefuseWhatAnIndependentValidatorRefuses leaves out what
// no schema can say.
func TestTheCountriesReadsRefuseWhatAnIndependentValidatorRefuses(t *testing.T) {
	r := newRig(t, Options{})
	for target, queries := range map[string][]string{
		"/v1/countries/AE/holidays?": {"", "locale=ar", "locale=", "locale=" + strings.Repeat("x", 35), "locale=" + strings.Repeat("x", 36),
			"fromDate=2026-12-01&toDate=2026-12-31", "fromDate=20261201&toDate=20261231", "fromDate=2026-12-01&toDate=2026-12-1",
			"fromDate=2026-12-01T00:00:00Z&toDate=2026-12-31", "unknown=1"},
		"/v1/countries/are/holidays?": {""}, "/v1/countries/ae/holidays?": {""}, "/v1/countries/A1/holidays?": {""},
		"/v1/countries/ZZ/visa-free-destinations?": {"", "page=1", "page=20", "page=0", "page=21", "page=-1", "page=1.5", "page=x", "page=",
			"pageSize=1", "pageSize=200", "pageSize=0", "pageSize=201", "page=2&pageSize=100&locale=de", "locale=", "unknown=1"},
		"/v1/countries/z1/visa-free-destinations?":  {""},
		"/v1/countries/ZZZ/visa-free-destinations?": {""}, "/v1/countries/%C3%9CB/visa-free-destinations?": {""},
	} {
		for _, query := range queries {
			r.agree(t, http.MethodGet, target+query, "")
		}
	}
}
