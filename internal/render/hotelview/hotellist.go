package hotelview

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// HotelList is a page of the ranked list of a hotel search.
type HotelList struct {
	Place string // what was searched: a city, a hotel, a point
	Stay  Stay   // as priced
	// Context says for whom and in what the prices are, such as "2 adults, 1
	// room", "EUR", "market PT (flag)".
	Context []string
	Locale  string // decides how money is written; "" is "en"
	// AllIn shows the night with what comes on top of it: the figure that price
	// filters go by.
	AllIn bool
	// Guests are whose score is shown, such as "COUPLES"; "" is all guests.
	Guests string
	Rows   []HotelRow
	Total  int    // hotels that pass the filters, on all pages
	Status string // how the search stands
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
	Distance string      // km to the centre of the city
	Unit     figure.Unit // that a person reads it in; TSV and CSV stay with km
	Seen     bool        // a rate with free cancellation was in the snapshot; no proof either way
	// Refundable is the cheapest rate with free cancellation, for TSV and CSV.
	Refundable *money.Money
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
	out := grid.Stack(v.Head(c), names, blocks)
	items := []string{v.count(c)}
	if len(v.Rows) > 0 {
		items = append(items, "Prices: whole booking, all rooms; what is marked + comes on top.")
	}
	out = append(out, c.Flow("", items, "   ")...)
	out = append(out, v.pricing(c).foot(c)...)
	out = append(out, c.Sentences(append(v.doubts(), v.Notes...))...)
	return append(out, c.Next(v.Next)...)
}

// Head is what was searched, and an empty line.
func (v HotelList) Head(c canvas.Canvas) []string { return stayHead(c, v.Place, v.Stay, v.Context) }

// stayHead is what was searched, when, for whom, and an empty line.
func stayHead(c canvas.Canvas, place string, stay Stay, context []string) []string {
	var items []string
	if place = c.Text(place); place != "" {
		items = append(items, c.Paint(canvas.Strong, place))
	}
	if words := stay.words(c); words != "" {
		items = append(items, words)
	}
	if words := c.Join(context, " "+c.Glyph.Dot+" "); words != "" {
		items = append(items, words)
	}
	if items == nil {
		return nil
	}
	return append(c.Flow("", items, "   "), "")
}

func (v HotelList) count(c canvas.Canvas) string {
	numbers := make([]int, len(v.Rows))
	for i, row := range v.Rows {
		numbers[i] = row.N
	}
	return c.CountLine("hotel", v.Total, numbers, v.Status)
}

func (v HotelList) pricing(c canvas.Canvas) pricing { return pricingOf(c, v.prices(), v.Locale) }

func (v HotelList) prices() []StayPrice {
	return pricesOf(v.Rows, func(row HotelRow) StayPrice { return row.Price })
}

// doubts explains the mark at prices that cannot be right.
func (v HotelList) doubts() []string {
	for _, row := range v.Rows {
		if row.Price.doubtful() {
			return []string{grid.DoubtNote}
		}
	}
	return nil
}

func (p StayPrice) doubtful() bool {
	return p.Night.Doubtful() || p.Stay != nil && p.Stay.Doubtful()
}

// priceFields are the fields of a stay's price in a record: amounts a night
// and for the stay, what comes on top, whether the tax is inside (yes, no, not
// known), the all-in night, and the deal.
var priceFields = [...]string{
	"night", "stay", "currency", "tax_per_night", "tax_included", "city_tax_per_night", "all_in_night",
	"deal", "percent_off", "was_night", "promo_code",
}

func (p StayPrice) fields() []string {
	allIn, _ := p.AllIn()
	row := []string{
		p.Night.Amount, amount(p.Stay), p.Night.Currency, amount(p.Tax), "", amount(p.LocalTax), allIn.Amount, "", "", "", "",
	}
	if p.Tax != nil {
		row[4] = p.TaxInside.String()
	}
	if d := p.Deal; d != nil {
		row[7], row[8], row[9], row[10] = d.Label, strconv.Itoa(d.Percent), amount(d.Was), d.Promo
	}
	return row
}

// amount is the bare amount of money that may not be stated.
func amount(m *money.Money) string {
	if m == nil {
		return ""
	}
	return m.Amount
}

// Records gives one line a hotel. The amounts are the whole booking's, taxes
// are a night's, lists are joined by commas, and free_cancellation is "seen" or
// "not seen".
func (v HotelList) Records() grid.Records {
	r := grid.Records{Head: []string{"number", "hotel_id", "name"}}
	r.Head = append(r.Head, priceFields[:]...)
	r.Head = append(r.Head, "stars", "score", "reviews", "city", "district", "distance_km", "latitude", "longitude",
		"free_cancellation", "free_cancellation_stay", "rate_types", "badges", "page")
	for _, row := range v.Rows {
		score := Score{}
		if row.Score != nil {
			score = *row.Score
		}
		fields := append([]string{strconv.Itoa(row.N), strconv.FormatInt(row.HotelID, 10), row.Name}, row.Price.fields()...)
		r.Rows = append(r.Rows, append(fields,
			row.Stars, score.Value, score.Count, row.City, row.District, row.Distance, row.Lat, row.Lng,
			row.refund().Text, amount(row.Refundable), strings.Join(row.RateTypes, ","), strings.Join(row.Badges, ","), row.Page))
	}
	return r
}
