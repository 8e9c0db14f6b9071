package places

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/wire"
)

//go:embed testdata/known.txt
var known string

// engine has no hotels and districts; furnished has them. Neither changes once it is built.
var (
	engine    = sync.OnceValue(func() *Engine { return New() })
	furnished = sync.OnceValue(func() *Engine {
		e := New()
		inside := directory.New(7)
		e.Hotels = func() *directory.Directory { return inside }
		return e
	})
)

func search(query string, types ...string) wire.PlaceResults {
	return engine().Search(SearchParams{Query: query, Types: types, Page: 1, PageSize: 50})
}

// find returns the results of furnished as "kind name".
func find(query string, types ...string) (rows []string) {
	for _, p := range furnished().Search(SearchParams{Query: query, Types: types, Page: 1, PageSize: 600}).Results {
		rows = append(rows, string(p.Type)+" "+p.Name)
	}
	return rows
}

// briefs formats rows as "kind code", or as "kind name" if there is no code.
func briefs(rows []wire.Place) []string {
	all := make([]string, 0, len(rows))
	for _, p := range rows {
		name := p.Name
		if p.Code != nil {
			name = *p.Code
		}
		all = append(all, string(p.Type)+" "+name)
	}
	return all
}

func TestTheBestRowIsWhatTheQueryMeans(t *testing.T) {
	for line := range strings.Lines(known) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSpace(line), "|")
		got := search(cells[0])
		first, asks := "nothing", "plain"
		if got.Metadata.HasAmbiguity {
			asks = "asks"
		}
		if len(got.Results) > 0 {
			first = got.Results[0].Name
			if code := got.Results[0].Code; code != nil && len(cells[1]) == 3 {
				first = *code
			} else if id, _ := got.Results[0].ID.AsFlexibleID1(); strings.HasPrefix(id, "c.") {
				c, _ := data.CityByCode(id[2:])
				first = c.Name + " " + c.Country
			}
		}
		if first != cells[1] || asks != cells[2] {
			t.Errorf("%q finds %s, %s; want %s, %s", cells[0], first, asks, cells[1], cells[2])
		}
	}
}

func TestSeveralRealPlacesRaiseAQuestion(t *testing.T) {
	for _, c := range []struct{ query, types, locale, want string }{
		{"san jose", "", "", "San Jose, California, US (SJC); or San José, Costa Rica (SJO)"},
		{"goa", "", "", "Genoa, Italy (GOA); or Goa, India (GOI)"},
		{"punjab", "", "", "Punjab, Pakistan; or Punjab, India"},
		{"spain", "", "", "Madrid, Spain (MAD); Barcelona, Spain (BCN); Valencia, Spain (VLC); Málaga, Spain (AGP); Seville, Spain (SVQ); or another one"},
		{"san jose", "airport", "", "Norman Y. Mineta San Jose International Airport (SJC); or Juan Santamaría International Airport, San José (SJO)"},
		{"birmingham", "", "de", "Birmingham, Vereinigtes Königreich (BHX); or Birmingham, Alabama, Vereinigte Staaten (BHM)"},
	} {
		m := engine().Search(SearchParams{Query: c.query, Types: strings.Fields(c.types), Locale: c.locale, Page: 1, PageSize: 1}).Metadata
		if !m.HasAmbiguity || *m.DisambiguationHint != "Which place is meant: "+c.want+"?" {
			t.Errorf("%+v asks %v", c, m.DisambiguationHint)
		}
	}
	if m := search("goa", "state").Metadata; m.HasAmbiguity {
		t.Errorf("one state asks: %s", *m.DisambiguationHint)
	}
}

