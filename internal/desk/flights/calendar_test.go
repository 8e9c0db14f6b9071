package flights

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/desk/sweep"
)

// priced is a calendar whose days cost so much; "" is a day without a trip, "?" one that was not asked.
func priced(amounts ...string) Calendar {
	c := Calendar{Window: params.Window{From: "2027-03-01"}, Nights: Nights{}}
	for i, amount := range amounts {
		cell := CalendarCell{Day: time.Date(2027, 3, i+1, 0, 0, 0, 0, time.UTC).Format(params.ISO)}
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
			cell.Status, cell.Any, cell.AsOf = sweep.HasFound, true, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
			cell.SearchID, cell.Got = "s", Cheapest{TripID: "t", Price: search.Price{Amount: amount, Currency: currency}}
		}
		c.Cells = append(c.Cells, cell)
	}
	return c
}

func TestFacts(t *testing.T) {
	usd := func(amount string) search.Price { return search.Price{Amount: amount, Currency: "USD"} }
	for name, tt := range map[string]struct {
		cal  Calendar
		want Facts
	}{
		"nothing": {priced("?", ""), Facts{Levels: []Level{"", ""}}},
		"one":     {priced("?", "431"), Facts{Currency: "USD", Lowest: usd("431"), Median: usd("431"), Highest: usd("431"), Levels: []Level{"", Low}, Best: []int{1}}},
		"an even number has the lower one in the middle": {priced("4", "1", "3", "2"), Facts{
			Currency: "USD", Lowest: usd("1"), Median: usd("2"), Highest: usd("4"), Levels: []Level{High, Low, Middle, Low}, Best: []int{1, 3, 2},
		}},
		"amounts are numbers": {priced("1000", "99.5", "100"), Facts{
			Currency: "USD", Lowest: usd("99.5"), Median: usd("100"), Highest: usd("1000"), Levels: []Level{High, Low, Middle}, Best: []int{1, 2, 0},
		}},
		"the same": {priced("5", "5", "5"), Facts{
			Currency: "USD", Lowest: usd("5"), Median: usd("5"), Highest: usd("5"), Levels: []Level{Low, Low, Low}, Best: []int{0, 1, 2},
		}},
		"another currency is not compared": {priced("5", "€1", "6"), Facts{
			Currency: "USD", Lowest: usd("5"), Median: usd("5"), Highest: usd("6"), Levels: []Level{Low, "", Middle}, Best: []int{0, 2},
		}},
		"what is not an amount": {priced("free", "6"), Facts{
			Currency: "USD", Lowest: usd("6"), Median: usd("6"), Highest: usd("6"), Levels: []Level{"", Low}, Best: []int{1},
		}},
	} {
		if diff := cmp.Diff(tt.want, tt.cal.Facts()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Every member of a cell is there, and null where nothing is known.
func TestTheDocumentOfACalendar(t *testing.T) {
	cal := priced("98.40", "?", "")
	cal.Cells[1].Status, cal.Cells[1].Err = sweep.Failed, errors.New("it failed")
	body, err := cal.Body()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Cells []map[string]any `json:"cells"`
		Best  []map[string]any `json:"best"`
	}
	if err := json.Unmarshal(body, &doc); err != nil || !strings.Contains(string(body), `"price":98.40,`) {
		t.Fatalf("%v: %s", err, body)
	}
	for i, cell := range doc.Cells {
		for _, member := range []string{"day", "nights", "price", "currency", "tripId", "searchId", "settle", "asOf", "status", "error"} {
			if value, ok := cell[member]; !ok || i == 2 && value != nil && member != "day" && member != "status" {
				t.Errorf("cell %d: %s is %v", i, member, value)
			}
		}
	}
	if doc.Cells[1]["error"] != "it failed" || len(doc.Best) != 1 {
		t.Errorf("it is %s", body)
	}
}

func TestNights(t *testing.T) {
	for text, want := range map[string]Nights{"7": {7, 7, true}, "3-5": {3, 5, true}, "3..5": {3, 5, true}, "0": {0, 0, true}, "180": {180, 180, true}} {
		if got, err := ParseNights(text); err != nil || got != want {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "5-3", "181", "-1", "3-", "a week", "3-5-7", "99999999999999999999", "３"} {
		if got, err := ParseNights(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
