// Command cldrgen generates two tables from Unicode's CLDR: formats of money, and names of weekdays, months and
// countries. It is run by hand:
//
//	npm pack cldr-numbers-full@48.2.0 cldr-dates-full@48.2.0 cldr-localenames-full@48.2.0
//	for f in cldr-*.tgz; do mkdir ${f%-48*}; tar xzf $f -C ${f%-48*} --strip-components=1; done
//	go run ./cldrgen .
//
// The argument is the directory with the unpacked packages.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// locales are the languages of the countries that most air travelers come from, and their regional variants that
// format money differently.
const locales = `af am ar ar-AE ar-EG ar-MA ar-SA az be bg bn bs ca cs cy da de de-AT de-CH el en en-001
en-AU en-CA en-GB en-HK en-IE en-IN en-NZ en-SG en-ZA es es-419 es-AR es-BO es-CL es-CO es-CR es-DO es-EC
es-MX es-PE es-PY es-US es-UY et eu fa fi fil fr fr-CA fr-CH ga gl gu he hi hr hu hy id is it it-CH ja ka
kk km kn ko lo lt lv mk ml mn mr ms ms-SG my nb ne nl pa pl pt pt-PT ro ru si sk sl sq sr sr-Latn sv sw ta
te th tr uk ur uz vi zh zh-Hant zh-Hant-HK`

// languages are those in which names of days and countries may be typed.
const languages = "ar cs da de el en es fi fr hu it ja ko nb nl pl pt ro ru sv tr uk zh"

// notCountries are two-letter regions without a passport or market.
const notCountries = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: cldrgen DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "cldrgen:", err)
		os.Exit(1)
	}
}

// run writes the tables, which have one line per locale with fields separated by tabs.
func run(dir string) error {
	english, err := currencies(dir, "en")
	if err != nil {
		return err
	}
	var current []string
	for code, c := range english {
		// A name with years of use belongs to a former currency.
		if !strings.ContainsFunc(c.DisplayName, unicode.IsDigit) && code != "XXX" {
			current = append(current, code)
		}
	}
	slices.Sort(current)
	err = write("../internal/offer/money.tsv", locales, func(tag string) (string, error) { return money(dir, tag, current) })
	if err != nil {
		return err
	}
	return write("../internal/names/names.tsv", languages, func(tag string) (string, error) { return names(dir, tag) })
}

func write(path, tags string, line func(tag string) (string, error)) error {
	var text strings.Builder
	for tag := range strings.FieldsSeq(tags) {
		fields, err := line(tag)
		if err != nil {
			return fmt.Errorf("locale %s: %w", tag, err)
		}
		text.WriteString(tag + "\t" + fields + "\n")
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}

// load decodes the value below "main" and the locale's tag in a file of a package.
func load(dir, pkg, tag, name string, into any) error {
	text, err := os.ReadFile(filepath.Join(dir, pkg, "main", tag, name))
	if err != nil {
		return err
	}
	var file struct{ Main map[string]json.RawMessage }
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	return json.Unmarshal(file.Main[tag], into)
}

// plain removes unsafe characters and the given signs, and replaces all spaces by blank.
func plain(s, signs string, blank rune) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r), strings.ContainsRune(signs, r):
			return -1
		case unicode.Is(unicode.Zs, r):
			return blank
		}
		return r
	}, s)
}

// unbroken returns plain text without line breaks, because an amount stays on one line.
func unbroken(s string) string { return plain(s, "", '\u00a0') }

