package tariff

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"travel.example/travel/internal/sandbox/hotels/directory"
)

//go:embed countries.txt
var countriesFile string

//go:embed citytaxes.txt
var cityTaxesFile string

// economy is what a night costs in a country compared with others, and the VAT on it.
type economy struct {
	level  float64 // 1.3 in the United States
	vat    float64 // of the price before tax
	season string  // letter of seasons.txt
}

// elsewhere is the economy of a country that the table leaves out.
var elsewhere = economy{level: 0.6, vat: 0.1, season: "f"}

// unit is what a city tax is counted by.
type unit string

const (
	byPercent unit = "percent"
	byPerson  unit = "person"
	byRoom    unit = "room"
	untaxed   unit = "none"
)

// cityTax is what a guest pays on top, at the hotel.
type cityTax struct {
	unit     unit
	currency string
	amounts  []float64 // one for all hotels, or by stars
	nights   int       // most that are taxed; 0 = all
	age      int       // of the youngest guest who pays
}

// laws is the tables: by country, by city, by place, by letter.
type laws struct {
	economies map[string]economy
	cities    map[string]market
	taxes     map[string]cityTax
	seasons   map[string]*monthly
}

var law = sync.OnceValue(readLaws)

// readLaws parses the embedded tables. They are part of the program and
// tested, so a fault in them is a panic.
func readLaws() laws {
	l := laws{economies: map[string]economy{}, taxes: map[string]cityTax{}, seasons: readSeasons()}
	l.cities = readCities(l.seasons)
	for cells := range rows(countriesFile, 4) {
		if l.seasons[cells[3]] == nil {
			panic(fmt.Sprintf("tariff: country %q: unknown season", cells))
		}
		l.economies[cells[0]] = economy{level: number(cells[1]), vat: number(cells[2]) / 100, season: cells[3]}
	}
	for cells := range rows(cityTaxesFile, 6) {
		tax := cityTax{unit: unit(cells[1]), currency: cells[2], nights: int(number(cells[4])), age: int(number(cells[5]))}
		for amount := range strings.SplitSeq(cells[3], ",") {
			tax.amounts = append(tax.amounts, number(amount))
		}
		known := slices.Contains([]unit{byPercent, byPerson, byRoom, untaxed}, tax.unit)
		if !known || len(tax.amounts) != 1 && len(tax.amounts) != 6 {
			panic(fmt.Sprintf("tariff: city tax %q: unknown unit, or neither 1 nor 6 amounts", cells))
		}
		l.taxes[cells[0]] = tax
	}
	return l
}

func rows(file string, columns int) func(func([]string) bool) {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(file) {
			cells := strings.Fields(line)
			if strings.HasPrefix(line, "#") {
				continue
			}
			if len(cells) != columns {
				panic(fmt.Sprintf("tariff: line %q: want %d cells", line, columns))
			}
			if !yield(cells) {
				return
			}
		}
	}
}

func number(cell string) float64 {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic(fmt.Sprintf("tariff: embedded table: %v", err))
	}
	return x
}

func economyOf(country string) economy {
	if e, ok := law().economies[country]; ok {
		return e
	}
	return elsewhere
}

// localTax is the city tax of a whole stay in USD, for a price of it before
// that. ok is false where it is not known what is charged.
func (t *Tariff) localTax(h *directory.Hotel, s Stay, usd float64) (tax float64, ok bool) {
	rule, ok := law().taxes[h.City.Code]
	if !ok {
		rule, ok = law().taxes[h.City.Country]
	}
	if !ok {
		return 0, false
	}
	nights := s.Nights()
	if rule.nights > 0 {
		nights = min(nights, rule.nights)
	}
	amount := rule.amounts[0]
	if len(rule.amounts) > 1 {
		amount = rule.amounts[h.Star]
	}
	switch rule.unit {
	case byPercent:
		return usd * amount / 100 * float64(nights) / float64(s.Nights()), true
	case byPerson:
		amount *= float64(payers(s.Rooms, rule.age))
	case byRoom:
		amount *= float64(len(s.Rooms))
	case untaxed:
		return 0, true
	}
	currency, ok := t.world.Currency(rule.currency)
	return amount * float64(nights) / currency.PerUSD, ok
}

// payers is how many guests are old enough to be taxed.
func payers(rooms []Party, age int) int {
	n := 0
	for _, r := range rooms {
		n += r.Adults
		for _, child := range r.Ages {
			if child >= age {
				n++
			}
		}
	}
	return n
}
