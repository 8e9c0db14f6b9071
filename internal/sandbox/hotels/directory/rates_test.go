package directory

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
)

// stay returns a stay for two, in days from today.
func stay(in, nights Day, site string) Stay {
	return Stay{CheckIn: today + in, CheckOut: today + in + nights, Booked: today, Rooms: Spread(2, nil, 1), Site: site}
}

// all returns every rate of a city's hotels for a stay, by hotel and code.
func all(t *testing.T, city string, s Stay) map[string]Rate {
	t.Helper()
	x, rates := New(0), map[string]Rate{}
	for _, h := range inCity(t, city) {
		for _, r := range x.Rates(h, s) {
			rates[h.Name+" "+r.Code] = r
		}
	}
	return rates
}

func TestRatesAreWholeAndCheapestFirst(t *testing.T) {
	x := New(0)
	for _, city := range []string{"LON", "DXB", "CXI"} {
		for _, h := range inCity(t, city) {
			rates, codes := x.Rates(h, stay(20, 3, "DE")), map[string]bool{}
			for i, r := range rates {
				if i > 0 && r.USD < rates[i-1].USD {
					t.Errorf("%s: %v after %v", h.Name, r.USD, rates[i-1].USD)
				}
				if codes[r.Code] || r.USD < 10 || r.USD > 30_000 || r.Room == "" || r.Tax < 0 || r.Wave < 0 || r.Wave >= Waves {
					t.Errorf("%s: rate %+v", h.Name, r)
				}
				meals := r.Board != "" && r.Board != "room_only" // all of them include breakfast
				if !slices.Contains(r.Types, r.Policy) || r.Board != "" && !slices.Contains(r.Types, r.Board) ||
					meals != slices.Contains(r.Types, "breakfast_included") || !slices.IsSorted(r.Types) {
					t.Errorf("%s: a rate with %q has the types %q", h.Name, r.Board, r.Types)
				}
				codes[r.Code] = true
			}
			if len(rates) > 0 && !rates[0].Sampled {
				t.Errorf("%s: a search for the city does not see the cheapest rate", h.Name)
			}
		}
	}
}

func TestMoreNightsRoomsAndGuestsCostMore(t *testing.T) {
	one := all(t, "LON", stay(20, 3, "DE"))
	for name, more := range map[string]func(*Stay){
		"one more night":     func(s *Stay) { s.CheckOut++ },
		"two rooms":          func(s *Stay) { s.Rooms = Spread(4, nil, 2) },
		"a teenager besides": func(s *Stay) { s.Rooms = Spread(2, []int{15}, 1) },
	} {
		s, dearer := stay(20, 3, "DE"), 0
		more(&s)
		for code, r := range all(t, "LON", s) {
			before, both := one[code]
			if both && r.USD < before.USD && r.Deal == nil {
				t.Errorf("%s: %s is %v, less than %v", name, code, r.USD, before.USD)
			}
			if both && r.USD > before.USD {
				dearer++
			}
		}
		if dearer < 100 {
			t.Errorf("%s: only %d rates are dearer", name, dearer)
		}
	}
}

func TestAMarketDecidesWhetherTaxIsInsideOrOnTop(t *testing.T) {
	inside, onTop := all(t, "LON", stay(20, 3, "DE")), all(t, "LON", stay(20, 3, "US"))
	for code, in := range inside {
		top := onTop[code]
		if in.OnTop || !top.OnTop {
			t.Fatalf("on top: DE %v, US %v", in.OnTop, top.OnTop)
		}
		if math.Abs(top.USD+top.Tax-in.USD) > 0.011 || math.Abs(in.Tax-top.Tax) > 1e-9 || math.Abs(top.Tax/(top.Tax+top.USD)-0.2/1.2) > 0.001 {
			t.Errorf("%s: %v inclusive, %v and 20 %% of it, %v, on top", code, in.USD, top.USD, top.Tax)
		}
	}
}

