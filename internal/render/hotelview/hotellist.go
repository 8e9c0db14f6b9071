package hotelview

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// HotelList is a page of the ranked list of a hotel search.
type HotelList struct {
	Place string // what was searched: a city, a hotel, a point
	Stay  Stay   // as priced
	// Context is the party, currency and market of the prices, such as "2 adults, 1 room", "EUR", "market PT (flag)".
	Context []string
	Locale  string // language tag for formatting money; "" is "en"
	// AllIn shows the price per night including extra charges, which is the one that price filters use.
	AllIn bool
	// Guests names the guests whose score is shown, such as "COUPLES"; "" is all guests.
	Guests string
	// Alike are the prices that determine what all prices have in common, if Rows are part of a longer list; nil means
	// those of Rows.
	Alike  []StayPrice
	From   string // the point that distances are measured from: "the point", "LHR"; "" is the center
	Rows   []HotelRow
	View   []string // the filters and the order in words, such as "Filters: at least 4 stars"
	Total  int      // hotels that pass the filters, on all pages
	Of     int      // hotels before filters; 0 if there are no filters
	Order  string   // how the list is sorted, a sentence; "" if unknown
	Status string   // the status of the search
	Notes  []string
	Next   []string // suggested commands
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
	return v.list().lines(c, names, blocks)
}

// Head returns a description of the search and an empty line.
func (v HotelList) Head(c canvas.Canvas) []string { return v.list().head(c) }

// Blocks returns the header of the list and the lines of each hotel.
func (v HotelList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	return v.list().blocks(c, len(hotelPlans), v.table, v.remarks)
}

// Charges returns the charges that all prices of the list have in common, "" if none: "+ €4.00 city tax a night".
// Rows do not repeat them.
func (v HotelList) Charges(c canvas.Canvas) string {
	return strings.Join(v.list().pricing(c).shared(), " "+c.Glyph.Dot+" ")
}

// Telling returns a few of the prices that have the same charges in common as all of them.
func (v HotelList) Telling(c canvas.Canvas) []StayPrice {
	l := v.list()
	prices := l.judged()
	few := prices[:min(len(prices), 2):min(len(prices), 2)]
	for _, price := range prices[len(few):] {
		if more := append(few, price); pricingOf(c, l.locale, more) != pricingOf(c, l.locale, few) {
			few = more
		}
	}
	return few
}

// list returns the part that this list shares with a list of rates.
func (v HotelList) list() stayList {
	l := stayList{
		place: v.Place, stay: v.Stay, context: v.Context, locale: v.Locale,
		noun: "hotel", alike: v.Alike, view: v.View, order: v.Order, total: v.Total, of: v.Of, status: v.Status, notes: v.Notes, next: v.Next,
	}
	for _, row := range v.Rows {
		l.numbers, l.prices = append(l.numbers, row.N), append(l.prices, row.Price)
	}
	if slices.ContainsFunc(v.Rows, func(row HotelRow) bool { return !row.Seen }) {
		note := `REFUND "not seen" is not a "no": no refundable rate came in; the rates tell.`
		l.notes = append([]string{note}, l.notes...)
	}
	return l
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

// hotelPlan is one way to lay out the list. Values without a column are shown below their hotel, so that a narrow
// terminal hides nothing.
type hotelPlan struct {
	night, where, guests bool
	name                 int // minimum width of the hotel's name
}

var hotelPlans = [...]hotelPlan{
	{night: true, where: true, guests: true, name: 28},
	{night: true, guests: true, name: 24},
	{night: true, name: 22},
	{name: 16},
}

// table returns the columns of a plan, the index of the name's column, and its minimum width.
func (v HotelList) table(c canvas.Canvas, n int) (t grid.Table, name, least int) {
	plan := hotelPlans[n]
	nights, allIn, stays := stayPrices(c, v.list().prices, v.Locale)
	t.Rows = make([][]grid.Cell, len(v.Rows))
	t.Add(numeric("#"), func(i int) grid.Cell { return grid.Cell{Text: figure.Number(v.Rows[i].N)} })
	if plan.night {
		t.Add(numeric("NIGHT"), func(i int) grid.Cell { return nights[i] })
		if v.AllIn {
			t.Add(numeric("ALL IN"), func(i int) grid.Cell { return allIn[i] })
		}
	}
	t.Add(numeric("STAY"), func(i int) grid.Cell { return stays[i] })
	name = len(t.Columns)
	t.Add(grid.Column{Name: "HOTEL", Keep: 9, Flex: true}, func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Name} })
	if plan.guests {
		t.Add(numeric("STARS"), func(i int) grid.Cell {
			if v.Rows[i].Stars == "" {
				return grid.Cell{Text: "unrated", Tone: canvas.Faint}
			}
			return grid.Cell{Text: v.Rows[i].Stars}
		})
		t.Add(grid.Column{Name: cmp.Or(v.Guests, "GUESTS") + " SAY", Keep: 9}, func(i int) grid.Cell {
			score := v.Rows[i].Score
			if score == nil {
				return grid.Cell{Text: "not scored", Tone: canvas.Faint}
			}
			return grid.Cell{Text: c.Text(score.value()) + " " + c.Glyph.Dot + " " + words.Thousands(c.Text(score.Count))}
		})
	}
	if plan.where {
		from := strings.ToUpper(c.Text(strings.TrimPrefix(v.from(), "the ")))
		t.Add(grid.Column{Name: "WHERE, FROM " + from, Keep: 9}, func(i int) grid.Cell {
			return grid.Cell{Text: v.where(c, v.Rows[i])}
		})
	}
	t.Add(grid.Column{Name: "REFUND", Keep: 9}, func(i int) grid.Cell { return v.Rows[i].refund() })
	return t, name, plan.name
}