// money returns a line of the first table: decimal sign, group sign, minus sign, minimum digits before a group,
// pattern, pattern for currencies written in letters, and currency symbols (CODE=symbol, separated by spaces; a
// missing currency is written as its code). All digits are Latin, so that columns of figures align, and
// bidirectional controls are removed; a symbol of right-to-left letters, which needs them, is replaced by the code.
func money(dir, tag string, current []string) (string, error) {
	var locale struct {
		Numbers struct {
			MinimumGroupingDigits string
			Symbols               map[string]any `json:"symbols-numberSystem-latn"`
			Formats               map[string]any `json:"currencyFormats-numberSystem-latn"`
		}
	}
	if err := load(dir, "cldr-numbers-full", tag, "numbers.json", &locale); err != nil {
		return "", err
	}
	n := locale.Numbers
	text := func(from map[string]any, names ...string) string {
		for _, name := range names {
			if s, ok := from[name].(string); ok && s != "" {
				return unbroken(s)
			}
		}
		return ""
	}
	fields := []string{
		text(n.Symbols, "currencyDecimal", "decimal"),
		text(n.Symbols, "currencyGroup", "group"),
		text(n.Symbols, "minusSign"),
		n.MinimumGroupingDigits,
		text(n.Formats, "standard"),
		text(n.Formats, "standard-alphaNextToNumber", "standard"),
	}
	if i := slices.Index(fields, ""); i >= 0 {
		return "", fmt.Errorf("field %d is empty", i+2)
	}
	all, err := currencies(dir, tag)
	if err != nil {
		return "", err
	}
	rightToLeft := func(r rune) bool { return unicode.In(r, unicode.Arabic, unicode.Hebrew) }
	var symbols []string
	for _, code := range current {
		symbol := unbroken(all[code].Symbol)
		if symbol == "" || symbol == code || strings.ContainsFunc(symbol, rightToLeft) {
			continue
		}
		if strings.ContainsAny(symbol, " \t=") {
			return "", fmt.Errorf("the symbol %q of %s does not fit the table", symbol, code)
		}
		symbols = append(symbols, code+"="+symbol)
	}
	return strings.Join(append(fields, strings.Join(symbols, " ")), "\t"), nil
}

type currency struct{ DisplayName, Symbol string }

func currencies(dir, tag string) (map[string]currency, error) {
	var locale struct {
		Numbers struct{ Currencies map[string]currency }
	}
	err := load(dir, "cldr-numbers-full", tag, "currencies.json", &locale)
	return locale.Numbers.Currencies, err
}

// names returns a line of the second table: the weekdays from Sunday, the months, and the countries. A weekday or
// month is its names separated by |, and entries are separated by commas; a country is CODE=name|another name, and
// countries are separated by semicolons.
func names(dir, tag string) (string, error) {
	var calendar struct {
		Dates struct {
			Calendars struct {
				Gregorian struct{ Days, Months widths }
			}
		}
	}
	if err := load(dir, "cldr-dates-full", tag, "ca-gregorian.json", &calendar); err != nil {
		return "", err
	}
	var territories struct {
		LocaleDisplayNames struct{ Territories map[string]string }
	}
	if err := load(dir, "cldr-localenames-full", tag, "territories.json", &territories); err != nil {
		return "", err
	}
	g := calendar.Dates.Calendars.Gregorian
	var months []string
	for i := range 12 {
		months = append(months, strconv.Itoa(i+1))
	}
	weekdays := []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}
	return g.Days.list(weekdays) + "\t" + g.Months.list(months) + "\t" + countries(territories.LocaleDisplayNames.Territories), nil
}

// widths maps context (format, stand-alone), width and key to names.
type widths map[string]map[string]map[string]string

// list returns all names of each key, the longest width first.
func (w widths) list(keys []string) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		var names []string
		for _, width := range []string{"wide", "abbreviated", "short"} {
			names = add(add(names, w["stand-alone"][width][key]), w["format"][width][key])
		}
		all[i] = strings.Join(names, "|")
	}
	return strings.Join(all, ",")
}

var country = regexp.MustCompile(`^([A-Z]{2})(-alt-(short|variant))?$`)

func countries(all map[string]string) string {
	names := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(all)) { // a country's first name comes before the others
		if m := country.FindStringSubmatch(key); m != nil && !slices.Contains(strings.Fields(notCountries), m[1]) {
			names[m[1]] = add(names[m[1]], all[key])
		}
	}
	var list []string
	for _, code := range slices.Sorted(maps.Keys(names)) {
		list = append(list, code+"="+strings.Join(names[code], "|"))
	}
	return strings.Join(list, ";")
}

// add adds a name that is not in the list, without the table's separators.
func add(names []string, name string) []string {
	name = plain(name, "|;,\t", ' ')
	if name == "" || slices.ContainsFunc(names, func(have string) bool { return strings.EqualFold(have, name) }) {
		return names
	}
	return append(names, name)
}
