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

// words returns the score and the number of reviews.
func (s *Score) words(c canvas.Canvas) string {
	if s == nil {
		return notScored
	}
	return c.Text(s.value()) + " " + c.Glyph.Dot + " " + words.Thousands(c.Text(s.Count))
}

// value returns the score with one decimal, so that scores in a column compare.
func (s *Score) value() string {
	if words.IsDigits(s.Value) {
		return s.Value + ".0"
	}
	return s.Value
}

// notScored replaces a score with too few reviews.
const notScored = "not scored"

// Lines returns the list for a person.
func (v HotelList) Lines(c canvas.Canvas) []string {
	names, blocks := v.Blocks(c)
	return v.list().lines(c, names, blocks)
}

// Head returns a description of the search and an empty line.
func (v HotelList) Head(c canvas.Canvas) []string { return v.list().head(c) }

// Blocks returns the header of the list and the lines of each hotel.
func (v HotelList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	l := v.list()
	pricing := l.pricing(c)
	layout := func(plan int) (t grid.Table, name, least int) {
		t, name = v.table(c, hotelPlans[plan])
		return t, name, hotelPlans[plan].name
	}
	return l.blocks(c, len(hotelPlans), layout, func(plan, row int) []string {
		return append(v.remarks(c, hotelPlans[plan], v.Rows[row]), pricing.remarks(c, l.prices[row])...)
	})
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
		l.notes = append([]string{refundNote}, l.notes...)
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

// table returns the columns of a plan, and the index of the name's column.
func (v HotelList) table(c canvas.Canvas, plan hotelPlan) (t grid.Table, name int) {
	amounts := stayPrices(c, v.list().prices, v.Locale)
	t.Rows = make([][]grid.Cell, len(v.Rows))
	t.Add(numeric("#"), func(i int) grid.Cell { return grid.Cell{Text: figure.Number(v.Rows[i].N)} })
	if plan.night {
		t.Add(numeric("NIGHT"), func(i int) grid.Cell { return amounts.night[i] })
		if v.AllIn {
			t.Add(numeric("ALL IN"), func(i int) grid.Cell { return amounts.allIn[i] })
		}
	}
	t.Add(numeric("STAY"), func(i int) grid.Cell { return amounts.stay[i] })
	name = len(t.Columns)
	t.Add(grid.Column{Name: "HOTEL", Keep: 9, Flex: true}, func(i int) grid.Cell { return grid.Cell{Text: v.Rows[i].Name} })
	if plan.guests {
		t.Add(numeric("STARS"), func(i int) grid.Cell { return starCell(v.Rows[i].Stars) })
		t.Add(grid.Column{Name: v.guestsHead(), Keep: 9}, func(i int) grid.Cell { return scoreCell(c, v.Rows[i].Score) })
	}
	if plan.where {
		t.Add(grid.Column{Name: "WHERE, FROM " + strings.ToUpper(c.Text(strings.TrimPrefix(v.from(), "the "))), Keep: 9}, func(i int) grid.Cell { return grid.Cell{Text: v.where(c, v.Rows[i])} })
	}
	t.Add(grid.Column{Name: "REFUND", Keep: 9}, func(i int) grid.Cell { return v.Rows[i].refund() })
	return t, name
}

func (v HotelList) guestsHead() string {
	if v.Guests == "" {
		return "GUESTS SAY"
	}
	return v.Guests + " SAY"
}

func starCell(stars string) grid.Cell {
	if stars == "" {
		return grid.Cell{Text: "unrated", Tone: canvas.Faint}
	}
	return grid.Cell{Text: stars}
}

func scoreCell(c canvas.Canvas, s *Score) grid.Cell {
	if s == nil {
		return grid.Cell{Text: notScored, Tone: canvas.Faint}
	}
	return grid.Cell{Text: s.words(c)}
}

// refundNote explains what the column REFUND does not prove.
const refundNote = `REFUND "not seen" is not a "no": no refundable rate came in; the rates tell.`

// refund returns whether a refundable rate was seen. "not seen" does not mean no.
func (r HotelRow) refund() grid.Cell {
	if r.Seen {
		return grid.Cell{Text: "seen", Tone: canvas.Good}
	}
	return grid.Cell{Text: "not seen", Tone: canvas.Faint}
}

// from names the point that distances are measured from.
func (v HotelList) from() string {
	return cmp.Or(v.From, "the center")
}

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

// closest is the service's badge for the hotel nearest to the center, whatever distances are measured from.
const closest = "closest"

// remarks returns the text below a hotel: its badges, and values that did not fit above.
func (v HotelList) remarks(c canvas.Canvas, plan hotelPlan, row HotelRow) []string {
	var items []string
	for _, badge := range append([]string{row.Mark}, row.Badges...) {
		if badge == closest && v.From != "" {
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
		items = append(items, rated(c, row.Stars), guestsWords(c, v.Guests, row.Score))
	}
	if where := v.where(c, row); !plan.where && where != "" {
		if v.away(row) != "" {
			where += " from " + c.Text(v.from())
		}
		items = append(items, where)
	}
	return items
}

// rated returns a hotel's stars in words.
func rated(c canvas.Canvas, stars string) string {
	switch stars = c.Text(stars); stars {
	case "":
		return "unrated"
	case "1":
		return "1 star"
	}
	return stars + " stars"
}

// guestsWords describes the guests' score in a sentence.
func guestsWords(c canvas.Canvas, guests string, s *Score) string {
	who := "guests"
	if guests != "" {
		who = strings.ToLower(c.Text(guests))
	}
	if s == nil {
		return "no score from " + who
	}
	return who + " say " + c.Text(s.value()) + " (" + words.Thousands(c.Text(s.Count)) + ")"
}
