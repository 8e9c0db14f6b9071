package places

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// engine is one for all tests: it does not change once it is built.
var engine = sync.OnceValue(func() *Engine { return New(data.Load()) })

func search(query string, types ...string) wire.PlaceResults {
	return engine().Search(SearchParams{Query: query, Types: types, Page: 1, PageSize: 50})
}

// brief is a row as "kind code", or "kind name" when it has no code.
func brief(p wire.Place) string {
	if p.Code == nil {
		return string(p.Type) + " " + p.Name
	}
	return string(p.Type) + " " + *p.Code
}

func briefs(rows []wire.Place) []string {
	all := make([]string, 0, len(rows))
	for _, p := range rows {
		all = append(all, brief(p))
	}
	return all
}

func TestTheBestRowIsWhatTheQueryMeans(t *testing.T) {
	cases := map[string]string{
		"London":             "city LON",
		"LON":                "city LON",
		"LHR":                "airport LHR",
		"lhr":                "airport LHR",
		"heathrow":           "airport LHR",
		"London Heathrow":    "airport LHR",
		"heathrow london":    "airport LHR",
		"charles de gaulle":  "airport CDG",
		"O'Hare":             "airport ORD",
		"Newark":             "city EWR",
		"bergamo":            "city BGY",
		"sao paulo":          "city SAO",
		"SÃO PAULO":          "city SAO",
		"münchen":            "city MUC",
		"Munchen":            "city MUC",
		"Zurich":             "city ZRH",
		"İstanbul":           "city IST",
		"ISTANBUL":           "city IST",
		"Londres":            "city LON",
		"東京":                 "city TYO",
		"东京":                 "city TYO",
		"Мюнхен":             "city MUC",
		"Αθήνα":              "city ATH",
		"دبي":                "city DXB",
		"दिल्ली":             "city DEL",
		"เชียงใหม่":          "city CNX",
		"ＬＯＮＤＯＮ":             "city LON",
		"Saigon":             "city SGN",
		"Bali":               "city DPS",
		"St Petersburg":      "city LED",
		"saint-petersburg":   "city LED",
		"frankf":             "city FRA",
		"portland oregon":    "city PDX",
		"Portland, Maine":    "city PWM",
		"london ontario":     "city YXU",
		"birmingham uk":      "city BHX",
		"birmingham alabama": "city BHM",
		"springfield il":     "city SPI",
		"california":         "state California, US",
		"mexico":             "city MEX",
		"porto":              "city OPO",
		"singapore":          "city SIN",
		"france":             "city PAR",
		"Frankreich":         "city PAR",
		"GOA":                "city GOA",
	}
	for query, want := range cases {
		rows := search(query).Results
		if len(rows) == 0 {
			t.Errorf("%q finds nothing, want %s", query, want)
			continue
		}
		if got := brief(rows[0]); got != want {
			t.Errorf("%q finds %s first, want %s", query, got, want)
		}
	}
}

