package flightview

import (
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// TripList is a page of the ranked list of a flight search.
type TripList struct {
	From, To string    // codes, as they were searched for
	Depart   time.Time // the date of the outbound leg
	Return   time.Time // zero for a one-way search
	// Context says for whom and in what the prices are, such as "1 adult", "economy", "USD",
	// "market AE (your account)".
	Context []string
	// Locale is the language tag that decides how money is written; "" is "en".
	Locale string
	Rows   []TripRow
	Total  int    // trips that pass the filters, on all pages
	Status string // how the search stands, such as "settled after 5.2 s"
	Notes  []string
	Next   []string // commands that may follow
}

// TripRow is one trip of the list.
type TripRow struct {
	N       int         // its number, counted over all pages
	TripID  string      // the service's id, for TSV and CSV
	Price   money.Money // the whole party's, fees included
	Sellers int         // how many offer the trip
	Badges  []string
	Mark    string // what changed while it was watched, such as "was $431"
	Legs    []TripLeg
	// Share is where the price lies between the lowest (0) and the highest (1) of the search;
	// nil if that is not known.
	Share *float64
}

// TripLeg is one way of a trip. Times carry the offset of their own airport.
type TripLeg struct {
	Label          string // "out" or "back"
	From, To       string // airport codes
	Depart, Arrive time.Time
	DayOffset      int // calendar days from departure to arrival, each at its own airport
	Minutes        int
	Stops          int
	Via            []string // airports with a stop
	Modes          []string // FLIGHT, TRAIN, BUS or OTHER, in segment order
	Airlines       []string // who sells the leg
	Operated       []string // who flies part of it without selling it
}

// stopsMost is the most stops of any leg.
func (r TripRow) stopsMost() int {
	most := 0
	for _, leg := range r.Legs {
		most = max(most, leg.Stops)
	}
	return most
}

// minutes is the length of all legs together.
func (r TripRow) minutes() int {
	sum := 0
	for _, leg := range r.Legs {
		sum += leg.Minutes
	}
	return sum
}

// legFields are the fields of one leg in a record of the list, each led by "out_" or "back_".
var legFields = [...]string{"from", "to", "departs", "arrives", "minutes", "stops", "via", "modes", "airlines", "operated_by"}

// Records gives one line a trip, always with the same fields: number, total, currency, sellers,
// badges, stops (the most of any leg), minutes (all legs), share (0 to 1), the fields of the way
// out, those of the way back (empty for a one-way trip), and trip_id. Lists are joined by commas,
// times are RFC 3339 with the airport's offset.
func (v TripList) Records() grid.Records {
	r := grid.Records{Head: []string{"number", "total", "currency", "sellers", "badges", "stops", "minutes", "share"}}
	for _, way := range []string{"out_", "back_"} {
		for _, field := range legFields {
			r.Head = append(r.Head, way+field)
		}
	}
	r.Head = append(r.Head, "trip_id")
	for _, row := range v.Rows {
		fields := []string{
			strconv.Itoa(row.N), row.Price.Amount, row.Price.Currency, strconv.Itoa(row.Sellers),
			strings.Join(row.Badges, ","), strconv.Itoa(row.stopsMost()), strconv.Itoa(row.minutes()), shareField(row.Share),
		}
		for way := range 2 {
			fields = append(fields, legRecord(row.Legs, way)...)
		}
		r.Rows = append(r.Rows, append(fields, row.TripID))
	}
	return r
}

func legRecord(legs []TripLeg, way int) []string {
	if way >= len(legs) {
		return make([]string, len(legFields))
	}
	leg := legs[way]
	return []string{
		leg.From, leg.To, figure.Stamp(leg.Depart), figure.Stamp(leg.Arrive), strconv.Itoa(leg.Minutes), strconv.Itoa(leg.Stops),
		strings.Join(leg.Via, ","), strings.Join(leg.Modes, ","), strings.Join(leg.Airlines, ","), strings.Join(leg.Operated, ","),
	}
}

func shareField(share *float64) string {
	if share == nil {
		return ""
	}
	return strconv.FormatFloat(*share, 'f', 3, 64)
}
