package countries

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

func TestTheNextWindowFollowsAndIsAsLong(t *testing.T) {
	window := apiclient.HolidayResultsMetadata{CountryCode: "XX", From: "2026-11-21", To: "2027-02-18"}
	got := NewCalendar(&apiclient.HolidayResults{Metadata: window}, "AE").further()
	want := []string{"travel countries holidays AE --from-date 2027-02-19 --to-date 2027-05-19"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestACountryStandsInItsContinent(t *testing.T) {
	groups := Continents()
	for country, want := range map[string]string{
		"DE": "Europe", "XK": "Europe", "TR": "Asia", "CY": "Asia", "HK": "Asia", "GL": "Americas", "BQ": "Americas", "EG": "Africa",
		"AU": "Oceania", "": "Elsewhere", "??": "Elsewhere", "ZZ": "Elsewhere", "150": "Elsewhere", "QQ": "Elsewhere",
	} {
		if got := groups[ContinentOf(country, groups)].Name; got != want {
			t.Errorf("%s stands in %s, want %s", country, got, want)
		}
	}
}

func TestASearchTakesNoNoticeOfCaseAndAccents(t *testing.T) {
	reunion := apiclient.VisaFreeDestination{CountryCode: "RE", Name: "Réunion", KeyCityCode: new("RUN"), CurrencyCode: new("EUR")}
	for text, want := range map[string]bool{"": true, "reunion": true, "RÉU": true, "eur": true, "run": true, "re": true, "sun": false, "onRE": false} {
		if got := Holds(reunion, text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}

func TestATruncatedListWarnsAndLeadsOn(t *testing.T) {
	list := VisaFree{Passport: "DE", Page: 1, LastPage: 20, Rows: []apiclient.VisaFreeDestination{{CountryCode: "FR"}}, Metadata: apiclient.VisaFreeResultsMetadata{
		TotalCandidates: 200, HasMore: true, Coverage: apiclient.CoverageTruncated,
	}}
	got := list.answer(desk.NewMeta("getVisaFreeDestinations"))
	if diff := cmp.Diff([]string{Capped}, got.Meta.Warnings); diff != "" {
		t.Errorf("warnings -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"travel countries visa-free DE --all"}, got.Meta.Next); diff != "" {
		t.Errorf("next -want +got\n%s", diff)
	}
	list.AtEnd = true
	if got := list.answer(desk.NewMeta("getVisaFreeDestinations")); len(got.Meta.Next) != 0 || got.Rows != 1 {
		t.Errorf("a list at its end: %+v", got)
	}
}

// Days that the service answers in two windows are one calendar, and a holiday that both tell is one.
func TestTwoWindowsAreOneCalendar(t *testing.T) {
	half := func(from, to string, holidays ...apiclient.Holiday) Calendar {
		return NewCalendar(&apiclient.HolidayResults{Results: holidays, Metadata: apiclient.HolidayResultsMetadata{From: from, To: to}}, "DE")
	}
	newYear := apiclient.Holiday{Name: "New Year", Key: "new-year", StartDate: "2026-12-31", EndDate: "2027-01-01"}
	friday := apiclient.Holiday{Name: "Friday", Key: "friday", StartDate: "2027-03-26", EndDate: "2027-03-26"}
	got := half("2026-12-01", "2026-12-31", newYear).and(half("2027-01-01", "2027-12-31", newYear, friday))
	if len(got.Results) != 2 || got.Length != 396 || got.Window != span("2026-12-01", "2027-12-31") {
		t.Errorf("%d holidays in %d days, %v", len(got.Results), got.Length, got.Window)
	}
	if diff := cmp.Diff([]Span{span("2026-12-31", "2027-01-03"), span("2027-03-26", "2027-03-28")}, got.LongWeekends); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
