package countries

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
<<<<<<< HEAD:internal/commands/countries_test.go
	"travel.example/travel/internal/render/countryview"
=======
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/render"
>>>>>>> doctor:internal/commands/countries/countries_test.go
)

func holidays(from, to string, list ...apiclient.Holiday) countries.Calendar {
	return countries.NewCalendar(&apiclient.HolidayResults{Results: list, Metadata: apiclient.HolidayResultsMetadata{
		CountryCode: "XX", From: from, To: to, Window: apiclient.HolidayResultsMetadataWindowExplicit, ResultCount: len(list),
	}}, "DE")
}

func TestHolidaysOfANonsenseWindowAreStillListed(t *testing.T) {
	feast := apiclient.Holiday{Name: "Feast", Key: "feast", StartDate: "2027-01-01", EndDate: "2027-01-01"}
<<<<<<< HEAD:internal/commands/countries_test.go
	row := countryview.HolidayRow{Name: "Feast", Key: "feast", Start: "2027-01-01", End: "2027-01-01", Days: span("2027-01-01", "2027-01-01")}
	for name, answer := range map[string]*apiclient.HolidayResults{
=======
	day := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	row := render.HolidayRow{Name: "Feast", Key: "feast", Start: "2027-01-01", End: "2027-01-01", Days: render.DaySpan{From: day, To: day}}
	for name, answer := range map[string]countries.Calendar{
>>>>>>> doctor:internal/commands/countries/countries_test.go
		"no dates":      holidays("soon", "later", feast),
		"wrong order":   holidays("2027-02-01", "2027-01-01", feast),
		"all of time":   holidays("0001-01-01", "9999-12-31", feast),
		"three years":   holidays("2027-01-01", "2029-12-31", feast),
		"half a window": holidays("2027-01-01", "", feast),
	} {
<<<<<<< HEAD:internal/commands/countries_test.go
		got := holidayCalendar(answer, "DE")
		if diff := cmp.Diff([]countryview.HolidayRow{row}, got.Holidays); diff != "" || !got.First.IsZero() || len(got.Breaks) > 0 || len(got.Next) > 0 {
=======
		got := holidayCalendar(answer)
		if diff := cmp.Diff([]render.HolidayRow{row}, got.Holidays); diff != "" || !got.First.IsZero() || len(got.Breaks) > 0 || len(got.Next) > 0 {
>>>>>>> doctor:internal/commands/countries/countries_test.go
			t.Errorf("%s: %+v\n%s", name, got, diff)
		}
	}
}

func TestAHolidayWhoseDatesAreNoneKeepsThemAsTheyCame(t *testing.T) {
<<<<<<< HEAD:internal/commands/countries_test.go
	got := holidayCalendar(holidays("2027-01-01", "2027-01-31", apiclient.Holiday{Name: "A", StartDate: "2027-01-09", EndDate: "2027-01-02"}), "DE").Holidays
	want := []countryview.HolidayRow{{Name: "A", Start: "2027-01-09", End: "2027-01-02"}}
=======
	got := holidayCalendar(holidays("2027-01-01", "2027-01-31", apiclient.Holiday{Name: "A", StartDate: "2027-01-09", EndDate: "2027-01-02"})).Holidays
	want := []render.HolidayRow{{Name: "A", Start: "2027-01-09", End: "2027-01-02"}}
>>>>>>> doctor:internal/commands/countries/countries_test.go
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// What is absent from the list is not denied: every way of showing less than
// one might look for says so.
func TestAbsentFromTheListIsNeverAVisa(t *testing.T) {
	row := apiclient.VisaFreeDestination{CountryCode: "FR", Name: "France"}
	page := func(passport string, total int, rows ...apiclient.VisaFreeDestination) desk.Answer[countries.VisaFree] {
		return desk.Answer[countries.VisaFree]{Value: countries.VisaFree{
			Passport: passport, Rows: rows, Page: 1,
			Metadata: apiclient.VisaFreeResultsMetadata{TotalCandidates: total, Coverage: apiclient.CoverageComplete},
		}}
	}
<<<<<<< HEAD:internal/commands/countries_test.go
	for name, view := range map[string]countryview.Directory{
		"nothing listed": visaFreeDirectory(page(0), "XX", ""),
		"nothing found":  visaFreeDirectory(page(1, row), "DE", "zz"),
		"filtered":       visaFreeDirectory(page(1, row), "DE", "fr"),
		"all":            visaFreeDirectory(page(1, row), "DE", ""),
=======
	for name, view := range map[string]render.Directory{
		"nothing listed": directory(page("XX", 0), ""),
		"nothing found":  directory(page("DE", 1, row), "zz"),
		"filtered":       directory(page("DE", 1, row), "fr"),
		"all":            directory(page("DE", 1, row), ""),
>>>>>>> doctor:internal/commands/countries/countries_test.go
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
<<<<<<< HEAD:internal/commands/countries_test.go
	got := visaFreeDirectory(list, "DE", "")
	want := countryview.Directory{
=======
	more := []string{"travel countries visa-free DE --all"}
	got := directory(desk.Answer[countries.VisaFree]{Value: list, Meta: desk.Meta{Next: more}}, "")
	want := render.Directory{
>>>>>>> doctor:internal/commands/countries/countries_test.go
		Title:   "Without a visa on a passport of DE   1 of at least 200 destinations",
		Columns: []string{"country_code", "name", "key_city_code", "currency_code", "latitude", "longitude"},
		Groups: []countryview.DirectoryGroup{{Name: "Africa"}, {Name: "Americas"}, {Name: "Asia"}, {Name: "Europe", Entries: []countryview.DirectoryEntry{
			{Code: "FR", Name: "France", Facts: []string{"", ""}, Record: []string{"FR", "France", "", "", "", ""}},
		}}, {Name: "Oceania"}, {Name: "Elsewhere"}},
		Notes: []string{
			"Behind a name: a city to search flights to, and the currency. " + absent,
			countries.Capped,
			"There are more pages; read all of them with --all.",
		},
		Next: more,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
