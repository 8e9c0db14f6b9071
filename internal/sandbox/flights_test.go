package sandbox

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/wire"
)

func TestACreatedSearchTellsItsMarketAndWhoChoseIt(t *testing.T) {
	r := newRig(t, Options{})
	for content, want := range map[string]wire.FlightSearchCreated{
		dubaiLondon:             {SiteCode: "US", SiteCodeSource: wire.ValueSourceDefault},
		body(`"siteCode":"US"`): {SiteCode: "US", SiteCodeSource: wire.ValueSourceExplicit},
		body(`"siteCode":"AE"`): {SiteCode: "AE", SiteCodeSource: wire.ValueSourceExplicit},
	} {
		got := decode[wire.FlightSearchCreated](t, r.send(http.MethodPost, "/v1/flights/searches", content))
		if len(got.SearchID) != 43 || strings.Contains(got.SearchID, ":") {
			t.Errorf("searchId %q", got.SearchID)
		}
		got.SearchID = ""
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", content, diff)
		}
	}
}

func TestRulesOnSeveralFieldsAndOnTheWorld(t *testing.T) {
	r := newRig(t, Options{})
	for _, tt := range []struct{ name, member, want string }{
		{"today in Dubai", `"fromDate":"2026-11-21"`, ""},
		{"yesterday", `"fromDate":"2026-11-20"`,
			`Body field fromDate has 2026-11-20; it must be from today, 2026-11-21, to 2027-11-21, a year ahead.`},
		{"a year ahead", `"fromDate":"2027-11-21"`, ""},
		{"a year and a day ahead", `"fromDate":"2027-11-22"`,
			`Body field fromDate has 2027-11-22; it must be from today, 2026-11-21, to 2027-11-21, a year ahead.`},
		{"no such day", `"fromDate":"2027-02-30"`, `Body field fromDate has 2027-02-30, which is not a day of the calendar.`},
		{"no such last day", `"toDate":"2027-13-01"`, `Body field toDate has 2027-13-01, which is not a day of the calendar.`},
		{"back before out", `"toDate":"2026-12-20"`, `Body field toDate has 2026-12-20; it must not be before fromDate, which is 2026-12-21.`},
		{"back on the same day", `"toDate":"2026-12-21"`, ""},
		{"more infants than adults", `"infants":2`, `Body field infants has 2; it must be at most adults, which is 1.`},
		{"as many infants as adults", `"infants":1`, ""},
		{"unknown from", `"from":"QQQ"`, `Body field from has "QQQ", which is not an airport or city with scheduled flights.`},
		{"unknown to", `"to":"QQQ"`, `Body field to has "QQQ", which is not an airport or city with scheduled flights.`},
		{"city", `"to":"LON"`, ""},
		{"nowhere to go", `"to":"DXB"`, `Body fields from and to both have "DXB"; they must differ.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r.advance(time.Minute)
			r.token = r.signIn()
			content := body(tt.member)
			if strings.Contains(tt.member, `"fromDate":"2027-11`) {
				content = strings.Replace(content, `,"toDate":"2027-01-04"`, "", 1) // one way
			}
			got := ""
			if a := r.send(http.MethodPost, "/v1/flights/searches", content); a.status != http.StatusCreated {
				got = *a.problem(t).Detail
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", content, diff)
			}
		})
	}
}

func TestTodayIsCountedWhereTheTripStarts(t *testing.T) {
	r := newRig(t, Options{})
	r.advance(4 * time.Hour) // 12:30 UTC: already tomorrow in Kiritimati, still today in Honolulu
	r.token = r.signIn()
	for content, want := range map[string]int{
		`{"from":"CXI","to":"NAN","fromDate":"2026-11-21"}`: 400,
		`{"from":"CXI","to":"NAN","fromDate":"2026-11-22"}`: 201,
		`{"from":"HNL","to":"LAX","fromDate":"2026-11-21"}`: 201,
		`{"from":"HNL","to":"LAX","fromDate":"2027-11-22"}`: 400,
		`{"from":"CXI","to":"NAN","fromDate":"2027-11-22"}`: 400, // the last day is counted by UTC everywhere
		`{"from":"CXI","to":"NAN","fromDate":"2027-11-21"}`: 201,
	} {
		if a := r.send(http.MethodPost, "/v1/flights/searches", content); a.status != want {
			t.Errorf("%s: status %d, want %d: %s", content, a.status, want, a.body)
		}
	}
}

func TestAYearAheadIsTheSameDateNextYear(t *testing.T) {
	for today, want := range map[string]string{
		"2026-11-21T23:59:59Z": "2027-11-21", "2027-03-01T00:00:00Z": "2028-03-01",
		"2028-02-29T12:00:00Z": "2029-02-28", "2026-11-21T23:00:00-05:00": "2027-11-22",
	} {
		at, err := time.Parse(time.RFC3339, today)
		if err != nil {
			t.Fatal(err)
		}
		if got := yearAhead(at).Format(time.DateOnly); got != want {
			t.Errorf("a year from %s is %s, want %s", today, got, want)
		}
	}
}

