package countries

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/countries/holiday"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

func TestTheKeyCityIsTheMainGateway(t *testing.T) {
	e := New(data.Load())
	for country, want := range map[string]string{
		"FR": "PAR", "GB": "LON", "JP": "TYO", "DE": "BER", "US": "NYC", "AU": "SYD", "CA": "YTO", "AE": "DXB", "IN": "DEL", "CH": "ZRH",
		"TR": "IST", "IL": "TLV", "BT": "PBH", "GL": "GOH", "SG": "SIN", "KR": "SEL", "IS": "REK",
	} {
		if city := e.keyCity[country]; city == nil || city.Code != want {
			t.Errorf("%s: %v, want %s", country, city, want)
		}
	}
	for _, country := range []string{"AD", "LI", "MC", "SM", "VA"} {
		if city := e.keyCity[country]; city != nil {
			t.Errorf("%s has the airport of %s", country, city.Name)
		}
	}
}

// TestTheUpcomingWindowBeginsToday asks at a moment that has two dates.
func TestTheUpcomingWindowBeginsToday(t *testing.T) {
	e := New(data.Load())
	now := time.Date(2026, 11, 22, 3, 30, 0, 0, time.UTC)
	for market, want := range map[string][2]string{
		"US": {"2026-11-21", "2027-02-18"}, // New York
		"CL": {"2026-11-22", "2027-02-19"},
		"GB": {"2026-11-22", "2027-02-19"},
		"NZ": {"2026-11-22", "2027-02-19"},
	} {
		got := e.Upcoming(market, now)
		if got.From.String() != want[0] || got.To.String() != want[1] || got.To-got.From != 89 || got.Chosen != wire.HolidayResultsMetadataWindowUpcoming {
			t.Errorf("%s: %s to %s, want %v", market, got.From, got.To, want)
		}
	}
	for _, market := range e.Markets() {
		if e.keyCity[market] == nil {
			t.Errorf("%s has no day of its own", market)
		}
	}
}

