package flightview

import (
	"io"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// chooseByAll is the first plan that fits, told by all lines of a list.
func (v TripList) chooseByAll(c canvas.Canvas) (tripPlan, bool) {
	lines, prices := v.gridLines(), grid.PriceCells(c, v.amounts(), v.Locale)
	for _, plan := range (TripList{}).plans(c.Width) {
		s, airline := v.sheet(c, plan, lines, prices)
		if s.Width() > c.Width && s.Widest(airline) > plan.airline && slices.ContainsFunc(lines, gridLine.operated) {
			plan.mark = true
			s, airline = v.sheet(c, plan, lines, prices)
		}
		if s.Fits(c, airline, plan.airline) {
			return plan, true
		}
	}
	return tripPlan{}, false
}

// The plan of a long list, which is told by some of its lines, is the one that all of them ask for,
// wherever the widest stands.
func TestSomeLinesTellThePlanOfALongList(t *testing.T) {
	for _, at := range []int{0, 75, 119} {
		for _, wide := range []offer.Leg{
			{Airlines: []string{"Sample Air"}},
			{Airlines: []string{"Sample Air", strings.Repeat("Model Airways ", 2)}},
			{Airlines: []string{"Sample Air"}, Operated: []string{strings.Repeat("Model Airways ", 3)}},
			{Airlines: []string{"Sample Air"}, Stops: 4, Via: []string{"IST", "ATH", "BRU", "CDG"}},
		} {
			v := TripList{From: "DXB", To: "LON"}
			for n := range 120 {
				leg := offer.Leg{From: "DXB", To: "LHR", Airlines: []string{"Example"}, Minutes: 400}
				if n == at {
					leg.Airlines, leg.Operated, leg.Stops, leg.Via = wide.Airlines, wide.Operated, wide.Stops, wide.Via
				}
				v.Rows = append(v.Rows, TripRow{N: 4901 + n, Price: offer.Money{Amount: "412", Currency: "USD"}, Legs: []offer.Leg{leg, leg}})
			}
			for width := 40; width <= 130; width += 3 {
				c := canvas.New(io.Discard, canvas.Terminal{TTY: true, Width: width, Unicode: true})
				want, fits := v.chooseByAll(c)
				if got := v.choose(c); got.fits != fits || got.plan != want {
					t.Fatalf("%d cells, %+v in row %d: got %+v, %t; want %+v, %t", width, wide, at, got.plan, got.fits, want, fits)
				}
			}
		}
	}
}
