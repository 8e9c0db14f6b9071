package countries

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/gazetteer"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/resttest"
)

func TestTheKeyCityIsTheMainGateway(t *testing.T) {
	e := New()
	for country, want := range map[string]string{
		"FR": "PAR", "JP": "TYO", "DE": "BER", "US": "NYC", "AU": "SYD", "TR": "IST", "BT": "PBH", "SG": "SIN", "IS": "REK",
	} {
		if city := e.keyCity[country]; city == nil || city.Code != want {
			t.Errorf("%s: %v, want %s", country, city, want)
		}
	}
	for country, city := range e.keyCity {
		if city == nil || city.Country != country || len(city.Airports) == 0 {
			t.Errorf("%s: %v is not a city of the country to fly to", country, city)
		}
	}
	for _, market := range e.Markets() {
		if e.keyCity[market] == nil {
			t.Errorf("%s has no day of its own", market)
		}
	}
}

// The list is complete if it ends with a short page; no real passport reaches the cap.
func TestTheWalkIsCompleteWhenItEndsOnAShortPage(t *testing.T) {
	for _, tt := range []struct {
		length, gathered, pages int
		coverage                wire.Coverage
	}{
		{0, 0, 1, wire.CoverageComplete},
		{49, 49, 1, wire.CoverageComplete},
		{50, 50, 2, wire.CoverageComplete}, // a full page does not show that it was the last
		{199, 199, 4, wire.CoverageComplete},
		{200, 200, 4, wire.CoverageTruncated}, // exactly at the cap, a complete list looks the same
		{201, 200, 4, wire.CoverageTruncated},
	} {
		gathered, pages, coverage := walk(make([]string, tt.length))
		if len(gathered) != tt.gathered || pages != tt.pages || coverage != tt.coverage {
			t.Errorf("%d rows: %d gathered, %d pages, %s; want %+v", tt.length, len(gathered), pages, coverage, tt)
		}
	}
}

