package market

import (
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// Cabin is a class of travel, from the cheapest up.
type Cabin uint8

// The cabins; economy is the zero value.
const (
	economy Cabin = iota
	PremiumEconomy
	Business
	First
)

// CabinOf is the cabin a query names; an unknown name is economy.
func CabinOf(name string) Cabin {
	switch wire.CabinClass(name) {
	case wire.CabinClassPremiumEconomy:
		return PremiumEconomy
	case wire.CabinClassBusiness:
		return Business
	case wire.CabinClassFirst:
		return First
	}
	return economy
}

// Wire is the cabin's name in the contract.
func (c Cabin) Wire() string {
	switch c {
	case PremiumEconomy:
		return string(wire.CabinClassPremiumEconomy)
	case Business:
		return string(wire.CabinClassBusiness)
	case First:
		return string(wire.CabinClassFirst)
	}
	return string(wire.CabinClassEconomy)
}

// Aboard is the cabin of a traveler who asks for wanted: that one, or the
// best below it that the flight has.
func Aboard(f *timetable.Flight, wanted Cabin) Cabin {
	for c := wanted; c > economy; c-- {
		if has(f, c) {
			return c
		}
	}
	return economy
}

func has(f *timetable.Flight, c Cabin) bool {
	kind, body := f.Operator.Kind, f.Aircraft.Body
	switch c {
	case First:
		return hasFirst(f)
	case Business:
		if kind == data.LowCost || kind == data.Leisure {
			return body == data.WideBody || f.Operator.Code == "FZ" || f.Operator.Code == "B6"
		}
		return body != data.SmallProp && body != data.BusBody && f.Aircraft.Cruise > 600 || body == data.TrainBody
	case PremiumEconomy:
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

// bestCabin is the best cabin that the longest flight of some plan has, up to the
// wanted one. A search falls back to it when no flight has what was asked for.
func bestCabin(plans []*planner.Plan, wanted Cabin) Cabin {
	found := economy
	for _, p := range plans {
		found = max(found, Aboard(p.Longest().Flight, wanted))
	}
	return found
}
