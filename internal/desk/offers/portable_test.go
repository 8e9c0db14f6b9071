package offers

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

var now = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

const sampleDetail = `{"tripId":"s1:t1","metadata":{"currencyCode":"USD"},"legs":[{"from":{"code":"DXB"},"to":{"code":"LHR"},` +
	`"departsAt":"2026-12-12T09:00:00+04:00","arrivesAt":"2026-12-12T13:00:00Z","segments":[{"airline":{"code":"RX"},"flightNumber":"1",` +
	`"departsAt":"2026-12-12T09:00:00+04:00","arrivesAt":"2026-12-12T13:00:00Z"}]}],` +
	`"fares":[{"handoffUrl":"https://evil.example/x","price":{"currency":"USD","total":120.50}}]}`

func sampleFare() kept.Kept {
	return kept.Kept{N: 3, Name: "lisbon", Note: "with Ana", At: now, Offer: kept.Offer{
		Kind: recall.Fares,
		List: recall.List{
			Kind: recall.Fares, Made: now, Search: search.Ref{ID: "s1", Created: now}, TripID: "s1:t1",
			Flight:    &query.Flight{From: "DXB", To: "LHR", FromDate: "2026-12-12", Cabin: "economy", Adults: 2},
			Terms:     query.Terms{Currency: "USD"},
			Itinerary: offer.Itinerary{{From: "DXB", To: "LHR", Departs: "2026-12-12T09:00", Arrives: "2026-12-12T13:00", Carriers: []string{"RX"}}},
		},
		Row: recall.Row{
			N: 1, Offer: offer.Offer{ID: "s1:t1:f1", Label: "Sample Fares", Price: offer.Money{Amount: "120.50", Currency: "USD"},
				Fare: &offer.Fare{Kind: "partner", Handoff: "https://seller.example/x", Print: offer.FarePrint{Seller: "sample", Kind: "partner"}}},
		},
		Detail: json.RawMessage(sampleDetail), DetailAt: now,
	}}
}

// What is exported comes back, without an address, and not from the future.
func TestWhatIsExportedComesBackWithoutAddresses(t *testing.T) {
	k := sampleFare()
	k.List.Search.Created = now.Add(time.Hour)
	text, err := Export([]kept.Kept{k}, now)
	if err != nil {
		t.Fatal(err)
	}
	all, err := parse(text, "file", now)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	got := all[0]
	if got.Offer.Row.Fare.Handoff != "" || !strings.Contains(string(got.Detail), `"handoffUrl":"","price":{"currency":"USD","total":120.50}`) || strings.Contains(string(got.Detail), "evil") {
		t.Errorf("an address came along: %+v %s", got.Offer.Row.Fare, got.Detail)
	}
	if got.List.Search.Created.After(now) || got.Name != "lisbon" || got.Note != "with Ana" || got.Offer.Row.Price != k.Offer.Row.Price {
		t.Errorf("%+v", got)
	}
}

