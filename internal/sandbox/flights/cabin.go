package flights

import (
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// cabin is a class of travel, from the cheapest up.
type cabin uint8

const (
	economy cabin = iota
	premiumEconomy
	business
	first
)

// cabinOf is the cabin a query names; an unknown name is economy.
func cabinOf(name string) cabin {
	switch wire.CabinClass(name) {
	case wire.CabinClassPremiumEconomy:
		return premiumEconomy
	case wire.CabinClassBusiness:
		return business
	case wire.CabinClassFirst:
		return first
	}
	return economy
}

// wire is the cabin's name in the contract.
func (c cabin) wire() string {
	switch c {
	case premiumEconomy:
		return string(wire.CabinClassPremiumEconomy)
	case business:
		return string(wire.CabinClassBusiness)
	case first:
		return string(wire.CabinClassFirst)
	}
	return string(wire.CabinClassEconomy)
}

// aboard is the cabin of a traveler who asks for wanted: that one, or the
// best below it that the flight has.
func aboard(f *timetable.Flight, wanted cabin) cabin {
	for c := wanted; c > economy; c-- {
		if has(f, c) {
			return c
		}
	}
	return economy
}

func has(f *timetable.Flight, c cabin) bool {
	kind, body := f.Operator.Kind, f.Aircraft.Body
	switch c {
	case first:
		return hasFirst(f)
	case business:
		if kind == data.LowCost || kind == data.Leisure {
			return body == data.WideBody || f.Operator.Code == "FZ" || f.Operator.Code == "B6"
		}
		return body != data.SmallProp && body != data.BusBody && f.Aircraft.Cruise > 600 || body == data.TrainBody
	case premiumEconomy:
		return body == data.WideBody && kind != data.Regional && !slices.Contains(withoutPremium[:], f.Operator.Code)
	}
	return true
}

// withoutPremium is carriers whose wide bodies have no premium economy
// cabin; withFirst those with a first class, and firstTypes where it is.
var (
	withoutPremium = [...]string{"QR", "EY", "ET", "MS", "RJ", "KU", "GF", "WY", "SV", "AH", "TU", "PK", "BG", "KQ", "AR", "TP", "IB", "UX", "AT"}
	withFirst      = [...]string{"EK", "EY", "SQ", "LH", "LX", "BA", "AF", "JL", "NH", "CX", "QF", "SV", "AI", "CA", "MU", "CZ", "TG", "QR", "AA", "KE", "GA", "MH", "KU"}
	firstTypes     = [...]string{"388", "77W", "74H", "744", "773", "351"}
)

func hasFirst(f *timetable.Flight) bool {
	return f.Km > 2500 && slices.Contains(withFirst[:], f.Operator.Code) && slices.Contains(firstTypes[:], f.Aircraft.Code)
}

// best is the best cabin that the longest flight of some plan has, up to the
// wanted one. A search falls back to it when no flight has what was asked for.
func bestCabin(plans []*planner.Plan, wanted cabin) cabin {
	found := economy
	for _, p := range plans {
		found = max(found, aboard(p.Longest().Flight, wanted))
	}
	return found
}
