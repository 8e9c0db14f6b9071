package priceview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Weekends shows prices of trips on long weekends: a row per weekend, a column per place.
type Weekends struct {
	grid.Frame
	Locale string // language tag for formatting money; "" is "en"
	Rows   []Weekend
	Places []Place
	Cells  []Away
	Budget offer.Money // an empty amount means none
	Best   []Away      // cheapest first
}

// Weekend is a long weekend, from its first free day to its last.
type Weekend struct {
	From, To time.Time
	DaysOff  int
}

// Place is a destination. Its name is foreign text.
type Place struct{ Code, Name, Country string }

// Away is a trip on a long weekend, from Day to Back.
type Away struct {
	Weekend, Place int // indexes
	Cell
	Within grid.Answer // whether it is within the budget
}

// Head returns a description of the search and an empty line.
func (v Weekends) Head(c canvas.Canvas) []string { return append(v.Top(c), "") }

// Blocks returns one line per weekend, for a view that is still growing.
func (v Weekends) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	for _, line := range v.table(c) {
		blocks = append(blocks, []string{line})
	}
	return nil, blocks
}

// Lines returns the layout for a person.
func (v Weekends) Lines(c canvas.Canvas) []string {
	return v.Around(c, slices.Concat(v.table(c), v.legend(c), v.best(c)))
}

// awayRoom is the width of a trip's price with the marks for over budget and cheapest.
const awayRoom = 9

// table returns one row per weekend; places that do not fit are drawn below.
func (v Weekends) table(c canvas.Canvas) []string {
	var labels, heads []string
	for i, row := range v.Rows {
		days := words.ShortDates(row.From, row.To, c.Today(), c.Glyph.Dash)
		labels = append(labels, right(strconv.Itoa(i+1), 2)+strings.Repeat(" ", grid.Gap)+c.Paint(canvas.Strong, days))
	}
	for _, place := range v.Places {
		heads = append(heads, c.Text(place.Code)+" ") // a space for the mark of the cheapest
	}
	return matrix(c, " #"+strings.Repeat(" ", grid.Gap)+"FREE", labels, heads, awayRoom, func(row, place int) string {
		best := -1 // the cheapest trip among the pairs of days
		for i, away := range v.Cells {
			if away.Weekend == row && away.Place == place && (best < 0 || better(away.Cell, v.Cells[best].Cell)) {
				best = i
			}
		}
		if best < 0 {
			return Cell{}.text(c, awayRoom-1) + " "
		}
		away := v.Cells[best]
		switch {
		case away.State == sweep.HasFound && away.Within == grid.No:
			return c.Paint(canvas.Faint, "("+short(away.Price.Amount, awayRoom-3)+")") + " "
		case away.State == sweep.HasFound && away.Cheapest:
			return c.Paint(canvas.Good, short(away.Price.Amount, awayRoom-2)) + c.Paint(canvas.Good, signsOf(c).cheapest)
		case away.State == sweep.HasFound:
			return short(away.Price.Amount, awayRoom-2) + " "
		}
		return away.Cell.text(c, awayRoom-1) + " "
	})
}

// better reports whether a is more useful than b for the same place: a price beats none, and a lower price a higher
// one.
func better(a, b Cell) bool {
	rank := func(cell Cell) int {
		return slices.Index([]sweep.Status{sweep.HasFound, sweep.Coming, sweep.Nothing, sweep.Failed, sweep.NotAsked}, cell.State)
	}
	x, known := a.Price.Number()
	y, also := b.Price.Number()
	if rank(a) == rank(b) && known && also {
		return x < y
	}
	return rank(a) < rank(b)
}

// legend names the places and explains the marks that are used.
func (v Weekends) legend(c canvas.Canvas) []string {
	s, has := signsOf(c), map[sweep.Status]bool{}
	cheapest, over, pairs := false, false, map[[2]int]bool{}
	for _, away := range v.Cells {
		has[away.State], pairs[[2]int{away.Weekend, away.Place}] = true, true
		cheapest, over = cheapest || away.Cheapest, over || away.State == sweep.HasFound && away.Within == grid.No
	}
	has[sweep.NotAsked] = has[sweep.NotAsked] || len(pairs) < len(v.Rows)*len(v.Places)
	var names, items []string
	for _, place := range v.Places {
		if place.Name != "" {
			names = append(names, c.Text(place.Code)+" "+c.Text(place.Name))
		}
	}
	if cheapest {
		items = append(items, s.cheapest+" cheapest")
	}
	if over {
		items = append(items, "(1,234) over the budget of "+grid.Amount(c, v.Budget, v.Locale))
	}
	items = append(items, s.states(func(state sweep.Status) bool { return has[state] }, "trip")...)
	out := []string{""}
	for _, line := range append(c.Flow("", names, "   "), c.Flow("", items, "   ")...) {
		out = append(out, c.Paint(canvas.Faint, line))
	}
	return out
}

// best returns the cheapest trips in words.
func (v Weekends) best(c canvas.Canvas) []string {
	if len(v.Best) == 0 {
		return nil
	}
	amounts := grid.Each(v.Best, func(away Away) offer.Money { return away.Price })
	out := []string{""}
	for i, text := range grid.Amounts(c, amounts, v.Locale) {
		away := v.Best[i]
		place := strings.TrimSpace(v.Places[away.Place].Name + " " + v.Places[away.Place].Code)
		parts := []string{strconv.Itoa(away.Weekend+1) + " " + place, "out " + c.Days(away.Day, away.Back, ", back ")}
		if away.Trip != nil {
			parts = append(parts, words.Span(away.Trip.Minutes), words.Stops(away.Trip.Stops), strings.Join(c.Texts(away.Trip.Names), ", "))
		}
		label := [...]string{"Cheapest  ", "          "}[min(i, 1)]
		out = append(out, c.Flow(label, append([]string{c.Paint(canvas.Strong, text)}, c.Texts(parts)...), " "+c.Glyph.Dot+" ")...)
	}
	return out
}

// Records returns a row for each trip.
func (v Weekends) Records() grid.Records {
	r := grid.Records{Head: []string{
		"number", "weekend_from", "weekend_to", "days_off", "out", "back", "place", "place_name", "country", "status", "price", "currency",
		"within_budget", "airlines", "stops", "minutes", "departs", "trip_id", "search_id", "settle", "as_of", "error",
	}}
	for _, away := range v.Cells {
		row, place, within := v.Rows[away.Weekend], v.Places[away.Place], ""
		if away.Within != grid.Unknown {
			within = away.Within.String()
		}
		facts := make([]string, 5)
		if t := away.Trip; t != nil {
			facts = []string{strings.Join(t.Airlines, " "), strconv.Itoa(t.Stops), words.Nonzero(t.Minutes), t.Departs, t.TripID}
		}
		r.Rows = append(r.Rows, slices.Concat(
			[]string{
				strconv.Itoa(away.Weekend + 1), words.ISODay(row.From), words.ISODay(row.To), strconv.Itoa(row.DaysOff), words.ISODay(away.Day),
				words.ISODay(away.Back), place.Code, place.Name, place.Country, string(away.State), away.Price.Amount, away.Price.Currency, within,
			}, facts, []string{away.SearchID, away.Settle, offer.Stamp(away.AsOf.UTC()), away.Error},
		))
	}
	return r
}
