package countries

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/countryview"
	"travel.example/travel/internal/words"
)

func holidays(from, to string, list ...apiclient.Holiday) countries.Calendar {
	return countries.NewCalendar(&apiclient.HolidayResults{Results: list, Metadata: apiclient.HolidayResultsMetadata{
		CountryCode: "XX", From: from, To: to, Window: apiclient.HolidayResultsMetadataWindowExplicit, ResultCount: len(list),
	}}, "DE")
}

func TestHolidaysOfANonsenseWindowAreStillListed(t *testing.T) {
	feast := apiclient.Holiday{Name: "Feast", Key: "feast", StartDate: "2027-01-01", EndDate: "2027-01-01"}
	day := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	row := countryview.HolidayRow{Name: "Feast", Key: "feast", Start: "2027-01-01", End: "2027-01-01", Days: words.Days{From: day, To: day}}
	for name, answer := range map[string]countries.Calendar{
		"no dates":      holidays("soon", "later", feast),
		"wrong order":   holidays("2027-02-01", "2027-01-01", feast),
		"all of time":   holidays("0001-01-01", "9999-12-31", feast),
		"three years":   holidays("2027-01-01", "2029-12-31", feast),
		"half a window": holidays("2027-01-01", "", feast),
	} {
		got := holidayCalendar(answer)
		if diff := cmp.Diff([]countryview.HolidayRow{row}, got.Holidays); diff != "" || !got.First.IsZero() || len(got.Breaks) > 0 || len(got.Next) > 0 {
			t.Errorf("%s: %+v\n%s", name, got, diff)
		}
	}
}

func TestAHolidayWhoseDatesAreNoneKeepsThemAsTheyCame(t *testing.T) {
	got := holidayCalendar(holidays("2027-01-01", "2027-01-31", apiclient.Holiday{Name: "A", StartDate: "2027-01-09", EndDate: "2027-01-02"})).Holidays
	want := []countryview.HolidayRow{{Name: "A", Start: "2027-01-09", End: "2027-01-02"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Absence from the list does not mean that a visa is needed. Every view that shows less than expected says so.
func TestAbsentFromTheListIsNeverAVisa(t *testing.T) {
	row := apiclient.VisaFreeDestination{CountryCode: "FR", Name: "France"}
	page := func(passport string, total int, rows ...apiclient.VisaFreeDestination) desk.Answer[countries.VisaFree] {
		return desk.Answer[countries.VisaFree]{Value: countries.VisaFree{
			Passport: passport, Rows: rows, Page: 1,
			Metadata: apiclient.VisaFreeResultsMetadata{TotalCandidates: total, Coverage: apiclient.CoverageComplete},
		}}
	}
	for name, view := range map[string]countryview.Directory{
		"nothing listed": directory(page("XX", 0), ""),
		"nothing found":  directory(page("DE", 1, row), "zz"),
		"filtered":       directory(page("DE", 1, row), "fr"),
		"all":            directory(page("DE", 1, row), ""),
	} {
		if notes := strings.Join(view.Notes, " "); !strings.Contains(notes, "does not mean that a visa is needed") && !strings.Contains(notes, "does not mean a visa is needed") {
			t.Errorf("%s: %q", name, notes)
		}
	}
}

func TestATruncatedListIsAFloor(t *testing.T) {
	list := countries.VisaFree{Passport: "DE", Page: 1, Rows: []apiclient.VisaFreeDestination{{CountryCode: "FR", Name: "France"}}, Metadata: apiclient.VisaFreeResultsMetadata{
		TotalCandidates: 200, HasMore: true, Coverage: apiclient.CoverageTruncated,
	}}
	more := []problem.Step{problem.Do("", "getVisaFreeDestinations", "DE").Set("all")}
	got := directory(desk.Answer[countries.VisaFree]{Value: list, Meta: desk.Meta{Next: more}}, "")
	want := countryview.Directory{
		Title:   "Without a visa on a passport of Germany (DE)   1 of at least 200 destinations",
		Columns: []string{"country_code", "name", "key_city_code", "currency_code", "latitude", "longitude"},
		Groups: []countryview.DirectoryGroup{{Name: "Africa"}, {Name: "Americas"}, {Name: "Asia"}, {Name: "Europe", Entries: []countryview.DirectoryEntry{
			{Code: "FR", Name: "France", Facts: []string{"", ""}, Record: []string{"FR", "France", "", "", "", ""}},
		}}, {Name: "Oceania"}, {Name: "Elsewhere"}},
		Notes: []string{
			"Next to each name: a city to search flights to, and the currency. " + absent,
			countries.Capped,
			"There are more pages; to read all of them, use --all.",
		},
		Next: paste.Commands(more),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
