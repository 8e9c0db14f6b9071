package timetable

import (
	"math"

	"travel.example/travel/internal/sandbox/data"
)

// blockMinutes is the time from gate to gate: taxiing, climb and descent, and
// the great circle at cruising speed with the wind.
func blockMinutes(from, to *Place, v *data.Aircraft) int {
	km := Distance(from, to)
	taxi := 24.0
	switch v.Body {
	case data.WideBody, data.NarrowBody:
		taxi = 32
	case data.SmallProp:
		taxi = 10
	}
	if from.Traffic > 30 {
		taxi += 6
	}
	if to.Traffic > 30 {
		taxi += 6
	}
	detour := 1.035 + 30/(km+600) // airways are not great circles
	minutes := taxi + km*detour/(v.Cruise+tailwind(from, to, v))*60
	return int(math.Ceil(minutes/5)) * 5
}

// tailwind is the mean wind along the way in km/h, above 0 where it helps: the
// westerlies of middle latitudes, which propellers fly below.
func tailwind(from, to *Place, v *data.Aircraft) float64 {
	east := math.Mod(to.Lon-from.Lon+540, 360) - 180
	span := math.Hypot(east*math.Cos((from.Lat+to.Lat)/2*math.Pi/180), to.Lat-from.Lat)
	if span == 0 || v.Cruise < 700 {
		return 0
	}
	latitude := math.Abs(from.Lat+to.Lat) / 2
	jet := math.Max(0, 1-math.Abs(latitude-42)/30)
	return 45 * jet * east * math.Cos((from.Lat+to.Lat)/2*math.Pi/180) / span
}
