package data

import (
	_ "embed"
	"iter"
	"slices"
	"sync"

	"golang.org/x/text/language"
)

//go:embed names.tsv.gz
var namesFile []byte

//go:embed aliases.tsv.gz
var aliasesFile []byte

const (
	nameColumns  = 1 + 44 // the code, and a cell for each locale
	aliasColumns = 1 + 11 // the code, and a cell for each group of scripts
)

// localNames has the names of countries and cities in the sandbox's languages.
type localNames struct {
	locales []string                // BCP 47, English first
	matcher func() language.Matcher // made on first use
	rows    map[string][]string     // by country or city code; one cell for each locale, empty where English will do
}

// Locales is the languages that names are known in, as BCP 47 tags, English first.
func (w *World) Locales() []string { return slices.Clone(w.names().locales) }

// Locale is the language of Locales that serves a reader of tag best (pt-AO
// reads pt-PT, zh-TW reads zh-Hant), and English for what is unknown or not a tag.
func (w *World) Locale(tag string) string {
	n := w.names()
	return n.locales[n.index(tag)]
}

// CountryName is the name of a country in the language of locale, a BCP 47
// tag, or else in English. An unknown code is its own name.
func (w *World) CountryName(code, locale string) string {
	c, ok := w.Country(code)
	if !ok {
		return code
	}
	if name := w.names().name(code, locale); name != "" {
		return name
	}
	return c.Name
}

// CityName is the name of a city in the language of locale, a BCP 47 tag, or
// else in English.
func (w *World) CityName(city *City, locale string) string {
	if name := w.names().name(city.Code, locale); name != "" {
		return name
	}
	return city.Name
}

// Aliases yields the other names of a city, by its code, that LocalNames does not
// have, some at a time with "\x1f" between them. They are for looking up, not for
// showing: in small letters, without accents, as package places compares them.
func (w *World) Aliases(cityCode string) iter.Seq[string] {
	return func(yield func(string) bool) {
		t := w.aliases()
		row, ok := t.byKey[cityCode]
		for column := 1; ok && column < aliasColumns; column++ {
			if names := t.cell(row, column); names != "" && !yield(names) {
				return
			}
		}
	}
}

// LocalNames yields the names of a country or a city, by its code, in all
// languages but English.
func (w *World) LocalNames(code string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, name := range w.names().rows[code] {
			if name != "" && !yield(name) {
				return
			}
		}
	}
}

func (n localNames) name(code, locale string) string {
	row := n.rows[code]
	if row == nil || locale == "" || locale == "en" {
		return ""
	}
	return row[n.index(locale)]
}

// index is the place of the language that serves tag in n.locales.
func (n localNames) index(tag string) int {
	parsed, err := language.Parse(tag)
	if err != nil {
		return 0
	}
	_, i, confidence := n.matcher().Match(parsed)
	if confidence == language.No {
		return 0
	}
	return i
}

func decodeNames() localNames {
	table := rowsOf(namesFile, nameColumns)
	locales := table[0][1:] // the header names them
	matcher := sync.OnceValue(func() language.Matcher {
		tags := make([]language.Tag, len(locales))
		for i, l := range locales {
			tags[i] = language.MustParse(l)
		}
		return language.NewMatcher(tags)
	})
	rows := map[string][]string{}
	for _, row := range table[1:] {
		rows[row[0]] = row[1:]
	}
	return localNames{locales: locales, matcher: matcher, rows: rows}
}
