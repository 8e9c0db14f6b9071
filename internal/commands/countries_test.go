package commands

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/countryview"
)

func holidays(from, to string, list ...apiclient.Holiday) *apiclient.HolidayResults {
	return &apiclient.HolidayResults{Results: list, Metadata: apiclient.HolidayResultsMetadata{
		CountryCode: "XX", From: from, To: to, Window: apiclient.HolidayResultsMetadataWindowExplicit, ResultCount: len(list),
	}}
}

func TestHolidaysOfANonsenseWindowAreStillListed(t *testing.T) {
	feast := apiclient.Holiday{Name: "Feast", Key: "feast", StartDate: "2027-01-01", EndDate: "2027-01-01"}
	row := countryview.HolidayRow{Name: "Feast", Key: "feast", Start: "2027-01-01", End: "2027-01-01", Days: span("2027-01-01", "2027-01-01")}
	for name, answer := range map[string]*apiclient.HolidayResults{
		"no dates":      holidays("soon", "later", feast),
		"wrong order":   holidays("2027-02-01", "2027-01-01", feast),
		"all of time":   holidays("0001-01-01", "9999-12-31", feast),
		"three years":   holidays("2027-01-01", "2029-12-31", feast),
		"half a window": holidays("2027-01-01", "", feast),
	} {
		got := holidayCalendar(answer, "DE")
		if diff := cmp.Diff([]countryview.HolidayRow{row}, got.Holidays); diff != "" || !got.First.IsZero() || len(got.Breaks) > 0 || len(got.Next) > 0 {
			t.Errorf("%s: %+v\n%s", name, got, diff)
		}
	}
}

func TestAHolidayWhoseDatesAreNoneKeepsThemAsTheyCame(t *testing.T) {
	got := holidayCalendar(holidays("2027-01-01", "2027-01-31", apiclient.Holiday{Name: "A", StartDate: "2027-01-09", EndDate: "2027-01-02"}), "DE").Holidays
	want := []countryview.HolidayRow{{Name: "A", Start: "2027-01-09", End: "2027-01-02"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestTheNextWindowFollowsAndIsAsLong(t *testing.T) {
	got := holidayCalendar(holidays("2026-11-21", "2027-02-18"), "AE").Next
	want := []string{"travel countries holidays AE --from-date 2027-02-19 --to-date 2027-05-19"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestACountryStandsInItsContinent(t *testing.T) {
	groups := continents()
	for country, want := range map[string]string{
		"DE": "Europe", "XK": "Europe", "TR": "Asia", "CY": "Asia", "HK": "Asia", "GL": "Americas", "BQ": "Americas", "EG": "Africa",
		"AU": "Oceania", "": "Elsewhere", "??": "Elsewhere", "ZZ": "Elsewhere", "150": "Elsewhere", "QQ": "Elsewhere",
	} {
		if got := groups[continentOf(country, groups)].name; got != want {
			t.Errorf("%s stands in %s, want %s", country, got, want)
		}
	}
}

func TestASearchTakesNoNoticeOfCaseAndAccents(t *testing.T) {
	reunion := apiclient.VisaFreeDestination{CountryCode: "RE", Name: "Réunion", KeyCityCode: new("RUN"), CurrencyCode: new("EUR")}
	for text, want := range map[string]bool{"": true, "reunion": true, "RÉU": true, "eur": true, "run": true, "re": true, "sun": false, "onRE": false} {
		if got := holdsText(reunion, text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}

// What is absent from the list is not denied: every way of showing less than
// one might look for says so.
func TestAbsentFromTheListIsNeverAVisa(t *testing.T) {
	row := apiclient.VisaFreeDestination{CountryCode: "FR", Name: "France"}
	page := func(total int, rows ...apiclient.VisaFreeDestination) visaFreeList {
		return visaFreeList{rows: rows, page: 1, meta: apiclient.VisaFreeResultsMetadata{TotalCandidates: total, Coverage: apiclient.CoverageComplete}}
	}
	for name, view := range map[string]countryview.Directory{
		"nothing listed": visaFreeDirectory(page(0), "XX", ""),
		"nothing found":  visaFreeDirectory(page(1, row), "DE", "zz"),
		"filtered":       visaFreeDirectory(page(1, row), "DE", "fr"),
		"all":            visaFreeDirectory(page(1, row), "DE", ""),
	} {
		if notes := strings.Join(view.Notes, " "); !strings.Contains(notes, "does not mean that a visa is needed") && !strings.Contains(notes, "does not mean a visa is needed") {
			t.Errorf("%s: %q", name, notes)
		}
	}
}

func TestATruncatedListIsAFloor(t *testing.T) {
	list := visaFreeList{page: 1, rows: []apiclient.VisaFreeDestination{{CountryCode: "FR", Name: "France"}}, meta: apiclient.VisaFreeResultsMetadata{
		TotalCandidates: 200, HasMore: true, Coverage: apiclient.CoverageTruncated,
	}}
	got := visaFreeDirectory(list, "DE", "")
	want := countryview.Directory{
		Title:   "Without a visa on a passport of DE   1 of at least 200 destinations",
		Columns: []string{"country_code", "name", "key_city_code", "currency_code", "latitude", "longitude"},
		Groups: []countryview.DirectoryGroup{{Name: "Africa"}, {Name: "Americas"}, {Name: "Asia"}, {Name: "Europe", Entries: []countryview.DirectoryEntry{
			{Code: "FR", Name: "France", Facts: []string{"", ""}, Record: []string{"FR", "France", "", "", "", ""}},
		}}, {Name: "Oceania"}, {Name: "Elsewhere"}},
		Notes: []string{
			"Behind a name: a city to search flights to, and the currency. " + absentWords,
			truncatedList,
			"There are more pages; read all of them with --all.",
		},
		Next: []string{"travel countries visa-free DE --all"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
