package holiday

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// listing writes a market's holidays of a window as "key 01-02", with the last
// day of a longer one.
func listing(market string, from, to Day) []string {
	var list []string
	for _, o := range Load().Between(market, from, to) {
		line := o.Slug() + " " + o.Start.String()[5:]
		if o.End != o.Start {
			line += " " + o.End.String()[5:]
		}
		list = append(list, line)
	}
	return list
}

// TestYearsAsGovernmentsPublishedThem compares whole years with the official
// lists for 2026.
func TestYearsAsGovernmentsPublishedThem(t *testing.T) {
	for market, want := range map[string]string{
		"GB": "new-years-day 01-01, good-friday 04-03, easter-monday 04-06, early-may-bank-holiday 05-04, spring-bank-holiday 05-25, " +
			"summer-bank-holiday 08-31, christmas-day 12-25, boxing-day 12-26, boxing-day-observed 12-28",
		"US": "new-years-day 01-01, martin-luther-king-day 01-19, presidents-day 02-16, memorial-day 05-25, juneteenth 06-19, " +
			"independence-day-observed 07-03, independence-day 07-04, labour-day 09-07, columbus-day 10-12, veterans-day 11-11, " +
			"thanksgiving-day 11-26, christmas-day 12-25",
		"JP": "new-years-day 01-01, coming-of-age-day 01-12, national-foundation-day 02-11, emperors-birthday 02-23, " +
			"vernal-equinox-day 03-20, showa-day 04-29, constitution-day 05-03, greenery-day 05-04, childrens-day 05-05, " +
			"constitution-day-observed 05-06, marine-day 07-20, mountain-day 08-11, respect-for-the-aged-day 09-21, " +
			"citizens-holiday 09-22, autumnal-equinox-day 09-23, sports-day 10-12, culture-day 11-03, labour-thanksgiving-day 11-23",
		"SG": "new-years-day 01-01, lunar-new-year 02-17 02-18, eid-al-fitr 03-21, good-friday 04-03, labour-day 05-01, " +
			"eid-al-adha 05-27, vesak 05-31, vesak-observed 06-01, national-day 08-09, national-day-observed 08-10, " +
			"deepavali 11-08, deepavali-observed 11-09, christmas-day 12-25",
		"HK": "new-years-day 01-01, lunar-new-year 02-17 02-19, good-friday 04-03, holy-saturday 04-04, qingming 04-05, " +
			"easter-monday 04-06, qingming-observed 04-07, labour-day 05-01, buddhas-birthday 05-24, buddhas-birthday-observed 05-25, " +
			"dragon-boat-festival 06-19, hong-kong-establishment-day 07-01, day-after-mid-autumn-festival 09-26, national-day 10-01, " +
			"chung-yeung-festival 10-18, chung-yeung-festival-observed 10-19, christmas-day 12-25, boxing-day 12-26",
		"TW": "new-years-day 01-01, lunar-new-year 02-15 02-19, lunar-new-year-observed 02-20, peace-memorial-day-observed 02-27, " +
			"peace-memorial-day 02-28, childrens-day-observed 04-03, childrens-day 04-04, qingming 04-05, qingming-observed 04-06, " +
			"labour-day 05-01, dragon-boat-festival 06-19, mid-autumn-festival 09-25, teachers-day 09-28, national-day-observed 10-09, " +
			"national-day 10-10, retrocession-day 10-25, retrocession-day-observed 10-26, constitution-day 12-25",
		"NZ": "new-years-day 01-01, day-after-new-years-day 01-02, waitangi-day 02-06, good-friday 04-03, easter-monday 04-06, " +
			"anzac-day 04-25, anzac-day-observed 04-27, kings-birthday 06-01, matariki 07-10, labour-day 10-26, christmas-day 12-25, " +
			"boxing-day 12-26, boxing-day-observed 12-28",
		"IL": "passover 04-02, passover-seventh-day 04-08, independence-day 04-22, shavuot 05-22, rosh-hashanah 09-12 09-13, " +
			"yom-kippur 09-21, sukkot 09-26, simchat-torah 10-03",
		"CO": "new-years-day 01-01, epiphany 01-12, st-josephs-day 03-23, maundy-thursday 04-02, good-friday 04-03, labour-day 05-01, " +
			"ascension-day 05-18, corpus-christi 06-08, sacred-heart 06-15, st-peter-and-paul 06-29, independence-day 07-20, " +
			"battle-of-boyaca 08-07, assumption-day 08-17, columbus-day 10-12, all-saints-day 11-02, cartagena-independence-day 11-16, " +
			"immaculate-conception 12-08, christmas-day 12-25",
	} {
		got := listing(market, Date(2026, time.January, 1), Date(2026, time.December, 31))
		if diff := cmp.Diff(strings.Split(want, ", "), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", market, diff)
		}
	}
}

