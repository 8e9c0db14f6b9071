package tariff

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/hotels/directory"
)

//go:embed testdata/bands.txt
var bandsFile string

// TestPricesAreWhatATravelerExpects holds the prices of a night in hotels of three stars
// against bands that were written before them, low and high season, whatever the seed.
// Which hotel is the cheapest or the dearest is chance, so one in twenty may lie outside, none
// of them far, and of a few hotels only the middle one says something.
func TestPricesAreWhatATravelerExpects(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine asks: a race would show in a smaller test")
	}
	held, off, cities := 0, 0, map[string]bool{}
	for seed := range uint64(5) {
		hotels, tariff := directory.New(data.Load(), seed), New(data.Load(), seed)
		for cells := range rows(bandsFile, 9) {
			found, ok := hotels.InCity(cells[0])
			if !ok {
				t.Fatalf("%s is not a city", cells[0])
			}
			cities[cells[0]] = true
			for half := range 2 {
				month, bands := cells[1+4*half], cells[2+4*half:]
				prices := threeStars(tariff, found, month)
				for i, price := range []float64{prices[0], prices[len(prices)/2], prices[len(prices)-1]} {
					if i != 1 && len(prices) < 8 {
						continue
					}
					held++
					beside := outside(bands[i], price)
					if beside > 0 {
						off++
						t.Logf("seed %d, %s, month %s: %.0f is not in %s", seed, cells[0], month, price, bands[i])
					}
					if beside > 0.5 {
						t.Errorf("seed %d, %s, month %s: a price of %.0f is nowhere near %s", seed, cells[0], month, price, bands[i])
					}
				}
			}
		}
	}
	t.Logf("%d of %d prices of %d cities are in their bands", held-off, held, len(cities))
	if len(cities) < 60 || 20*off > held {
		t.Errorf("%d of %d prices of %d cities are not in their bands", off, held, len(cities))
	}
}

// TestABedHasItsPriceToo holds the cheapest bed of a city for one, in its cheapest month.
func TestABedHasItsPriceToo(t *testing.T) {
	least := map[string]float64{
		"PAR": 22, "LON": 20, "NYC": 28, "ZRH": 26, "SYD": 24, "TYO": 13, "LYR": 45, "LAS": 10, "DXB": 10, "RIO": 10, "DEL": 5, "HAN": 5,
	}
	in, _ := calendar.Parse("2027-01-19")
	for seed := range uint64(5) {
		hotels, tariff := directory.New(data.Load(), seed), New(data.Load(), seed)
		for code, low := range least {
			p := tariff.Pricer(Stay{CheckIn: in, CheckOut: in + 1, Booked: in - 28, Rooms: Spread(1, nil, 1), Site: "DE"})
			found, _ := hotels.InCity(code)
			cheapest := math.Inf(1)
			for _, h := range found {
				if rates := p.Rates(h); len(rates) > 0 {
					cheapest = min(cheapest, rates[0].USD)
				}
			}
			if cheapest < low || cheapest > 4*low {
				t.Errorf("seed %d: the cheapest bed of %s costs %.0f, want %.0f to %.0f", seed, code, cheapest, low, 4*low)
			}
		}
	}
}

// threeStars is what a night for two costs in the hotels of three stars on a Tuesday of a
// month, searched four weeks before: of its first four Tuesdays one that is neither the busiest,
// when there may be a fair in town, nor the quietest.
func threeStars(tariff *Tariff, hotels []*directory.Hotel, month string) []float64 {
	first, err := calendar.Parse(fmt.Sprintf("2027-%s-02", month))
	if err != nil {
		panic(err)
	}
	for first.Weekday() != time.Tuesday {
		first++
	}
	nights := []calendar.Day{first, first + 7, first + 14, first + 21}
	demand := tariff.dice.Word("demand").Word(hotels[0].City.Code)
	slices.SortFunc(nights, func(a, b calendar.Day) int { return cmp.Compare(busy(demand, a), busy(demand, b)) })
	night := nights[1]
	p := tariff.Pricer(Stay{CheckIn: night, CheckOut: night + 1, Booked: night - 28, Rooms: Spread(2, nil, 1), Site: "DE"})
	var prices []float64
	for _, h := range hotels {
		if rates := p.Rates(h); h.Star == 3 && h.Kind == directory.PlainHotel && len(rates) > 0 {
			prices = append(prices, rates[0].USD)
		}
	}
	slices.Sort(prices)
	return prices
}

// outside is how far a price is from a band, as a share of the band's nearer end; 0 inside.
func outside(band string, price float64) float64 {
	text, more, _ := strings.Cut(band, "-")
	low, high := number(text), number(more)
	return max(0, low/price-1, price/high-1)
}
