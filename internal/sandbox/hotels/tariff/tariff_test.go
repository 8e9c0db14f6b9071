package tariff

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		t.Fatalf("%s is no city", city)
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

func TestGuestsAreSpreadEvenlyEarlierRoomsFirst(t *testing.T) {
	for _, tt := range []struct {
		adults int
		ages   []int
		rooms  int
		want   []Party
	}{
		{2, nil, 1, []Party{{Adults: 2}}},
		{5, nil, 2, []Party{{Adults: 3}, {Adults: 2}}},
		{9, nil, 4, []Party{{Adults: 3}, {Adults: 2}, {Adults: 2}, {Adults: 2}}},
		{2, []int{4, 9}, 1, []Party{{2, []int{4, 9}}}},
		{2, []int{4, 9, 12}, 2, []Party{{1, []int{4, 12}}, {1, []int{9}}}},
		{3, []int{5}, 2, []Party{{Adults: 2}, {1, []int{5}}}},
		{3, []int{5, 0}, 2, []Party{{2, []int{0}}, {1, []int{5}}}},
	} {
		if diff := cmp.Diff(tt.want, Spread(tt.adults, tt.ages, tt.rooms)); diff != "" {
			t.Errorf("%d adults, children %v, %d rooms (-want +got):\n%s", tt.adults, tt.ages, tt.rooms, diff)
		}
	}
	for adults := 1; adults <= 9; adults++ {
		for rooms := 1; rooms <= min(4, adults); rooms++ {
			for children := range 9 {
				parties := Spread(adults, make([]int, children), rooms)
				first, last := parties[0].guests(), parties[rooms-1].guests()
				if first-last > 1 || !slices.IsSortedFunc(parties, func(a, b Party) int { return b.guests() - a.guests() }) {
					t.Errorf("%d adults, %d children, %d rooms: %v", adults, children, rooms, parties)
				}
			}
		}
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

func TestAChildPaysByItsAge(t *testing.T) {
	price := func(age int) Stay {
		s := december()
		s.Rooms = Spread(2, []int{age}, 1)
		return s
	}
	both(t, "LIS", december(), price(1), func(_ *directory.Hotel, a, b Rate) {
		if a.USD != b.USD {
			t.Errorf("%s: an infant costs %v", a.Code, b.USD-a.USD)
		}
	})
	for _, ages := range [][2]int{{2, 3}, {8, 12}} {
		dearer := 0
		both(t, "LIS", price(ages[0]), price(ages[1]), func(_ *directory.Hotel, a, b Rate) {
			if b.USD < a.USD {
				t.Errorf("%s: a child of %d costs %v less than one of %d", a.Code, ages[1], a.USD-b.USD, ages[0])
			}
			if b.USD > a.USD {
				dearer++
			}
		})
		if dearer == 0 {
			t.Errorf("a child of %d costs no more than one of %d", ages[1], ages[0])
		}
	}
	both(t, "LIS", price(4), price(11), func(_ *directory.Hotel, a, b Rate) {
		if a.USD != b.USD {
			t.Errorf("%s: a child of 11 costs %v more than one of 4", a.Code, b.USD-a.USD)
		}
	})
}

func TestARoomHoldsNoMoreThanItCan(t *testing.T) {
	for _, tt := range []struct {
		room  room
		party Party
		ok    bool
	}{
		{single, Party{Adults: 1}, true},
		{single, Party{Adults: 2}, false},
		{double, Party{Adults: 2}, true},
		{double, Party{Adults: 3}, false},
		{double, Party{2, []int{8}}, true},
		{double, Party{2, []int{8, 9}}, false},
		{double, Party{2, []int{8, 1}}, true},
		{double, Party{2, []int{0, 1, 2}}, false},
		{dorm, Party{Adults: 9}, true},
		{threeBed, Party{Adults: 9}, true},
		{house, Party{9, []int{8, 8, 8}}, true},
	} {
		if _, ok := tt.room.forParty(tt.party); ok != tt.ok {
			t.Errorf("%s for %+v: %v, want %v", tt.room.name, tt.party, ok, tt.ok)
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
			t.Errorf("%s is no country", code)
		}
	}
	for place, tax := range law().taxes {
		_, country := world.Country(place)
		_, city := world.City(place)
		if !country && !city {
			t.Errorf("%s is neither a city nor a country", place)
		}
		if _, ok := world.Currency(tax.currency); !ok && (tax.unit == byPerson || tax.unit == byRoom) {
			t.Errorf("%s: %q is no currency", place, tax.currency)
		}
	}
}

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
		{Rate{Board: RoomOnly}, []string{"non_refundable", "room_only"}},
		{Rate{Board: Breakfast, Refundable: true}, []string{"breakfast_included", "free_cancellation"}},
		{Rate{Board: HalfBoard}, []string{"breakfast_included", "half_board", "non_refundable"}},
		{Rate{Board: AllInclusive, Refundable: true}, []string{"all_inclusive", "breakfast_included", "free_cancellation"}},
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

func TestSeasonsFollowTheSunAndTheHolidays(t *testing.T) {
	day := func(text string) calendar.Day {
		d, err := calendar.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, tt := range []struct {
		lat       float64
		high, low string
	}{
		{51, "2027-07-20", "2027-02-01"}, {-34, "2027-01-20", "2027-07-20"},
		{4, "2027-01-20", "2027-07-20"}, {51, "2026-12-31", "2026-12-10"}, {-34, "2026-12-31", "2026-12-10"},
	} {
		if high, low := yearly(tt.lat, day(tt.high)), yearly(tt.lat, day(tt.low)); high <= low {
			t.Errorf("latitude %v: %s has %.2f, %s has %.2f", tt.lat, tt.high, high, tt.low, low)
		}
	}
}