func TestResultsEchoTheSearchAndWhoChoseCurrencyAndLanguage(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(5 * time.Second)
	for query, want := range map[string]wire.FlightResultsMetadata{
		"":                                       {CurrencyCode: "USD", CurrencyCodeSource: "default", Locale: "en", LocaleSource: "default", Page: 1, PageSize: 10},
		"?currency=USD&locale=en":                {CurrencyCode: "USD", CurrencyCodeSource: "explicit", Locale: "en", LocaleSource: "explicit", Page: 1, PageSize: 10},
		"?currency=JPY&page=100&pageSize=50":     {CurrencyCode: "JPY", CurrencyCodeSource: "explicit", Locale: "en", LocaleSource: "default", Page: 100, PageSize: 50},
		"?locale=ja&page=2&pageSize=1&view=card": {CurrencyCode: "USD", CurrencyCodeSource: "default", Locale: "ja", LocaleSource: "explicit", Page: 2, PageSize: 1},
	} {
		got := decode[wire.FlightResults](t, r.get("/v1/flights/searches/"+id+"/results"+query))
		m := wire.FlightResultsMetadata{CurrencyCode: got.Metadata.CurrencyCode, CurrencyCodeSource: got.Metadata.CurrencyCodeSource,
			Locale: got.Metadata.Locale, LocaleSource: got.Metadata.LocaleSource, Page: got.Metadata.Page, PageSize: got.Metadata.PageSize}
		if diff := cmp.Diff(want, m); diff != "" || got.SearchID != id {
			t.Errorf("%q of %s (-want +got):\n%s", query, got.SearchID, diff)
		}
	}
}

func TestATripIsReadInBothViewsWithItsOwnSearch(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second)
	results := decode[wire.FlightResults](t, r.get("/v1/flights/searches/"+id+"/results"))
	if len(results.Results) != 10 {
		t.Fatalf("%d trips on the first page, want 10", len(results.Results))
	}
	tripID := results.Results[0].TripID
	target := "/v1/flights/trips/" + tripID + "?searchId=" + id
	plain := decode[wire.TripDefault](t, r.get(target))
	detail := decode[wire.TripDetail](t, r.get(target+"&view=detail&currency=EUR"))
	if plain.TripID != tripID || plain.Return == nil || len(plain.Fares) == 0 {
		t.Errorf("default view: %+v", plain)
	}
	if detail.TripID != tripID || len(detail.Legs) != 2 || len(detail.Fares) != len(plain.Fares) || detail.Metadata.CurrencyCode != "EUR" {
		t.Errorf("detail view: %+v", detail)
	}
	other := r.create(dubaiLondon)
	for name, tt := range map[string]struct {
		target string
		status int
	}{
		"another search beside it":     {"/v1/flights/trips/" + tripID + "?searchId=" + other, 400},
		"no search beside it":          {"/v1/flights/trips/" + tripID, 400},
		"the trip itself beside it":    {"/v1/flights/trips/" + tripID + "?searchId=" + tripID, 400},
		"no trip code":                 {"/v1/flights/trips/" + id + "?searchId=" + id, 404},
		"empty trip code":              {"/v1/flights/trips/" + id + ":?searchId=" + id, 404},
		"a code the search lacks":      {"/v1/flights/trips/" + id + ":nothing?searchId=" + id, 404},
		"a search that was never made": {"/v1/flights/trips/abc:def?searchId=abc", 404},
		"a search that has no results": {"/v1/flights/trips/" + strings.Replace(tripID, id, other, 1) + "?searchId=" + other, 404},
	} {
		if a := r.get(tt.target); a.status != tt.status {
			t.Errorf("%s: status %d, want %d: %s", name, a.status, tt.status, a.body)
		}
	}
}

func TestASearchExpiresForGood(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	for _, target := range []string{"/v1/flights/searches/" + id + "/results", "/v1/flights/trips/" + id + ":a?searchId=" + id} {
		before := decode[wire.Problem](t, r.get("/v1/flights/trips/"+id+":a?searchId="+id))
		if strings.Contains(*before.Detail, "expired") {
			t.Errorf("a new search is called expired: %s", *before.Detail)
		}
		r.advance(flights.Lifetime - time.Millisecond)
		if a := r.get("/v1/flights/searches/" + id + "/results"); a.status != http.StatusOK {
			t.Errorf("a moment before its end: status %d: %s", a.status, a.body)
		}
		r.advance(time.Millisecond)
		p := r.get(target).problem(t)
		want := "This flight search has expired: it lived 6 minutes, until 2026-11-21T08:36:00Z. Create a new one."
		if p.Code != wire.ErrorCodeNotFound || *p.Detail != want {
			t.Errorf("%s: %s: %s", target, p.Code, *p.Detail)
		}
		r.advance(-flights.Lifetime)
	}
}

func TestAnIDThatWasNotMadeHereIsNotFound(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	for name, foreign := range map[string]string{
		"altered":   id[:5] + strings.Map(func(c rune) rune { return map[bool]rune{true: 'B', false: 'A'}[c == 'A'] }, id[5:6]) + id[6:],
		"cut short": id[:20],
		"trip id":   id + ":a",
		"longest":   strings.Repeat("a", 256),
		"a dot":     "a.b",
	} {
		p := r.get("/v1/flights/searches/" + foreign + "/results").problem(t)
		if p.Code != wire.ErrorCodeNotFound || *p.Detail != "No flight search has this id. Create a new one." {
			t.Errorf("%s: %s: %s", name, p.Code, *p.Detail)
		}
	}
}

func TestAClockSetBackDoesNotEndASearch(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(-time.Hour)
	r.token = r.signIn()
	if a := r.get("/v1/flights/searches/" + id + "/results"); a.status != http.StatusOK {
		t.Errorf("status %d: %s", a.status, a.body)
	}
}

func TestClocksReadBlocksAndRanges(t *testing.T) {
	for text, want := range map[string]*flights.MinuteRange{
		"":              nil,
		"360-720":       {From: 360, To: 720},
		" 1380 -  120 ": {From: 1380, To: 120},
		"007-0":         {From: 7, To: 0},
	} {
		got, err := minuteRange(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: error %v (-want +got):\n%s", text, err, diff)
		}
	}
}
