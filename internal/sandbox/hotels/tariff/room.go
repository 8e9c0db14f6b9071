package tariff

import (
	"slices"

	"travel.example/travel/internal/sandbox/hotels/directory"
)

// room is a type of room.
type room struct {
	code, name string
	adults     int     // most adults
	guests     int     // most guests, counting children of two years and more
	included   int     // guests that the price is for
	factor     float64 // of the hotel's price for a double room
	perBed     bool    // the price is for a bed
}

// The rooms there are. Which of them a hotel has depends on its kind and stars.
var (
	single    = room{code: "sgl", name: "Single Room", adults: 1, guests: 2, included: 1, factor: 0.8}
	double    = room{code: "dbl", name: "Double Room", adults: 2, guests: 3, included: 2, factor: 1}
	twin      = room{code: "twn", name: "Twin Room", adults: 2, guests: 3, included: 2, factor: 1.01}
	superior  = room{code: "sup", name: "Superior Double Room", adults: 2, guests: 3, included: 2, factor: 1.17}
	triple    = room{code: "tpl", name: "Triple Room", adults: 3, guests: 4, included: 3, factor: 1.32}
	family    = room{code: "fam", name: "Family Room", adults: 4, guests: 6, included: 4, factor: 1.58}
	deluxe    = room{code: "dlx", name: "Deluxe Room with View", adults: 3, guests: 4, included: 2, factor: 1.38}
	junior    = room{code: "jst", name: "Junior Suite", adults: 3, guests: 4, included: 2, factor: 1.75}
	suite     = room{code: "ste", name: "Suite", adults: 4, guests: 6, included: 2, factor: 2.5}
	studio    = room{code: "stu", name: "Studio", adults: 2, guests: 3, included: 2, factor: 1}
	oneBed    = room{code: "ap1", name: "One-Bedroom Apartment", adults: 4, guests: 5, included: 3, factor: 1.28}
	twoBed    = room{code: "ap2", name: "Two-Bedroom Apartment", adults: 6, guests: 7, included: 5, factor: 1.85}
	threeBed  = room{code: "ap3", name: "Three-Bedroom Apartment", adults: 9, guests: 10, included: 7, factor: 2.6}
	dorm      = room{code: "dor", name: "Bed in Large Dormitory", adults: 9, guests: 9, included: 1, factor: 0.4, perBed: true}
	smallDorm = room{code: "dsm", name: "Bed in Four-Bed Dormitory", adults: 4, guests: 4, included: 1, factor: 0.52, perBed: true}
	bungalow  = room{code: "bgw", name: "Garden Bungalow", adults: 3, guests: 5, included: 2, factor: 1.45}
	poolVilla = room{code: "pvl", name: "Villa with Private Pool", adults: 6, guests: 8, included: 4, factor: 3.4}
	house     = room{code: "hse", name: "Whole House", adults: 9, guests: 12, included: 6, factor: 2.2}
)

// candidate is a type of room and how likely a hotel has it.
type candidate struct {
	room
	likely   float64
	fromStar int
}

// choices are the rooms of a kind.
func choices(k directory.Kind) []candidate {
	switch k {
	case directory.Apartment:
		return []candidate{{studio, 0.7, 0}, {oneBed, 0.75, 0}, {twoBed, 0.4, 0}, {threeBed, 0.12, 0}}
	case directory.Aparthotel:
		return []candidate{{studio, 1, 0}, {oneBed, 0.85, 0}, {twoBed, 0.4, 0}}
	case directory.Hostel:
		return []candidate{{dorm, 0.95, 0}, {smallDorm, 0.8, 0}, {twin, 0.6, 0}, {double, 0.4, 0}, {family, 0.2, 0}}
	case directory.Villa:
		return []candidate{{house, 1, 0}, {twoBed, 0.3, 0}}
	case directory.Guesthouse, directory.BedAndBreakfast, directory.Motel:
		return []candidate{{double, 1, 0}, {single, 0.5, 0}, {twin, 0.5, 0}, {triple, 0.35, 0}, {family, 0.3, 0}}
	case directory.Resort:
		return []candidate{{double, 0.9, 0}, {deluxe, 0.9, 0}, {family, 0.75, 0}, {bungalow, 0.6, 0}, {junior, 0.6, 4}, {poolVilla, 0.4, 4}}
	}
	return []candidate{
		{double, 1, 0}, {single, 0.35, 0}, {twin, 0.8, 0}, {superior, 0.6, 2}, {triple, 0.4, 0},
		{family, 0.35, 2}, {deluxe, 0.6, 4}, {junior, 0.6, 4}, {suite, 0.7, 5},
	}
}

// roomsOf is the types of room a hotel has, at least one.
func roomsOf(h *directory.Hotel) []room {
	d := h.Dice.Word("rooms")
	all := choices(h.Kind)
	var rooms []room
	for i, c := range all {
		if h.Star >= c.fromStar && d.With(uint64(i)).Chance(c.likely) {
			rooms = append(rooms, c.room)
		}
	}
	if rooms == nil {
		rooms = append(rooms, all[0].room)
	}
	return rooms
}

// What each guest beyond those included adds to the price, by age, and what one guest
// saves alone in a room for two.
const (
	extraAdult = 0.25
	extraTeen  = 0.18
	extraChild = 0.1
	alone      = 0.92
)

// Ages of children, in years: younger than the first sleep free, from the
// second on they need a real bed, and from the third on they count as adults.
const (
	needsBed = 3
	teenager = 12
)

// forParty is the factor of a party in a room. ok is false for a party that it
// does not hold.
func (r room) forParty(p Party) (factor float64, ok bool) {
	beds := p.Adults
	var extras []float64 // dearest first
	for range p.Adults {
		extras = append(extras, extraAdult)
	}
	for _, age := range slices.Backward(slices.Sorted(slices.Values(p.Ages))) {
		switch {
		case age >= teenager:
			extras = append(extras, extraTeen)
			beds++
		case age >= needsBed:
			extras = append(extras, extraChild)
			beds++
		}
	}
	if p.Adults > r.adults || beds > r.guests || len(p.Ages)-(beds-p.Adults) > 2 {
		return 0, false // at most two cots fit
	}
	if r.perBed {
		return r.factor * float64(beds), true
	}
	factor = 1
	for _, extra := range extras[min(r.included, len(extras)):] {
		factor += extra
	}
	if beds == 1 && r.included == 2 {
		factor = alone
	}
	return r.factor * factor, true
}