func TestHolidaysAreListedWithWhatWasSearched(t *testing.T) {
	e := New(data.Load())
	window := Explicit(holiday.Date(2026, time.December, 24), holiday.Date(2027, time.January, 1))
	want := wire.HolidayResults{
		Results: []wire.Holiday{
			{Key: "christmas-day", Name: "Erster Weihnachtstag", StartDate: "2026-12-25", EndDate: "2026-12-25"},
			{Key: "second-christmas-day", Name: "Zweiter Weihnachtstag", StartDate: "2026-12-26", EndDate: "2026-12-26"},
			{Key: "new-years-day", Name: "Neujahr", StartDate: "2027-01-01", EndDate: "2027-01-01"},
		},
		Metadata: wire.HolidayResultsMetadata{
			ResultCount: 3, CountryCode: "DE", Window: wire.HolidayResultsMetadataWindowExplicit, From: "2026-12-24", To: "2027-01-01",
		},
	}
	if diff := cmp.Diff(want, e.Holidays("DE", window, "de-AT")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestALocaleChangesNamesAndNothingElse(t *testing.T) {
	e := New(data.Load())
	window := Explicit(holiday.Date(2026, time.January, 1), holiday.Date(2026, time.December, 31))
	passport := VisaFreeParams{Passport: "MX", Locale: "en", Page: 2, PageSize: 30}
	english, rows := e.Holidays("TH", window, "en"), e.VisaFree(passport)
	for _, locale := range []string{"th", "ar", "zh-TW", "pt-AO", "xx", "not a locale", "en-US"} {
		passport.Locale = locale
		got, gotRows := e.Holidays("TH", window, locale), e.VisaFree(passport)
		for i := range got.Results {
			got.Results[i].Name = english.Results[i].Name
		}
		for i := range gotRows.Results {
			gotRows.Results[i].Name = rows.Results[i].Name
		}
		if diff := cmp.Diff(english, got) + cmp.Diff(rows, gotRows); diff != "" {
			t.Errorf("%s (-en +%s):\n%s", locale, locale, diff)
		}
	}
}

// TestTheWalkIsCompleteWhenItEndsOnAShortPage takes lists of every length
// around the ends of pages; no real passport reaches the cap.
func TestTheWalkIsCompleteWhenItEndsOnAShortPage(t *testing.T) {
	for _, tt := range []struct {
		length, gathered, pages int
		coverage                wire.Coverage
	}{
		{0, 0, 1, wire.CoverageComplete},
		{1, 1, 1, wire.CoverageComplete},
		{49, 49, 1, wire.CoverageComplete},
		{50, 50, 2, wire.CoverageComplete}, // a full page does not tell that it was the last
		{51, 51, 2, wire.CoverageComplete},
		{150, 150, 4, wire.CoverageComplete},
		{199, 199, 4, wire.CoverageComplete},
		{200, 200, 4, wire.CoverageTruncated}, // exactly at the cap a complete list reports the same
		{201, 200, 4, wire.CoverageTruncated},
		{250, 200, 4, wire.CoverageTruncated},
	} {
		list := make([]string, tt.length)
		for i := range list {
			list[i] = fmt.Sprint(i)
		}
		gathered, pages, coverage := walk(list)
		if !slices.Equal(gathered, list[:tt.gathered]) || pages != tt.pages || coverage != tt.coverage {
			t.Errorf("%d rows: %d gathered, %d pages, %s; want %+v", tt.length, len(gathered), pages, coverage, tt)
		}
	}
}

func TestADestinationTellsCityCurrencyAndPlace(t *testing.T) {
	e := New(data.Load())
	w := data.Load()
	nairobi, _ := w.City("NBO")
	want := wire.VisaFreeDestination{
		CountryCode: "KE", Name: "Kenia", CurrencyCode: new("KES"), KeyCityCode: new("NBO"), Latitude: &nairobi.Lat, Longitude: &nairobi.Lon,
	}
	if diff := cmp.Diff(want, e.destination("KE", "de")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := e.destination("MC", "en"); got.KeyCityCode != nil || got.Latitude != nil || got.Longitude != nil || *got.CurrencyCode != "EUR" {
		t.Errorf("Monaco has no airport: %+v", got)
	}
}

// TestPagesOfAPassportAreItsWholeListOnce reads lists in pages of many sizes.
func TestPagesOfAPassportAreItsWholeListOnce(t *testing.T) {
	e, w := New(data.Load()), data.Load()
	for _, passport := range []string{"DE", "IN", "AF", "HK", "ZZ"} {
		whole := e.VisaFree(VisaFreeParams{Passport: passport, Page: 1, PageSize: 200})
		if len(whole.Results) != whole.Metadata.TotalCandidates || whole.Metadata.HasMore {
			t.Errorf("%s: the first page of 200 is not the whole: %+v", passport, whole.Metadata)
		}
		for _, size := range []int{1, 7, 50, 199} {
			rows := []wire.VisaFreeDestination{}
			for page := 1; ; page++ {
				got := e.VisaFree(VisaFreeParams{Passport: passport, Page: page, PageSize: size})
				rows = append(rows, got.Results...)
				if m := got.Metadata; m.ResultCount != len(got.Results) || m.TotalCandidates != len(whole.Results) || m.Coverage != wire.CoverageComplete {
					t.Fatalf("%s: page %d of %d: %+v", passport, page, size, m)
				}
				if !got.Metadata.HasMore {
					break
				}
			}
			if diff := cmp.Diff(whole.Results, rows); diff != "" {
				t.Errorf("%s in pages of %d (-whole +pages):\n%s", passport, size, diff)
			}
		}
		past := e.VisaFree(VisaFreeParams{Passport: passport, Page: 20, PageSize: 200})
		if len(past.Results) != 0 || past.Metadata.HasMore || past.Metadata.TotalCandidates != len(whole.Results) {
			t.Errorf("%s: past the end: %+v", passport, past.Metadata)
		}
	}
	for _, c := range w.Countries() {
		for _, row := range e.VisaFree(VisaFreeParams{Passport: c.Code, Page: 1, PageSize: 200}).Results {
			if row.KeyCityCode == nil {
				continue
			}
			if ends, ok := w.Ends(*row.KeyCityCode); !ok || len(ends) == 0 {
				t.Errorf("%s: %s is not a place to fly to", row.CountryCode, *row.KeyCityCode)
			}
		}
	}
}

func TestDestinationsStandInTheOrderOfTheirEnglishNames(t *testing.T) {
	rows := New(data.Load()).VisaFree(VisaFreeParams{Passport: "SE", Locale: "sv", Page: 1, PageSize: 200}).Results
	codes := make([]string, 0, len(rows))
	for _, row := range rows {
		codes = append(codes, row.CountryCode)
	}
	var got []string
	for _, code := range codes {
		if slices.Contains([]string{"AX", "AL", "CR", "CI", "HR", "CW", "ST", "SA", "US", "GB", "AT", "DE"}, code) {
			got = append(got, code)
		}
	}
	// Åland, Albania, Austria, Costa Rica, Croatia, Curaçao, Germany, São Tomé & Príncipe, United Kingdom, United States
	if diff := cmp.Diff([]string{"AX", "AL", "AT", "CR", "HR", "CW", "DE", "ST", "GB", "US"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func BenchmarkNew(b *testing.B) {
	w := data.Load()
	w.Countries()
	for b.Loop() {
		New(w)
	}
}

func BenchmarkHolidays(b *testing.B) {
	e := New(data.Load())
	now := time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)
	for b.Loop() {
		e.Holidays("JP", e.Upcoming("JP", now), "ja")
	}
}

func BenchmarkVisaFree(b *testing.B) {
	e := New(data.Load())
	for b.Loop() {
		e.VisaFree(VisaFreeParams{Passport: "SG", Locale: "de", Page: 1, PageSize: 200})
	}
}
