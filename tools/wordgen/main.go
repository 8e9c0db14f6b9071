// Command wordgen makes the table of the names of weekdays, months and countries from Unicode's CLDR.
// It is run by hand:
//
//	npm pack cldr-dates-full@48.2.0 cldr-localenames-full@48.2.0
//	for f in cldr-*.tgz; do mkdir ${f%.tgz}; tar xzf $f -C ${f%.tgz}; done
//	go run ./wordgen cldr-dates-full-48.2.0/package cldr-localenames-full-48.2.0/package ../internal/names/names.tsv
//
// One line a language, fields separated by tabs: tag, the weekdays from Sunday, the months, and the
// countries. A weekday or month is its names with | between, and commas stand between them; a country
// is CODE=name|another name, and semicolons stand between them.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// languages are those of the countries that most air travelers come from.
const languages = "ar cs da de el en es fi fr hu it ja ko nb nl pl pt ro ru sv tr uk zh"

// notCountries are regions of two letters that no passport and no market has.
const notCountries = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ"

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: wordgen DATES LOCALENAMES OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "wordgen:", err)
		os.Exit(1)
	}
}

func run(dates, names, output string) error {
	var b bytes.Buffer
	for tag := range strings.FieldsSeq(languages) {
		var calendar calendarFile
		var territories namesFile
		if err := load(filepath.Join(dates, "main", tag, "ca-gregorian.json"), &calendar); err != nil {
			return err
		}
		if err := load(filepath.Join(names, "main", tag, "territories.json"), &territories); err != nil {
			return err
		}
		g := calendar.Main[tag].Dates.Calendars.Gregorian
		months := make([]string, 12)
		for i := range months {
			months[i] = strconv.Itoa(i + 1)
		}
		fields := []string{
			tag,
			g.Days.list([]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}),
			g.Months.list(months),
			countries(territories.Main[tag].Names.Territories),
		}
		fmt.Fprintln(&b, strings.Join(fields, "\t"))
	}
	return os.WriteFile(output, b.Bytes(), 0o644)
}

func load(name string, into any) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

type calendarFile struct {
	Main map[string]struct {
		Dates struct {
			Calendars struct {
				Gregorian struct{ Days, Months widths }
			}
		}
	}
}

type namesFile struct {
	Main map[string]struct {
		Names struct {
			Territories map[string]string
		} `json:"localeDisplayNames"`
	}
}

// widths are names by context (format, stand-alone), width and key.
type widths map[string]map[string]map[string]string

// list gives all names of each key, the longest width first.
func (w widths) list(keys []string) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		var names []string
		for _, width := range []string{"wide", "abbreviated", "short"} {
			for _, context := range []string{"stand-alone", "format"} {
				names = add(names, w[context][width][key])
			}
		}
		all[i] = strings.Join(names, "|")
	}
	return strings.Join(all, ",")
}

var code = regexp.MustCompile(`^([A-Z]{2})(-alt-(short|variant))?$`)

func countries(all map[string]string) string {
	names := map[string][]string{}
	var keys []string
	for key := range all {
		keys = append(keys, key)
	}
	slices.Sort(keys) // a country's first name comes before the others
	for _, key := range keys {
		if m := code.FindStringSubmatch(key); m != nil && !slices.Contains(strings.Fields(notCountries), m[1]) {
			names[m[1]] = add(names[m[1]], all[key])
		}
	}
	var list []string
	for _, key := range keys {
		if len(names[key]) > 0 {
			list = append(list, key+"="+strings.Join(names[key], "|"))
		}
	}
	return strings.Join(list, ";")
}

// add adds a name that is not in the list, without the signs of the table and what no one sees.
func add(names []string, name string) []string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r), strings.ContainsRune("|;,\t", r):
			return -1
		case unicode.Is(unicode.Zs, r):
			return ' '
		}
		return r
	}, name)
	if name == "" || slices.ContainsFunc(names, func(have string) bool { return strings.EqualFold(have, name) }) {
		return names
	}
	return append(names, name)
}
