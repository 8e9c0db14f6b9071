package hotelview

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// HotelList is a page of the ranked list of a hotel search.
type HotelList struct {
	StayList
	// AllIn shows the price per night including extra charges, which is the one that price filters use.
	AllIn bool
	// Guests names the guests whose score is shown, such as "COUPLES"; "" is all guests.
	Guests string
	Common *Common // what all prices have in common, if Rows are part of a longer list; nil means those of Rows
	From   string  // the point that distances are measured from: "the point", "LHR"; "" is the center
	Rows   []HotelRow
	Total  int    // hotels that pass the filters, on all pages
	Of     int    // hotels before filters; 0 if there are no filters
	Order  string // how the list is sorted, a sentence; "" if unknown
}

// HotelRow is one hotel of the list. Values that are not stated are "" or nil.
type HotelRow struct {
	N        int   // its number, counted over all pages
	HotelID  int64 // for TSV and CSV
	Name     string
	Price    StayPrice // of the cheapest rate that passes the filters
	Stars    string
	Score    *Score // of the guests that the list shows
	District string
	City     string
	Distance string     // km to the center of the city
	Away     string     // km to the point that was searched around
	Unit     words.Unit // unit shown to a person; TSV and CSV use km
	Seen     bool       // a rate with free cancellation was in the snapshot; its absence proves nothing
	// Refundable is the cheapest rate with free cancellation, for TSV and CSV.
	Refundable *offer.Money
	RateTypes  []string
	Badges     []string
	Mark       string // what changed while watching, such as "was €431"
	Lat, Lng   string // decimal degrees
	Page       string // the hotel's page, for TSV and CSV
}

// Score is a guest score from 0 to 10 and the number of reviews.
type Score struct{ Value, Count string }

// value returns the score with one decimal, so that scores in a column compare.
func (s *Score) value() string {
	if words.IsDigits(s.Value) {
		return s.Value + ".0"
	}
	return s.Value
}

// Lines returns the list for a person.
func (v HotelList) Lines(c canvas.Canvas) []string {
	names, blocks := v.Blocks(c)
	numbers := grid.Each(v.Rows, func(row HotelRow) int { return row.N })
	if slices.ContainsFunc(v.Rows, func(row HotelRow) bool { return !row.Seen }) {
		v.Notes = append([]string{`REFUND "not seen" is not a "no": no refundable rate came in; the rates tell.`}, v.Notes...)
	}
	foot := v.foot(c, c.CountLine("hotel", v.Total, v.Of, numbers, v.Status), v.Order, v.prices(), v.common())
	return append(grid.Stack(v.Head(c), names, blocks), foot...)
}

// Charges returns the charges that all prices of the list have in common, "" if none: "+ €4.00 city tax a night".
// Rows do not repeat them.
func (v HotelList) Charges(c canvas.Canvas) string {
	return strings.Join(v.common().words(c, v.Locale), " "+c.Glyph.Dot+" ")
}

func (v HotelList) prices() []StayPrice {
	return grid.Each(v.Rows, func(row HotelRow) StayPrice { return row.Price })
}

func (v HotelList) common() Common {
	if v.Common != nil {
		return *v.Common
	}
	return CommonOf(v.prices())
}

// Records returns one row per hotel. Amounts are for the whole booking, taxes are per night, lists are joined by
// commas, and free_cancellation is "seen" or "not seen".
func (v HotelList) Records() grid.Records {
	r := grid.Records{Head: []string{"number", "hotel_id", "name"}}
	r.Head = append(r.Head, priceFields[:]...)
	r.Head = append(r.Head, "stars", "score", "reviews", "city", "district", "distance_km", "latitude", "longitude",
		"free_cancellation", "free_cancellation_stay", "rate_types", "badges", "page", usdField, "point_km")
	for _, row := range v.Rows {
		score := Score{}
		if row.Score != nil {
			score = *row.Score
		}
		fields := append([]string{strconv.Itoa(row.N), strconv.FormatInt(row.HotelID, 10), row.Name}, row.Price.fields()...)
		r.Rows = append(r.Rows, append(fields,
			row.Stars, score.Value, score.Count, row.City, row.District, row.Distance, row.Lat, row.Lng,
			row.refund().Text, amount(row.Refundable), strings.Join(row.RateTypes, ","), strings.Join(row.Badges, ","), row.Page, row.Price.USD, row.Away))
	}
	return r
}

