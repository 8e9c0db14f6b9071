package tariff

import (
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/directory"
)

// Deal is a discount that a rate's price already holds.
type Deal struct {
	Label   string // empty for a discount whose former price is quoted
	Percent int    // 1 to 99, of the former price
	Promo   string // code to type at checkout; mostly empty
}

// offer is a kind of deal: who gives it, when, and how much.
type offer struct {
	label     string
	fits      func(lead, nights int) bool
	chance    float64
	low, high int // percent, both included
}

// offers are tried in order; the first that is drawn holds.
func offers() []offer {
	return []offer{
		{"Last minute", func(lead, _ int) bool { return lead <= 3 }, 0.3, 10, 30},
		{"Early offer", func(lead, _ int) bool { return lead >= 30 }, 0.16, 8, 20},
		{"Long stay", func(_, nights int) bool { return nights >= 5 }, 0.2, 10, 20},
		{"", func(int, int) bool { return true }, 0.1, 5, 25},
	}
}

// dealOf is the deal of a hotel for a stay, or nil.
func dealOf(h *directory.Hotel, s Stay) *Deal {
	lead, nights := int(s.CheckIn-s.Booked), s.Nights()
	d := h.Dice.Word("deal").With(uint64(s.CheckIn / 7))
	for i, o := range offers() {
		roll := d.With(uint64(i))
		if !o.fits(lead, nights) || !roll.Chance(o.chance) {
			continue
		}
		deal := &Deal{Label: o.label, Percent: o.low + roll.With(1).Below(o.high-o.low+1)}
		if roll.With(2).Chance(0.2) {
			deal.Promo = promo(roll.With(3))
		}
		return deal
	}
	return nil
}

// promo is a code like SAMPLE-42.
func promo(d dice.Dice) string {
	n := d.Below(90) + 10
	return "SAMPLE-" + string([]byte{'0' + byte(n/10), '0' + byte(n%10)})
}
