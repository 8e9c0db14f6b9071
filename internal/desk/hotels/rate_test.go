package hotels

import (
	"encoding/json"
	"testing"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
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
		list := recall.List{Terms: query.Terms{Currency: "EUR"}, View: []recall.Param{{Name: test.filter, Values: []string{test.value}}}}
		if got := chosenOf(list).keep(test.rate); got != test.want {
			t.Errorf("--%s %s, %s: %t", test.filter, test.value, test.rate.ID, got)
		}
		list.Terms.Currency = "JPY"
		if byPrice := test.filter == "max-price" || test.filter == "min-price"; byPrice && !chosenOf(list).keep(test.rate) {
			t.Errorf("--%s %s in another currency turned a rate down", test.filter, test.value)
		}
	}
}
