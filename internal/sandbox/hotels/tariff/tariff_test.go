package tariff

import (
	"slices"
	"testing"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/hotels/directory"
)

const today calendar.Day = 20778 // 2026-11-21

// december is three nights, from a Friday on, for two.
func december() Stay {
	return Stay{CheckIn: today + 20, CheckOut: today + 23, Booked: today, Rooms: Spread(2, nil, 1), Site: "DE"}
}

func hotelsOf(t *testing.T, city string) []*directory.Hotel {
	t.Helper()
	hotels, ok := directory.New(data.Load(), 0).InCity(city)
	if !ok {
		t.Fatalf("%s is not a city", city)
	}
	return hotels
}

// both prices the same hotels for two stays and calls check with every offer
// that both have.
func both(t *testing.T, city string, one, two Stay, check func(h *directory.Hotel, a, b Rate)) {
	t.Helper()
	tariff := New(data.Load(), 0)
	first, second := tariff.Pricer(one), tariff.Pricer(two)
	pairs := 0
	for _, h := range hotelsOf(t, city) {
		others := second.Rates(h)
		for _, a := range first.Rates(h) {
			if at := slices.IndexFunc(others, func(b Rate) bool { return a.Code == b.Code }); at >= 0 {
				check(h, a, others[at])
				pairs++
			}
		}
	}
	if pairs < 100 {
		t.Errorf("only %d offers for both stays", pairs)
	}
}

func TestRatesAreWholeAndCheapestFirst(t *testing.T) {
	tariff := New(data.Load(), 0)
	for _, city := range []string{"LON", "DXB", "CXI"} {
		p := tariff.Pricer(december())
		for _, h := range hotelsOf(t, city) {
			rates := p.Rates(h)
			codes := map[string]bool{}
			for i, r := range rates {
				if i > 0 && r.USD < rates[i-1].USD {
					t.Errorf("%s: %v after %v", h.Name, r.USD, rates[i-1].USD)
				}
				if codes[r.Code] || r.USD < 10 || r.USD > 30_000 || r.Room == "" || r.Tax < 0 || r.Wave < 0 || r.Wave >= Waves {
					t.Errorf("%s: rate %+v", h.Name, r)
				}
				codes[r.Code] = true
			}
			if len(rates) > 0 && !rates[0].Sampled {
				t.Errorf("%s: a search for the city does not see the cheapest rate", h.Name)
			}
		}
	}
}

func TestSomeHotelsHaveNoRates(t *testing.T) {
	p := New(data.Load(), 0).Pricer(december())
	hotels := hotelsOf(t, "LON")
	without := 0
	for _, h := range hotels {
		if len(p.Rates(h)) == 0 {
			without++
		}
	}
	if share := float64(without) / float64(len(hotels)); share < 0.05 || share > 0.25 {
		t.Errorf("%.0f %% of the hotels have no rates", 100*share)
	}
}

func TestMoreNightsRoomsAndGuestsCostMore(t *testing.T) {
	for name, more := range map[string]func(*Stay){
		"one more night":     func(s *Stay) { s.CheckOut++ },
		"two rooms":          func(s *Stay) { s.Rooms = Spread(4, nil, 2) },
		"a teenager besides": func(s *Stay) { s.Rooms = Spread(2, []int{15}, 1) },
	} {
		stay := december()
		more(&stay)
		dearer := 0
		both(t, "LON", december(), stay, func(h *directory.Hotel, a, b Rate) {
			if b.USD < a.USD && a.Deal == b.Deal {
				t.Errorf("%s: %s in %s is %v, less than %v", name, b.Code, h.Name, b.USD, a.USD)
			}
			if b.USD > a.USD {
				dearer++
			}
		})
		if dearer == 0 {
			t.Errorf("%s: nothing is dearer", name)
		}
	}
}

func TestThePlatformSellsNoStayThatIsTooLongOrTooFarOff(t *testing.T) {
	for name, tt := range map[string]struct {
		in, out calendar.Day
		sold    bool
	}{
		"tonight":             {today, today + 1, true},
		"90 nights":           {today + 10, today + 100, true},
		"91 nights":           {today + 10, today + 101, false},
		"ends in 500 days":    {today + 498, today + 500, true},
		"ends in 501 days":    {today + 499, today + 501, false},
		"thousands of years":  {today + 1, today + 2_900_000, false},
		"in the far future":   {today + 2_900_000, today + 2_900_003, false},
		"searched by a clock": {today - 3, today + 1, true},
	} {
		stay := december()
		stay.CheckIn, stay.CheckOut = tt.in, tt.out
		p := New(data.Load(), 0).Pricer(stay)
		some := slices.ContainsFunc(hotelsOf(t, "LON"), func(h *directory.Hotel) bool { return len(p.Rates(h)) > 0 })
		if some != tt.sold {
			t.Errorf("%s: sold %v, want %v", name, some, tt.sold)
		}
	}
}

func TestSeasonsFollowTheSunAndTheHolidays(t *testing.T) {
	day := func(text string) calendar.Day {
		d, err := calendar.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	world, tariff := data.Load(), New(data.Load(), 0)
	for _, tt := range []struct{ city, high, low string }{
		{"LON", "2027-07-20", "2027-02-01"}, {"SYD", "2027-01-20", "2027-07-20"},
		{"HKT", "2027-01-20", "2027-07-20"}, {"DPS", "2027-08-10", "2027-02-10"}, {"DXB", "2027-01-20", "2027-07-20"},
		{"LON", "2026-12-31", "2026-12-10"}, {"SYD", "2026-12-31", "2026-12-10"},
	} {
		city, _ := world.City(tt.city)
		m := tariff.marketOf(city)
		if high, low := m.yearly(day(tt.high)), m.yearly(day(tt.low)); high <= low {
			t.Errorf("%s: %s has %.2f, %s has %.2f", tt.city, tt.high, high, tt.low, low)
		}
	}
}

func TestASeasonHasNoSteps(t *testing.T) {
	for letter, months := range law().seasons {
		m := market{months: months, swing: 1}
		from, _ := calendar.Parse("2027-01-03")
		for day := from; day < from+350; day++ {
			if a, b := m.yearly(day), m.yearly(day+1); b/a > 1.04 || a/b > 1.04 {
				t.Errorf("season %s: %.3f on %s, %.3f on %s", letter, a, day, b, day+1)
			}
		}
	}
}
