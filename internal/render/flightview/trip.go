// Package flightview shows flights: the ranked list, one trip with its timeline, the options of a
// fare, and timetables.
package flightview

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// TripView shows one trip with its segments and fares.
type TripView struct {
	Title    string   // such as "Trip 1"
	Airlines []string // sellers of the trip
	Route    []string // airport codes in order, such as DXB, LHR, DXB
	Context  []string // travelers and cabin, such as "1 adult", "economy"
	Locale   string   // language tag for formatting money; "" is "en"
	Legs     []offer.Leg
	// Signals are things to know before booking, in words.
	Signals []string
	Fares   []FareRow
	Notes   []string
	Next    []string // suggested commands
}

// FareRow is one offer of the trip.
type FareRow struct {
	Ref        string      // its row and letter, "2b"
	FareID     string      // the service's id, for TSV and CSV
	Price      offer.Money // for the whole party, fees included
	SoldBy     string
	Kind       string      // the service's word for the kind of seller
	Refundable grid.Answer // as the seller states it
	CabinBag   string      // "" if not stated
	CheckedBag string      // "" if not stated
	Then       string      // the command or the place to continue
	Brief      string      // the same in a word or two, for narrow windows
	Link       string      // where it is booked, for TSV and CSV
}

// Lines returns the layout for a person.
func (v TripView) Lines(c canvas.Canvas) []string {
	out := append(v.Head(c), v.Journey(c)...)
	if len(v.Fares) > 0 {
		out = append(out, "")
		out = append(out, v.fittedFares(c).Lines(c)...)
	}
	return append(out, c.Ending(append(v.Doubts(), v.Notes...), v.Next)...)
}

// Journey draws each direction to scale, and what to know about the trip, each below an empty line.
func (v TripView) Journey(c canvas.Canvas) []string {
	var out []string
	days := grid.Each(v.Legs, func(leg offer.Leg) time.Time { return leg.Departs.At })
	for _, leg := range v.Legs {
		out = append(out, "", legHead(c.Among(days...), leg))
		out = append(out, timeline(c, leg)...)
	}
	if signals := c.Texts(v.Signals); len(signals) > 0 {
		out = append(out, "")
		out = append(out, c.Flow(c.Paint(canvas.Strong, "Good to know")+"   ", signals, " "+c.Glyph.Dot+" ")...)
	}
	return out
}

// FareRows draws the header of the fares and a line for each, and returns the columns that do not fit.
func (v TripView) FareRows(c canvas.Canvas) (head, rows, left []string) {
	return v.fittedFares(c).Parts(c)
}

// Rest returns a fare's values in the columns that were left out.
func (f FareRow) Rest(left []string) []string {
	var list []string
	for _, name := range left {
		switch name {
		case "CABIN BAG":
			list = append(list, "cabin "+grid.OrNotStated(f.CabinBag).Text)
		case "CHECKED BAG":
			list = append(list, "checked "+grid.OrNotStated(f.CheckedBag).Text)
		case "REFUNDABLE", "REFUND":
			list = append(list, "refundable: "+f.Refundable.Stated().Text)
		case "THEN":
			list = append(list, f.Then)
		}
	}
	return list
}

// Doubts explains the mark for prices that cannot be right, if there are any.
func (v TripView) Doubts() []string { return grid.Doubts(v.amounts()) }

// Head returns the trip, its sellers, its route and the travelers it is priced for.
func (v TripView) Head(c canvas.Canvas) []string {
	return c.Flow("", []string{
		c.Paint(canvas.Strong, c.Text(v.Title)), c.Join(v.Airlines, " + "), c.Join(v.Route, " "+c.Glyph.Arrow+" "), c.Dots(v.Context...),
	}, "   ")
}

// fittedFares returns the table of fares in the longest words that fit: first the next steps are shortened, then the
// bags, then the least important columns are dropped.
func (v TripView) fittedFares(c canvas.Canvas) grid.Table {
	for letters := range inShort {
		if t := v.fareTable(c, letters); t.Sheet(c).Width() <= c.Width {
			return t
		}
	}
	return v.fareTable(c, inShort)
}

// fareWords says which words of the fares are shortened.
type fareWords uint8

const (
	inFull  fareWords = iota
	onBrief           // the next steps are brief
	inShort           // so are the bags
)

