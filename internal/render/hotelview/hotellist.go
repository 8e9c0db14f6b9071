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
	// Context says for whom and in what the prices are, such as "2 adults, 1 room", "EUR", "market
	// PT (flag)".
	Context []string
	Locale  string // decides how money is written; "" is "en"
	// AllIn shows the night with what comes on top of it: the figure that price filters go by.
	AllIn bool
	// Guests are whose score is shown, such as "COUPLES"; "" is all guests.
	Guests string
	// Alike are the prices that are asked what all have in common, where Rows are some of a longer list; nil
	// for those of Rows.
	Alike  []StayPrice
	From   string // what distances are from: "the point", "LHR"; "" is the center
	Rows   []HotelRow
	View   []string // the filters and the order in words, such as "Filters: at least 4 stars"
	Total  int      // hotels that pass the filters, on all pages
	Of     int      // hotels with those that the filters leave out; 0 where there are no filters
	Order  string   // by what the list is sorted, a sentence; "" if that is not known
	Status string   // how the search stands
	Notes  []string
	Next   []string // commands that may follow
}

// HotelRow is one hotel of the list. What is not stated is "" or nil.
type HotelRow struct {
	N        int   // its number, counted over all pages
	HotelID  int64 // for TSV and CSV
	Name     string
	Price    StayPrice // of the cheapest rate that the filters leave
	Stars    string
	Score    *Score // of the guests the list is about
	District string
	City     string
	Distance string     // km to the center of the city
	Away     string     // km to the point that was searched around
	Unit     words.Unit // that a person reads it in; TSV and CSV stay with km
	Seen     bool       // a rate with free cancellation was in the snapshot; no proof either way
	// Refundable is the cheapest rate with free cancellation, for TSV and CSV.
	Refundable *offer.Money
	RateTypes  []string
	Badges     []string
	Mark       string // what changed while it was watched, such as "was €431"
	Lat, Lng   string // decimal degrees
	Page       string // the hotel's page, for TSV and CSV
}

// Score is what guests say, from 0 to 10, and how many of them.
type Score struct{ Value, Count string }

// words are the score and the reviews behind it.
func (s *Score) words(c canvas.Canvas) string {
	if s == nil {
		return notScored
	}
	return c.Text(s.value()) + " " + c.Glyph.Dot + " " + words.Thousands(c.Text(s.Count))
}

// value is the score with a decimal, so that scores under each other compare.
func (s *Score) value() string {
	if words.IsDigits(s.Value) {
		return s.Value + ".0"
	}
	return s.Value
}

// notScored stands where too few guests said something.
const notScored = "not scored"

// Lines gives the list for a person.
func (v HotelList) Lines(c canvas.Canvas) []string {
	names, blocks := v.Blocks(c)
	return v.list().lines(c, names, blocks)
}

// Head is what was searched, and an empty line.
func (v HotelList) Head(c canvas.Canvas) []string { return v.list().head(c) }

// Blocks gives the header of the list and the lines of each hotel.
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

// Charges are what all prices of the list have in common, "" for nothing: "+ €4.00 city tax a night". Rows do
// not say it again.
func (v HotelList) Charges(c canvas.Canvas) string {
	return strings.Join(v.list().pricing(c).shared(), " "+c.Glyph.Dot+" ")
}

// Telling are a few of the prices, which have in common what all have.
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

// list is what the list has in common with that of a hotel's rates.
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

// Records gives one line a hotel. The amounts are the whole booking's, taxes are a night's, lists
// are joined by commas, and free_cancellation is "seen" or "not seen".
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

// hotelPlan is one way to lay the list out. What has no column stands under its hotel, so that a
// narrow terminal hides nothing.
type hotelPlan struct {
	night, where, guests bool
	name                 int // the hotel's name may be cut down to this
}

var hotelPlans = [...]hotelPlan{
	{night: true, where: true, guests: true, name: 28},
	{night: true, guests: true, name: 24},
	{night: true, name: 22},
	{name: 16},
}

// table makes the columns of a plan, and says which holds the name.
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

// refundNote says what the column REFUND does not prove.
const refundNote = `REFUND "not seen" is not a "no": no refundable rate came in; the rates tell.`

// refund is the witness of a list: seen, or not seen, which is not a no.
func (r HotelRow) refund() grid.Cell {
	if r.Seen {
		return grid.Cell{Text: "seen", Tone: canvas.Good}
	}
	return grid.Cell{Text: "not seen", Tone: canvas.Faint}
}

// from is where distances count from.
func (v HotelList) from() string {
	return cmp.Or(v.From, "the center")
}

// where is the district, or the city, and how far from the center or the point.
func (v HotelList) where(c canvas.Canvas, row HotelRow) string {
	return strings.TrimSpace(c.Text(cmp.Or(row.District, row.City)) + " " + v.away(row))
}

func (v HotelList) away(row HotelRow) string {
	if v.From != "" {
		return figure.Distance(row.Away, row.Unit)
	}
	return figure.Distance(row.Distance, row.Unit)
}

// closest is the service's badge of the hotel nearest to the center, whatever distances are from.
const closest = "closest"

// remarks stand under a hotel: its badges, and what had no room above.
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

// rated says how many stars a hotel has.
func rated(c canvas.Canvas, stars string) string {
	switch stars = c.Text(stars); stars {
	case "":
		return "unrated"
	case "1":
		return "1 star"
	}
	return stars + " stars"
}

// guestsWords say what guests say in a sentence.
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
