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
	From, To string // codes, as they were searched for
	FromEnd  End    // how FROM was understood
	ToEnd    End
	Depart   time.Time // the date of the outbound leg
	Return   time.Time // zero for a one-way search
	// Context says for whom and in what the prices are, such as "1 adult", "economy", "USD",
	// "market AE (your account)".
	Context []string
	// Locale is the language tag that decides how money is written; "" is "en".
	Locale string
	Rows   []TripRow
	Least  int      // cells that airlines may be cut down to before each trip is set by itself; 0 for the usual
	View   []string // the filters and the order in words, such as "Filters: nonstop only"
	Total  int      // trips that pass the filters, on all pages
	Of     int      // trips with those that the filters leave out; 0 where there are no filters
	Order  string   // by what the list is sorted, a sentence; "" if that is not known
	Status string   // how the search stands, such as "held still after 5.2 s"
	Notes  []string
	Next   []string // commands that may follow
}

// TripRow is one trip of the list.
type TripRow struct {
	N       int         // its number, counted over all pages
	TripID  string      // the service's id, for TSV and CSV
	Price   offer.Money // the whole party's, fees included
	Sellers int         // how many offer the trip
	Badges  []string
	Mark    string // what changed while it was watched, such as "was $431"
	Legs    []offer.Leg
	// Share is where the price lies between the lowest (0) and the highest (1) of the search; nil
	// if that is not known.
	Share *float64
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

// badgeWords are a trip's labels in words, what changed first.
func badgeWords(c canvas.Canvas, row TripRow) string {
	return c.Join(append([]string{row.Mark}, row.Badges...), " "+c.Glyph.Dot+" ")
}

// airports are those of a trip that are not the codes that were searched for, as when a city has
// several: "to LTN, back from LGW".
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

// via says where a leg stops and what rolls instead of flying: "AMM", "IST ATH", "CDG train". Where
// that takes more cells than there are, stops are counted.
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

// operatedMark stands behind an airline where there is no room to say who flies, and operatedNote
// explains it.
const (
	operatedMark = "*"
	operatedNote = "* flown by another airline, at least in part; the trip says which."
)

// airline says who sells the leg and, if another airline flies it, which.
func airline(c canvas.Canvas, leg *offer.Leg) string {
	text := c.Join(leg.Airlines, " + ")
	if flown := c.Join(leg.Operated, ", "); flown != "" {
		text = strings.TrimSpace(text + " (flown by " + flown + ")")
	}
	return text
}

// barHead stands over the bars of the prices.
const barHead = "LOW     HIGH"

// count says how many trips there are and how many of them are shown.
func (v TripList) count(c canvas.Canvas) string {
	numbers := make([]int, len(v.Rows))
	for i, row := range v.Rows {
		numbers[i] = row.N
	}
	return c.CountLine("trip", v.Total, v.Of, numbers, v.Status)
}

// scale says what the two ends of the bars are: the lowest and the highest price of the list.
func (v TripList) scale(c canvas.Canvas) string {
	low := slices.IndexFunc(v.Rows, func(row TripRow) bool { return row.Share != nil && *row.Share <= 0 })
	high := slices.IndexFunc(v.Rows, func(row TripRow) bool { return row.Share != nil && *row.Share >= 1 })
	if low < 0 || high < 0 {
		return ""
	}
	return "Bar: " + grid.Amount(c, v.Rows[low].Price, v.Locale) + " to " + grid.Amount(c, v.Rows[high].Price, v.Locale) + ", the prices shown."
}

// departure and arrival are the two ends of a leg: the local time, the days since the leg
// began, the airport, and the code that was searched for there.
func (v TripList) departure(leg *offer.Leg, way int) moment {
	return moment{leg.Departs.Clock(), leg.From, [...]string{v.From, v.To}[way%2]}
}

func (v TripList) arrival(leg *offer.Leg, way int) moment {
	return moment{leg.Arrives.Clock(), leg.To, [...]string{v.To, v.From}[way%2]}
}

// moment is one end of a leg.
type moment struct{ clock, airport, searched string }
