package render

import (
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
)

// The zones of the made-up trips below, by offset.
var (
	dubai   = time.FixedZone("", 4*3600)
	amman   = time.FixedZone("", 3*3600)
	london  = time.FixedZone("", 0)
	tokyo   = time.FixedZone("", 9*3600)
	paris   = time.FixedZone("", 3600)
	sanFran = time.FixedZone("", -8*3600)
)

func on(zone *time.Location, month time.Month, day, hour, minute int) time.Time {
	year := 2026
	if month < time.June {
		year = 2027
	}
	return time.Date(year, month, day, hour, minute, 0, 0, zone)
}

// sampleReturn is a return search between two cities of which one has several airports.
func sampleReturn() flightview.TripList {
	return flightview.TripList{
		From: "DXB", To: "LON", Depart: on(dubai, 12, 25, 0, 0), Return: time.Date(2027, 1, 1, 0, 0, 0, 0, london),
		Context: []string{"1 adult", "economy", "USD", "market AE (your account)"},
		Total:   748, Status: "held still after 5.2 s", Order: "Best first by the service's score; the cheapest move up.",
		Next: []string{"travel flights trip 1", "travel flights results --max-stops 0 --sort price_asc", "travel flights results --page 2"},
		Rows: []flightview.TripRow{
			{N: 1, TripID: "s1:a", Price: offer.Money{Amount: "412", Currency: "USD"}, Sellers: 11, Badges: []string{"best value"}, Share: new(0.05), Legs: []offer.Leg{
				{Label: "out", From: "DXB", To: "LHR", Departs: at(on(dubai, 12, 25, 6, 45), 0), Arrives: at(on(london, 12, 25, 14, 20), 0), Minutes: 695, Stops: 1, Via: []string{"AMM"}, Modes: []string{"FLIGHT"}, Airlines: []string{"Royal Example"}},
				{Label: "back", From: "LHR", To: "DXB", Departs: at(on(london, 1, 1, 17, 5), 0), Arrives: at(on(dubai, 1, 2, 6, 10), 1), Minutes: 605, Stops: 1, Via: []string{"AMM"}, Modes: []string{"FLIGHT"}, Airlines: []string{"Royal Example"}},
			}},
			{N: 2, TripID: "s1:b", Price: offer.Money{Amount: "398", Currency: "USD"}, Sellers: 7, Badges: []string{"cheapest"}, Share: new(0.0), Legs: []offer.Leg{
				{Label: "out", From: "DXB", To: "LGW", Departs: at(on(dubai, 12, 25, 22, 10), 0), Arrives: at(on(london, 12, 26, 5, 55), 1), Minutes: 825, Stops: 1, Via: []string{"IST"}, Modes: []string{"FLIGHT"}, Airlines: []string{"Sample Air"}},
				{Label: "back", From: "STN", To: "DXB", Departs: at(on(london, 1, 1, 8, 20), 0), Arrives: at(on(dubai, 1, 1, 21, 30), 0), Minutes: 610, Stops: 1, Via: []string{"IST"}, Modes: []string{"FLIGHT"}, Airlines: []string{"Sample Air"}},
			}},
			{N: 3, TripID: "s1:c", Price: offer.Money{Amount: "655", Currency: "USD"}, Sellers: 9, Badges: []string{"cheapest nonstop"}, Share: new(0.31), Legs: []offer.Leg{
				{Label: "out", From: "DXB", To: "LHR", Departs: at(on(dubai, 12, 25, 8, 0), 0), Arrives: at(on(london, 12, 25, 12, 15), 0), Minutes: 495, Modes: []string{"FLIGHT"}, Airlines: []string{"Model Airways"}, Operated: []string{"Sample Air"}},
				{Label: "back", From: "LHR", To: "DXB", Departs: at(on(london, 1, 1, 14, 0), 0), Arrives: at(on(dubai, 1, 2, 0, 50), 1), Minutes: 410, Modes: []string{"FLIGHT"}, Airlines: []string{"Model Airways"}},
			}},
			{N: 4, TripID: "s1:d", Price: offer.Money{Amount: "1204.5", Currency: "USD"}, Sellers: 1, Share: new(1.0), Legs: []offer.Leg{
				{Label: "out", From: "DXB", To: "LHR", Departs: at(on(dubai, 12, 25, 2, 15), 0), Arrives: at(on(london, 12, 27, 1, 5), 2), Minutes: 3050, Stops: 3, Via: []string{"IST", "ATH", "BRU"}, Modes: []string{"FLIGHT"}, Airlines: []string{"Sample Air", "Königlich Beispielhafte Fluggesellschaft"}},
				{Label: "back", From: "STP", To: "DXB", Departs: at(on(london, 1, 1, 9, 31), 0), Arrives: at(on(dubai, 1, 2, 7, 20), 1), Minutes: 1069, Stops: 1, Via: []string{"CDG"}, Modes: []string{"TRAIN", "FLIGHT"}, Airlines: []string{"見本航空"}},
			}},
		},
	}
}

