package hotels

import (
	"context"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/search"
)

// ask makes the parameters of an operation from values as the contract types them.
func ask(t *testing.T, d *desk.Desk, operationID string, values map[string]any) *params.Values {
	t.Helper()
	q := params.New(operationID, &params.Days{Today: d.Now})
	for name, value := range values {
		if err := q.SetTyped(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return q
}

// A face that has neither a command line nor a terminal gets from a city to the page where a room is
// booked, and back there after the search has expired.
func TestAnotherFaceGetsToABooking(t *testing.T) {
	d, later := openDesk(t)
	ctx := context.Background()
	life := desk.Life{Wait: search.DefaultBudget}

	found, err := Search(ctx, d, &SearchRequest{
		Place: "LIS",
		Query: ask(t, d, "createHotelSearch", map[string]any{"checkIn": "2026-12-11", "checkOut": "2026-12-14"}),
		View:  View{Query: ask(t, d, "getHotelSearchResults", nil), Life: life},
	})
	if err != nil || len(found.Value.Results.Results) == 0 {
		t.Fatalf("%d hotels, %v", found.Rows, err)
	}
	hotel, err := Pick(d, "HOTEL", "1", "")
	if err != nil {
		t.Fatal(err)
	}
	rates, err := Rates(ctx, d, &RatesRequest{
		Hotel: hotel, Search: ask(t, d, "createHotelSearch", nil), Query: ask(t, d, "getHotelRates", nil), Life: life,
	})
	if err != nil || len(rates.Value.Rates.Rates) == 0 {
		t.Fatalf("%d rates, %v", rates.Rows, err)
	}
	book := func(renewal *desk.Renewal) (desk.Answer[desk.Link], error) {
		rate, err := PickRate(d, "1")
		if err != nil {
			t.Fatal(err)
		}
		return BookingLink(ctx, d, &LinkRequest{Rate: rate, Query: ask(t, d, "getHotelRateBookingLink", nil), Renewal: renewal})
	}
	link, err := book(nil)
	if err != nil || !strings.Contains(link.Value.URL, "/checkout/hotel") {
		t.Fatalf("%q, %v", link.Value.URL, err)
	}
	later(12 * time.Minute)
	again, err := book(&desk.Renewal{Given: true, Thing: "the same rate"})
	if err != nil || again.Meta.Renewed == nil || !again.Meta.Renewed.Spent || len(again.Value.About) == 0 {
		t.Fatalf("renewed %+v, about %q, %v", again.Meta.Renewed, again.Value.About, err)
	}
	if again.Value.URL == link.Value.URL {
		t.Error("the link is still that of the expired search")
	}
}

// Without a renewal and with no one to ask, an expired search is told with its age and the way out.
func TestAnExpiredSearchIsToldToAnyFace(t *testing.T) {
	d, later := openDesk(t)
	made, err := Create(context.Background(), d, &SearchRequest{
		Place: "LIS",
		Query: ask(t, d, "createHotelSearch", map[string]any{"checkIn": "2026-12-11", "checkOut": "2026-12-14"}),
		View:  View{Query: ask(t, d, "getHotelSearchResults", nil)},
	})
	if err != nil {
		t.Fatal(err)
	}
	later(12 * time.Minute)
	_, err = Results(context.Background(), d, &ResultsRequest{Search: made.SearchID, View: View{Query: ask(t, d, "getHotelSearchResults", nil)}})
	gone, ok := goneOf(err)
	if !ok || !desk.IsGone(err) || gone.Age != 12*time.Minute || !strings.Contains(gone.Advice(), "travel hotels search LIS 2026-12-11 2026-12-14") {
		t.Fatalf("%v; %q, want it gone with the way out", err, gone.Advice())
	}
}