func TestCityTaxesFollowTheirTable(t *testing.T) {
	rate := func(currency string) float64 { c, _ := data.CurrencyByCode(currency); return c.PerUSD }
	for name, tt := range map[string]struct {
		city   string
		star   int
		nights Day
		rooms  []Party
		want   float64
	}{
		"percent":                      {"AMS", 4, 3, Spread(2, nil, 1), 125},
		"percent, five nights at most": {"EDI", 4, 10, Spread(2, nil, 1), 25},
		"person":                       {"LIS", 3, 3, Spread(2, nil, 1), 3 * 2 * 4 / rate("EUR")},
		"person, children from 13":     {"LIS", 3, 3, Spread(2, []int{12, 13}, 1), 3 * 3 * 4 / rate("EUR")},
		"person, seven nights at most": {"LIS", 3, 20, Spread(1, nil, 1), 7 * 4 / rate("EUR")},
		"person, by stars":             {"ROM", 5, 2, Spread(2, nil, 1), 2 * 2 * 10 / rate("EUR")},
		"person, not rated":            {"ROM", 0, 2, Spread(2, nil, 1), 2 * 2 * 6 / rate("EUR")},
		"room":                         {"DXB", 5, 4, Spread(4, nil, 2), 4 * 2 * 20 / rate("AED")},
		"country":                      {"NCE", 4, 1, Spread(1, nil, 1), 2.3 / rate("EUR")},
		"city before country":          {"PAR", 4, 1, Spread(1, nil, 1), 8.13 / rate("EUR")},
		"none":                         {"LON", 4, 3, Spread(2, nil, 1), 0},
	} {
		city, _ := data.CityByCode(tt.city)
		if got := marketOf(city).tax.of(tt.star, Stay{CheckOut: tt.nights, Rooms: tt.rooms}, 1000); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
	if ushuaia, _ := data.CityByCode("USH"); marketOf(ushuaia).tax != nil {
		t.Error("the tax of Ushuaia is known")
	}
}

func TestThePlatformSellsNoStayThatIsTooLongOrTooFarOff(t *testing.T) {
	for name, tt := range map[string]struct {
		in, nights Day
		sold       bool
	}{
		"90 nights":           {10, 90, true},
		"91 nights":           {10, 91, false},
		"ends in 500 days":    {498, 2, true},
		"ends in 501 days":    {499, 2, false},
		"thousands of years":  {1, 2_900_000, false},
		"searched by a clock": {-3, 4, true},
	} {
		if sold := len(all(t, "LIS", stay(tt.in, tt.nights, "DE"))) > 0; sold != tt.sold {
			t.Errorf("%s: sold %v, want %v", name, sold, tt.sold)
		}
	}
}

func TestFreeCancellationEndsSomeDaysBeforeArrival(t *testing.T) {
	share := func(lead Day) float64 {
		rates, free := all(t, "LON", stay(lead, 2, "DE")), 0
		for _, r := range rates {
			if r.Refundable() {
				free++
			}
		}
		return float64(free) / float64(len(rates))
	}
	if now, later := share(0), share(30); now != 0 || later < 0.4 || later > 0.8 {
		t.Errorf("%.2f of the rates for tonight and %.2f in a month are refundable", now, later)
	}
}

func TestGuestsAreSpreadEvenlyEarlierRoomsFirst(t *testing.T) {
	for _, tt := range []struct {
		adults int
		ages   []int
		want   []Party
	}{
		{5, nil, []Party{{Adults: 3}, {Adults: 2}}},
		{9, nil, []Party{{Adults: 3}, {Adults: 2}, {Adults: 2}, {Adults: 2}}},
		{2, []int{4, 9, 12}, []Party{{1, []int{4, 12}}, {1, []int{9}}}},
		{3, []int{5, 0}, []Party{{2, []int{0}}, {1, []int{5}}}},
	} {
		if diff := cmp.Diff(tt.want, Spread(tt.adults, tt.ages, len(tt.want))); diff != "" {
			t.Errorf("%d adults, children %v (-want +got):\n%s", tt.adults, tt.ages, diff)
		}
	}
}
