// Command cldrgen makes the table of how money is written from Unicode's CLDR.
// It is run by hand:
//
//	npm pack cldr-numbers-full@48.2.0 && tar xzf cldr-numbers-full-48.2.0.tgz
//	go run ./cldrgen package ../internal/money/money.tsv
//
// One line a locale, fields separated by tabs: tag, decimal sign, group sign, minus sign, digits a
// group must leave in front of it, pattern, pattern for currencies that are written in letters, and
// the symbols of currencies (CODE=symbol, separated by blanks; a currency that is missing is written
// as its code). All digits are Latin, so that columns of figures stand under each other, and
// bidirectional controls are taken out; a symbol of right-to-left letters, which needs them, is left
// to the code.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// locales are the languages of the countries that most air travelers come from, and those of their
// regions that write money in a way of their own.
const locales = `af am ar ar-AE ar-EG ar-MA ar-SA az be bg bn bs ca cs cy da de de-AT de-CH el en en-001
en-AU en-CA en-GB en-HK en-IE en-IN en-NZ en-SG en-ZA es es-419 es-AR es-BO es-CL es-CO es-CR es-DO es-EC
es-MX es-PE es-PY es-US es-UY et eu fa fi fil fr fr-CA fr-CH ga gl gu he hi hr hu hy id is it it-CH ja ka
kk km kn ko lo lt lv mk ml mn mr ms ms-SG my nb ne nl pa pl pt pt-PT ro ru si sk sl sq sr sr-Latn sv sw ta
te th tr uk ur uz vi zh zh-Hant zh-Hant-HK`

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: cldrgen PACKAGE OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "cldrgen:", err)
		os.Exit(1)
	}
}

func run(dir, output string) error {
	current, err := currentCurrencies(dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, tag := range strings.Fields(locales) {
		if err := writeLocale(&b, dir, tag, current); err != nil {
			return fmt.Errorf("locale %s: %w", tag, err)
		}
	}
	return os.WriteFile(output, b.Bytes(), 0o644)
}

// numbers is what CLDR says about figures in one locale.
type numbers struct {
	MinimumGroupingDigits string                     `json:"minimumGroupingDigits"`
	Symbols               map[string]json.RawMessage `json:"symbols-numberSystem-latn"`
	Formats               map[string]json.RawMessage `json:"currencyFormats-numberSystem-latn"`
}

// currency is what CLDR says about one currency in one locale.
type currency struct {
	Name   string `json:"displayName"`
	Symbol string `json:"symbol"`
}

func writeLocale(b *bytes.Buffer, dir, tag string, current []string) error {
	var n numbers
	if err := load(dir, tag, "numbers.json", &n); err != nil {
		return err
	}
	text := func(from map[string]json.RawMessage, names ...string) string {
		for _, name := range names {
			var s string
			if json.Unmarshal(from[name], &s) == nil && s != "" {
				return plain(s)
			}
		}
		return ""
	}
	fields := []string{
		tag,
		text(n.Symbols, "currencyDecimal", "decimal"),
		text(n.Symbols, "currencyGroup", "group"),
		text(n.Symbols, "minusSign"),
		n.MinimumGroupingDigits,
		text(n.Formats, "standard"),
		text(n.Formats, "standard-alphaNextToNumber", "standard"),
	}
	if i := slices.Index(fields, ""); i >= 0 {
		return fmt.Errorf("field %d is empty", i+1)
	}
	symbols, err := symbolList(dir, tag, current)
	if err != nil {
		return err
	}
	fmt.Fprintln(b, strings.Join(append(fields, symbols), "\t"))
	return nil
}

// symbolList gives the current currencies whose symbol is not their code.
func symbolList(dir, tag string, current []string) (string, error) {
	var all map[string]currency
	if err := load(dir, tag, "currencies.json", &all); err != nil {
		return "", err
	}
	var out []string
	for _, code := range current {
		symbol := plain(all[code].Symbol)
		if symbol == "" || symbol == code || strings.ContainsFunc(symbol, rightToLeft) {
			continue
		}
		if strings.ContainsAny(symbol, " \t=") {
			return "", fmt.Errorf("the symbol %q of %s does not fit the table", symbol, code)
		}
		out = append(out, code+"="+symbol)
	}
	return strings.Join(out, " "), nil
}

// currentCurrencies are the codes whose English name gives no years of use, so that they are in use.
func currentCurrencies(dir string) ([]string, error) {
	var all map[string]currency
	if err := load(dir, "en", "currencies.json", &all); err != nil {
		return nil, err
	}
	var codes []string
	for code, c := range all {
		if !strings.ContainsFunc(c.Name, unicode.IsDigit) && code != "XXX" {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes, nil
}

// load reads the part of a locale's file that is about figures or about currencies.
func load(dir, tag, name string, into any) error {
	text, err := os.ReadFile(filepath.Join(dir, "main", tag, name))
	if err != nil {
		return err
	}
	var file struct {
		Main map[string]struct {
			Numbers json.RawMessage `json:"numbers"`
		} `json:"main"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	part := file.Main[tag].Numbers
	if name == "currencies.json" {
		var inner struct {
			Currencies json.RawMessage `json:"currencies"`
		}
		if err := json.Unmarshal(part, &inner); err != nil {
			return err
		}
		part = inner.Currencies
	}
	return json.Unmarshal(part, into)
}

// plain drops what a terminal must not get and turns all blanks into the same
// one, which does not break.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.Is(unicode.Zs, r):
			return '\u00a0'
		}
		return r
	}, s)
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew)
}
