package countries

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/words"
)

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
	if diff := cmp.Diff([]string{"travel countries visa-free DE --all"}, paste.Commands(got.Meta.Next)); diff != "" {
		t.Errorf("next -want +got\n%s", diff)
	}
	list.AtEnd = true
	if got := list.answer(desk.NewMeta("getVisaFreeDestinations")); len(got.Meta.Next) != 0 || got.Rows != 1 {
		t.Errorf("a list at its end: %+v", got)
	}
}

func TestContinentsAreCalledByTheirNames(t *testing.T) {
	for text, holds := range map[string][2]string{
		"europe": {"PT", "JP"}, "Asia": {"AE", "EG"}, "AFRICA": {"EG", "AE"}, "oceania": {"FJ", "US"},
		"north america": {"MX", "BR"}, "South America": {"BR", "CR"}, "americas": {"BR", "PT"},
	} {
		c, ok := ContinentCalled(text)
		if !ok {
			t.Errorf("%s is not known", text)
		}
		if !c.Holds(holds[0]) || c.Holds(holds[1]) || c.Holds("") || c.Holds("QQ") {
			t.Errorf("%s holds %s: %v, %s: %v", text, holds[0], c.Holds(holds[0]), holds[1], c.Holds(holds[1]))
		}
	}
	for _, text := range []string{"", "elsewhere", "atlantis", "150", "\x1b[31m"} {
		if c, ok := ContinentCalled(text); ok {
			t.Errorf("%q is %v", text, c)
		}
	}
}

func span(from, to string) words.Days { return words.Days{From: words.Day(from), To: words.Day(to)} }

