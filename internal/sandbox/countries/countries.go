// Package countries answers the two reads on countries: the public holidays of
// a market, and where a passport goes without a visa.
//
// Both are facts written down by hand, see the packages below. What a passport
// allows is illustrative: the rules of blocs and agreements as they are widely
// known, never advice for a real journey.
package countries

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"travel.example/travel/internal/sandbox/countries/holiday"
	"travel.example/travel/internal/sandbox/countries/visa"
	"travel.example/travel/internal/sandbox/data"
)

//go:embed gateways.txt
var gatewaysText string

// Engine answers the countries reads. It is safe for concurrent use.
type Engine struct {
	world    *data.World
	calendar *holiday.Calendar
	visas    *visa.Table
	keyCity  map[string]*data.City // by country; some small territories have none
	rank     map[string]int        // of countries by their English names
}

// New decodes the tables of holidays and of visas.
func New(w *data.World) *Engine {
	return &Engine{world: w, calendar: holiday.Load(), visas: visa.Load(), keyCity: keyCities(w), rank: ranks(w)}
}

// ranks puts the countries in the order of an English reader: letters with
// marks are sorted with those without.
func ranks(w *data.World) map[string]int {
	names := make(map[string]string, len(w.Countries()))
	codes := make([]string, 0, len(w.Countries()))
	for _, c := range w.Countries() {
		codes = append(codes, c.Code)
		names[c.Code] = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(c.Name))
	}
	slices.SortFunc(codes, func(a, b string) int { return cmp.Compare(names[a], names[b]) })
	rank := make(map[string]int, len(codes))
	for i, code := range codes {
		rank[code] = i
	}
	return rank
}

// keyCities is the principal city of each country, fit for a flight search: the
// main gateway where that is not the capital, otherwise the capital.
func keyCities(w *data.World) map[string]*data.City {
	capitals := map[string]string{}
	for _, c := range w.Countries() {
		capitals[c.Code] = c.Capital
	}
	key := map[string]*data.City{}
	for _, city := range w.Cities() {
		if city.Name == capitals[city.Country] {
			key[city.Country] = city
		}
	}
	for line := range strings.Lines(gatewaysText) {
		if line[0] == '#' {
			continue
		}
		country, code, _ := strings.Cut(strings.TrimSpace(line), " ")
		city, ok := w.City(code)
		if !ok || city.Country != country {
			panic(fmt.Sprintf("countries: %q is not a city of the country", line))
		}
		key[country] = city
	}
	return key
}
