package render

import (
	"testing"
	"time"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/keptview"
	"travel.example/travel/internal/search"
)

// sampleKept has an offer of each kind and state, one with a name, one with a note, and foreign text that a
// terminal would obey.
func sampleKept() keptview.List {
	now := time.Date(2026, 11, 21, 8, 2, 0, 0, time.UTC)
	flight := func(id, to, back string, adults int, made time.Time, legs ...offer.LegPrint) kept.Offer {
		return kept.Offer{Kind: recall.Trips, List: recall.List{
			Search: search.Ref{ID: id, Created: made}, Itinerary: legs,
			Flight: &query.Flight{From: "AAA", To: "AAB", FromDate: to, ToDate: back, Adults: adults, Cabin: "economy"},
		}, Row: recall.Row{Offer: offer.Offer{Trip: legs}}}
	}
	trip := flight("s1", "2026-12-12", "2026-12-19", 2, now.Add(-2*time.Minute),
		offer.LegPrint{From: "AAA", To: "AAB", Departs: "2026-12-12T16:25", Arrives: "2026-12-12T19:45", Carriers: []string{"RX"}},
		offer.LegPrint{From: "AAB", To: "AAA", Departs: "2026-12-19T20:50", Arrives: "2026-12-20T07:45", Carriers: []string{"RX"}})
	trip.Row.ID, trip.Row.Price = "s1:t1", offer.Money{Amount: "1323.16", Currency: "USD"}
	fare := flight("s2", "2026-12-13", "", 1, now.Add(-3*time.Hour),
		offer.LegPrint{From: "AAA", To: "AAB", Departs: "2026-12-13T17:25", Arrives: "2026-12-13T20:45", Carriers: []string{"RX", "XY"}})
	fare.Kind, fare.Row.ID, fare.Row.Label, fare.Row.Price = recall.Fares, "s2:t2:f1", "Sample Fares", offer.Money{Amount: "460.12", Currency: "EUR"}
	hotel := kept.Offer{Kind: recall.Hotels, List: recall.List{
		Search: search.Ref{ID: "s3", Created: now.AddDate(0, 0, -40)},
		Stay:   &query.Stay{Name: "Sampleville", CheckIn: "2026-10-12", CheckOut: "2026-10-15", Adults: 2, ChildrenAges: []int{4}, Rooms: 1},
	}, Row: recall.Row{Offer: offer.Offer{ID: "392306316", Label: "見本ホテル \x1b[31mGrand\x07", Price: offer.Money{Amount: "262.1", Currency: "USD"}}}}
	return keptview.List{
		Frame: grid.Frame{Next: []string{"travel kept show lisbon-may", "travel flights trip lisbon-may"}},
		Now:   now,
		Kept: []kept.Kept{
			{
				N: 1, Name: "lisbon-may", Note: "with Ana", At: now.Add(-2 * time.Minute), Offer: trip,
				Seen: offer.Money{Amount: "1290", Currency: "USD"}, SeenAt: now.AddDate(0, 0, 1),
			},
			{N: 3, At: now.Add(-3 * time.Hour), Offer: fare},
			{N: 12, At: now.AddDate(0, 0, -40), Offer: hotel},
		},
	}
}

// sampleCard is a kept trip in full.
func sampleCard() keptview.Card {
	return keptview.Card{
		Frame: grid.Frame{Title: "Trip kept:1, lisbon-may", Next: []string{"travel flights trip lisbon-may --renew"}},
		Facts: grid.Facts{
			{Label: "offer", Value: "AAA–AAB and back, RX"}, {Label: "price as kept", Value: "$1,323.16"},
			{Label: "out", Value: "Sat 12 Dec\nRX 11 16:25 AAA – 19:45 AAB, 7h20, Sample Air"}, {Label: "sellers", Value: "$1,323.16 Sample Fares\nand 2 more"},
			{Label: "note", Value: "with Ana"},
		},
	}
}

func TestWhatIsKeptLooksAsItIsMeantTo(t *testing.T) {
	checkLooks(t, drawn(map[string]func() View{
		"kept":      func() View { return sampleKept() },
		"kept_card": func() View { return sampleCard() },
		"kept_none": func() View { return keptview.List{Frame: grid.Frame{Notes: []string{"Nothing is kept yet."}}} },
	}))
}

func TestRecordsOfWhatIsKeptKeepTheirFields(t *testing.T) {
	checkRecords(t, "kept", sampleKept(), sampleCard())
}
