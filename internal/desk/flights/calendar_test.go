package flights

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/sweep"
)

// Every member of a cell is there, and null where nothing is known.
func TestTheDocumentOfACalendar(t *testing.T) {
	var cal Calendar
	cal.Window.From = "2027-03-01"
	for _, day := range []string{"2027-03-01", "2027-03-02", "2027-03-03"} {
		cal.Cells = append(cal.Cells, sweep.Cell{At: sweep.At{Day: day}})
	}
	first := &cal.Cells[0]
	first.Status, first.Any, first.AsOf = sweep.HasFound, true, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	first.SearchID, first.Trip, first.Price = "s", offer.CheapestTrip{TripID: "t"}, offer.Money{Amount: "98.40", Currency: "USD"}
	cal.Cells[1].Status, cal.Cells[1].Err = sweep.Failed, errors.New("it failed")
	cal.Cells[2].Status = sweep.Nothing
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

// A limit on the price is compared with prices in one currency only, and a warning names the other places.
func TestALimitIsInOneCurrency(t *testing.T) {
	e := Explored{MaxPrice: "500"}
	for _, price := range []offer.Money{{Amount: "600", Currency: "USD"}, {Amount: "90000", Currency: "JPY"}} {
		e.List = append(e.List, Candidate{Place: places.Place{Code: price.Currency}})
		e.Cells = append(e.Cells, sweep.Cell{Status: sweep.HasFound, Found: sweep.Found{Any: true, Price: price}})
	}
	e.warnOfCurrencies()
	want := "--max-price 500 is in USD and was not applied to places priced in another currency: JPY"
	if !slices.Equal(e.Ranked(), []int{1}) || !slices.Equal(e.Meta.Warnings, []string{want}) {
		t.Errorf("%v is shown; warnings %q", e.Ranked(), e.Meta.Warnings)
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
