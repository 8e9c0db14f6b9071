package tariff

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/calendar"
)

func TestFreeCancellationEndsSomeDaysBeforeArrival(t *testing.T) {
	share := func(lead calendar.Day) float64 {
		stay := december()
		stay.CheckIn, stay.CheckOut = today+lead, today+lead+2
		p := New(data.Load(), 0).Pricer(stay)
		free, all := 0, 0
		for _, h := range hotelsOf(t, "LON") {
			for _, r := range p.Rates(h) {
				all++
				if r.Refundable {
					free++
				}
			}
		}
		return float64(free) / float64(all)
	}
	if now, later := share(0), share(30); now != 0 || later < 0.4 || later > 0.8 {
		t.Errorf("%.2f of the rates for tonight and %.2f in a month are refundable", now, later)
	}
}

func TestFreeCancellationAndMealsCostMore(t *testing.T) {
	p := New(data.Load(), 0).Pricer(december())
	pairs := 0
	for _, h := range hotelsOf(t, "LON") {
		rates := p.Rates(h)
		for _, r := range rates {
			for old, dearer := range map[string]string{".nr": ".fc", ".ro.": ".bb.", ".bb.": ".hb."} {
				other := strings.Replace(r.Code, old, dearer, 1)
				at := slices.IndexFunc(rates, func(o Rate) bool { return o.Code == other && o.Code != r.Code })
				if at < 0 || rates[at].Deal != r.Deal {
					continue
				}
				pairs++
				if rates[at].USD <= r.USD {
					t.Errorf("%s: %s costs %v, %s %v", h.Name, other, rates[at].USD, r.Code, r.USD)
				}
			}
		}
	}
	if pairs < 500 {
		t.Errorf("only %d pairs", pairs)
	}
}

func TestRateTypesAreSortedAndAMealIncludesTheSmallerOnes(t *testing.T) {
	for _, tt := range []struct {
		rate Rate
		want []string
	}{
		{Rate{Board: roomOnly}, []string{"non_refundable", "room_only"}},
		{Rate{Board: breakfast, Refundable: true}, []string{"breakfast_included", "free_cancellation"}},
		{Rate{Board: halfBoard}, []string{"breakfast_included", "half_board", "non_refundable"}},
		{Rate{Board: allInclusive, Refundable: true}, []string{"all_inclusive", "breakfast_included", "free_cancellation"}},
		{Rate{}, []string{"non_refundable"}},
	} {
		if diff := cmp.Diff(tt.want, tt.rate.Types()); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.rate, diff)
		}
	}
}

func TestDealsFitTheStay(t *testing.T) {
	seen := map[string]int{}
	for _, s := range []Stay{
		{CheckIn: today + 1, CheckOut: today + 2, Booked: today}, {CheckIn: today + 10, CheckOut: today + 12, Booked: today},
		{CheckIn: today + 10, CheckOut: today + 17, Booked: today}, {CheckIn: today + 60, CheckOut: today + 62, Booked: today},
	} {
		for _, h := range hotelsOf(t, "LON") {
			d := dealOf(h, s)
			if d == nil {
				seen["none"]++
				continue
			}
			seen[d.Label]++
			if d.Promo != "" {
				seen["promo"]++
			}
			lead, nights := int(s.CheckIn-s.Booked), s.Nights()
			if d.Percent < 5 || d.Percent > 30 || d.Label == "Last minute" && lead > 3 ||
				d.Label == "Early offer" && lead < 30 || d.Label == "Long stay" && nights < 5 {
				t.Errorf("%d days ahead for %d nights: %+v", lead, nights, *d)
			}
		}
	}
	for _, what := range []string{"none", "", "Last minute", "Early offer", "Long stay", "promo"} {
		if seen[what] < 20 {
			t.Errorf("%d deals of kind %q", seen[what], what)
		}
	}
}