func TestRulesOfSubstitution(t *testing.T) {
	for _, tt := range []struct {
		rule, market, from, to, want string
	}{
		{"two in a row that meet a weekend have two days in lieu", "GB", "2027-12-20", "2027-12-31",
			"christmas-day 12-25, boxing-day 12-26, christmas-day-observed 12-27, boxing-day-observed 12-28"},
		{"a day in lieu can lie in the year before", "US", "2027-12-30", "2027-12-31", "new-years-day-observed 12-31"},
		{"a span that meets a Sunday is a day longer", "KR", "2027-02-01", "2027-02-28",
			"lunar-new-year 02-06 02-08, lunar-new-year-observed 02-09"},
		{"a span that meets another holiday is a day longer", "KR", "2028-10-01", "2028-10-08",
			"chuseok 10-02 10-04, national-foundation-day 10-03, chuseok-observed 10-05"},
		{"China has the new moon before midnight", "CN", "2028-01-20", "2028-01-31", "lunar-new-year 01-25 02-01"},
		{"Korea, an hour ahead, has it on the next day", "KR", "2028-01-20", "2028-01-31", "lunar-new-year 01-26 01-28"},
		{"Viet Nam, an hour behind China, has it on the day before", "VN", "2030-02-01", "2030-02-10",
			"lunar-new-year 02-01 02-05, lunar-new-year-observed 02-06, lunar-new-year-observed 02-07"},
		{"a Sunday moves the King's Day back", "NL", "2031-04-20", "2031-04-30", "kings-day 04-26"},
		{"1 February is kept itself when it is a Friday", "IE", "2030-02-01", "2030-02-28", "st-brigids-day 02-01"},
		{"Independence Day keeps off the Sabbath", "IL", "2027-05-01", "2027-05-31", "independence-day 05-12"},
		{"and off a Monday, whose eve would begin on it", "IL", "2028-05-01", "2028-05-30", "independence-day 05-02"},
		{"the Reformation moves to a Friday", "CL", "2028-10-20", "2028-11-02", "reformation-day 10-27, all-saints-day 11-01"},
		{"18 September on a Tuesday frees the Monday", "CL", "2029-09-01", "2029-09-30",
			"independence-day-observed 09-17, independence-day 09-18, army-day 09-19"},
		{"the National Day is longer when the moon is full in it", "CN", "2028-09-30", "2028-10-10",
			"national-day 10-01 10-08, mid-autumn-festival 10-03"},
		{"two children's holidays on one day free the day before", "TW", "2028-04-01", "2028-04-10",
			"qingming-observed 04-03, childrens-day 04-04, qingming 04-04"},
		{"a holiday of its years only", "GB", "2020-05-01", "2020-05-20", "early-may-bank-holiday 05-08"},
		{"a holiday of one year only", "GB", "2023-05-01", "2023-05-20", "early-may-bank-holiday 05-01, coronation-day 05-08"},
	} {
		from, to := must(t, tt.from), must(t, tt.to)
		if diff := cmp.Diff(strings.Split(tt.want, ", "), listing(tt.market, from, to)); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", tt.rule, tt.market, diff)
		}
	}
}

