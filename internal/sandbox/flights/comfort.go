package flights

import (
	"fmt"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// amenities is what a flight is known to have on board. What is not known is
// left out, and small aircraft say nothing at all.
func amenities(f *timetable.Flight, c market.Cabin) *wire.SegmentAmenities {
	body, kind := f.Aircraft.Body, f.Operator.Kind
	if body == data.SmallProp || body == data.BusBody {
		return nil
	}
	cheap := kind == data.LowCost || kind == data.Leisure
	recent := f.Aircraft.Since > 2012
	wide := body == data.WideBody
	d := dice.New(1).Word(f.Operator.Code).Word(f.Aircraft.Code)
	out := &wire.SegmentAmenities{}
	switch {
	case d.Word("wifi").Chance(0.2): // not reported
	case !wide && !recent && d.Word("fitted").Chance(0.5):
		out.Wifi = missing("No Wi-Fi")
	case c >= market.Business || d.Word("free").Chance(0.25):
		out.Wifi = free("Free Wi-Fi")
	default:
		out.Wifi = forFee("Wi-Fi for a fee")
	}
	switch {
	case d.Word("power").Chance(0.15): // not reported
	case wide, recent && !cheap, body == data.TrainBody:
		out.Power = free("Power at the seat")
	default:
		out.Power = missing("No power at the seat")
	}
	switch {
	case d.Word("screen").Chance(0.2): // not reported
	case wide && !cheap:
		out.Entertainment = free("Seat-back screen")
	default:
		out.Entertainment = missing("No seat-back screen")
	}
	out.Meal = meal(f, c, d)
	return out
}

// meal is what there is to eat, or nil when it is not known.
func meal(f *timetable.Flight, c market.Cabin, d dice.Dice) *wire.Amenity {
	cheap := f.Operator.Kind == data.LowCost || f.Operator.Kind == data.Leisure
	switch {
	case cheap && c < market.Business, f.Aircraft.Body == data.TrainBody:
		return forFee("Food to buy")
	case f.Km > 1500:
		return free("Meal")
	case d.Word("snack").Chance(0.7):
		return free("Snack")
	}
	return nil
}

func free(text string) *wire.Amenity    { return &wire.Amenity{Text: text, Exists: true, Free: true} }
func forFee(text string) *wire.Amenity  { return &wire.Amenity{Text: text, Exists: true} }
func missing(text string) *wire.Amenity { return &wire.Amenity{Text: text} }

// seat is the legroom and the layout of a cabin, or nil where they are not known.
func seat(f *timetable.Flight, c market.Cabin) *wire.Seat {
	body := f.Aircraft.Body
	if body == data.SmallProp || body == data.BusBody {
		return nil
	}
	inches := 31
	if f.Operator.Kind == data.LowCost || f.Operator.Kind == data.Leisure {
		inches = 29
	}
	layout := f.Aircraft.Economy
	switch c {
	case market.PremiumEconomy:
		inches, layout = 38, premiumLayout(f.Aircraft)
	case market.Business:
		inches, layout = 40, f.Aircraft.Business
		if body == data.WideBody {
			inches = 78
		}
	case market.First:
		inches, layout = 82, "1-2-1"
	}
	if body == data.TrainBody {
		return &wire.Seat{Layout: &layout}
	}
	return &wire.Seat{Pitch: new(fmt.Sprintf("%d in", inches)), Layout: &layout}
}

// premiumLayout is a premium economy row: one seat fewer than economy's.
func premiumLayout(v *data.Aircraft) string {
	switch v.Economy {
	case "3-4-3":
		return "2-4-2"
	case "3-3-3", "2-4-2":
		return "2-3-2"
	}
	return v.Economy
}
