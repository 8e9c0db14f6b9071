package flights

import (
	"fmt"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// amenities is what a flight is known to have on board. What is not known is
// left out, and small aircraft say nothing at all.
func amenities(f *timetable.Flight, c cabin) *wire.SegmentAmenities {
	body, kind := f.Aircraft.Body, f.Operator.Kind
	if body == data.SmallProp || body == data.BusBody {
		return nil
	}
	cheap := kind == data.LowCost || kind == data.Leisure
	d := dice.New(1).Word(f.Operator.Code).Word(f.Aircraft.Code)
	out := &wire.SegmentAmenities{}
	if d.Word("wifi").Chance(0.8) {
		exists := body == data.WideBody || f.Aircraft.Since > 2012 || d.Word("fitted").Chance(0.5)
		out.Wifi = amenity(exists, exists && (c >= business || d.Word("free").Chance(0.25)), "Wi-Fi", "No Wi-Fi")
	}
	if d.Word("power").Chance(0.85) {
		exists := body == data.WideBody || f.Aircraft.Since > 2012 && !cheap || body == data.TrainBody
		out.Power = amenity(exists, exists, "Power at the seat", "No power at the seat")
	}
	if d.Word("screen").Chance(0.8) {
		exists := body == data.WideBody && !cheap
		out.Entertainment = amenity(exists, exists, "Seat-back screen", "No seat-back screen")
	}
	switch {
	case cheap && c < business:
		out.Meal = amenity(true, false, "Food to buy", "")
	case f.Km > 1500:
		out.Meal = amenity(true, true, "Meal", "")
	case body == data.TrainBody:
		out.Meal = amenity(true, false, "Food to buy", "")
	case d.Word("snack").Chance(0.7):
		out.Meal = amenity(true, true, "Snack", "")
	}
	return out
}

// amenity is the contract's entry, with one label for yes and one for no; free
// says that it costs nothing where it exists.
func amenity(exists, free bool, yes, no string) *wire.Amenity {
	if !exists {
		return &wire.Amenity{Text: no}
	}
	if !free {
		yes += ", for a fee"
	}
	return &wire.Amenity{Text: yes, Exists: true, Free: free}
}

// seat is the room and the layout of a cabin, or nil where nobody counts.
func seat(f *timetable.Flight, c cabin) *wire.Seat {
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
	case premiumEconomy:
		inches, layout = 38, premiumLayout(f.Aircraft)
	case business:
		inches, layout = 40, f.Aircraft.Business
		if body == data.WideBody {
			inches = 78
		}
	case first:
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
