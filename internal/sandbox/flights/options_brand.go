package flights

import (
	"strings"

	"travel.example/travel/internal/sandbox/data"
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
func (o *opened) brands(leg *plan) []brand {
	a := leg.sold[0].Airline
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
	cabin := cabinTitle(o.snap.key.cabin)
	for i, name := range brandNames(a.Kind, o.snap.key.cabin) {
		all[i].name = cabin + " " + name
	}
	if o.fare.refundable {
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
func brandNames(kind data.AirlineKind, c cabin) [4]string {
	switch {
	case kind == data.LowCost || kind == data.Leisure:
		return [4]string{"Basic", "Plus", "Flex", "Full Flex"}
	case c >= business:
		return [4]string{"Saver", "Standard", "Flex", "Full Flex"}
	}
	return [4]string{"Lite", "Standard", "Flex", "Full Flex"}
}

func cabinTitle(c cabin) string {
	return [...]string{"Economy", "Premium Economy", "Business", "First"}[c]
}

// allowances is what brands include, least first.
var allowances = [...]struct{ cabin, checked string }{
	{"1 bag, 7 kg", "not included"},
	{"1 bag, 7 kg", "1 bag, 23 kg"},
	{"1 bag, 10 kg", "1 bag, 30 kg"},
	{"1 bag, 10 kg", "2 bags, 23 kg each"},
	{"2 bags, 7 kg each", "2 bags, 32 kg each"},
}

// allowance is the baggage of an option: what its fare includes, and more with
// the more expensive brands. A few carriers do not state the cabin baggage.
func (o *opened) allowance(b bundle, seller *data.Airline) wire.Baggage {
	least := 0
	switch o.fare.baggage {
	case oneBag:
		least = 1
	case twoBags:
		least = len(allowances) - 1
	}
	includes := allowances[min(least+b.more, len(allowances)-1)]
	out := wire.Baggage{Checked: &includes.checked}
	if !o.carrier("silent", seller).Chance(0.06) {
		out.Cabin = &includes.cabin
	}
	return out
}

// terms is where the carriers that sell a bundle publish its conditions, in
// each carrier's own order, or nil for one that does not publish them online.
func (o *opened) terms(b bundle) []string {
	var links []string
	seen := map[*data.Airline]bool{}
	for _, p := range b.plans {
		for _, a := range p.marketing() {
			d := o.carrier("terms", a)
			if seen[a] || d.Chance(0.15) {
				continue
			}
			seen[a] = true
			host := "https://" + strings.ToLower(a.Code) + ".airline.example/terms/"
			rules := host + "fares/" + strings.ReplaceAll(strings.ToLower(b.name), " ", "-")
			switch d.Word("order").Below(3) {
			case 0:
				links = append(links, rules)
			case 1:
				links = append(links, rules, host+"carriage")
			default:
				links = append(links, host+"carriage", rules)
			}
		}
	}
	return links
}
