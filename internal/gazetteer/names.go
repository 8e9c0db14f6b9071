package gazetteer

import (
	_ "embed"
	"slices"
	"sync"

	"golang.org/x/text/language"
)

//go:embed names.csv.gz
var namesFile string

//go:embed aliases.csv.gz
var aliasesFile string

// Separator parts the names of a cell. It is in no folded name.
const Separator = "|"

// localNames has the names of countries and cities in the languages of the table.
type localNames struct {
	locales []string            // BCP 47, English first
	rows    map[string][]string // by country or city code; one cell for each locale, empty where English will do
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

// Locales is the languages that names are known in, as BCP 47 tags, English first.
func Locales() []string { return slices.Clone(names().locales) }

// Locale is the language of Locales that serves a reader of tag best (pt-AO
// reads pt-PT, zh-TW reads zh-Hant), and English for what is unknown or not a tag.
func Locale(tag string) string { return names().locales[localeIndex(tag)] }

// Name is the name of a country or a city, by its code, in the language of locale, a BCP 47
// tag; "" where the English one will do.
func Name(code, locale string) string {
	row := names().rows[code]
	if row == nil || locale == "" || locale == "en" {
		return ""
	}
	return row[localeIndex(locale)]
}

// Aliases are the other names of a city, by its code, that LocalNames does not have, with Separator between
// them; "" for none. They are for looking up, not for showing: folded, as words.Fold folds them.
func Aliases(cityCode string) string { return aliases()[cityCode] }

// LocalNames are the names of a country or a city, by its code, in all languages but English; "" where a
// language has the English one. The caller must not change them.
func LocalNames(code string) []string { return names().rows[code] }

// localeIndex is the place of the language that serves tag in the list of locales.
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
