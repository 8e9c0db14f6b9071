package render

import (
	"strconv"
	"strings"
)

// legFields are the fields of one leg in a record of the list, each led by "out_" or "back_".
var legFields = [...]string{"from", "to", "departs", "arrives", "minutes", "stops", "via", "modes", "airlines", "operated_by"}

// records gives one line a trip, always with the same fields: number, total, currency, sellers,
// badges, stops (the most of any leg), minutes (all legs), share (0 to 1), the fields of the way
// out, those of the way back (empty for a one-way trip), and trip_id. Lists are joined by commas,
// times are RFC 3339 with the airport's offset.
func (v TripList) records() records {
	r := records{head: []string{"number", "total", "currency", "sellers", "badges", "stops", "minutes", "share"}}
	for _, way := range []string{"out_", "back_"} {
		for _, field := range legFields {
			r.head = append(r.head, way+field)
		}
	}
	r.head = append(r.head, "trip_id")
	for _, row := range v.Rows {
		fields := []string{
			strconv.Itoa(row.N), row.Price.Amount, row.Price.Currency, strconv.Itoa(row.Sellers),
			strings.Join(row.Badges, ","), strconv.Itoa(row.stopsMost()), strconv.Itoa(row.minutes()), shareField(row.Share),
		}
		for way := range 2 {
			fields = append(fields, legRecord(row.Legs, way)...)
		}
		r.rows = append(r.rows, append(fields, row.TripID))
	}
	return r
}

func legRecord(legs []TripLeg, way int) []string {
	if way >= len(legs) {
		return make([]string, len(legFields))
	}
	leg := legs[way]
	return []string{
		leg.From, leg.To, stamp(leg.Depart), stamp(leg.Arrive), strconv.Itoa(leg.Minutes), strconv.Itoa(leg.Stops),
		strings.Join(leg.Via, ","), strings.Join(leg.Modes, ","), strings.Join(leg.Airlines, ","), strings.Join(leg.Operated, ","),
	}
}

func shareField(share *float64) string {
	if share == nil {
		return ""
	}
	return strconv.FormatFloat(*share, 'f', 3, 64)
}