// refund returns whether a refundable rate was seen. "not seen" does not mean no.
func (r HotelRow) refund() grid.Cell {
	if r.Seen {
		return grid.Cell{Text: "seen", Tone: canvas.Good}
	}
	return grid.Cell{Text: "not seen", Tone: canvas.Faint}
}

// from names the point that distances are measured from.
func (v HotelList) from() string { return cmp.Or(v.From, "the center") }

// where returns the district or city, and the distance from the center or the point.
func (v HotelList) where(c canvas.Canvas, row HotelRow) string {
	return strings.TrimSpace(c.Text(cmp.Or(row.District, row.City)) + " " + v.away(row))
}

func (v HotelList) away(row HotelRow) string {
	if v.From != "" {
		return figure.Distance(row.Away, row.Unit)
	}
	return figure.Distance(row.Distance, row.Unit)
}

// remarks returns the text below a hotel: its badges, and values that did not fit above.
func (v HotelList) remarks(c canvas.Canvas, n, i int) (items []string) {
	plan, row := hotelPlans[n], v.Rows[i]
	for _, badge := range append([]string{row.Mark}, row.Badges...) {
		if badge == "closest" && v.From != "" { // the service means the center, whatever distances are measured from
			badge += " to the center"
		}
		if badge = c.Text(badge); badge != "" {
			items = append(items, c.Paint(canvas.Good, badge))
		}
	}
	if !plan.night {
		items = append(items, grid.Amount(c, row.Price.Night, v.Locale)+" a night")
		if all, ok := row.Price.AllIn(); ok && v.AllIn {
			items = append(items, grid.Amount(c, all, v.Locale)+" all in")
		}
	}
	if !plan.guests {
		stars := "unrated"
		switch n := c.Text(row.Stars); n {
		case "":
		case "1":
			stars = "1 star"
		default:
			stars = n + " stars"
		}
		guests := strings.ToLower(c.Text(cmp.Or(v.Guests, "guests")))
		if s := row.Score; s == nil {
			items = append(items, stars, "no score from "+guests)
		} else {
			items = append(items, stars, guests+" say "+c.Text(s.value())+" ("+words.Thousands(c.Text(s.Count))+")")
		}
	}
	if where := v.where(c, row); !plan.where && where != "" {
		if v.away(row) != "" {
			where += " from " + c.Text(v.from())
		}
		items = append(items, where)
	}
	return items
}
