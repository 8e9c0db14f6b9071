package trips

import (
	"context"
	"slices"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/sheet"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// compared holds the trips of a comparison. It implements [sheet.Items].
type compared struct {
	stage *stage.Stage
	with  With
	list  recall.List
	rows  []string         // row numbers or ids, as opened
	trips []flights.Opened // empty until they were read
}

// NewCompare shows two to six trips of a list side by side. Rows are as for [NewTrip].
func NewCompare(s *stage.Stage, with With, list recall.List, rows []string) stage.Place {
	return sheet.NewCompare(s, "trip", compareKeys, &compared{stage: s, with: with, list: list, rows: slices.Clone(rows)})
}

func compareKeys() stage.Table[*sheet.Compare] {
	return sheet.CompareTable("trip", stage.Row[*sheet.Compare]{
		Foot: "read again", Does: "Refresh the trips; if their search has expired, search again after asking",
	})
}

// Read reads the trips.
func (c *compared) Read(p *sheet.Compare) *stage.Job {
	var answer desk.Answer[[]flights.Opened]
	rows, list := slices.Clone(c.rows), c.list
	return begin(c.stage, stage.Job{
		What: "reading the trips", Of: p,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			answer, err = flights.Compare(ctx, d, &flights.CompareRequest{
				Trips: rows, Query: ask.New("getFlightTrip", &ask.Days{Today: d.Now}), Renewal: &desk.Renewal{Thing: "the same trips"}, Of: list,
			})
			return err
		},
		Then: func(err error) {
			if err != nil {
				failed(c.stage, c.list, err, nil)
				return
			}
			p.Show(c.take(answer))
		},
	})
}

// take stores the trips of a read and returns how they compare.
func (c *compared) take(answer desk.Answer[[]flights.Opened]) grid.Comparison {
	c.trips = answer.Value
	view := present.ComparedTrips(c.trips, c.stage.Desk.Now())
	view.Notes = append([]string{"Bags are those of the fare at the price above."}, answer.Meta.Warnings...)
	c.rows, c.list = nil, c.trips[0].Pick.List.Head()
	for i := range c.trips {
		t := &c.trips[i]
		if t.Pick.N == 0 && t.Pick.Kept == "" {
			view.Heads[i] = "TRIP " + present.TripName(&t.Trip)
		}
		c.rows = append(c.rows, t.Pick.ID)
		row := t.Pick.Row
		row.ID = t.Pick.ID // the id may have changed
		c.list.Rows = append(c.list.Rows, row)
	}
	if answer.Meta.Renewed != nil {
		c.stage.Say(strings.Join(answer.Meta.Warnings, " "))
	}
	return view
}

// Head returns the number of trips and the route.
func (c *compared) Head(on canvas.Canvas) string {
	head := words.Counted(len(c.rows), "trip") + " side by side"
	if asked := c.list.Flight; asked != nil {
		head = on.Dots(head, on.Join([]string{asked.From, asked.To}, " "+on.Glyph.Arrow+" "))
	}
	return head
}

// Command returns the command line that compares the trips.
func (c *compared) Command() string {
	command := "travel flights compare"
	for i, row := range c.rows {
		if i < len(c.trips) {
			row = flights.Number(c.trips[i].Pick)
			if c.trips[i].Pick.N == 0 {
				row = c.trips[i].Pick.ID
			}
		}
		command += " " + words.Shell(row)
	}
	return command
}

// Numbers returns the row numbers of the trips.
func (c *compared) Numbers() []int {
	numbers := make([]int, len(c.trips))
	for i := range c.trips {
		numbers[i] = c.trips[i].Pick.N
	}
	return numbers
}

// Open returns the page of a trip, which can step to the other trips of the comparison.
func (c *compared) Open(p *sheet.Compare, at int) stage.Place {
	with := c.with
	with.Step = func(by int) string {
		if to, ok := p.Step(by); ok {
			return c.trips[to].Pick.ID
		}
		return ""
	}
	return NewTrip(c.stage, with, c.trips[at].Pick.List, c.trips[at].Pick.ID)
}