// sampleOneWay is a one-way search whose prices need much room, with a train and hours unknown.
func sampleOneWay() flightview.TripList {
	return flightview.TripList{
		From: "CDG", To: "NRT", Depart: on(paris, 3, 5, 0, 0), Locale: "de",
		Context: []string{"2 adults, 1 child", "business", "IDR", "market FR (flag)"},
		Total:   3, Status: "held still after 8.0 s",
		Rows: []flightview.TripRow{
			{N: 1, TripID: "s2:a", Price: offer.Money{Amount: "123456789.5", Currency: "IDR"}, Sellers: 3, Badges: []string{"best value", "cheapest"}, Legs: []offer.Leg{
				{Label: "out", From: "CDG", To: "NRT", Departs: at(on(paris, 3, 5, 13, 30), 0), Arrives: at(on(tokyo, 3, 6, 9, 25), 1), Minutes: 715, Modes: []string{"FLIGHT"}, Airlines: []string{"見本航空"}},
			}},
			{N: 2, TripID: "s2:b", Price: offer.Money{Amount: "99000000", Currency: "IDR"}, Sellers: 12, Badges: []string{"cheapest nonstop"}, Legs: []offer.Leg{
				{Label: "out", From: "CDG", To: "NRT", Departs: at(on(paris, 3, 5, 21, 0), 0), Arrives: at(on(tokyo, 3, 6, 22, 10), 1), Minutes: 1030, Stops: 1, Via: []string{"FRA"}, Modes: []string{"TRAIN", "FLIGHT"}, Airlines: []string{"Exemple Rail", "Sample Air"}, Operated: []string{"Model Airways"}},
			}},
			{N: 3, TripID: "s2:c", Price: offer.Money{Amount: "-5", Currency: "IDR"}, Legs: []offer.Leg{{Label: "out", From: "CDG", To: "NRT", Stops: 2}}},
		},
	}
}

