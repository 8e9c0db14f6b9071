package daily

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/sweep"
)

// priced is a calendar whose days cost so much; "" is a day without anything, "?" one that was not asked.
func priced(amounts ...string) Calendar {
	var c Calendar
	for i, amount := range amounts {
		cell := sweep.Cell{At: sweep.At{Day: time.Date(2027, 3, i+1, 0, 0, 0, 0, time.UTC).Format(ask.ISO)}}
		currency, amount := "USD", amount
		if euros, ok := strings.CutPrefix(amount, "€"); ok {
			currency, amount = "EUR", euros
		}
		switch amount {
		case "":
			cell.Status = sweep.Nothing
		case "?":
			cell.Status = sweep.NotAsked
		default:
			cell.Status, cell.Any, cell.Price = sweep.HasFound, true, offer.Money{Amount: amount, Currency: currency}
		}
		c.Cells = append(c.Cells, cell)
	}
	return c
}

func TestFacts(t *testing.T) {
	usd := func(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "USD"} }
	for name, tt := range map[string]struct {
		cal  Calendar
		want Facts
	}{
		"nothing": {priced("?", ""), Facts{Levels: []sweep.Level{"", ""}}},
		"one":     {priced("?", "431"), Facts{Currency: "USD", Lowest: usd("431"), Median: usd("431"), Highest: usd("431"), Levels: []sweep.Level{"", sweep.Low}, Best: []int{1}}},
		"an even number has the lower one in the middle": {priced("4", "1", "3", "2"), Facts{
			Currency: "USD", Lowest: usd("1"), Median: usd("2"), Highest: usd("4"), Levels: []sweep.Level{sweep.High, sweep.Low, sweep.Middle, sweep.Low}, Best: []int{1, 3, 2},
		}},
		"amounts are numbers": {priced("1000", "99.5", "100"), Facts{
			Currency: "USD", Lowest: usd("99.5"), Median: usd("100"), Highest: usd("1000"), Levels: []sweep.Level{sweep.High, sweep.Low, sweep.Middle}, Best: []int{1, 2, 0},
		}},
		"the same": {priced("5", "5", "5"), Facts{
			Currency: "USD", Lowest: usd("5"), Median: usd("5"), Highest: usd("5"), Levels: []sweep.Level{sweep.Low, sweep.Low, sweep.Low}, Best: []int{0, 1, 2},
		}},
		"another currency is not compared": {priced("5", "€1", "6"), Facts{
			Currency: "USD", Lowest: usd("5"), Median: usd("5"), Highest: usd("6"), Levels: []sweep.Level{sweep.Low, "", sweep.Middle}, Best: []int{0, 2},
		}},
		"what is not an amount": {priced("free", "6"), Facts{
			Currency: "USD", Lowest: usd("6"), Median: usd("6"), Highest: usd("6"), Levels: []sweep.Level{"", sweep.Low}, Best: []int{1},
		}},
	} {
		if diff := cmp.Diff(tt.want, tt.cal.Facts()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The day that was named is asked for first, and then its neighbours; where none was, the weekends.
func TestTheOrderOfTheDays(t *testing.T) {
	for about, want := range map[string][]int{
		"":           {4, 5, 6, 0, 1, 2, 3}, // the first of March 2027 is a Monday
		"2027-03-03": {2, 1, 3, 0, 4, 5, 6},
	} {
		c := priced("?", "?", "?", "?", "?", "?", "?")
		c.Window.About = about
		order := []int{0, 1, 2, 3, 4, 5, 6}
		slices.SortStableFunc(order, func(i, j int) int { return c.rank(c.Cells[i].Day) - c.rank(c.Cells[j].Day) })
		if diff := cmp.Diff(want, order); diff != "" {
			t.Errorf("about %q (-want +got):\n%s", about, diff)
		}
	}
}

func TestTheCommandThatOpensTheBestDay(t *testing.T) {
	c := priced("3", "2", "1")
	if got := paste.Command(c.opens(c.Cells[2], "open")); got != "travel open 3" {
		t.Errorf("it is %q", got)
	}
	c.Cells[0].Day, c.Cells[0].Nights = "2027-04-03", 2
	if got := paste.Command(c.opens(c.Cells[2], "open")); got != "travel open 2027-03-03 --nights 0" {
		t.Errorf("of two months and two stays it is %q", got)
	}
}