func TestACityBringsTheAirportsThatServeItBusiestFirst(t *testing.T) {
	for query, want := range map[string]string{
		"LON": "city LON, airport LHR, airport LGW, airport STN, airport LTN, airport LCY, airport SEN",
		"東京":  "city TYO, airport HND, airport NRT",
		"LHR": "airport LHR",
	} {
		if diff := cmp.Diff(strings.Split(want, ", "), briefs(search(query, "city", "airport").Results)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

func TestARowHasEveryFactThatIsKnown(t *testing.T) {
	for query, want := range map[string]string{
		"Stansted": `{"cityCode":"LON","code":"STN","id":"a.STN","latitude":51.885,"longitude":0.235,"name":"London Stansted Airport","type":"airport"}`,
		"bavaria":  `{"id":"s.DE-BY","name":"Bavaria, Germany","type":"state"}`,
	} {
		if diff := cmp.Diff(want, marshal(t, search(query).Results[0])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Pages continue from places to hotels.
func TestPagesShowEveryCandidateOnce(t *testing.T) {
	for query, types := range map[string][]string{"san": nil, "sample lisbon": {"city", "hotel"}} {
		whole := furnished().Search(SearchParams{Query: query, Types: types, Page: 1, PageSize: 10_000})
		var rows []wire.Place
		for page := 1; page <= len(whole.Results)/30+2; page++ { // includes an empty page past the end
			got := furnished().Search(SearchParams{Query: query, Types: types, Page: page, PageSize: 30})
			want := whole.Metadata
			want.ResultCount, want.HasMore = len(got.Results), page*30 < len(whole.Results)
			if diff := cmp.Diff(want, got.Metadata); diff != "" {
				t.Fatalf("page %d (-want +got):\n%s", page, diff)
			}
			rows = append(rows, got.Results...)
		}
		if diff := cmp.Diff(marshal(t, whole.Results), marshal(t, rows)); diff != "" || whole.Metadata.TotalCandidates < 4 {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

func TestTheLocaleChangesNamesAndNothingElse(t *testing.T) {
	neutral := search("londres")
	for locale, want := range map[string]string{
		"en-GB": "London, United Kingdom", "fr": "Londres, Royaume-Uni", "ja": "ロンドン, イギリス", "zh-TW": "倫敦, 英國", "\x00": "London, United Kingdom",
	} {
		got := engine().Search(SearchParams{Query: "londres", Locale: locale, Page: 1, PageSize: 50})
		if got.Results[0].Name != want {
			t.Errorf("%q names it %q, want %q", locale, got.Results[0].Name, want)
		}
		for i := range got.Results {
			got.Results[i].Name = neutral.Results[i].Name
		}
		if diff := cmp.Diff(marshal(t, neutral), marshal(t, got)); diff != "" {
			t.Errorf("%q changes more than names (-want +got):\n%s", locale, diff)
		}
	}
}

func TestNoTwoPlacesShareAName(t *testing.T) {
	names := map[string]string{}
	for _, p := range built().places {
		if name := engine().name(p, "de"); p.kind != kindCountry && names[name] != "" {
			t.Errorf("%s and %s are both %q", names[name], p.code, name)
		} else if p.kind != kindCountry {
			names[name] = p.code
		}
	}
}

func TestNothingMatchesWhatIsNoName(t *testing.T) {
	for _, query := range []string{"!!!", " ", "'", "\x00", "\xff\xfe", "🙂", "|", "zzzzqq", "qx", "xyz123456"} {
		if diff := cmp.Diff(wire.PlaceResults{Results: []wire.Place{}}, search(query)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	for _, row := range briefs(search("paris").Results) { // a typo is tolerated only if nothing else matches
		if row == "airport PRI" || row == "city PSR" {
			t.Errorf("paris finds %s", row)
		}
	}
}

func FuzzSearchNeverBreaksItsPromises(f *testing.F) {
	for _, query := range []string{"san jose", "東京", "a", "|", " x", "é", "heatrow", "new york jfk usa"} {
		f.Add(query, "en")
	}
	f.Fuzz(func(t *testing.T, query, locale string) {
		if len(query) > 400 {
			t.Skip("the API takes 100 characters")
		}
		got := engine().Search(SearchParams{Query: query, Locale: locale, Page: 1, PageSize: 10})
		m := got.Metadata
		if m.ResultCount != len(got.Results) || m.ResultCount > 10 || m.ResultCount > m.TotalCandidates ||
			m.HasMore != (m.TotalCandidates > 10) || m.HasAmbiguity != (m.DisambiguationHint != nil) {
			t.Errorf("%+v with %d rows", m, len(got.Results))
		}
	})
}

// Hotels and districts of any city are found by their names with the city's name, and by the name that results
// show.
func TestHotelsAndDistrictsAreFoundByTheirNameAndCity(t *testing.T) {
	for code, city := range map[string][2]string{
		"LIS": {"Lisbon", "Lisbon, Portugal"}, "PWM": {"Portland Maine", "Portland, Maine, US"}, "SAO": {"são paulo", "São Paulo, Brazil"},
	} {
		inside := furnished().Hotels()
		for kind, all := range map[string][]directory.Named{"hotel": inside.Named(code), "district": inside.Districts(code)} {
			for i := 0; i < len(all); i += max(len(all)/10, 1) {
				want := kind + " " + all[i].Name + ", " + city[1]
				for _, query := range []string{all[i].Name + " " + city[0], strings.ToUpper(all[i].Name) + ", " + city[1]} {
					if rows := find(query, kind); len(rows) == 0 || rows[0] != want {
						t.Errorf("%q finds %v first, want %s", query, rows[:min(len(rows), 2)], want)
					}
				}
			}
		}
	}
}

func TestADistrictIsFoundBeforeACityOfAlmostItsName(t *testing.T) {
	for query, want := range map[string]string{
		"Ginza": "district Ginza, Tokyo, Japan", "Soho": "district Soho, London, United Kingdom", "Lonodn": "city London, United Kingdom",
	} {
		if rows := find(query); len(rows) == 0 || rows[0] != want {
			t.Errorf("%q finds %v first, want %s", query, rows[:min(len(rows), 3)], want)
		}
	}
}

func TestTheNameOfACityListsWhatItHasWhereThatIsAskedFor(t *testing.T) {
	inside := furnished().Hotels()
	if districts, hotels := find("lisbon", "district"), find("lisbon", "hotel"); len(districts) != len(inside.Districts("LIS")) || len(hotels) != len(inside.Named("LIS")) {
		t.Errorf("%d districts and %d hotels", len(districts), len(hotels))
	}
	for _, query := range []string{"lisbon", "new york", "london heathrow", "portland maine", "LHR"} {
		if rows := find(query); slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, "hotel") || strings.HasPrefix(row, "district") }) {
			t.Errorf("%q finds %v beside places", query, rows)
		}
	}
}

func TestAHotelOfABestKnownCityIsFoundByItsNameAlone(t *testing.T) {
	hotel := furnished().Hotels().Named("LON")[17]
	if rows := find(hotel.Name, "hotel"); !slices.Contains(rows, "hotel "+hotel.Name+", London, United Kingdom") {
		t.Errorf("%q finds %v", hotel.Name, rows)
	}
	got := furnished().Search(SearchParams{Query: hotel.Name + ", London", Locale: "pt", Types: []string{"hotel"}, Page: 1, PageSize: 1})
	row := got.Results[0]
	id, err := row.ID.AsFlexibleID1()
	if err != nil || id != "h.LON.17" || *row.CityCode != "LON" || row.Code != nil || *row.Latitude != hotel.Lat || *row.Longitude != hotel.Lng || got.Metadata.HasAmbiguity {
		t.Errorf("%+v, id %q, %v", row, id, err)
	}
	for _, query := range []string{"nonesuch inn", "qqqqqqqq", "!!", strings.Repeat("grand ", 13)} {
		if rows := find(query, "hotel", "district"); len(rows) > 0 {
			t.Errorf("%q finds %v", query, rows)
		}
	}
	if m := furnished().Search(SearchParams{Query: "old town", Types: []string{"district"}, Page: 1, PageSize: 1}).Metadata; !m.HasAmbiguity {
		t.Error("a district of many cities raises no question")
	}
}
