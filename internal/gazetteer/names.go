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
