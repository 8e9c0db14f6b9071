package holiday

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEasterOfBothChurches(t *testing.T) {
	for year, want := range map[int][2]string{
		2000: {"2000-04-23", "2000-04-30"}, 2008: {"2008-03-23", "2008-04-27"}, 2011: {"2011-04-24", "2011-04-24"},
		2024: {"2024-03-31", "2024-05-05"}, 2025: {"2025-04-20", "2025-04-20"}, 2026: {"2026-04-05", "2026-04-12"},
		2027: {"2027-03-28", "2027-05-02"}, 2028: {"2028-04-16", "2028-04-16"}, 2029: {"2029-04-01", "2029-04-08"},
		2030: {"2030-04-21", "2030-04-28"}, 2031: {"2031-04-13", "2031-04-13"}, 2038: {"2038-04-25", "2038-04-25"},
	} {
		if got := [2]string{easter(year).String(), orthodoxEaster(year).String()}; got != want {
			t.Errorf("%d: %v, want %v", year, got, want)
		}
	}
	for year := firstYear; year <= lastYear; year++ {
		west, east := easter(year), orthodoxEaster(year)
		if west.Weekday() != time.Sunday || east.Weekday() != time.Sunday {
			t.Errorf("%d: Easter is on a %s and a %s", year, west.Weekday(), east.Weekday())
		}
		if west < Date(year, time.March, 22) || west > Date(year, time.April, 25) || east < west || east > west+35 {
			t.Errorf("%d: Easter is on %s and %s", year, west, east)
		}
	}
}

// TestTheHebrewYearKeepsItsRules checks the lengths and weekdays that the
// calendar allows, which an arithmetic mistake would break.
func TestTheHebrewYearKeepsItsRules(t *testing.T) {
	for year, want := range map[int]string{2024: "2024-10-03", 2025: "2025-09-23", 2026: "2026-09-12", 2027: "2027-10-02",
		2028: "2028-09-21", 2029: "2029-09-10", 2030: "2030-09-28", 2031: "2031-09-18"} {
		if got := roshHashanah(year).String(); got != want {
			t.Errorf("New Year in %d: %s, want %s", year, got, want)
		}
	}
	for year := firstYear; year <= lastYear; year++ {
		first, next := roshHashanah(year), roshHashanah(year+1)
		if slices.Contains([]time.Weekday{time.Sunday, time.Wednesday, time.Friday}, first.Weekday()) {
			t.Errorf("New Year in %d is on a %s", year, first.Weekday())
		}
		if !slices.Contains([]Day{353, 354, 355, 383, 384, 385}, next-first) {
			t.Errorf("the year from %s is %d days long", first, next-first)
		}
		if slices.Contains([]time.Weekday{time.Monday, time.Wednesday, time.Friday}, passover(year).Weekday()) {
			t.Errorf("Passover in %d is on a %s", year, passover(year).Weekday())
		}
	}
}

func TestSolarTerms(t *testing.T) {
	for year, want := range map[int][3]string{ // as the observatories of Japan and Hong Kong publish them
		2024: {"2024-03-20", "2024-09-22", "2024-04-04"}, 2025: {"2025-03-20", "2025-09-23", "2025-04-04"},
		2026: {"2026-03-20", "2026-09-23", "2026-04-05"}, 2027: {"2027-03-21", "2027-09-23", "2027-04-05"},
		2028: {"2028-03-20", "2028-09-22", "2028-04-04"}, 2029: {"2029-03-20", "2029-09-23", "2029-04-04"},
		2030: {"2030-03-20", "2030-09-23", "2030-04-05"}, 2031: {"2031-03-21", "2031-09-23", "2031-04-05"},
	} {
		got := [3]string{worked("vernal-equinox")(year).String(), worked("autumnal-equinox")(year).String(), worked("qingming")(year).String()}
		if got != want {
			t.Errorf("%d: %v, want %v", year, got, want)
		}
	}
}

// age is the mean age of the moon at noon of a day in the middle of Asia, in
// days since the new moon; the true one is within 0.6 days of it.
func age(d Day) float64 {
	const month, reference = 29.530588861, 10962.76 // the new moon of 2000-01-06 18:14 UTC, in days since 1970
	age := math.Mod(float64(d)+0.25-reference, month)
	return age
}

// TestDatesOfTheMoonFitThePhaseOfTheMoon finds typing mistakes of more
// than a day: every feast has its day of the month, so the moon has that age.
func TestDatesOfTheMoonFitThePhaseOfTheMoon(t *testing.T) {
	days := map[string]float64{ // age at noon, in days
		"lunar-new-year": 0.5, "seollal": 0.5, "tet": 0.5, "buddhas-birthday": 7.5, "dragon-boat-festival": 4.5, "mid-autumn-festival": 14.5,
		"chung-yeung-festival": 8.5, "hung-kings-day": 9.5,
		"eid-al-fitr": 1, "eid-al-fitr-sighted": 1.5, "eid-al-adha": 10, "eid-al-adha-sighted": 10.3, "islamic-new-year": 1,
		"islamic-new-year-sighted": 1.5, "prophets-birthday": 12, "prophets-birthday-sighted": 12.3, "isra-and-miraj": 27,
		"maha-shivaratri": 28, "holi": 15.5, "ram-navami": 8.5, "buddha-purnima": 14.5, "janmashtami": 22.5, "dussehra": 9.5,
		"diwali": 29.3, "guru-nanak-jayanti": 14.5, "deepavali": 28.7, "vesak": 14.7, "nyepi": 0.5, "makha-bucha": 14.5,
		"visakha-bucha": 14.7, "asahna-bucha": 14.6,
	}
	const month, slack = 29.530588861, 1.7
	for line := range lines(feastsText) {
		words := strings.Fields(line)
		want, ok := days[words[0]]
		if !ok {
			if words[0] != "matariki" && words[0] != "winter-solstice-chile" {
				t.Errorf("%s is not checked", words[0])
			}
			continue
		}
		for _, word := range words[1:] {
			off := math.Remainder(age(must(t, word))-want, month)
			if math.Abs(off) > slack {
				t.Errorf("%s %s: the moon is %.1f days old, off by %.1f", words[0], word, age(must(t, word)), off)
			}
		}
	}
}

// TestFeastsOfAnIslamicYearFollowEachOther checks the distances that months of
// 29 or 30 days leave between feasts.
func TestFeastsOfAnIslamicYearFollowEachOther(t *testing.T) {
	dates := map[string][]Day{}
	for line := range lines(feastsText) {
		words := strings.Fields(line)
		for _, word := range words[1:] {
			dates[words[0]] = append(dates[words[0]], must(t, word))
		}
	}
	for _, by := range []string{"", "-sighted"} {
		for i, fitr := range dates["eid-al-fitr"+by] {
			adha, newYear, birthday := dates["eid-al-adha"+by][i], dates["islamic-new-year"+by][i], dates["prophets-birthday"+by][i]
			for name, gap := range map[string][3]Day{
				"Eid al-Fitr to Eid al-Adha":  {adha - fitr, 67, 69},
				"Eid al-Adha to the New Year": {newYear - adha, 20, 21},
				"New Year to the Birthday":    {birthday - newYear, 69, 71},
			} {
				if gap[0] < gap[1] || gap[0] > gap[2] {
					t.Errorf("%s%s: %s is %d days, not %d to %d", fitr, by, name, gap[0], gap[1], gap[2])
				}
			}
		}
	}
}
