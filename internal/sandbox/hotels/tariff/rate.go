package tariff

import (
	"slices"

	"travel.example/travel/internal/sandbox/hotels/directory"
)

// Board is the meals of a rate, in the contract's words; empty when the seller
// does not state them.
type Board string

// The boards.
const (
	roomOnly     Board = "room_only"
	breakfast    Board = "breakfast_included"
	halfBoard    Board = "half_board"
	fullBoard    Board = "full_board"
	allInclusive Board = "all_inclusive"
)

// The cancellation policies, which are rate types too.
const (
	FreeCancellation = "free_cancellation"
	NonRefundable    = "non_refundable"
)

// Rate is one way to book a stay, for all rooms and the whole stay.
type Rate struct {
	Code       string // room, board and policy: the same offer has the same code in any search
	Room       string // name of the room type
	RoomCode   string
	Board      Board
	Refundable bool
	USD        float64 // price, without Tax when that comes on top, never with LocalTax
	Tax        float64 // VAT and service, in USD
	OnTop      bool    // Tax comes on top, as this market shows prices
	LocalTax   float64 // paid on top at the hotel, in USD
	TaxKnown   bool    // what the place charges is known, even if it is nothing
	Deal       *Deal
	Left       int  // rooms left at this rate; 0 = not said
	Sampled    bool // a search for a city or an area sees it
	Wave       int  // 0 to Waves-1: who answers with it
}

// Waves is the number of platform sources that rates come from.
const Waves = 5

// Types is the words that rate-types filters by, sorted. Half board
// or more includes breakfast, so such a rate is found by that word as well.
func (r *Rate) Types() []string {
	types := []string{NonRefundable}
	if r.Refundable {
		types[0] = FreeCancellation
	}
	if r.Board != "" {
		types = append(types, string(r.Board))
	}
	if r.Board == halfBoard || r.Board == fullBoard || r.Board == allInclusive {
		types = append(types, string(breakfast))
	}
	slices.Sort(types)
	return types
}

// meals is what a board costs an adult for a night in a hotel of three stars,
// in USD before the country's level, and how likely a hotel has it.
type meals struct {
	board Board
	code  string
	cost  float64
}

// boardsOf is the boards a hotel sells.
func boardsOf(h *directory.Hotel) []meals {
	d := h.Dice.Word("boards")
	if d.With(1).Chance(0.03) {
		return []meals{{"", "xx", 0}} // a source that does not state meals
	}
	if h.Kind == directory.Resort && d.With(2).Chance(0.35) {
		return []meals{{halfBoard, "hb", 38}, {allInclusive, "ai", 95}}
	}
	boards := []meals{{roomOnly, "ro", 0}}
	if h.Offers("Breakfast") {
		boards = append(boards, meals{breakfast, "bb", 13})
		if d.With(3).Chance(0.12) {
			boards = boards[1:] // breakfast is always included
		}
	}
	if !h.Offers("Restaurant") {
		return boards
	}
	if d.With(4).Chance(0.22) || h.Kind == directory.Resort {
		boards = append(boards, meals{halfBoard, "hb", 38})
	}
	if h.Kind == directory.Resort && d.With(5).Chance(0.5) {
		boards = append(boards, meals{fullBoard, "fb", 58})
	}
	return boards
}

// eaters is how many full portions a party pays for: children under three none,
// then half of one until they are teenagers.
func eaters(p Party) float64 {
	portions := float64(p.Adults)
	for _, age := range p.Ages {
		switch {
		case age >= teenager:
			portions++
		case age >= needsBed:
			portions += 0.5
		}
	}
	return portions
}

// policy is whether a rate is refundable and what that costs.
type policy struct {
	refundable bool
	code       string
	factor     float64
}

// policiesOf is the policies a hotel sells a stay with. Free cancellation ends
// some days before arrival, and is not offered for a stay that begins sooner.
func policiesOf(h *directory.Hotel, s Stay) []policy {
	d := h.Dice.Word("policies")
	deadline := [...]int{0, 1, 1, 2, 3, 7, 14}[d.With(1).Below(7)]
	free := policy{true, "fc", 1 + d.With(2).Between(0.05, 0.18)}
	fixed := policy{false, "nr", 1}
	late := int(s.CheckIn-s.Booked) <= deadline
	switch kind := d.With(3).Unit(); {
	case kind < 0.15 || late:
		return []policy{fixed}
	case kind < 0.35:
		return []policy{free}
	}
	return []policy{fixed, free}
}
