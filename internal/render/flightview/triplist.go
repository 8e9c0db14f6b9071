package flightview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// TripList is a page of the ranked list of a flight search.
type TripList struct {
	From, To string // codes as searched for
	FromEnd  End    // what FROM was understood to be
	ToEnd    End
	Depart   time.Time // the date of the outbound leg
	Return   time.Time // zero for a one-way search
	// Context is the travelers, cabin, currency and market of the prices, such as "1 adult", "economy", "USD", "market
	// AE (your account)".
	Context []string
	// Locale is the language tag for formatting money; "" is "en".
	Locale string
	Rows   []TripRow
	Least  int      // minimum width of airlines before each trip is drawn on its own; 0 for the default
	View   []string // the filters and the order in words, such as "Filters: nonstop only"
	Total  int      // trips that pass the filters, on all pages
	Of     int      // trips before filters; 0 if there are no filters
	Order  string   // how the list is sorted, a sentence; "" if unknown
	Status string   // the status of the search
	Notes  []string
	Next   []string // suggested commands
}

// TripRow is one trip of the list.
type TripRow struct {
	N       int         // its number, counted over all pages
	TripID  string      // the service's id, for TSV and CSV
	Price   offer.Money // for the whole party, fees included
	Sellers int         // number of sellers of the trip
	Badges  []string
	Mark    string // what changed while watching, such as "was $431"
	Legs    []offer.Leg
	// Share is the position of the price between the lowest (0) and the highest (1) of the search; nil if unknown.
	Share *float64
}

// stopsMost returns the most stops of any leg.
func (r TripRow) stopsMost() int {
	most := 0
	for _, leg := range r.Legs {
		most = max(most, leg.Stops)
	}
	return most
}

// minutes returns the total duration of all legs.
func (r TripRow) minutes() int {
	sum := 0
	for _, leg := range r.Legs {
		sum += leg.Minutes
	}
	return sum
}

// legFields are the fields of one leg in a record of the list, each prefixed with "out_" or "back_".
var legFields = [...]string{"from", "to", "departs", "arrives", "minutes", "stops", "via", "modes", "airlines", "operated_by"}

// Records returns one row per trip, always with the same fields: number, total, currency, sellers, badges, stops
// (the most of any leg), minutes (all legs), share (0 to 1), the fields of the way out, those of the way back (empty
// for a one-way trip), and trip_id. Lists are joined by commas, times are RFC 3339 with the airport's offset.
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

func legRecord(legs []offer.Leg, way int) []string {
	if way >= len(legs) {
		return make([]string, len(legFields))
	}
	leg := legs[way]
	return []string{
		leg.From, leg.To, leg.Departs.String(), leg.Arrives.String(), strconv.Itoa(leg.Minutes), strconv.Itoa(leg.Stops),
		strings.Join(leg.Via, ","), strings.Join(leg.Modes, ","), strings.Join(leg.Airlines, ","), strings.Join(leg.Operated, ","),
	}
}

func shareField(share *float64) string {
	if share == nil {
		return ""
	}
	return strconv.FormatFloat(*share, 'f', 3, 64)
}

func (v TripList) amounts() []offer.Money {
	out := make([]offer.Money, len(v.Rows))
	for i, row := range v.Rows {
		out[i] = row.Price
	}
	return out
}

// badgeWords returns a trip's labels, changes first.
func badgeWords(c canvas.Canvas, row TripRow) string {
	return c.Join(append([]string{row.Mark}, row.Badges...), " "+c.Glyph.Dot+" ")
}

// airports names the airports of a trip that are not the codes that were searched for, as when a city has several:
// "to LTN, back from LGW".
func (v TripList) airports(row TripRow) string {
	var words []string
	for i := range row.Legs {
		way, leg := "", &row.Legs[i]
		if i > 0 {
			way = "back "
		}
		if m := v.departure(leg, i); m.airport != m.searched {
			words = append(words, way+"from "+m.airport)
		}
		if m := v.arrival(leg, i); m.airport != m.searched {
			words = append(words, way+"to "+m.airport)
		}
	}
	if len(words) == 2 && words[1] == strings.Replace(words[0], "to ", "back from ", 1) {
		return strings.TrimPrefix(words[0], "to ") + " both ways"
	}
	return strings.Join(words, ", ")
}

// via returns the stops of a leg and its ground transport: "AMM", "IST ATH", "CDG train". If that does not fit, it
// returns the number of stops.
func via(c canvas.Canvas, leg *offer.Leg, limit int) string {
	ground := ground(c, leg.Modes)
	if ground != "" && leg.Stops == 0 && !slices.Contains(leg.Modes, modeFlight) {
		return ground
	}
	count := strings.TrimSpace(figure.Stops(leg.Stops) + " " + ground)
	if len(leg.Via) == 0 || len(leg.Via) != leg.Stops {
		return count
	}
	places := strings.TrimSpace(c.Join(leg.Via, " ") + " " + ground)
	if canvas.Cells(places) > max(limit, canvas.Cells(count)) {
		return count
	}
	return places
}

// ground names the modes of a leg that are not flights.
func ground(c canvas.Canvas, modes []string) string {
	var words []string
	for _, mode := range modes {
		if mode != modeFlight && mode != "" {
			words = append(words, c.Text(modeWord(mode)))
		}
	}
	return strings.Join(words, "+")
}

// operatedMark follows an airline if there is no room for the operator, and operatedNote explains it.
const (
	operatedMark = "*"
	operatedNote = "* flown by another airline, at least in part; the trip says which."
)

// airline returns the seller of the leg and, if another airline operates it, the operator.
func airline(c canvas.Canvas, leg *offer.Leg) string {
	text := c.Join(leg.Airlines, " + ")
	if flown := c.Join(leg.Operated, ", "); flown != "" {
		text = strings.TrimSpace(text + " (flown by " + flown + ")")
	}
	return text
}

// barHead is the header of the price bars.
const barHead = "LOW     HIGH"

// count returns how many trips there are and how many of them are shown.
func (v TripList) count(c canvas.Canvas) string {
	numbers := make([]int, len(v.Rows))
	for i, row := range v.Rows {
		numbers[i] = row.N
	}
	return c.CountLine("trip", v.Total, v.Of, numbers, v.Status)
}

// scale explains the ends of the bars: the lowest and the highest price of the list.
func (v TripList) scale(c canvas.Canvas) string {
	low := slices.IndexFunc(v.Rows, func(row TripRow) bool { return row.Share != nil && *row.Share <= 0 })
	high := slices.IndexFunc(v.Rows, func(row TripRow) bool { return row.Share != nil && *row.Share >= 1 })
	if low < 0 || high < 0 {
		return ""
	}
	return "Bar: " + grid.Amount(c, v.Rows[low].Price, v.Locale) + " to " + grid.Amount(c, v.Rows[high].Price, v.Locale) + ", the prices shown."
}

// departure and arrival return the two ends of a leg: the local time, the days since the leg began, the airport, and
// the code that was searched for.
func (v TripList) departure(leg *offer.Leg, way int) moment {
	return moment{leg.Departs.Clock(), leg.From, [...]string{v.From, v.To}[way%2]}
}

func (v TripList) arrival(leg *offer.Leg, way int) moment {
	return moment{leg.Arrives.Clock(), leg.To, [...]string{v.To, v.From}[way%2]}
}

// moment is one end of a leg.
type moment struct{ clock, airport, searched string }
