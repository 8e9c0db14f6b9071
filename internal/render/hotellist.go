package render

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

// Unit is what a distance is told in.
type Unit uint8

// The units of a distance.
const (
	Kilometres Unit = iota
	Miles
)

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
	Distance string // km to the centre of the city
	Unit     Unit   // that a person reads it in; TSV and CSV stay with km
	Seen     bool   // a rate with free cancellation was in the snapshot; no proof either way
	// Refundable is the cheapest rate with free cancellation, for TSV and CSV.
	Refundable *Money
	RateTypes  []string
	Badges     []string
	Mark       string // what changed while it was watched, such as "was €431"
	Lat, Lng   string // decimal degrees
	Page       string // the hotel's page, for TSV and CSV
}

// Score is what guests say, from 0 to 10, and how many of them.
type Score struct{ Value, Count string }

// words are the score and the reviews behind it.
func (s *Score) words(c canvas) string {
	if s == nil {
		return notScored
	}
	return c.text(s.value()) + " " + c.glyph.dot + " " + thousands(c.text(s.Count))
}

// value is the score with a decimal, so that scores under each other compare.
func (s *Score) value() string {
	if isDigits(s.Value) {
		return s.Value + ".0"
	}
	return s.Value
}

// notScored stands where too few guests said something.
const notScored = "not scored"

// Ranked is a list that can be drawn while it still grows.
type Ranked interface {
	// head is what was searched, and an empty line.
	head(c canvas) []string
	// blocks gives the header of the list and the lines of each of its rows.
	blocks(c canvas) (head []string, blocks [][]string)
}

// lines gives the list for a person.
func (v HotelList) lines(c canvas) []string {
	out := c.ranked(v)
	items := []string{v.count(c)}
	if len(v.Rows) > 0 {
		items = append(items, "Prices: whole booking, all rooms; what is marked + comes on top.")
	}
	out = append(out, c.flow("", items, "   ")...)
	out = append(out, v.pricing(c).foot(c)...)
	out = append(out, c.sentences(append(v.doubts(), v.Notes...))...)
	return append(out, c.next(v.Next)...)
}

// ranked draws a list's head and its rows, and an empty line behind them.
func (c canvas) ranked(v Ranked) []string {
	out := v.head(c)
	head, blocks := v.blocks(c)
	if len(blocks) == 0 {
		return out
	}
	out = append(out, head...)
	for _, block := range blocks {
		out = append(out, block...)
	}
	return append(out, "")
}

func (v HotelList) head(c canvas) []string { return c.stayHead(v.Place, v.Stay, v.Context) }

// stayHead is what was searched, when, for whom, and an empty line.
func (c canvas) stayHead(place string, stay Stay, context []string) []string {
	var items []string
	if place = c.text(place); place != "" {
		items = append(items, c.paint(Strong, place))
	}
	if words := stay.words(c); words != "" {
		items = append(items, words)
	}
	if words := c.list(context, " "+c.glyph.dot+" "); words != "" {
		items = append(items, words)
	}
	if items == nil {
		return nil
	}
	return append(c.flow("", items, "   "), "")
}

func (v HotelList) count(c canvas) string {
	numbers := make([]int, len(v.Rows))
	for i, row := range v.Rows {
		numbers[i] = row.N
	}
	return c.countLine("hotel", v.Total, numbers, v.Status)
}

func (v HotelList) pricing(c canvas) pricing { return c.pricing(v.prices(), v.Locale) }

func (v HotelList) prices() []StayPrice {
	return pricesOf(v.Rows, func(row HotelRow) StayPrice { return row.Price })
}

// doubts explains the mark at prices that cannot be right.
func (v HotelList) doubts() []string {
	for _, row := range v.Rows {
		if row.Price.doubtful() {
			return []string{doubtNote}
		}
	}
	return nil
}

func (p StayPrice) doubtful() bool {
	return p.Night.Doubtful() || p.Stay != nil && p.Stay.Doubtful()
}
