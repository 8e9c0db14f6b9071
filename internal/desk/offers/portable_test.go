package offers

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/problem"
)

var now = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

func sampleFare() kept.Kept {
	return kept.Kept{N: 3, Name: "lisbon", Note: "with Ana", At: now, Offer: kept.Offer{
		Kind: recall.Fares,
		List: recall.List{
			Kind: recall.Fares, Made: now, Search: recall.Search{ID: "s1", Created: now}, TripID: "s1:t1",
			Flight:    &query.Flight{From: "DXB", To: "LHR", FromDate: "2026-12-12", Cabin: "economy", Adults: 2},
			Itinerary: search.Itinerary{{From: "DXB", To: "LHR", Departs: "2026-12-12T09:00", Arrives: "2026-12-12T13:00", Carriers: []string{"RX"}}},
		},
		Row: recall.Row{
			N: 1, ID: "s1:t1:f1", Label: "Sample Fares", Price: search.Price{Amount: "120.50", Currency: "USD"},
			Fare: &recall.Fare{Kind: "partner", Handoff: "https://seller.example/x", Print: search.FarePrint{Seller: "sample", Kind: "partner"}},
		},
		Detail: json.RawMessage(`{"legs":[{"page":"https://evil.example","n":1.50}]}`), DetailAt: now,
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
	if got.Offer.Row.Fare.Handoff != "" || string(got.Detail) != `{"legs":[{"n":1.50,"page":""}]}` {
		t.Errorf("an address came along: %+v %s", got.Offer.Row.Fare, got.Detail)
	}
	if got.List.Search.Created.After(now) || got.Name != "lisbon" || got.Note != "with Ana" || got.Offer.Row.Price != k.Offer.Row.Price {
		t.Errorf("%+v", got)
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
		if usage, ok := errors.AsType[problem.UsageError](err); err != nil && (!ok || strings.ContainsAny(usage.Text, "\x1b\n\x07")) {
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
