package market

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/wire"
)

// Seller is who sells fares: the service itself, a carrier, or an agency.
type Seller struct {
	Code    string
	Name    string
	Kind    wire.FareKind
	Color   string        // #rrggbb
	Airline *data.Airline // of a carrier
	markup  float64       // factor on every fare, 1 for none
	fee     float64       // for each booking, in USD
	reach   float64       // share of the trips it offers, 0 to 1
	trust   float64       // 0 to 1
	bags    bool          // says what baggage a fare includes
}

// platformCode is the service's own code among the sellers.
const platformCode = "platform"

func platform() *Seller {
	return &Seller{Code: platformCode, Name: "Travel Sandbox", Kind: wire.FareKindPlatform,
		Color: "#0b6e6e", markup: 1.012, reach: 0.82, trust: 0.95, bags: true}
}

// agencies are plainly made up.
var agencies = [...]Seller{
	{Code: "sample-fares", Name: "Sample Fares", Color: "#b3261e", markup: 0.985, fee: 9, reach: 0.7, trust: 0.55},
	{Code: "example-voyages", Name: "Example Voyages", Color: "#1e4fb3", markup: 1.004, fee: 4, reach: 0.75, trust: 0.8, bags: true},
	{Code: "imaginary-trips", Name: "Imaginary Trips", Color: "#6a1eb3", markup: 0.972, fee: 14, reach: 0.5, trust: 0.35},
	{Code: "placeholder-air", Name: "Placeholder Air Tickets", Color: "#8a6d00", markup: 0.99, fee: 6, reach: 0.6, trust: 0.6, bags: true},
	{Code: "pretend-journeys", Name: "Pretend Journeys", Color: "#00695c", markup: 1.015, reach: 0.66, trust: 0.85, bags: true},
	{Code: "fictional-flights", Name: "Fictional Flights", Color: "#c2185b", markup: 0.98, fee: 11, reach: 0.55, trust: 0.45},
	{Code: "madeup-travel", Name: "Madeup Travel", Color: "#37474f", markup: 1.0, fee: 5, reach: 0.5, trust: 0.7},
	{Code: "specimen-tickets", Name: "Specimen Tickets", Color: "#5d4037", markup: 0.993, fee: 7, reach: 0.45, trust: 0.65, bags: true},
	{Code: "mock-holidays", Name: "Mock Holidays", Color: "#ef6c00", markup: 1.02, reach: 0.4, trust: 0.75, bags: true},
	{Code: "testbed-tours", Name: "Testbed Tours", Color: "#2e7d32", markup: 0.976, fee: 12, reach: 0.42, trust: 0.4},
	{Code: "dummy-departures", Name: "Dummy Departures", Color: "#4527a0", markup: 0.997, fee: 8, reach: 0.58, trust: 0.5},
	{Code: "invented-itineraries", Name: "Invented Itineraries", Color: "#00838f", markup: 1.008, fee: 3, reach: 0.48, trust: 0.78},
}

// Numbers of sellers: the service, five to eight agencies, and up to six
// carriers, but never fewer than six in all.
const (
	fewestAgencies = 5
	mostAgencies   = 8
	mostCarriers   = 6
)

// sellersOf chooses who answers a search. The service is always the first.
func sellersOf(d dice.Dice, trips []*Trip) []*Seller {
	sellers := []*Seller{platform()}
	order := d.Word("agencies")
	shuffled := slices.Clone(agencies[:])
	compare := func(a, b Seller) int {
		return cmp.Or(cmp.Compare(order.Word(a.Code), order.Word(b.Code)), strings.Compare(a.Code, b.Code))
	}
	sort.Slice(shuffled, func(i, j int) bool { return compare(shuffled[i], shuffled[j]) < 0 })
	n := fewestAgencies + order.Below(mostAgencies-fewestAgencies+1)
	for i := range shuffled[:n] {
		shuffled[i].Kind = wire.FareKindPartner
		sellers = append(sellers, &shuffled[i])
	}
	return append(sellers, carriersOf(trips)...)
}

// carriersOf is the carriers that sell most of the trips on their own and run some of each.
func carriersOf(trips []*Trip) []*Seller {
	count := map[*data.Airline]int{}
	for _, t := range trips {
		if a := t.Seller(); a != nil && !t.follows() {
			count[a]++
		}
	}
	var carriers []*data.Airline
	for a := range count {
		carriers = append(carriers, a)
	}
	slices.SortFunc(carriers, func(a, b *data.Airline) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a.Code, b.Code))
	})
	var sellers []*Seller
	for _, a := range carriers[:min(len(carriers), mostCarriers)] {
		sellers = append(sellers, &Seller{
			Code: a.Code, Name: a.Name, Kind: wire.FareKindAirline, Airline: a,
			Color: airlineColor(a), markup: 1.006, reach: 1, trust: 0.92, bags: true,
		})
	}
	return sellers
}

// airlineColor is a made-up colour, since the real ones may not be used.
func airlineColor(a *data.Airline) string {
	const hex = "0123456789abcdef"
	d := dice.New(1).Word(a.Code)
	color := []byte("#000000")
	for i := 1; i < len(color); i += 2 {
		color[i] = hex[2+d.With(uint64(i)).Below(8)] // dark enough for white text
		color[i+1] = hex[d.With(uint64(i), 1).Below(16)]
	}
	return string(color)
}

// sells tells whether a seller offers trips of this sort.
func (one *Seller) sells(t *Trip) bool {
	switch one.Kind {
	case wire.FareKindAirline:
		return t.Seller() == one.Airline && t.transfers() == 0
	case wire.FareKindPlatform:
		return t.transfers() == 0
	}
	return true
}
