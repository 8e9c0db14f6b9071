package ask

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
)

func TestLengthsOfTime(t *testing.T) {
	for text, want := range map[string]int{
		"8h": 480, "2h30": 150, "2h30m": 150, "2h 30m": 150, "90m": 90, "8 hours": 480, "1 hour": 60, "90 minutes": 90, "1 hr": 60,
		"2H30": 150, "2:30": 150, "0h": 0, "8 hours 5 min": 485, "08h05": 485, "9999h": 599940,
	} {
		if got, ok := ParseLength(text); !ok || got != want {
			t.Errorf("%q = %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "h", "8", "150", "2h60", "2:3", "1.5h", "-2h", "2h30s", "8d", "h30", "99999h", "12345678m", "2h-30"} {
		if got, ok := ParseLength(text); ok {
			t.Errorf("%q = %d", text, got)
		}
	}
}

func TestTimesOfTheDay(t *testing.T) {
	for text, want := range map[string]string{
		"06:00-12:00": "360-720", "6-12": "360-720", "6 - 12": "360-720", "6.30-12": "390-720", "6h-12h30": "360-750",
		"after 18": "1080-1439", "from 18:30": "1110-1439", "before 9": "0-539", "until 9": "0-540", "by 9": "0-540", "till 24": "0-1439",
		"18:00-02:00": "1080-120", "22-6": "1320-360", "0-24": "0-1439", "18-24": "1080-1439", "24-6": "0-360",
		"6am-2pm": "360-840", "12am-12pm": "0-720", "after 6pm": "1080-1439", "6 to 12": "360-720", "between 6 and 12": "360-720", "from 6 to 12": "360-720",
		"After 6 PM": "1080-1439", "06:00–12:00": "360-720",
	} {
		if got, ok := ParseClock(text); !ok || got.String() != want {
			t.Errorf("%q = %v, %v, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "6", "18:00", "360-720", "25-3", "6-25", "6:60-12", "6-12pm", "6am-12", "13pm-14pm", "0am-1am", "after", "after noon time",
		"after 24", "before 0", "-", "6-", "-12", "6-12-18", "morning", "24:30-6", "6:5-12",
	} {
		if got, ok := ParseClock(text); ok {
			t.Errorf("%q = %v", text, got)
		}
	}
}

// Every order of the contract has one word of a person's, and no two orders of a list share one.
func TestEveryOrderHasAWord(t *testing.T) {
	lists := 0
	for i := range api.Operations {
		param, ok := api.Operations[i].Param("sort")
		if !ok {
			continue
		}
		lists++
		for _, order := range param.Enum {
			p := testParams(api.Operations[i].ID)
			word := SortWord(order)
			if err := p.Set("sort", "--sort", strings.ToUpper(word)); err != nil || word == order || p.Text("sort") != order {
				t.Errorf("%s %s: %s is %s, %v", api.Operations[i].ID, order, word, p.Text("sort"), err)
			}
			if got := p.Typed("sort"); !strings.EqualFold(got, "--sort "+word) {
				t.Errorf("%s is repeated as %s", word, got)
			}
		}
	}
	if lists < 3 {
		t.Errorf("%d lists have an order", lists)
	}
}

// given sets flags of a person and of the contract on the trips of a search.
func giving(t *testing.T, flags ...string) (*Values, error) {
	t.Helper()
	p := testParams("getFlightSearchResults")
	for _, flag := range flags {
		name, text, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		var err error
		if at := slices.IndexFunc(PlainFlags(p.Op()), func(f *PlainFlag) bool { return f.Name == name }); at >= 0 {
			err = p.SetPlain(PlainFlags(p.Op())[at], text)
		} else {
			err = p.Later(name, "--"+name, text)
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

func TestPlainFlagsAreTheContractsParameters(t *testing.T) {
	for flags, want := range map[string]map[string]string{
		"--nonstop=true":             {"stops": "0 --nonstop"},
		"--nonstop=false":            {},
		"--max-stops=2":              {"stops": "0,1,2 --max-stops 2"},
		"--max-time=8h":              {"max-duration": "480 --max-time 8h"},
		"--max-time=150":             {"max-duration": "150 --max-time 150"},
		"--max-duration=2h30":        {"max-duration": "150 --max-duration 2h30"},
		"--max-duration=150":         {"max-duration": "150 --max-duration 150"},
		"--min-stopover-duration=1h": {"min-stopover-duration": "60 --min-stopover-duration 1h"},
		"--depart=6-12":              {"outbound-departure-range": "360-720 --depart 6-12"},
		"--depart=after 18":          {"outbound-departure-range": "1080-1439 --depart 'after 18'"},
		"--arrive=morning,Evening":   {"outbound-arrival-blocks": "morning,night --arrive morning,Evening"},
		"--return-depart=morning|--return-depart=afternoon": {"return-departure-blocks": "afternoon,morning --return-depart morning,afternoon"},
		"--return-arrive=before 9":                          {"return-arrival-range": "0-539 --return-arrive 'before 9'"},
		"--outbound-departure-range=06:00-12:00":            {"outbound-departure-range": "360-720 --outbound-departure-range 06:00-12:00"},
		"--outbound-departure-range=6-12":                   {"outbound-departure-range": "6-12 --outbound-departure-range 6-12"}, // the contract's minutes
		"--outbound-departure-range=morning":                {"outbound-departure-range": "360-719 --outbound-departure-range morning"},
		"--outbound-departure-blocks=evening,morning":       {"outbound-departure-blocks": "night,morning --outbound-departure-blocks night,morning"},
		"--cheapest=true|--nonstop=true":                    {"stops": "0 --nonstop", "sort": "price_asc --cheapest"},
		"--sort=Cheapest|--sort=duration_asc":               {"sort": "duration_asc --sort duration_asc"},
	} {
		p, err := giving(t, strings.Split(flags, "|")...)
		if err != nil {
			t.Errorf("%s: %v", flags, err)
		}
		got := map[string]string{}
		for _, wire := range p.Names() {
			got[wire] = strings.Join(p.Texts(wire), ",") + " " + p.Typed(wire)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, -want +got:\n%s", flags, diff)
		}
	}
}

func TestTwoFlagsThatSayTheSameAreRefused(t *testing.T) {
	for flags, want := range map[string]string{
		"--nonstop=true|--max-stops=1":                        "--nonstop and --max-stops both say how many stops; give one of them",
		"--stops=0|--nonstop=true":                            "--stops and --nonstop both say how many stops; give one of them",
		"--max-stops=1|--stops=0":                             "--max-stops and --stops both say how many stops; give one of them",
		"--max-time=8h|--max-duration=480":                    "--max-time and --max-duration both say how long the journey may be; give one of them",
		"--depart=6-12|--outbound-departure-blocks=morning":   "--depart and --outbound-departure-blocks both say when the outbound leaves; give one of them",
		"--return-arrival-range=6-12|--return-arrive=morning": "--return-arrival-range and --return-arrive both say when the return lands; give one of them",
		"--depart=6-12|--depart=14-18":                        "--depart takes one span of times, or parts of the day with commas between",
		"--depart=morning|--depart=14-18":                     "--depart takes one span of times, or parts of the day with commas between",
		"--depart=6-12|--depart=morning":                      "--depart takes one span of times, or parts of the day with commas between",
		"--depart=360-720":                                    `--depart 360-720 is not accepted; give times such as 06:00-12:00, 6-12 or "after 18", or morning, afternoon, evening or night`,
		"--max-stops=10":                                      `--max-stops 10 is not accepted; give a whole number from 0 to 9`,
		"--nonstop=maybe":                                     `--nonstop maybe is not accepted; give true or false`,
		"--max-time=soon":                                     `--max-time soon is not accepted; give a length such as 8h, 2h30, 90m or 150 minutes`,
		"--max-duration=2h60":                                 `--max-duration 2h60 is not accepted; give a length such as 8h, 2h30, 90m or 150 minutes`,
		"--sort=nicest":                                       `--sort nicest is not accepted; give one of best, cheapest, fastest, earliest, latest, earliest-return, latest-return, score_desc, price_asc, duration_asc, leg1_departure_time_asc, leg1_departure_time_desc, leg2_departure_time_asc, leg2_departure_time_desc`,
	} {
		_, err := giving(t, strings.Split(flags, "|")...)
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", flags, err, want)
		}
	}
}

// A list's own filter does not come back beside a flag that says the same in a person's words.
func TestAPlainFlagReplacesWhatAListRepeats(t *testing.T) {
	p, err := giving(t, "--depart=6-12")
	if err != nil {
		t.Fatal(err)
	}
	p.SetDefault("outbound-departure-blocks", "list", "night")
	if err := p.Err(); err != nil || p.Has("outbound-departure-blocks") {
		t.Errorf("%v, %v", p.Texts("outbound-departure-blocks"), err)
	}
}

func TestCountriesByName(t *testing.T) {
	for text, want := range map[string]string{
		"Portugal": "PT", "pt": "PT", "uk": "GB", "South Korea": "KR", "XX": "XX",
		"Korea":    `COUNTRY Korea may be KP or KR`,
		"Atlantis": `COUNTRY Atlantis is not accepted; give a country: its name, or its code of two letters`,
		"Portugl":  `COUNTRY Portugl is not accepted; give a country: its name, or its code of two letters; did you mean Portugal (PT)?`,
		"PRT":      `COUNTRY PRT is not accepted; give a country: its name, or its code of two letters`,
	} {
		p := testParams("getCountryHolidays")
		err := p.Set("countryCode", "COUNTRY", text)
		got := p.Text("countryCode")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// What has several readings waits until someone says which is meant.
func TestAFlagWithSeveralReadingsWaits(t *testing.T) {
	p := testParams("createFlightSearch")
	for wire, text := range map[string]string{"siteCode": "Korea", "currency": "eur"} {
		if err := p.Later(wire, "--"+wire, text); err != nil {
			t.Fatal(err)
		}
	}
	if p.Has("siteCode") {
		t.Fatalf("siteCode is %q", p.Text("siteCode"))
	}
	asked := 0
	for range 2 { // the second time, none is left
		err := p.Days().Settle(func(e SeveralError) (Reading, error) {
			asked++
			return Reading{Value: "KR"}, nil
		})
		if err != nil || p.Text("siteCode") != "KR" || asked != 1 {
			t.Errorf("%q, %d asked, %v", p.Text("siteCode"), asked, err)
		}
	}
}

func FuzzTimes(f *testing.F) {
	for _, seed := range []string{"06:00-12:00", "after 6pm", "before 0", "midnight-noon", "6-12-18", "24-24", "between 6 and 12"} {
		f.Add(seed)
	}
	param, _ := testParams("getFlightSearchResults").Op().Param("outbound-departure-range")
	f.Fuzz(func(t *testing.T, text string) {
		if clock, ok := ParseClock(text); ok && !accepts(param, clock.String()) {
			t.Errorf("%q is %s, which the contract does not take", text, clock)
		}
		if minutes, ok := ParseLength(text); ok && (minutes < 0 || minutes > 9999999) {
			t.Errorf("%q is %d minutes", text, minutes)
		}
	})
}

func FuzzJoin(f *testing.F) {
	f.Add("dec 25 jan 3")
	f.Add("next friday 3 nights")
	f.Fuzz(func(t *testing.T, text string) {
		days := testParams("createFlightSearch").Days()
		typed := strings.Fields(text)
		if len(typed) == 0 || len(typed) > 8 {
			return
		}
		got, err := days.Join(typed, []string{"DATE", "RETURN"}, 1)
		if err == nil && (len(got) > 2 || strings.Join(got, " ") != strings.Join(typed, " ")) {
			t.Errorf("%q becomes %q", typed, got)
		}
	})
}