func TestACityBringsTheAirportsThatServeItBusiestFirst(t *testing.T) {
	cases := map[string][]string{
		"LON": {"city LON", "airport LHR", "airport LGW", "airport STN", "airport LTN", "airport LCY", "airport SEN"},
		"MIL": {"city MIL", "airport MXP", "airport BGY", "airport LIN"},
		"東京":  {"city TYO", "airport HND", "airport NRT"},
		"DXB": {"city DXB", "airport DXB", "airport DWC"},
		"LHR": {"airport LHR"},
	}
	for query, want := range cases {
		if diff := cmp.Diff(want, briefs(search(query, "city", "airport").Results)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

func TestARowHasEveryFactThatIsKnown(t *testing.T) {
	got, err := json.Marshal(search("Stansted"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"metadata":{"hasAmbiguity":false,"hasMore":false,"resultCount":1,"totalCandidates":1},` +
		`"results":[{"cityCode":"LON","code":"STN","id":"a.STN","latitude":51.885,"longitude":0.235,` +
		`"name":"London Stansted Airport","type":"airport"}]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAStateHasNoCodeAndNoPosition(t *testing.T) {
	rows := search("bavaria", "state").Results
	if len(rows) != 1 {
		t.Fatalf("found %v", briefs(rows))
	}
	rows[0].ID = nil
	if diff := cmp.Diff(wire.Place{Name: "Bavaria, Germany", Type: wire.PlaceTypeState}, rows[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTypesKeepOnlyTheKindsAskedFor(t *testing.T) {
	all := search("new york")
	for _, types := range [][]string{{"city"}, {"airport"}, {"state"}, {"city", "state"}, {"district"}, {"hotel"}} {
		want := slices.DeleteFunc(briefs(all.Results), func(row string) bool {
			return !slices.ContainsFunc(types, func(kind string) bool { return strings.HasPrefix(row, kind+" ") })
		})
		got := search("new york", types...)
		if diff := cmp.Diff(want, briefs(got.Results)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", types, diff)
		}
		if got.Metadata.TotalCandidates != len(want) {
			t.Errorf("%v: %d candidates, want %d", types, got.Metadata.TotalCandidates, len(want))
		}
	}
}

func TestPagesShowEveryCandidateOnce(t *testing.T) {
	whole := engine().Search(SearchParams{Query: "san", Page: 1, PageSize: 10_000})
	total := whole.Metadata.TotalCandidates
	if total < 100 || total != len(whole.Results) {
		t.Fatalf("%d candidates, %d rows", total, len(whole.Results))
	}
	seen := map[string]bool{}
	for page := 1; ; page++ {
		got := engine().Search(SearchParams{Query: "san", Page: page, PageSize: 30})
		rest := max(total-30*(page-1), 0)
		want := whole.Metadata
		want.ResultCount, want.HasMore = min(rest, 30), rest > 30
		if diff := cmp.Diff(want, got.Metadata); diff != "" || len(got.Results) != want.ResultCount {
			t.Fatalf("page %d has %d rows (-want +got):\n%s", page, len(got.Results), diff)
		}
		for _, p := range got.Results {
			if row := brief(p); seen[row] {
				t.Errorf("page %d has %s again", page, row)
			} else {
				seen[row] = true
			}
		}
		if rest == 0 {
			break // the page past the end is empty
		}
	}
	if len(seen) != total {
		t.Errorf("pages showed %d of %d", len(seen), total)
	}
}

func TestTheLocaleChangesNamesAndNothingElse(t *testing.T) {
	neutral := search("londres")
	for locale, want := range map[string]string{
		"": "London, United Kingdom", "en": "London, United Kingdom", "en-GB": "London, United Kingdom",
		"fr": "Londres, Royaume-Uni", "de-CH": "London, Vereinigtes Königreich", "ja": "ロンドン, イギリス",
		"zh-TW": "倫敦, 英國", "tlh": "London, United Kingdom", "\x00": "London, United Kingdom",
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

func marshal(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestNoTwoPlacesShareAName(t *testing.T) {
	for _, locale := range []string{"", "de", "ja"} {
		names := map[string]string{}
		ix := engine().built()
		for i := range ix.places {
			p := &ix.places[i]
			if p.kind == kindCountry {
				continue
			}
			name := engine().name(p, locale)
			if other, taken := names[name]; taken {
				t.Errorf("in %q, %s and %s are both %q", locale, other, p.code, name)
			}
			names[name] = p.code
		}
	}
}

func TestNothingMatchesAQueryWithoutLetters(t *testing.T) {
	for _, query := range []string{"!!!", " ", "-", "'", "\x00", "\xff\xfe", "🙂", "\x1f"} {
		got := search(query)
		want := wire.PlaceResults{Results: []wire.Place{}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

func TestTyposAreForgivenOnlyWhenNothingElseMatches(t *testing.T) {
	cases := map[string]string{
		"heatrow": "airport LHR", "lonodn": "city LON", "barcelna": "city BCN", "singapoer": "city SIN",
		"frankfrut": "city FRA",
	}
	for query, want := range cases {
		if rows := search(query).Results; len(rows) == 0 || brief(rows[0]) != want {
			t.Errorf("%q finds %v, want %s first", query, briefs(rows), want)
		}
	}
	for _, p := range search("paris").Results {
		if brief(p) == "airport PRI" || brief(p) == "city PSR" {
			t.Errorf("paris finds %s", brief(p))
		}
	}
	for _, query := range []string{"zzzzqq", "qx", "xyz123456"} {
		if rows := search(query).Results; len(rows) > 0 {
			t.Errorf("%q finds %v", query, briefs(rows))
		}
	}
}

func TestOneEngineServesManyAtOnce(t *testing.T) {
	fresh := New(data.Load())
	want := marshal(t, search("san jose"))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			got, err := json.Marshal(fresh.Search(SearchParams{Query: "san jose", Page: 1, PageSize: 50}))
			if err != nil || string(got) != want {
				t.Errorf("%s, %v", got, err)
			}
			if _, err := fresh.Nearby(NearbyParams{Place: "SJO", Locale: "de", PageSize: 5}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func FuzzSearchNeverBreaksItsPromises(f *testing.F) {
	for _, query := range []string{"san jose", "東京", "a", "\x1f", " x", "é", "heatrow", "new york jfk usa"} {
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
