package render

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/sweep"
)

// samplePrices is a calendar of so many days, with a cell of each kind.
func samplePrices(days int, nights ...int) priceview.Calendar {
	v := priceview.Calendar{
		Frame: grid.Frame{
			Title: "Sampleville AAA → Mock Harbour BBB", About: []string{"one way", "2 adults", "economy", "USD"}, View: []string{"Filters: nonstop only"},
			Status: "12 prices of 14; 9 searches spent.",
			Notes:  []string{"Reused 3 earlier searches; the oldest price is from 12 minutes ago (--fresh searches again)."},
			Next:   []string{"travel flights calendar open 1"},
		},
		First: date(2027, 2, 26), Last: date(2027, 2, 26).AddDate(0, 0, days-1), Asked: date(2027, 3, 9),
		WeekStart: time.Monday, Weekend: []time.Weekday{time.Saturday, time.Sunday}, Currency: "USD",
		Lowest: offer.Money{Amount: "98.4", Currency: "USD"}, Median: offer.Money{Amount: "431", Currency: "USD"}, Highest: offer.Money{Amount: "12504.5", Currency: "USD"},
		Holidays: []priceview.Holiday{
			{Country: "AA", Name: "Sample Feast", From: date(2027, 3, 2), To: date(2027, 3, 3)},
			{Country: "BB", Name: "Mock Day 見本", From: date(2027, 3, 3), To: date(2027, 3, 3), Second: true},
		},
		Best: []priceview.Cell{
			{Day: date(2027, 3, 1), Price: offer.Money{Amount: "98.4", Currency: "USD"}, Trip: &offer.CheapestTrip{Names: []string{"EX", "MO"}, Stops: 1, Minutes: 610}},
			{Day: date(2027, 3, 6), Price: offer.Money{Amount: "120", Currency: "USD"}, Trip: &offer.CheapestTrip{Names: []string{"EX"}, Minutes: 425}},
		},
	}
	if nights == nil {
		nights = []int{-1}
	}
	for i := range days {
		for n, stay := range nights {
			cell := priceview.Cell{Day: v.First.AddDate(0, 0, i), Nights: stay}
			if stay >= 0 {
				cell.Back = cell.Day.AddDate(0, 0, stay)
			}
			fill(&cell, i*len(nights)+n)
			v.Cells = append(v.Cells, cell)
		}
	}
	return v
}

// fill makes the n-th cell: one in seven has no price, each for another reason.
func fill(cell *priceview.Cell, n int) {
	amounts := []string{"431", "12504.5", "612.6", "98.4", "880", "", "1204"}
	cell.Price = offer.Money{Amount: amounts[n%7], Currency: "USD"}
	cell.State, cell.SearchID = sweep.HasFound, fmt.Sprintf("s%d", n)
	cell.Trip = &offer.CheapestTrip{TripID: fmt.Sprintf("s%d:t1", n), Minutes: 425, Stops: n % 3, Airlines: []string{"EX"}}
	cell.Settle, cell.AsOf = "converged", date(2027, 1, 2)
	cell.Level = []sweep.Level{sweep.Low, sweep.High, sweep.Middle, sweep.Low, sweep.High, "", sweep.High}[n%7]
	cell.Cheapest = n == 3
	if cell.Price.Amount == "" {
		*cell = priceview.Cell{Day: cell.Day, Back: cell.Back, Nights: cell.Nights, State: sweep.NotAsked}
		switch n / 7 % 5 {
		case 1:
			cell.State = sweep.Nothing
		case 2:
			cell.State, cell.Error = sweep.Failed, "the service failed"
		case 3:
			cell.State = sweep.Coming
		case 4:
			cell.State, cell.Price = sweep.Coming, offer.Money{Amount: "770", Currency: "USD"}
		}
	}
}

// sampleNights is a calendar of hotels.
func sampleNights(days int) priceview.Calendar {
	v := samplePrices(days, 2)
	v.Of, v.Title, v.About = priceview.Hotels, "Sampleville AAA", []string{"stays of 2 nights", "2 adults, 1 room", "USD"}
	v.Next = []string{"travel hotels calendar open 1"}
	usd := func(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "USD"} }
	v.Best = []priceview.Cell{
		{Day: date(2027, 3, 1), Nights: 2, Price: usd("98.4"), Hotel: &offer.Night{Name: "Sample Inn 見本", Stars: "3", Hotels: 120, Median: usd("640"), Total: usd("196.81")}},
		{Day: date(2027, 3, 6), Nights: 2, Price: usd("120"), Hotel: &offer.Night{HotelID: 17}},
	}
	for i := range v.Cells {
		cell := &v.Cells[i]
		if cell.Trip = nil; cell.State == sweep.HasFound {
			cell.Hotel = &offer.Night{
				HotelID: 17, Name: "Sample Inn", Stars: "3", AllIn: "530.2", Hotels: 120, Median: usd([]string{"640", "700.5", "1310"}[i%3]), Total: usd("862"),
			}
		}
	}
	return v
}

