package flights

import (
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/wire"
)

// brand is a bundle of conditions that a carrier sells a seat with.
type brand struct {
	name   string  // with the cabin: Economy Lite
	over   float64 // its price above the plainest brand's
	more   int     // steps of baggage above what the fare includes
	change wire.PenaltyPolicy
	cancel wire.PenaltyPolicy
}

// brands is the brands a carrier sells a leg as, plainest first. A fare that its
// seller calls refundable has only refundable brands.
func (o *opened) brands(leg *planner.Plan) []brand {
	a := leg.Sold[0].Airline
	d := o.carrier("brand", a)
	change, cancel := wire.PenaltyPolicyNotPermitted, wire.PenaltyPolicyNotPermitted
	if d.Word("late change").Chance(0.35) {
		change = wire.PenaltyPolicyFee
	}
	all := []brand{{over: 1, change: change, cancel: cancel}}
	change = wire.PenaltyPolicyFee
	if d.Word("free change").Chance(0.3) {
		change = wire.PenaltyPolicyFree
	}
	if d.Word("refund").Chance(0.4) {
		cancel = wire.PenaltyPolicyFee
	}
	all = append(all, brand{over: d.Word("standard").Between(1.09, 1.2), more: 1, change: change, cancel: cancel})
	all = append(all, brand{over: d.Word("flex").Between(1.28, 1.5), more: 2, change: wire.PenaltyPolicyFree, cancel: wire.PenaltyPolicyFee})
	all = append(all, brand{over: d.Word("full").Between(1.6, 1.95), more: 3, change: wire.PenaltyPolicyFree, cancel: wire.PenaltyPolicyFree})
	cabin := cabinTitle(o.snap.Key.Cabin)
	for i, name := range brandNames(a.Kind, o.snap.Key.Cabin) {
		all[i].name = cabin + " " + name
	}
	if o.fare.Refundable {
		return refundable(all)
	}
	if d.Word("full").Chance(0.6) {
		return all[:3]
	}
	return all
}

// refundable is the brands that give money back, priced from the first of them.
func refundable(all []brand) []brand {
	var kept []brand
	for _, b := range all {
		if b.cancel != wire.PenaltyPolicyNotPermitted {
			kept = append(kept, b)
		}
	}
	plainest := kept[0]
	for i := range kept {
		kept[i].over /= plainest.over
		kept[i].more -= plainest.more
	}
	return kept
}

// brandNames is plain words for the four brands, plainest first.
func brandNames(kind data.AirlineKind, c market.Cabin) [4]string {
	switch {
	case kind == data.LowCost || kind == data.Leisure:
		return [4]string{"Basic", "Plus", "Flex", "Full Flex"}
	case c >= market.Business:
		return [4]string{"Saver", "Standard", "Flex", "Full Flex"}
	}
	return [4]string{"Lite", "Standard", "Flex", "Full Flex"}
}

func cabinTitle(c market.Cabin) string {
	return [...]string{"Economy", "Premium Economy", "Business", "First"}[c]
}
