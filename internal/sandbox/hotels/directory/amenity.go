package directory

import (
	"math"

	"travel.example/travel/internal/sandbox/dice"
)

// drawAmenities gives a hotel what is usual for its stars and kind, and what
// follows from that: a hotel with free parking has parking, and no pool is for
// children only.
func drawAmenities(d dice.Dice, h *Hotel) uint64 {
	var offers uint64
	bit := map[string]uint64{}
	for i, a := range words().amenities {
		share, ok := a.other[h.Kind]
		if !ok {
			share = a.share[h.Star]
		}
		bit[a.name] = 1 << i
		if d.With(uint64(i)).Chance(float64(share) / 100) {
			offers |= 1 << i
		}
	}
	if offers&(bit["Free parking"]|bit["Valet parking"]) != 0 {
		offers |= bit["Parking"]
	}
	if offers&(bit["Outdoor pool"]|bit["Indoor pool"]) == 0 {
		offers &^= bit["Children's pool"]
	}
	if math.Abs(h.City.Lat) < 42 {
		offers &^= bit["Ski storage"]
	}
	return offers
}