func priceViews() map[string]func() View {
	grid := func(stays priceview.Stays, nights ...int) func() View {
		return func() View {
			v := samplePrices(9, nights...)
			v.Stays, v.Asked = stays, date(2027, 3, 1)
			return &v
		}
	}
	return map[string]func() View{
		"prices_month":   func() View { return new(samplePrices(36)) },
		"prices_away":    func() View { return new(sampleAway(7)) },
		"prices_nights":  grid(priceview.ByNights, 3, 4, 5, 6, 7),
		"prices_returns": grid(priceview.ByReturns, 3, 4, 5),
		"prices_hotels":  func() View { return new(sampleNights(36)) },
		"prices_none": func() View {
			v := samplePrices(7)
			for i := range v.Cells {
				v.Cells[i] = priceview.Cell{Day: v.Cells[i].Day, State: "not_asked"}
			}
			v.Best, v.Holidays, v.Lowest = nil, nil, offer.Money{}
			return &v
		},
	}
}

func TestPricesLookAsTheyAreMeantTo(t *testing.T) { checkLooks(t, drawn(priceViews())) }

func TestNoTextOfAPriceCalendarReachesTheTerminalUncleaned(t *testing.T) {
	checkCleaned(t, priceViews())
}

// What a cell is can be told without colour: no two kinds look the same.
func TestAPriceCellReadsWithoutColour(t *testing.T) {
	for _, unicode := range []bool{true, false} {
		looks := map[string]string{}
		for _, kind := range []priceview.Cell{
			{State: sweep.NotAsked}, {State: sweep.Coming}, {State: sweep.Nothing}, {State: sweep.Failed},
			{State: sweep.Coming, Price: offer.Money{Amount: "1"}}, {State: sweep.HasFound, Price: offer.Money{Amount: "1"}, Level: sweep.Low},
			{State: sweep.HasFound, Price: offer.Money{Amount: "1"}, Level: sweep.Middle}, {State: sweep.HasFound, Price: offer.Money{Amount: "1"}, Level: sweep.High},
			{State: sweep.HasFound, Price: offer.Money{Amount: "1"}, Level: sweep.Low, Cheapest: true},
		} {
			kind.Day = date(2027, 3, 1)
			v := priceview.Calendar{First: kind.Day, Last: kind.Day, WeekStart: time.Monday, Cells: []priceview.Cell{kind}}
			_, blocks := v.Blocks(canvas.New(&bytes.Buffer{}, Terminal{TTY: true, Unicode: unicode, Width: 80}))
			look := fmt.Sprint(blocks)
			if other := looks[look]; other != "" {
				t.Errorf("unicode %v: %+v looks as %s:\n%s", unicode, kind, other, look)
			}
			looks[look] = fmt.Sprintf("%+v", kind)
		}
	}
}

func TestNoLineOfAPriceCalendarIsWiderThanTheTerminal(t *testing.T) {
	checkWidths(t, random{rand.New(rand.NewPCG(7, 8))}, 100, priceViews())
}

// sampleAway is weekends by places, with a trip of each kind and a weekend that was not asked.
func sampleAway(places int) priceview.Weekends {
	v := priceview.Weekends{
		Frame: grid.Frame{
			Title: "Away from Sampleville AAA", About: []string{"on long weekends in XX", "2 adults", "economy", "USD", "budget 600"},
			View: []string{"Filters: departing after 17:00"}, Status: "12 prices of 14; 9 searches spent.", Next: []string{"travel weekends open 1 AAB"},
		},
		Budget: offer.Money{Amount: "600", Currency: "USD"},
		Rows: []priceview.Weekend{
			{From: date(2027, 3, 26), To: date(2027, 3, 29)}, {From: date(2027, 12, 31), To: date(2028, 1, 2), DaysOff: 1}, {From: date(2027, 5, 1), To: date(2027, 5, 3)},
		},
	}
	for i := range places {
		v.Places = append(v.Places, priceview.Place{Code: "AA" + string(rune('B'+i)), Name: []string{"Mock Harbour", "見本", ""}[i%3], Country: "AA"})
	}
	for row := range 2 {
		for at := range places {
			away := priceview.Away{Weekend: row, Place: at, Cell: priceview.Cell{Day: v.Rows[row].From.AddDate(0, 0, -1), Back: v.Rows[row].To}}
			if fill(&away.Cell, row*places+at); away.State == sweep.HasFound {
				away.Within = []grid.Answer{grid.Yes, grid.No, grid.No, grid.Yes, grid.No, grid.Unknown, grid.No}[(row*places+at)%7]
			}
			v.Cells = append(v.Cells, away)
		}
	}
	v.Cells[1].State, v.Cells[2].State = sweep.Coming, sweep.Failed
	v.Best = []priceview.Away{v.Cells[min(3, len(v.Cells)-1)], v.Cells[0]}
	return v
}