func must(t *testing.T, text string) Day {
	t.Helper()
	d, err := ParseDay(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAHolidayThatReachesIntoTheWindowCounts(t *testing.T) {
	for window, want := range map[string][]string{
		"2026-02-15 2026-02-15": nil,
		"2026-02-16 2026-02-16": {"lunar-new-year 02-16 02-23"},
		"2026-02-23 2026-02-23": {"lunar-new-year 02-16 02-23"},
		"2026-02-24 2026-02-24": nil,
		"2026-01-01 2026-02-20": {"new-years-day 01-01", "lunar-new-year 02-16 02-23"},
	} {
		from, to, _ := strings.Cut(window, " ")
		if diff := cmp.Diff(want, listing("CN", must(t, from), must(t, to))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", window, diff)
		}
	}
}

func TestOutsideTheCalendarNothingIsKnown(t *testing.T) {
	for _, window := range [][2]Day{
		{Date(1, time.January, 1), Date(firstYear-1, time.December, 31)},
		{Date(lastYear+1, time.January, 2), Date(9999, time.December, 31)},
	} {
		if got := Load().Between("FR", window[0], window[1]); len(got) != 0 {
			t.Errorf("%v: %v", window, got)
		}
	}
	whole := Load().Between("FR", Date(1, time.January, 1), Date(9999, time.December, 31))
	if want := 11 * (lastYear - firstYear + 1); len(whole) != want {
		t.Errorf("the whole calendar of France has %d holidays, want %d", len(whole), want)
	}
}

func TestYearsWithoutDatesOfTheMoonKeepTheOtherHolidays(t *testing.T) {
	got := listing("SG", Date(2045, time.January, 1), Date(2045, time.December, 31))
	want := []string{"new-years-day 01-01", "new-years-day-observed 01-02", "good-friday 04-07", "labour-day 05-01", "national-day 08-09", "christmas-day 12-25"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// TestEveryMarketKeepsItsCalendarInOrder walks all markets through all years.
func TestEveryMarketKeepsItsCalendarInOrder(t *testing.T) {
	c := Load()
	if n := len(c.Markets()); n < 45 {
		t.Errorf("%d markets", n)
	}
	for _, market := range c.Markets() {
		all := c.Between(market, Date(firstYear, time.January, 1), Date(lastYear, time.December, 31))
		if !slices.IsSortedFunc(all, byDate) {
			t.Errorf("%s is out of order", market)
		}
		free, seen := map[Day]string{}, map[string]bool{}
		for _, o := range all {
			once := o.Slug() + o.Start.String()
			if !slug.MatchString(o.Slug()) || o.Start > o.End || o.Market != market || seen[once] {
				t.Errorf("%s: %+v", market, o)
			}
			seen[once] = true
			for d := o.Start; d <= o.End; d++ {
				if o.InLieu && free[d] != "" {
					t.Errorf("%s: %s is in lieu of %s and %s", market, d, o.Key, free[d])
				}
				free[d] = o.Key
			}
		}
		for year := 2026; year <= 2028; year++ {
			n := len(c.Between(market, Date(year, time.January, 1), Date(year, time.December, 31)))
			if n < 4 || n > 30 {
				t.Errorf("%s has %d holidays in %d", market, n, year)
			}
		}
	}
}

// TestAWindowIsTheSumOfItsParts cuts a window at every day.
func TestAWindowIsTheSumOfItsParts(t *testing.T) {
	c := Load()
	start, end := Date(2026, time.December, 1), Date(2027, time.March, 31)
	for _, market := range []string{"US", "GB", "CN", "KR", "TW", "VN", "AE"} {
		whole := map[Occurrence]bool{}
		for _, o := range c.Between(market, start, end) {
			whole[o] = true
		}
		parts := map[Occurrence]bool{}
		for d := start; d <= end; d++ {
			for _, o := range c.Between(market, d, d) {
				parts[o] = true
			}
		}
		if !maps.Equal(whole, parts) {
			t.Errorf("%s: the window has %d holidays, its days %d", market, len(whole), len(parts))
		}
	}
}

func BenchmarkBetween(b *testing.B) {
	c := Load()
	for b.Loop() {
		c.Between("TW", Date(2026, time.November, 21), Date(2027, time.February, 18))
	}
}