// What no store of the program would have held is refused, in words that name the entry and the member.
func TestAForeignOfferIsJudgedAsOneOfOurs(t *testing.T) {
	good, err := Export([]kept.Kept{sampleFare()}, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ was, is, why string }{
		{`"at":"2026-11-21T08:00:00Z"`, `"at":"9999-12-31T23:59:59Z"`, "at holds 9999-12-31T23:59:59Z, which is in the future"},
		{`"made":"2026-11-21T08:00:00Z"`, `"made":"9999-01-01T00:00:00Z"`, "list.made holds 9999-01-01"},
		{`"created":"2026-11-21T08:00:00Z"`, `"created":"2026-11-23T08:00:00Z"`, "list.search.created holds 2026-11-23"},
		{`"created":"2026-11-21T08:00:00Z"`, `"created":"yesterday"`, "yesterday is no time such as "},
		{`"departs":"2026-12-12T09:00"`, `"departs":"2026-12-12T99:99"`, "list.itinerary holds 2026-12-12T99:99, which is not a local time"},
		{`"120.50","currency":"USD"}`, `"120.50","currency":"EUR"}`, "row.price is in EUR, and its list in USD"},
		{`"amount":"120.50"`, `"amount":"0"`, `row.price holds "0 USD", which is not a price`},
		{`"amount":"120.50"`, `"amount":"-5"`, `row.price holds "-5 USD", which is not a price`},
		{`"name":"lisbon"`, `"name":"all"`, "name all is not accepted; give another name"},
		{`"n":3`, `"n":"3"`, "n holds a JSON string"},
		{`"n":3`, `"n":3,"foo":1`, `unknown field "foo"`},
		{`"cabin":"economy"`, `"cabin":"<b>"`, `cabin has "<b>"`},
		{`"from":"DXB","to":"LHR","fromDate"`, `"from":"\u001b[3","to":"LHR","fromDate"`, "from"},
	} {
		text := strings.Replace(string(good), c.was, c.is, 1)
		if text == string(good) {
			t.Errorf("%s changed nothing", c.was)
		}
		_, err := parse([]byte(text), "file", now)
		if err == nil || !strings.HasPrefix(err.Error(), "file is not taken: offer 1 of it: ") || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.is, err)
		}
		if err != nil && (strings.Contains(err.Error(), "json:") || strings.Contains(err.Error(), `\u00`)) {
			t.Errorf("%s: not our words: %v", c.is, err)
		}
	}
}

// A detail that does not agree with its offer is dropped, and the offer stays.
func TestAForeignDetailAgreesOrIsDropped(t *testing.T) {
	for detail, want := range map[string]bool{
		sampleDetail: true,
		`"x"`:        false,
		`{}`:         false,
		strings.Replace(sampleDetail, "120.50", "-5", 1):                         false,
		strings.Replace(sampleDetail, `"currency":"USD"`, `"currency":"EUR"`, 1): false,
		strings.ReplaceAll(sampleDetail, "USD", "EUR"):                           false,
		strings.Replace(sampleDetail, `"code":"LHR"`, `"code":"LGW"`, 1):         false,
		strings.ReplaceAll(sampleDetail, "13:00:00Z", "99:00:00Z"):               false,
	} {
		k := sampleFare()
		k.Detail = json.RawMessage(detail)
		k, err := foreign(k, now)
		if err != nil || (k.Detail != nil) != want || k.DetailAt.IsZero() == want {
			t.Errorf("%.80s: %t %v", detail, k.Detail != nil, err)
		}
	}
}

// A file that an editor saved with a mark of UTF-8 is one.
func TestAMarkOfUTF8IsNoFault(t *testing.T) {
	text, err := Export([]kept.Kept{sampleFare()}, now)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := parse(append([]byte("\xef\xbb\xbf"), text...), "file", now); err != nil || len(all) != 1 {
		t.Error(all, err)
	}
}

// A name that is taken gets the next number, within its bound.
func TestATakenNameGetsANumber(t *testing.T) {
	long := strings.Repeat("a", kept.MaxName)
	have := []kept.Kept{{Name: "lisbon"}, {Name: "lisbon-2"}, {Name: long}}
	for name, want := range map[string]string{"": "", "porto": "porto", "lisbon": "lisbon-3", long: long[:kept.MaxName-2] + "-2"} {
		if got := freeName(name, have); got != want {
			t.Errorf("%s became %s, want %s", name, got, want)
		}
	}
}

// Whatever a file holds, it is refused as a mistake of the one who gave it, or holds offers without an address.
func FuzzImport(f *testing.F) {
	text, err := Export([]kept.Kept{sampleFare()}, now)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"version":1,"kept":[{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := parse(text, "file", now)
		if usage, ok := errors.AsType[problem.Error](err); err != nil && (!ok || strings.ContainsAny(usage.Text, "\x1b\n\x07")) {
			t.Errorf("%T %q", err, err)
		}
		for _, k := range all {
			for _, f := range Facts(k, now) {
				if strings.ContainsAny(f.Value, "\x1b\x07") {
					t.Errorf("%s: %q", f.Label, f.Value)
				}
			}
			if err := k.Lacks(); err != nil {
				t.Error(err)
			}
		}
	})
}