// Blocks returns the header of the list and the lines of each hotel. Values without a column are shown below their
// hotel, so that a narrow terminal hides nothing.
func (v HotelList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	nights, allIn, stays := stayPrices(c, v.prices(), v.Locale)
	from, guests := cmp.Or(v.From, "the center"), cmp.Or(v.Guests, "GUESTS")
	columns := []grid.Planned{
		grid.Numeric("#", 0, func(i int) grid.Cell { return grid.Cell{Text: strconv.Itoa(v.Rows[i].N)} }, nil),
		grid.Numeric("NIGHT", 3, func(i int) grid.Cell { return nights[i] }, func(i int) string {
			return grid.Amount(c, v.Rows[i].Price.Night, v.Locale) + " a night"
		}),
		grid.Numeric("ALL IN", 3, func(i int) grid.Cell { return allIn[i] }, func(i int) string {
			if all, ok := v.Rows[i].Price.AllIn(); ok {
				return grid.Amount(c, all, v.Locale) + " all in"
			}
			return ""
		}),
		grid.Numeric("STAY", 0, func(i int) grid.Cell { return stays[i] }, nil),
		grid.Text("HOTEL", 0, func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Name} }, nil),
		grid.Numeric("STARS", 2, func(i int) grid.Cell {
			if v.Rows[i].Stars == "" {
				return grid.Cell{Text: "unrated", Tone: canvas.Faint}
			}
			return grid.Cell{Text: v.Rows[i].Stars}
		}, func(i int) string {
			switch n := c.Text(v.Rows[i].Stars); n {
			case "":
				return "unrated"
			case "1":
				return "1 star"
			default:
				return n + " stars"
			}
		}),
		grid.Text(guests+" SAY", 2, func(i int) grid.Cell {
			score := v.Rows[i].Score
			if score == nil {
				return grid.Cell{Text: "not scored", Tone: canvas.Faint}
			}
			return grid.Cell{Text: c.Text(score.value()) + " " + c.Glyph.Dot + " " + words.Thousands(c.Text(score.Count))}
		}, func(i int) string {
			who := strings.ToLower(c.Text(guests))
			if s := v.Rows[i].Score; s != nil {
				return who + " say " + c.Text(s.value()) + " (" + words.Thousands(c.Text(s.Count)) + ")"
			}
			return "no score from " + who
		}),
		grid.Text("WHERE, FROM "+strings.ToUpper(c.Text(strings.TrimPrefix(from, "the "))), 1, func(i int) grid.Cell {
			where, away := v.where(c, v.Rows[i])
			return grid.Cell{Text: strings.TrimSpace(where + " " + away)}
		}, func(i int) string {
			where, away := v.where(c, v.Rows[i])
			if away != "" {
				away += " from " + c.Text(from)
			}
			return strings.TrimSpace(where + " " + away)
		}),
		grid.Text("REFUND", 0, func(i int) grid.Cell { return v.Rows[i].refund() }, nil),
	}
	columns[4].Flex = true
	if !v.AllIn {
		columns = slices.Delete(columns, 2, 3)
	}
	common := v.common()
	return grid.Plan(c, len(v.Rows), columns, []int{28, 24, 22, 16}, func(i int, below []string) []string {
		row := v.Rows[i]
		var items []string
		for _, badge := range append([]string{row.Mark}, row.Badges...) {
			if badge == "closest" && v.From != "" { // the service means the center, whatever distances are measured from
				badge += " to the center"
			}
			items = append(items, c.Paint(canvas.Good, c.Text(badge)))
		}
		return slices.Concat(items, below, common.remarks(c, v.Locale, row.Price))
	})
}

// refund returns whether a refundable rate was seen. "not seen" does not mean no.
func (r HotelRow) refund() grid.Cell {
	if r.Seen {
		return grid.Cell{Text: "seen", Tone: canvas.Good}
	}
	return grid.Cell{Text: "not seen", Tone: canvas.Faint}
}

// where returns the district or city, and the distance from the center or the point.
func (v HotelList) where(c canvas.Canvas, row HotelRow) (area, away string) {
	km := row.Distance
	if v.From != "" {
		km = row.Away
	}
	return c.Text(cmp.Or(row.District, row.City)), words.DistanceOf(km, row.Unit)
}