// fareTable lists the offers. Values missing from the seller are "not stated", never "no".
func (v TripView) fareTable(c canvas.Canvas, letters fareWords) grid.Table {
	refundable, bag := "REFUNDABLE", func(text string) string { return text }
	if letters == inShort {
		refundable, bag = "REFUND", shortBag
	}
	statesCabinBag := slices.ContainsFunc(v.Fares, func(f FareRow) bool { return f.CabinBag != "" })
	t := grid.Table{Choose: grid.ChooseColumns, Columns: []grid.Column{
		{Name: "#", Align: grid.Right, Keep: 9},
		{Name: "TOTAL", Align: grid.Right, Keep: 9},
		{Name: "SOLD BY", Keep: 9, Flex: true, Least: 12},
		{Name: refundable, Keep: 4},
		{Name: "CABIN BAG", Keep: 3, Record: !statesCabinBag, Flex: true, Least: len(grid.NotStated)},
		{Name: "CHECKED BAG", Keep: 9, Flex: true, Least: len("CHECKED BAG")},
		{Name: "THEN", Keep: 9},
	}}
	for i, price := range grid.PriceCells(c, v.amounts(), v.Locale) {
		fare := v.Fares[i]
		then := fare.Then
		if letters > inFull {
			then = cmp.Or(fare.Brief, then)
		}
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: fare.Ref}, price, {Text: fare.SoldBy}, fare.Refundable.Stated(),
			grid.OrNotStated(bag(fare.CabinBag)), grid.OrNotStated(bag(fare.CheckedBag)), {Text: then},
		})
	}
	return t
}

// shortBag abbreviates an allowance: "1 bag, 23 kg" is "1×23 kg", "not included" is "no". Text it does not know is
// unchanged.
func shortBag(text string) string {
	if text == "not included" {
		return "no"
	}
	count, of, found := strings.Cut(text, " bag")
	weight, weighed := strings.CutSuffix(strings.TrimSuffix(strings.TrimPrefix(of, "s"), " each"), " kg")
	weight, listed := strings.CutPrefix(weight, ", ")
	_, notCounted := strconv.ParseUint(count, 10, 8)
	_, notWeighed := strconv.ParseUint(weight, 10, 16)
	if !found || !weighed || !listed || notCounted != nil || notWeighed != nil {
		return text
	}
	return count + "×" + weight + " kg"
}

func (v TripView) amounts() []offer.Money {
	return grid.Each(v.Fares, func(fare FareRow) offer.Money { return fare.Price })
}

// legHead returns the direction, the date and the first and last place of a leg on the left, by name where known, and
// its duration and stops on the right.
func legHead(c canvas.Canvas, leg offer.Leg) string {
	width := min(c.Width, maxTimeline)
	left := strings.ToUpper(c.Text(leg.Label))
	left = c.Paint(canvas.Strong, left) + strings.Repeat(" ", max(4-canvas.Cells(left), 0)) + "  " + c.Day(leg.Departs.At)
	right := words.Stops(leg.Stops)
	if leg.Minutes > 0 {
		right = c.Dots(words.Span(leg.Minutes), right)
	}
	ends := ""
	if n := len(leg.Segments); n > 0 {
		if from, to := c.Text(leg.Segments[0].FromName), c.Text(leg.Segments[n-1].ToName); from != "" && to != "" {
			ends = from + " " + c.Glyph.Arrow + " " + to
		}
	}
	if canvas.Cells(left)+3+canvas.Cells(ends)+3+canvas.Cells(right) <= width {
		left += "   " + c.Paint(canvas.Faint, ends)
	}
	pad := width - canvas.Cells(left) - canvas.Cells(right)
	if pad < grid.Gap {
		return c.Cut(left+"  "+right, width)
	}
	return left + strings.Repeat(" ", pad) + right
}

// Records returns a row for each segment, then one for each fare. All rows have the same fields; the first says
// which kind it is, and fields of the other kind are empty.
func (v TripView) Records() grid.Records {
	r := grid.Records{Head: []string{
		"record", "leg", "from", "to", "departs", "arrives", "minutes", "mode", "flight", "carrier", "operated_by", "vehicle", "cabin",
		"number", "total", "currency", "kind", "sold_by", "refundable", "cabin_bag", "checked_bag", "fare_id", "link",
	}}
	for _, leg := range v.Legs {
		for _, s := range leg.Segments {
			row := []string{
				"segment", leg.Label, s.From, s.To, s.Departs.String(), s.Arrives.String(), strconv.Itoa(length(s)),
				s.Mode, s.Number, s.Carrier, s.Operator, s.Vehicle, s.Cabin,
			}
			r.Rows = append(r.Rows, append(row, make([]string, len(r.Head)-len(row))...))
		}
	}
	for _, f := range v.Fares {
		row := make([]string, 13, len(r.Head))
		row[0] = "fare"
		r.Rows = append(r.Rows, append(row, f.Ref, f.Price.Amount, f.Price.Currency, f.Kind, f.SoldBy,
			f.Refundable.String(), f.CabinBag, f.CheckedBag, f.FareID, f.Link))
	}
	return r
}