// sampleTrip is a return trip with a codeshare, a train and a change of airport.
func sampleTrip() flightview.TripView {
	return flightview.TripView{
		Title: "Trip 1", Airlines: []string{"Royal Example"}, Route: []string{"DXB", "LHR", "DXB"}, Context: []string{"1 adult", "economy"},
		Legs: []offer.Leg{
			{Label: "out", From: "DXB", To: "LHR", Departs: at(on(dubai, 12, 25, 6, 45), 0), Arrives: at(on(london, 12, 25, 14, 20), 0), Minutes: 695, Stops: 1, Segments: []offer.Segment{
				{From: "DXB", FromName: "Dubai International", To: "AMM", ToName: "Queen Alia", Departs: at(on(dubai, 12, 25, 6, 45), 0), Arrives: at(on(amman, 12, 25, 9, 20), 0), Minutes: 215, Mode: "FLIGHT", Number: "RX 613", Carrier: "Royal Example", Vehicle: "A320"},
				{From: "AMM", FromName: "Queen Alia", To: "LHR", ToName: "London Heathrow", Departs: at(on(amman, 12, 25, 11, 55), 0), Arrives: at(on(london, 12, 25, 14, 20), 0), Minutes: 325, Mode: "FLIGHT", Number: "RX 111", Carrier: "Royal Example", Operator: "Sample Air", Vehicle: "787-9"},
			}},
			{Label: "back", From: "LHR", To: "DXB", Departs: at(on(london, 1, 1, 17, 5), 0), Arrives: at(on(dubai, 1, 3, 6, 10), 2), Minutes: 1985, Stops: 3, Segments: []offer.Segment{
				{From: "STP", FromName: "London St Pancras", To: "XPG", ToName: "Paris Nord", Departs: at(on(london, 1, 1, 17, 5), 0), Arrives: at(on(paris, 1, 1, 20, 22), 0), Minutes: 137, Mode: "TRAIN", Number: "XR 9044", Carrier: "Exemple Rail"},
				{From: "CDG", FromName: "Paris Charles de Gaulle", To: "IST", ToName: "Istanbul", Departs: at(on(paris, 1, 2, 7, 10), 0), Arrives: at(on(amman, 1, 2, 12, 45), 0), Minutes: 215, Mode: "FLIGHT", Number: "SA 1822", Carrier: "Sample Air", Vehicle: "A321neo"},
				{From: "IST", FromName: "Istanbul", To: "AMM", ToName: "Queen Alia", Departs: at(on(amman, 1, 2, 13, 40), 0), Arrives: at(on(amman, 1, 2, 16, 5), 0), Minutes: 145, Mode: "FLIGHT", Number: "SA 814", Carrier: "Sample Air", Vehicle: "737-800"},
				{From: "AMM", FromName: "Queen Alia", To: "DXB", ToName: "Dubai International", Departs: at(on(amman, 1, 3, 1, 45), 0), Arrives: at(on(dubai, 1, 3, 6, 10), 0), Minutes: 205, Mode: "FLIGHT", Number: "RX 610", Carrier: "Royal Example", Vehicle: "A320"},
			}},
		},
		Signals: []string{"night connection in IST on the way back", "early departure out", "a change of station in Paris"},
		Fares: []flightview.FareRow{
			{Ref: "1a", FareID: "f1", Price: offer.Money{Amount: "412", Currency: "USD"}, SoldBy: "this service", Kind: "platform", Refundable: grid.No, Then: "travel flights options 1a", Brief: "options 1a", Link: "https://site.example/checkout/f1"},
			{Ref: "1b", FareID: "f2", Price: offer.Money{Amount: "431", Currency: "USD"}, SoldBy: "Royal Example", Kind: "airline", Refundable: grid.Yes, CheckedBag: "23 kg", Then: "at the airline", Brief: "airline", Link: "https://royal.example/x"},
			{Ref: "1c", FareID: "f3", Price: offer.Money{Amount: "447", Currency: "USD"}, SoldBy: "Another Agency with a Long Name", Kind: "partner", CheckedBag: "2 bags, 23 kg each", CabinBag: "1 bag, 7 kg", Then: "at the agency", Brief: "agency", Link: "https://agency.example/y"},
		},
		Next: []string{"travel flights experience 1", "travel flights options 1a"},
	}
}

// sampleShort is a one-way trip that fits on a line even where it is narrow.
func sampleShort() flightview.TripView {
	return flightview.TripView{
		Title: "Trip 7", Airlines: []string{"見本航空"}, Route: []string{"SFO", "NRT"}, Context: []string{"2 adults", "premium economy"}, Locale: "ja",
		Legs: []offer.Leg{{Label: "out", From: "SFO", To: "NRT", Departs: at(on(sanFran, 3, 5, 11, 0), 0), Arrives: at(on(tokyo, 3, 6, 15, 20), 1), Minutes: 680, Segments: []offer.Segment{
			{From: "SFO", FromName: "San Francisco", To: "NRT", ToName: "東京（成田）", Departs: at(on(sanFran, 3, 5, 11, 0), 0), Arrives: at(on(tokyo, 3, 6, 15, 20), 0), Minutes: 680, Mode: "FLIGHT", Number: "MH 7", Carrier: "見本航空", Vehicle: "787-10", Cabin: "premium economy"},
		}}},
		Fares: []flightview.FareRow{{Ref: "7a", FareID: "f1", Price: offer.Money{Amount: "182400", Currency: "JPY"}, SoldBy: "見本旅行社", Kind: "partner", Refundable: grid.No, CheckedBag: "2 × 23 kg", Then: "at the agency"}},
	}
}

