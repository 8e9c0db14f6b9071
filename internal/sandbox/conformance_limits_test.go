package sandbox

import (
	"strconv"
	"strings"

	"travel.example/travel/api"
)

// limitCases are the values at a parameter's limits and one step beyond.
func limitCases(p *api.Param) []requestCase {
	var cases []requestCase
	add := func(name, value string, good bool) {
		cases = append(cases, requestCase{name, values{p.Name: inPlace(p, value)}, good})
	}
	switch {
	case p.Kind == api.Boolean || len(p.Enum) > 0:
		for _, word := range p.Enum {
			add("word", word, true)
		}
		add("no word of it", "moon", false)
		if len(p.Enum) > 0 {
			add("wrong case", swapCase(p.Enum[len(p.Enum)-1]), swapCase(p.Enum[len(p.Enum)-1]) == p.Enum[len(p.Enum)-1])
		}
	case p.Kind == api.Integer || p.Kind == api.Number:
		numberCases(p, add)
	default:
		textCases(p, add)
	}
	if p.List && p.In == api.InQuery {
		cases = append(cases, requestCase{"an empty item", values{p.Name: explicitEmpty}, false})
	}
	return cases
}

func numberCases(p *api.Param, add func(name, value string, good bool)) {
	if p.HasMin {
		add("the least", number(p.Min), true)
		add("below the least", number(p.Min-1), false)
	}
	if p.HasMax {
		add("the greatest", number(p.Max), true)
		if p.Max < 1<<53-1 { // beyond that a float has no next whole number
			add("above the greatest", number(p.Max+1), false)
		}
	}
	if p.Kind == api.Integer {
		add("a fraction", "1.5", false)
	}
	add("no number", `"one"`, false)
}

func textCases(p *api.Param, add func(name, value string, good bool)) {
	switch p.Pattern {
	case "":
		if p.MaxLen > 0 {
			add("the longest", strings.Repeat("x", p.MaxLen), true)
			add("too long", strings.Repeat("x", p.MaxLen+1), false)
		}
		if p.MinLen > 0 && p.In == api.InQuery {
			add("empty", explicitEmpty, false)
		}
	case `^[A-Z]{2}$`:
		add("small letters", "de", false)
		add("three letters", "DEU", false)
	case `^[A-Z]{3}$`:
		add("small letters", "dxb", false)
		add("four letters", "DXBX", false)
		add("a digit", "D1B", false)
	case `^\d{4}-\d{2}-\d{2}$`:
		add("no such day", "2026-02-30", false)
		add("another order", "21-12-2026", false)
		add("a time", "2026-12-21T00:00:00Z", false)
	case `^\d{1,7}$`:
		add("the least", "0", true)
		add("the longest", "9999999", true)
		add("too long", "12345678", false)
		add("negative", "-1", false)
	case `^[A-Z0-9]{2}$`:
		add("an airline", "9W", true)
		add("three", "EKK", false)
	default:
		add("outside the alphabet", "a b", false)
		add("a slash", "a/b", false)
		if p.In == api.InPath {
			add("too long", strings.Repeat("x", 257), false)
		}
	}
}

// inPlace writes a value as its place wants it: JSON in a body.
func inPlace(p *api.Param, value string) string {
	if p.In != api.InBody || value == explicitEmpty {
		return strings.Trim(value, `"`)
	}
	if p.Kind == api.String {
		value = strconv.Quote(strings.Trim(value, `"`))
	}
	if p.List {
		value = "[" + value + "]"
	}
	return value
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func swapCase(s string) string {
	if upper := strings.ToUpper(s); upper != s {
		return upper
	}
	return strings.ToLower(s)
}