func TestDestinationsStandInTheOrderOfTheirEnglishNames(t *testing.T) {
	var got []string
	for _, row := range New().VisaFree(resttest.Sent(t, "getVisaFreeDestinations", "countryCode=SE&locale=sv")).Results {
		if slices.Contains([]string{"AX", "AL", "CR", "CI", "HR", "CW", "ST", "SA", "US", "GB", "AT", "DE"}, row.CountryCode) {
			got = append(got, row.CountryCode)
		}
	}
	// Åland, Albania, Austria, Costa Rica, Croatia, Curaçao, Germany, São Tomé & Príncipe, United Kingdom, United States
	if diff := cmp.Diff(strings.Fields("AX AL AT CR HR CW DE ST GB US"), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Facts that are easy to look up, in both directions.
func TestWellKnownRulesOfVisas(t *testing.T) {
	for _, tt := range []struct{ rule, passport, free, visa string }{
		{"freedom of movement", "BG", "DE FR IS NO CH LI IE CY", ""},
		{"its members of the EU are not all", "RO", "CA GB DE", "US"},
		{"the compacts with the Pacific", "PW", "US FM MH", ""},
		{"ASEAN", "VN", "BN ID KH LA MY PH SG TH MM", "JP US"},
		{"MERCOSUR and its neighbors", "PY", "AR BR CL UY PE BO CO EC", "US"},
		{"countries that open to all", "AF", "SC FM HT", "DE IN"},
		{"a territory is home to its passport", "FR", "", "RE"},
		{"and a place to others", "DE", "RE", ""},
		{"no such passport", "ZZ", "", "DE"},
	} {
		free := destinations()[tt.passport]
		for place := range strings.FieldsSeq(tt.free) {
			if !slices.Contains(free, place) {
				t.Errorf("%s: %s needs a visa for %s", tt.rule, tt.passport, place)
			}
		}
		for place := range strings.FieldsSeq(tt.visa) {
			if slices.Contains(free, place) {
				t.Errorf("%s: %s needs no visa for %s", tt.rule, tt.passport, place)
			}
		}
	}
}

func TestEveryListIsOfCountriesThatExist(t *testing.T) {
	if n := len(destinations()); n < 150 {
		t.Errorf("%d passports", n)
	}
	for passport, places := range destinations() {
		for _, code := range append([]string{passport}, places...) {
			if _, ok := data.CountryByCode(code); !ok {
				t.Errorf("%s: no country %s", passport, code)
			}
		}
		if slices.Contains(places, passport) {
			t.Errorf("%s is a destination of its own", passport)
		}
	}
	groups := map[string][]string{"ab": {"AA", "BB"}}
	for list, want := range map[string]string{"ab -AA CC": "BB CC", "ab -BB BB": "AA BB", "AA AA": "AA", "CC -ab": "CC"} {
		if got := strings.Join(passports(list, groups), " "); got != want {
			t.Errorf("%q is %q, want %q", list, got, want)
		}
	}
}

// Years as published by governments.
func TestHolidaysAreThoseOfTheOfficialLists(t *testing.T) {
	for market, want := range map[string]string{
		"HK": "new-years-day 01-01, lunar-new-year 02-17 02-19, good-friday 04-03, holy-saturday 04-04, qingming 04-05, " +
			"easter-monday 04-06, qingming-observed 04-07, labour-day 05-01, buddhas-birthday 05-24, buddhas-birthday-observed 05-25, " +
			"dragon-boat-festival 06-19, hong-kong-establishment-day 07-01, day-after-mid-autumn-festival 09-26, national-day 10-01, " +
			"chung-yeung-festival 10-18, chung-yeung-festival-observed 10-19, christmas-day 12-25, boxing-day 12-26",
		"IL": "passover 04-02, passover-seventh-day 04-08, independence-day 04-22, shavuot 05-22, rosh-hashanah 09-12 09-13, " +
			"yom-kippur 09-21, sukkot 09-26, simchat-torah 10-03",
	} {
		var got []string
		for _, h := range New().Holidays(market, Explicit("2026-01-01", "2026-12-31"), "en").Results {
			line := h.Key + " " + h.StartDate[5:]
			if h.EndDate != h.StartDate {
				line += " " + h.EndDate[5:]
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(strings.Split(want, ", "), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", market, diff)
		}
	}
}

var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func TestEveryMarketHasAWholeCalendar(t *testing.T) {
	if n := len(calendar()); n < 45 {
		t.Errorf("%d markets", n)
	}
	enough := time.Now().AddDate(3, 0, 0).Format(time.DateOnly) // fails while there is still time to add years
	for market, list := range calendar() {
		years := map[string]int{}
		for i, h := range list {
			_, err := time.Parse(time.DateOnly, h.StartDate)
			_, err2 := time.Parse(time.DateOnly, h.EndDate)
			if err != nil || err2 != nil || h.EndDate < h.StartDate || !slug.MatchString(h.Key) || slices.Contains(list[:i], h) {
				t.Errorf("%s: %+v is twice there or no holiday", market, h)
			}
			years[h.StartDate[:4]]++
		}
		for year := 2024; year <= 2040; year++ {
			if n := years[strconv.Itoa(year)]; n < 2 || n > 30 {
				t.Errorf("%s has %d holidays in %d", market, n, year)
			}
		}
		if last := list[len(list)-1].StartDate; last < enough {
			t.Errorf("%s ends with %s: add years to holidays.txt", market, last)
		}
	}
}

func TestNamesInMoreThanOneLanguage(t *testing.T) {
	for _, tt := range []struct{ market, day, language, want string }{
		{"US", "2026-09-07", "en", "Labor Day"},
		{"JP", "2026-05-06", "ja", "振替休日(憲法記念日)"},
		{"US", "2026-07-03", "pl", "Dzień Niepodległości (dzień wolny w zamian)"},
		{"US", "2027-06-18", "ja", "Juneteenth (observed)"},
		{"RS", "2026-02-15", "sr-Latn", "Dan državnosti"},
		{"TW", "2026-02-20", "zh-Hant", "農曆春節補假"},
		{"CN", "2026-09-25", "zh-Hant", "中秋節"},
	} {
		found := New().Holidays(tt.market, Explicit(tt.day, tt.day), tt.language).Results
		if len(found) != 1 || found[0].Name != tt.want {
			t.Errorf("%s %s in %s: %v, want %s", tt.market, tt.day, tt.language, found, tt.want)
		}
	}
}

// Every holiday has a name in the language of its country, nothing in the table is unused or in a language that
// no reader can request, and every language with a name has a phrase for days in lieu.
func TestTheTableOfNamesIsWhole(t *testing.T) {
	used := map[string]bool{lieuKey: true}
	for market, list := range calendar() {
		own := "en"
		country, _ := data.CountryByCode(market)
		for _, language := range country.Languages {
			if strings.HasPrefix(gazetteer.Locale(language), language) || language == "no" {
				own = gazetteer.Locale(language + "-" + market)
				break
			}
		}
		for _, h := range list {
			key := strings.TrimSuffix(h.Key, "-observed")
			used[key], used[key+"@"+market] = true, true
			if _, in := find(key+"@"+market, key, own); in != own && in != kin[own] {
				t.Errorf("%s has no name in %s, the language of %s", key, own, market)
			}
		}
	}
	for key, row := range names() {
		for language, name := range row {
			_, in := find("", lieuKey, language)
			if !used[key] || gazetteer.Locale(language) != language || in != language && in != kin[language] ||
				name != strings.TrimSpace(name) || strings.ContainsFunc(name, unicode.IsControl) || (strings.Count(name, "*") == 1) != (key == lieuKey) {
				t.Errorf("%s in %s: %q", key, language, name)
			}
		}
	}
}
