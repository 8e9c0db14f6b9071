package hotels

import (
	"encoding/json"
	"strings"
	"testing"

	"travel.example/travel/internal/sweep"
)

// The hotel in the middle is found on a page that the contract has, whatever their number.
func TestWhereTheMiddleHotelIs(t *testing.T) {
	for hotels := range 2*widestPage*lastPage + 3 {
		page, size, row := middleOf(hotels)
		if at := (page-1)*size + row; at != max(hotels-1, 0)/2 || page < 1 || page > lastPage || row < 0 || row >= size {
			t.Fatalf("of %d hotels: row %d of page %d of %d rows", hotels, row, page, size)
		}
		if size > widestPage && hotels <= 2*widestPage*lastPage {
			t.Fatalf("of %d hotels: %d rows on a page", hotels, size)
		}
	}
}

// Every member of a day is there, and null where nothing is known.
func TestTheDocumentOfADay(t *testing.T) {
	cell := sweep.Cell{At: sweep.At{Day: "2027-03-01", Back: "2027-03-02", Nights: 1}}
	cell.Status = sweep.NotAsked
	body, err := json.Marshal(CellDocument(cell, sweep.Level("")))
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range []string{"price", "median", "medianHotelId", "hotels", "currency", "hotelId", "hotelName", "stars", "allIn", "total", "searchId", "settle", "asOf", "error"} {
		if !strings.Contains(string(body), `"`+member+`":null`) {
			t.Errorf("%s is not null in %s", member, body)
		}
	}
}
