package directory

import (
	"fmt"

	"travel.example/travel/internal/sandbox/dice"
)

// Kind is the kind of a property.
type Kind uint8

// The kinds.
const (
	PlainHotel Kind = iota // a plain hotel
	Apartment
	Guesthouse
	Hostel
	Aparthotel
	BedAndBreakfast
	Boutique
	Resort
	Villa
	Motel
)

// maxStar is the most stars a hotel has.
const maxStar = 5

// trade is what is usual for a kind.
type trade struct {
	name    string
	share   float64              // of all properties
	stars   [maxStar + 1]float64 // shares: not rated, 1 to 5
	branded float64              // share that has a brand, where there is one
}

var kinds = [...]trade{
	{"Hotel", 0.50, [...]float64{0.07, 0.04, 0.14, 0.36, 0.29, 0.10}, 0.42},
	{"Apartment", 0.14, [...]float64{0.72, 0.01, 0.04, 0.12, 0.09, 0.02}, 0.2},
	{"Guesthouse", 0.09, [...]float64{0.70, 0.05, 0.13, 0.10, 0.02, 0}, 0},
	{"Hostel", 0.07, [...]float64{0.72, 0.16, 0.10, 0.02, 0, 0}, 0.4},
	{"Aparthotel", 0.05, [...]float64{0.15, 0.02, 0.10, 0.38, 0.32, 0.03}, 0.5},
	{"Bed and breakfast", 0.05, [...]float64{0.68, 0.03, 0.12, 0.15, 0.02, 0}, 0},
	{"Boutique hotel", 0.04, [...]float64{0.12, 0, 0.03, 0.20, 0.42, 0.23}, 0.25},
	{"Resort", 0.04, [...]float64{0.05, 0, 0.02, 0.18, 0.42, 0.33}, 0.45},
	{"Villa", 0.01, [...]float64{0.75, 0, 0, 0.08, 0.12, 0.05}, 0},
	{"Motel", 0.01, [...]float64{0.25, 0.25, 0.38, 0.12, 0, 0}, 0.4},
}

func (k Kind) String() string { return kinds[k].name }

// kindOf is the kind of a name in the tables.
func kindOf(name string) Kind {
	for k := range kinds {
		if kinds[k].name == name {
			return Kind(k)
		}
	}
	panic(fmt.Sprintf("directory: embedded table: %q is not a kind", name))
}

func drawKind(d dice.Dice) Kind {
	left := d.Unit()
	for k := range kinds {
		if left -= kinds[k].share; left < 0 {
			return Kind(k)
		}
	}
	return PlainHotel
}

func drawStar(d dice.Dice, k Kind) int {
	left := d.Unit()
	for star, share := range kinds[k].stars {
		if left -= share; left < 0 {
			return star
		}
	}
	return 0
}
