// Package gazetteer has the cities of the world that are served by an airport, their names in many languages, and
// the number of people who fly there. The client uses it to find out which place a traveler means; the sandbox
// uses it as well. The data comes from open sources (see NOTICE in this directory) and is decoded on first use,
// so a command that looks up no name pays nothing.
package gazetteer

import (
	"compress/gzip"
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

//go:embed cities.csv.gz
var citiesFile string

// City is a place served by one or more airports and identified by a city code, or a town that has no airport.
type City struct {
	Code     string // metropolitan or airport code, three letters; four digits for a town without one
	Name     string // English
	Country  string // ISO 3166-1 alpha-2
	Region   string // ISO 3166-2; empty for some towns
	Lat, Lon float64
	Zone     string   // IANA time zone
	People   int      // inhabitants (GeoNames); 0 if unknown
	Served   []string // codes of its airports, busiest first; empty for a town
}

// IATA returns the city's IATA code. It is empty for a town without one, whose Code has a meaning only in the
// sandbox.
func (c *City) IATA() string {
	if c.Code[0] <= '9' {
		return ""
	}
	return c.Code
}

// Cities returns every city that an airport serves, sorted by code. The caller must not modify it.
func Cities() []City { return cities() }

var cities = Table(citiesFile, func(row []string) City {
	c := ParseCity(row)
	c.Served = strings.Split(row[8], " ")
	return c
})

// ParseCity parses a row of the table of cities, or of a similar table, without the airports.
func ParseCity(c []string) City {
	return City{
		Code: c[0], Name: c[1], Country: c[2], Region: c[3],
		Lat: Number(c[4]), Lon: Number(c[5]), Zone: c[6], People: int(Number(c[7])),
	}
}

//go:embed names.csv.gz
var namesFile string

//go:embed aliases.csv.gz
var aliasesFile string

// Separator separates the names in a cell. It occurs in no folded name.
const Separator = "|"

// localNames has the names of countries and cities in the languages of the table.
type localNames struct {
	locales []string            // BCP 47, English first
	rows    map[string][]string // by country or city code; one cell per locale, empty if the English name is used
}

var names = sync.OnceValue(func() localNames {
	table := Rows(namesFile)
	n := localNames{locales: table[0][1:], rows: make(map[string][]string, len(table))} // the header names them
	for _, row := range table[1:] {
		n.rows[row[0]] = row[1:]
	}
	return n
})

var matcher = sync.OnceValue(func() language.Matcher {
	var tags []language.Tag
	for _, l := range names().locales {
		tags = append(tags, language.MustParse(l))
	}
	return language.NewMatcher(tags)
})

var aliases = byFirstCell(aliasesFile)

// Locales returns the languages that have names, as BCP 47 tags, English first.
func Locales() []string { return slices.Clone(names().locales) }

// Locale returns the language in Locales that is best for a reader of tag (pt-PT for pt-AO, zh-Hant for zh-TW).
// It returns English for an unknown or invalid tag.
func Locale(tag string) string { return names().locales[localeIndex(tag)] }

// Name returns the name of a country or a city, by code, in the language of locale, a BCP 47 tag. It returns ""
// if the English name is used.
func Name(code, locale string) string {
	row := names().rows[code]
	if row == nil || locale == "" || locale == "en" {
		return ""
	}
	return row[localeIndex(locale)]
}

// Aliases returns the other names of a city, by code, that are not in LocalNames, separated by Separator, or "".
// They are folded by words.Fold, for looking up and not for display.
func Aliases(cityCode string) string { return aliases()[cityCode] }

// LocalNames returns the names of a country or a city, by code, in all languages except English. A name is "" if
// the language uses the English one. The caller must not modify them.
func LocalNames(code string) []string { return names().rows[code] }

// localeIndex returns the index in locales of the language that is best for tag.
func localeIndex(tag string) int {
	parsed, err := language.Parse(tag)
	if err != nil {
		return 0
	}
	_, i, confidence := matcher().Match(parsed)
	if confidence == language.No {
		return 0
	}
	return i
}

// Rows parses an embedded table. A generated table is CSV compressed with gzip. A table written by hand has |
// between its cells, rows of any length, and comment lines that start with #. The files are embedded and tested,
// so an error panics.
func Rows(file string) [][]string {
	var text io.Reader = strings.NewReader(file)
	comma, err := '|', error(nil)
	if strings.HasPrefix(file, "\x1f\x8b") { // RFC 1952
		comma = ','
		text, err = gzip.NewReader(text)
	}
	var rows [][]string
	if err == nil {
		r := csv.NewReader(text)
		r.Comma, r.Comment, r.LazyQuotes, r.FieldsPerRecord = comma, '#', true, -1
		rows, err = r.ReadAll()
	}
	if err != nil {
		panic(fmt.Sprintf("gazetteer: embedded table: %v", err))
	}
	return rows
}

// Table returns a function that parses an embedded table on first use, with one value per row.
func Table[T any](file string, value func(cells []string) T) func() []T {
	return sync.OnceValue(func() []T {
		rows := Rows(file)
		values := make([]T, len(rows))
		for i, cells := range rows {
			values[i] = value(cells)
		}
		return values
	})
}

// ByCode returns a function that finds a value of a table by its code. The map is built on first use.
func ByCode[T any](values func() []T, code func(T) string) func(code string) (T, bool) {
	byCode := sync.OnceValue(func() map[string]T {
		byCode := make(map[string]T, len(values()))
		for _, v := range values() {
			byCode[code(v)] = v
		}
		return byCode
	})
	return func(code string) (T, bool) {
		v, ok := byCode()[code]
		return v, ok
	}
}

// Number parses a number in a table.
func Number(cell string) float64 {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic(fmt.Sprintf("gazetteer: embedded table: %v", err))
	}
	return x
}

//go:embed traffic.txt
var trafficText string

// Traffic returns the number of passengers of an airport, in millions a year, by IATA code. It reports false for
// an airport that is not listed, which is small.
func Traffic(code string) (millions float64, listed bool) {
	millions, listed = traffic()[code]
	return millions, listed
}

var traffic = sync.OnceValue(func() map[string]float64 {
	known := map[string]float64{}
	for _, row := range Rows(trafficText) {
		for _, entry := range row {
			code, millions, _ := strings.Cut(entry, " ")
			known[code] = Number(millions)
		}
	}
	return known
})
