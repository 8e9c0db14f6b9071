package countries

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/words"
)

func span(from, to string) Span { return Span{From: words.Day(from), To: words.Day(to)} }

func TestALongWeekendIsThreeFreeDaysWithAHoliday(t *testing.T) {
	year := span("2027-01-01", "2027-12-31")
	tests := []struct {
		name, market string
		holidays     []Span
		window       Span
		want         []Span
	}{
		{"a Friday makes three days", "DE", []Span{span("2027-01-01", "2027-01-01")}, year, []Span{span("2027-01-01", "2027-01-03")}},
		{"a Monday makes three days", "DE", []Span{span("2027-05-17", "2027-05-17")}, year, []Span{span("2027-05-15", "2027-05-17")}},
		{"a Wednesday makes none", "DE", []Span{span("2027-05-12", "2027-05-12")}, year, nil},
		{"a Saturday adds nothing to its weekend", "DE", []Span{span("2027-05-01", "2027-05-01")}, year, nil},
		{"three holidays without a weekend do not make a weekend", "DE", []Span{span("2027-05-11", "2027-05-13")}, year, nil},
		{"Friday and Monday make four days", "GB", []Span{span("2027-03-26", "2027-03-26"), span("2027-03-29", "2027-03-29")}, year, []Span{span("2027-03-26", "2027-03-29")}},
		{"holidays that overlap are one row of days", "JP", []Span{span("2027-05-03", "2027-05-04"), span("2027-05-04", "2027-05-05")}, year, []Span{span("2027-05-01", "2027-05-05")}},
		{"a Sunday is not a weekend where Friday is", "SA", []Span{span("2027-01-03", "2027-01-03")}, year, []Span{span("2027-01-01", "2027-01-03")}},
		{"a Monday makes nothing where Friday is weekend", "SA", []Span{span("2027-01-04", "2027-01-04")}, year, nil},
		{"a Thursday makes three days where Friday is weekend", "SA", []Span{span("2027-01-07", "2027-01-07")}, year, []Span{span("2027-01-07", "2027-01-09")}},
		{"the Emirates have Saturday and Sunday", "AE", []Span{span("2027-01-01", "2027-01-01")}, year, []Span{span("2027-01-01", "2027-01-03")}},
		{"a weekend that the window cuts counts whole", "DE", []Span{span("2027-01-01", "2027-01-01")}, span("2027-01-01", "2027-01-01"), []Span{span("2027-01-01", "2027-01-03")}},
		{"a holiday counts inside the window only", "CN", []Span{span("2027-10-01", "2027-10-07")}, span("2027-10-05", "2027-10-31"), nil},
		{"rows come by date whatever the order of the holidays", "DE", []Span{span("2027-05-17", "2027-05-17"), span("2027-01-01", "2027-01-01")}, year, []Span{span("2027-01-01", "2027-01-03"), span("2027-05-15", "2027-05-17")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := longWeekends(test.holidays, weekendOf(test.market), test.window)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestAWeekBeginsAfterTheWeekend(t *testing.T) {
	for market, want := range map[string]time.Weekday{"DE": time.Monday, "US": time.Monday, "AE": time.Monday, "SA": time.Sunday, "IL": time.Sunday, "IR": time.Saturday, "NP": time.Sunday} {
		if got := WeekStart(weekendOf(market)); got != want {
			t.Errorf("%s: the week begins on %s, want %s", market, got, want)
		}
	}
}
