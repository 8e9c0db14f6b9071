package tariff

import (
	"math"
	"testing"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/hotels/directory"
)

func TestAMarketDecidesWhetherTaxIsInsideOrOnTop(t *testing.T) {
	american := december()
	american.Site = "US"
	both(t, "LON", december(), american, func(h *directory.Hotel, in, top Rate) {
		if in.OnTop || !top.OnTop {
			t.Fatalf("on top: DE %v, US %v", in.OnTop, top.OnTop)
		}
		if math.Abs(top.USD+top.Tax-in.USD) > 0.011 || math.Abs(in.Tax-top.Tax) > 1e-9 {
			t.Errorf("%s: %v inclusive, %v and %v on top", in.Code, in.USD, top.USD, top.Tax)
		}
		if math.Abs(top.Tax/(top.Tax+top.USD)-0.2/1.2) > 0.001 {
			t.Errorf("%s: a VAT of %v of %v is not 20 %%", h.Name, top.Tax, top.USD)
		}
	})
}

func TestCityTaxesFollowTheirTable(t *testing.T) {
	world := data.Load()
	tariff := New(world, 0)
	rate := func(currency string) float64 { c, _ := world.Currency(currency); return c.PerUSD }
	stay := func(nights int, adults int, ages []int, rooms int) Stay {
		return Stay{CheckIn: today, CheckOut: today + calendar.Day(nights), Booked: today, Rooms: Spread(adults, ages, rooms)}
	}
	for _, tt := range []struct {
		name, city string
		star       int
		stay       Stay
		want       float64
		known      bool
	}{
		{"percent", "AMS", 4, stay(3, 2, nil, 1), 125, true},
		{"percent, five nights at most", "EDI", 4, stay(10, 2, nil, 1), 25, true},
		{"person", "LIS", 3, stay(3, 2, nil, 1), 3 * 2 * 4 / rate("EUR"), true},
		{"person, children from 13", "LIS", 3, stay(3, 2, []int{12, 13}, 1), 3 * 3 * 4 / rate("EUR"), true},
		{"person, seven nights at most", "LIS", 3, stay(20, 1, nil, 1), 7 * 4 / rate("EUR"), true},
		{"person, by stars", "ROM", 5, stay(2, 2, nil, 1), 2 * 2 * 10 / rate("EUR"), true},
		{"person, not rated", "ROM", 0, stay(2, 2, nil, 1), 2 * 2 * 6 / rate("EUR"), true},
		{"room", "DXB", 5, stay(4, 4, nil, 2), 4 * 2 * 20 / rate("AED"), true},
		{"country", "NCE", 4, stay(1, 1, nil, 1), 2.3 / rate("EUR"), true},
		{"city before country", "PAR", 4, stay(1, 1, nil, 1), 8.13 / rate("EUR"), true},
		{"none", "LON", 4, stay(3, 2, nil, 1), 0, true},
		{"not known", "USH", 4, stay(3, 2, nil, 1), 0, false},
	} {
		city, _ := world.City(tt.city)
		got, known := tariff.localTax(&directory.Hotel{City: city, Star: tt.star}, tt.stay, 1000)
		if math.Abs(got-tt.want) > 1e-9 || known != tt.known {
			t.Errorf("%s: %v, %v; want %v, %v", tt.name, got, known, tt.want, tt.known)
		}
	}
}

func TestTheTablesNameRealPlacesAndCurrencies(t *testing.T) {
	world := data.Load()
	for code := range law().economies {
		if _, ok := world.Country(code); !ok {
			t.Errorf("%s is not a country", code)
		}
	}
	for code := range law().cities {
		if _, ok := world.City(code); !ok {
			t.Errorf("%s is not a city", code)
		}
	}
	for _, country := range world.Countries() {
		if _, ok := law().economies[country.Code]; !ok {
			t.Errorf("what a night costs in %s is not known", country.Name)
		}
	}
	for place, tax := range law().taxes {
		_, country := world.Country(place)
		_, city := world.City(place)
		if !country && !city {
			t.Errorf("%s is neither a city nor a country", place)
		}
		if _, ok := world.Currency(tax.currency); !ok && (tax.unit == byPerson || tax.unit == byRoom) {
			t.Errorf("%s: %q is not a currency", place, tax.currency)
		}
	}
}
