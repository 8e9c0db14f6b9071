package render

import "time"

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
	N       int    // its number, counted over all pages
	TripID  string // the service's id, for TSV and CSV
	Price   Money  // the whole party's, fees included
	Sellers int    // how many offer the trip
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

// lines gives the list for a person.
func (v TripList) lines(c canvas) []string {
	out := v.head(c)
	if len(v.Rows) > 0 {
		head, blocks := v.blocks(c)
		out = append(out, head...)
		for _, block := range blocks {
			out = append(out, block...)
		}
		out = append(out, "")
	}
	return append(out, v.foot(c)...)
}

// head is what was searched, and an empty line.
func (v TripList) head(c canvas) []string {
	route := c.text(v.From) + " " + c.glyph.arrow + " " + c.text(v.To)
	items := []string{c.paint(Strong, route)}
	if date := day(v.Depart); date != "" {
		if back := day(v.Return); back != "" {
			date += ", back " + back
		}
		items = append(items, date)
	}
	if context := v.context(c); context != "" {
		items = append(items, context)
	}
	return append(c.flow("", items, "   "), "")
}

func (v TripList) context(c canvas) string {
	return c.list(v.Context, " "+c.glyph.dot+" ")
}

// foot is the count with how the search stands, notes, and what may follow.
func (v TripList) foot(c canvas) []string {
	items := []string{v.count(c)}
	if len(v.Rows) > 0 {
		items = append(items, "Prices: whole party, fees included.")
	}
	out := c.flow("", items, "   ")
	notes := v.doubts()
	if _, plan, _ := v.choose(c); plan.mark {
		notes = append(notes, operatedNote)
	}
	out = append(out, c.sentences(append(notes, v.Notes...))...)
	return append(out, c.next(v.Next)...)
}

// doubts explains the mark at prices that cannot be right.
func (v TripList) doubts() []string {
	for _, row := range v.Rows {
		if row.Price.Doubtful() {
			return []string{doubtNote}
		}
	}
	return nil
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