// sampleBare is a trip of which the service told little.
func sampleBare() flightview.TripView {
	return flightview.TripView{
		Title: "Trip 2", Route: []string{"CDG", "NRT"},
		Legs: []offer.Leg{
			{Label: "out", From: "CDG", To: "NRT", Departs: at(on(paris, 3, 5, 21, 0), 0), Arrives: at(on(tokyo, 3, 6, 22, 10), 1), Minutes: 1030, Stops: 1},
			{Label: "back", From: "NRT", To: "CDG", Segments: []offer.Segment{
				{From: "NRT", To: "FRA", Mode: "FLIGHT", Number: "SA 7"},
				{From: "FRA", To: "CDG", Mode: "BUS"},
			}},
		},
		Fares: []flightview.FareRow{{Ref: "3a", Price: offer.Money{Amount: "n/a", Currency: "EUR"}, SoldBy: "Another Agency"}},
		Notes: []string{"The segments of the way out are not known."},
	}
}

func sampleHotels() grid.Table {
	return grid.Table{
		Title: "Lisbon   Fri 11 Dec – Mon 14 Dec, 3 nights",
		Columns: []grid.Column{
			{Name: "#", Align: grid.Right, Keep: 9}, {Name: "NIGHT", Align: grid.Right, Keep: 8}, {Name: "STAY", Align: grid.Right, Keep: 9},
			{Name: "HOTEL", Keep: 9, Flex: true}, {Name: "STARS", Align: grid.Right, Keep: 4}, {Name: "GUESTS SAY", Keep: 5},
			{Name: "WHERE", Keep: 3, Flex: true}, {Name: "REFUND", Keep: 6}, {Name: "HOTEL ID", Record: true},
		},
		Above: []string{"In the old town", "", "Elsewhere"},
		Below: []string{"+ €4 city tax a night", "was €149 · Early offer −20 %"},
		Rows: [][]grid.Cell{
			{{Text: "1"}, {Text: "€142", Data: "142"}, {Text: "€426", Tone: canvas.Strong, Data: "426"}, {Text: "Sample Harbour House"}, {Text: "4"}, {Text: "8.7 (1,204)"}, {Text: "Alfama, 0.6 km"}, {Text: "seen", Tone: canvas.Good}, {Text: "9007199254740991"}},
			{{Text: "2"}, {Text: "€119.50", Data: "119.5"}, {Text: "€358.50", Tone: canvas.Strong, Data: "358.5"}, {Text: "Casa de Exemplo do São João das Janelas Verdes e Amarelas"}, {Text: "3"}, {Text: "8.1 (388)"}, {Text: "Graça, 1.4 km"}, {Text: "not seen"}, {Text: "17"}},
			{{Text: "3"}, {Text: "€1,010", Data: "1010"}, {Text: "€3,030", Tone: canvas.Strong, Data: "3030"}, {Text: "見本ホテル 東京"}, {Text: "5"}, {Text: "not scored", Tone: canvas.Faint}, {Text: "=HYPERLINK(\"https://x.example\")"}, grid.Unknown.Cell()},
		},
		Notes: []string{"A night includes what is paid at the hotel. REFUND says whether a free-cancellation rate was in this snapshot; rates is where yes and no are known."},
	}
}

func sampleFacts() grid.Facts {
	return grid.Facts{
		{Label: "signed in as", Value: "Ada Sample (ada@example.com)"},
		{Label: "market", Value: "AE (your account)"},
		{Label: "scopes", Value: "openid\nprofile"},
		{Label: "session", Value: "expired 3 minutes ago; run travel login, which opens your browser and stores the new token in the keyring", Tone: canvas.Warn},
	}
}

// sampleCalm is a return search with nothing out of the ordinary.
func sampleCalm() flightview.TripList {
	v := sampleReturn()
	v.To = "LHR"
	v.Rows = v.Rows[:3]
	for _, row := range v.Rows {
		row.Legs[0].To, row.Legs[1].From = "LHR", "LHR"
	}
	return v
}

// at is a moment on a leg, so many midnights after it began.
func at(t time.Time, days int) offer.Moment { return offer.Moment{At: t, Days: days} }