func TestALongWeekendIsThreeFreeDaysWithAHoliday(t *testing.T) {
	year := span("2027-01-01", "2027-12-31")
	tests := []struct {
		name, market string
		holidays     []words.Days
		window       words.Days
		want         []words.Days
	}{
		{"a Friday makes three days", "DE", []words.Days{span("2027-01-01", "2027-01-01")}, year, []words.Days{span("2027-01-01", "2027-01-03")}},
		{"a Monday makes three days", "DE", []words.Days{span("2027-05-17", "2027-05-17")}, year, []words.Days{span("2027-05-15", "2027-05-17")}},
		{"a Wednesday makes none", "DE", []words.Days{span("2027-05-12", "2027-05-12")}, year, nil},
		{"a Saturday adds nothing to its weekend", "DE", []words.Days{span("2027-05-01", "2027-05-01")}, year, nil},
		{"three holidays without a weekend do not make a weekend", "DE", []words.Days{span("2027-05-11", "2027-05-13")}, year, nil},
		{"Friday and Monday make four days", "GB", []words.Days{span("2027-03-26", "2027-03-26"), span("2027-03-29", "2027-03-29")}, year, []words.Days{span("2027-03-26", "2027-03-29")}},
		{"holidays that overlap are one row of days", "JP", []words.Days{span("2027-05-03", "2027-05-04"), span("2027-05-04", "2027-05-05")}, year, []words.Days{span("2027-05-01", "2027-05-05")}},
		{"a Sunday is not a weekend where Friday is", "SA", []words.Days{span("2027-01-03", "2027-01-03")}, year, []words.Days{span("2027-01-01", "2027-01-03")}},
		{"a Monday makes nothing where Friday is weekend", "SA", []words.Days{span("2027-01-04", "2027-01-04")}, year, nil},
		{"a Thursday makes three days where Friday is weekend", "SA", []words.Days{span("2027-01-07", "2027-01-07")}, year, []words.Days{span("2027-01-07", "2027-01-09")}},
		{"the Emirates have Saturday and Sunday", "AE", []words.Days{span("2027-01-01", "2027-01-01")}, year, []words.Days{span("2027-01-01", "2027-01-03")}},
		{"a weekend that the window cuts counts whole", "DE", []words.Days{span("2027-01-01", "2027-01-01")}, span("2027-01-01", "2027-01-01"), []words.Days{span("2027-01-01", "2027-01-03")}},
		{"a holiday counts inside the window only", "CN", []words.Days{span("2027-10-01", "2027-10-07")}, span("2027-10-05", "2027-10-31"), nil},
		{"rows come by date whatever the order of the holidays", "DE", []words.Days{span("2027-05-17", "2027-05-17"), span("2027-01-01", "2027-01-01")}, year, []words.Days{span("2027-01-01", "2027-01-03"), span("2027-05-15", "2027-05-17")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []words.Days
			for _, row := range (Calendar{Days: test.holidays, Weekend: WeekendOf(test.market), Window: test.window}).Bridged(0) {
				if got = append(got, row.Days); len(row.Off) > 0 || row.Gained == 0 {
					t.Errorf("without a day off: %+v", row)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestAWeekBeginsAfterTheWeekend(t *testing.T) {
	for market, want := range map[string]time.Weekday{"DE": time.Monday, "US": time.Monday, "AE": time.Monday, "SA": time.Sunday, "IL": time.Sunday, "IR": time.Saturday, "NP": time.Sunday} {
		if got := WeekStart(WeekendOf(market)); got != want {
			t.Errorf("%s: the week begins on %s, want %s", market, got, want)
		}
	}
}

// A bridge is taken only where a holiday makes it shorter than the working week, and every row that fits
// the days off is told, so that a person can choose.
func TestABridgeTakesTheDaysBetweenHolidaysAndWeekends(t *testing.T) {
	day := func(iso string) []time.Time { return []time.Time{words.Day(iso)} }
	year := span("2027-01-01", "2027-12-31")
	tests := []struct {
		name, market string
		holidays     []words.Days
		most         int
		want         []LongWeekend
	}{
		{"a Thursday makes four days for one", "DE", []words.Days{span("2027-05-06", "2027-05-06")}, 1,
			[]LongWeekend{{span("2027-05-06", "2027-05-09"), day("2027-05-07"), 1}}},
		{"not without one", "DE", []words.Days{span("2027-05-06", "2027-05-06")}, 0, nil},
		{"a Tuesday is bridged from the weekend before", "DE", []words.Days{span("2027-10-26", "2027-10-26")}, 2,
			[]LongWeekend{{span("2027-10-23", "2027-10-26"), day("2027-10-25"), 1}}},
		{"a Wednesday goes both ways, for two", "DE", []words.Days{span("2027-05-12", "2027-05-12")}, 2, []LongWeekend{
			{span("2027-05-08", "2027-05-12"), span("2027-05-10", "2027-05-11").Each(), 1},
			{span("2027-05-12", "2027-05-16"), span("2027-05-13", "2027-05-14").Each(), 1},
		}},
		{"Easter is ten days for four, before and after, and four for none", "GB",
			[]words.Days{span("2027-03-26", "2027-03-26"), span("2027-03-29", "2027-03-29")}, 4, []LongWeekend{
				{span("2027-03-20", "2027-03-29"), span("2027-03-22", "2027-03-25").Each(), 2},
				{span("2027-03-26", "2027-03-29"), nil, 2},
				{span("2027-03-26", "2027-04-04"), span("2027-03-30", "2027-04-02").Each(), 2},
			}},
		{"a week of its own is not a bridge", "DE", []words.Days{span("2027-01-01", "2027-01-01")}, 5,
			[]LongWeekend{
				{span("2026-12-26", "2027-01-03"), span("2026-12-28", "2026-12-31").Each(), 1},
				{span("2027-01-01", "2027-01-03"), nil, 1},
			}},
		{"a Wednesday where Friday is weekend is bridged over Thursday", "SA", []words.Days{span("2027-09-22", "2027-09-22")}, 1,
			[]LongWeekend{{span("2027-09-22", "2027-09-25"), day("2027-09-23"), 1}}},
		{"a holiday on a Saturday gains nothing", "DE", []words.Days{span("2027-05-01", "2027-05-01")}, 5, nil},
		{"a working day inside a weekend adds nothing", "BN", []words.Days{span("2027-05-07", "2027-05-07")}, 1, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Calendar{Days: test.holidays, Weekend: WeekendOf(test.market), Window: year}.Bridged(test.most)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
