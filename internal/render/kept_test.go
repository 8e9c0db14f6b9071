package render

import (
	"testing"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/keptview"
)

// sampleKept has an offer of each kind and state, one with a name, one with a note, and foreign text that a
// terminal would obey.
func sampleKept() keptview.List {
	return keptview.List{
		Rows: []keptview.Row{
			{
				N: 1, Name: "lisbon-may", Note: "with Ana", Kind: "trip", What: "AAA–AAB and back, RX", Which: "out 16:25–19:45, back 20:50–07:45+1",
				Days: "Sat 12 – Sat 19 Dec", From: "2026-12-12", To: "2026-12-19", Party: "2 adults, economy",
				Price: offer.Money{Amount: "1323.16", Currency: "USD"}, PriceFor: "party",
				Seen: offer.Money{Amount: "1290", Currency: "USD"}, SeenAt: "2026-11-22T08:00:00Z",
				State: "bookable", StateWords: "bookable now", Tone: canvas.Good, Age: "2 min", KeptAt: "2026-11-21T08:00:00Z", ID: "s1:t1", SearchID: "s1",
			},
			{
				N: 3, Kind: "fare", What: "AAA–AAB, RX+XY", Which: "sold by Sample Fares, 17:25–20:45", Days: "Sun 13 Dec 2026", From: "2026-12-13",
				Party: "1 adult, economy", Price: offer.Money{Amount: "460.12", Currency: "EUR"}, PriceFor: "party",
				State: "expired", StateWords: "renews with a search", Age: "3 h", KeptAt: "2026-11-21T05:00:00Z", ID: "s2:t2:f1", SearchID: "s2",
			},
			{
				N: 12, Kind: "hotel", What: "見本ホテル \x1b[31mGrand\x07", Which: "in Sampleville", Days: "Sat 12 – Tue 15 Dec", From: "2026-12-12", To: "2026-12-15",
				Party: "2 adults, 1 child (aged 4), 1 room", Price: offer.Money{Amount: "262.1", Currency: "USD"}, PriceFor: "night",
				State: "past", StateWords: "its days are past", Tone: canvas.Faint, Age: "40 days", KeptAt: "2026-10-12T08:00:00Z", ID: "392306316", SearchID: "s3",
			},
		},
		Next: []string{"travel kept show lisbon-may", "travel flights trip lisbon-may"},
	}
}

// sampleCard is a kept trip in full.
func sampleCard() keptview.Card {
	return keptview.Card{
		Title: "Trip kept:1, lisbon-may",
		Facts: grid.Facts{
			{Label: "offer", Value: "AAA–AAB and back, RX"}, {Label: "price as kept", Value: "$1,323.16"},
			{Label: "out", Value: "Sat 12 Dec\nRX 11 16:25 AAA – 19:45 AAB, 7h20, Sample Air"}, {Label: "sellers", Value: "$1,323.16 Sample Fares\nand 2 more"},
			{Label: "note", Value: "with Ana"},
		},
		Next: []string{"travel flights trip lisbon-may --renew"},
	}
}

func TestWhatIsKeptLooksAsItIsMeantTo(t *testing.T) {
	checkLooks(t, drawn(map[string]func() View{
		"kept":      func() View { return sampleKept() },
		"kept_card": func() View { return sampleCard() },
		"kept_none": func() View { return keptview.List{Notes: []string{"Nothing is kept yet."}} },
	}))
}

func TestRecordsOfWhatIsKeptKeepTheirFields(t *testing.T) {
	checkRecords(t, "kept", sampleKept(), sampleCard())
}
