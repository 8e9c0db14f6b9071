package hotels

import (
	"encoding/json"
	"testing"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// A rate is judged by the filters of its list as far as it says enough, and by nothing else of it.
func TestARateIsJudgedByTheFiltersOfItsList(t *testing.T) {
	number := func(s string) *json.Number { return new(json.Number(s)) }
	rate := apiclient.Rate{
		ID: "r", Refundable: true, Board: new("breakfast_included"),
		Price: apiclient.RatePrice{AmountPerNight: "100", TaxAmountPerNight: number("10"), LocalTaxPerNight: number("5"), Currency: "EUR"},
	}
	silent := apiclient.Rate{ID: "s", Price: apiclient.RatePrice{AmountPerNight: "100", Currency: "EUR"}}
	inside := rate
	inside.Price.TaxInclusive = new(true)
	for _, test := range []struct {
		filter, value string
		rate          apiclient.Rate
		want          bool
	}{
		{"refundable", "true", rate, true}, {"refundable", "true", silent, false}, {"refundable", "false", silent, true},
		{"rate-types", "free_cancellation", silent, false}, {"rate-types", "NON_refundable", silent, true},
		{"rate-types", "Breakfast_included", rate, true}, {"rate-types", "half_board", rate, false}, {"rate-types", "half_board", silent, true},
		{"max-price", "115", rate, true}, {"max-price", "114.99", rate, false}, {"max-price", "105", inside, true},
		{"min-price", "115", rate, true}, {"min-price", "115.5", rate, false},
		{"min-star", "5", rate, true}, {"sort", "price_asc", rate, true},
	} {
		list := recall.List{Terms: query.Terms{Currency: "EUR"}, View: []ask.Param{{Name: test.filter, Values: []string{test.value}}}}
		if got := chosenOf(list).keep(test.rate); got != test.want {
			t.Errorf("--%s %s, %s: %t", test.filter, test.value, test.rate.ID, got)
		}
		list.Terms.Currency = "JPY"
		if byPrice := test.filter == "max-price" || test.filter == "min-price"; byPrice && !chosenOf(list).keep(test.rate) {
			t.Errorf("--%s %s in another currency turned a rate down", test.filter, test.value)
		}
	}
}

// A rate is the same in another search by its room, board and terms, of several of them the one at the nearest price;
// an id that no link can be made with is none.
func TestTheSameRateOfAnotherSearch(t *testing.T) {
	rate := func(id, room, total string) apiclient.Rate {
		return apiclient.Rate{ID: id, RoomName: room, Price: apiclient.RatePrice{Total: new(json.Number(total)), Currency: "EUR"}}
	}
	now := &apiclient.HotelRates{SearchID: "s2", Rates: []apiclient.Rate{
		rate("", "Twin", "100"), rate("a", "Double", "90"), rate("b", "Double", "120"), rate("c", "Suite", "300"),
	}}
	for _, test := range []struct {
		room, total string
		want        int
	}{{"Double", "95", 1}, {"Double", "118", 2}, {"Suite", "200", 3}, {"Cabin", "100", -1}, {"Twin", "100", -1}} {
		if got := SameRate(rate("old", test.room, test.total), now); got != test.want {
			t.Errorf("%s at %s: %d", test.room, test.total, got)
		}
	}
	hotel := Hotel{desk.Pick{ID: "17", Row: recall.Row{Offer: offer.Offer{Label: "Inn", Hotel: &offer.Hotel{Page: "https://example.com/17"}}}}}
	list := listedRates(hotel, recall.List{Search: search.Ref{ID: "s1"}}, desk.Locale{}, now)
	if asked := list.Asked(); list.Kind != recall.Rates || list.Search.ID != "s2" || asked.HotelID != 17 || asked.Name != "Inn" {
		t.Errorf("kept as %+v of %+v", list.Search, asked)
	}
	if row, err := list.Pick(2); err != nil || row.ID != "a" || row.Rate.Page != "https://example.com/17" {
		t.Errorf("row 2 is %+v, %v", row, err)
	}
	if row, _ := list.Pick(3); row.Label != "Double" {
		t.Errorf("a room of which no board is stated is called %q", row.Label)
	}
	if _, err := list.Pick(1); err == nil {
		t.Error("a rate is kept that no link can be made of")
	}
}
