package flights

import (
	"cmp"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/wire"
)

// seller is who sells fares: the service itself, a carrier, or an agency.
type seller struct {
	code    string
	name    string
	kind    wire.FareKind
	color   string        // #rrggbb
	airline *data.Airline // of a carrier
	markup  float64       // factor on every fare, 1 for none
	fee     float64       // for each booking, in USD
	reach   float64       // share of the trips it offers, 0 to 1
	trust   float64       // 0 to 1
	bags    bool          // says what baggage a fare includes
}

// platformCode is the service's own code among the sellers.
const platformCode = "platform"

func platform() *seller {
	return &seller{code: platformCode, name: "Travel Sandbox", kind: wire.FareKindPlatform,
		color: "#0b6e6e", markup: 1.012, reach: 0.82, trust: 0.95, bags: true}
}

// agencies are plainly made up.
var agencies = [...]seller{
	{code: "sample-fares", name: "Sample Fares", color: "#b3261e", markup: 0.985, fee: 9, reach: 0.7, trust: 0.55},
	{code: "example-voyages", name: "Example Voyages", color: "#1e4fb3", markup: 1.004, fee: 4, reach: 0.75, trust: 0.8, bags: true},
	{code: "imaginary-trips", name: "Imaginary Trips", color: "#6a1eb3", markup: 0.972, fee: 14, reach: 0.5, trust: 0.35},
	{code: "placeholder-air", name: "Placeholder Air Tickets", color: "#8a6d00", markup: 0.99, fee: 6, reach: 0.6, trust: 0.6, bags: true},
	{code: "pretend-journeys", name: "Pretend Journeys", color: "#00695c", markup: 1.015, reach: 0.66, trust: 0.85, bags: true},
	{code: "fictional-flights", name: "Fictional Flights", color: "#c2185b", markup: 0.98, fee: 11, reach: 0.55, trust: 0.45},
	{code: "madeup-travel", name: "Madeup Travel", color: "#37474f", markup: 1.0, fee: 5, reach: 0.5, trust: 0.7},
	{code: "specimen-tickets", name: "Specimen Tickets", color: "#5d4037", markup: 0.993, fee: 7, reach: 0.45, trust: 0.65, bags: true},
	{code: "mock-holidays", name: "Mock Holidays", color: "#ef6c00", markup: 1.02, reach: 0.4, trust: 0.75, bags: true},
	{code: "testbed-tours", name: "Testbed Tours", color: "#2e7d32", markup: 0.976, fee: 12, reach: 0.42, trust: 0.4},
	{code: "dummy-departures", name: "Dummy Departures", color: "#4527a0", markup: 0.997, fee: 8, reach: 0.58, trust: 0.5},
	{code: "invented-itineraries", name: "Invented Itineraries", color: "#00838f", markup: 1.008, fee: 3, reach: 0.48, trust: 0.78},
}

// Numbers of sellers: the service, five to eight agencies, and up to six
// carriers, but never fewer than six in all.
const (
	fewestAgencies = 5
	mostAgencies   = 8
	mostCarriers   = 6
)

// sellersOf chooses who answers a search. The service is always the first.
func sellersOf(d dice.Dice, trips []*trip) []*seller {
	sellers := []*seller{platform()}
	order := d.Word("agencies")
	shuffled := slices.Clone(agencies[:])
	slices.SortFunc(shuffled, func(a, b seller) int {
		return cmp.Or(cmp.Compare(order.Word(a.code), order.Word(b.code)), strings.Compare(a.code, b.code))
	})
	n := fewestAgencies + order.Below(mostAgencies-fewestAgencies+1)
	for i := range shuffled[:n] {
		shuffled[i].kind = wire.FareKindPartner
		sellers = append(sellers, &shuffled[i])
	}
	return append(sellers, carriersOf(trips)...)
}

// carriersOf is the carriers that sell most of the trips on their own.
func carriersOf(trips []*trip) []*seller {
	count := map[*data.Airline]int{}
	for _, t := range trips {
		if a := t.seller(); a != nil {
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
	var sellers []*seller
	for _, a := range carriers[:min(len(carriers), mostCarriers)] {
		sellers = append(sellers, &seller{
			code: a.Code, name: a.Name, kind: wire.FareKindAirline, airline: a,
			color: airlineColor(a), markup: 1.006, reach: 1, trust: 0.92, bags: true,
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
func (one *seller) sells(t *trip) bool {
	switch one.kind {
	case wire.FareKindAirline:
		return t.seller() == one.airline && t.transfers() == 0
	case wire.FareKindPlatform:
		return t.transfers() == 0
	}
	return true
}
