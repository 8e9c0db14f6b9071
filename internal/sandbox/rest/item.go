package rest

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"travel.example/travel/api"
)

// value is one checked value: text of a string, flag of a boolean, number of a
// number, whole and number of an integer.
type value struct {
	text   string
	number float64
	whole  int64
	flag   bool
}

// item is one value as it was sent: text in a path or query, JSON in a body.
type item struct {
	text string
	json bool
}

func textItem(s string) item            { return item{text: s} }
func jsonItem(raw json.RawMessage) item { return item{text: string(raw), json: true} }

// quoted is the item for the detail: harmless, and short.
func (it item) quoted() string {
	var s string
	switch {
	case !it.json:
		return quote(it.text)
	case json.Unmarshal([]byte(it.text), &s) == nil && it.text != "null":
		return quote(s)
	}
	return brief(strings.Trim(strconv.QuoteToGraphic(it.text), `"`))
}

// value reads an item as a value of that kind.
func (it item) value(k api.Kind) (value, bool) {
	switch k {
	case api.Integer:
		return it.integer()
	case api.Number:
		n, ok := decimal(it.text)
		return value{number: n}, ok
	case api.Boolean:
		return it.boolean()
	}
	if !it.json {
		return value{text: it.text}, utf8.ValidString(it.text)
	}
	var s string
	if it.text[0] != '"' || json.Unmarshal([]byte(it.text), &s) != nil {
		return value{}, false
	}
	return value{text: s}, true
}

// integer takes digits with at most a minus before them. A body may also write
// a whole number as 2.0, which JSON does not tell from 2.
func (it item) integer() (value, bool) {
	n, ok := decimal(it.text)
	if !ok || n != math.Trunc(n) || math.Abs(n) > 1<<53 {
		return value{}, false
	}
	whole, err := strconv.ParseInt(it.text, 10, 64)
	if err != nil {
		if !it.json {
			return value{}, false
		}
		whole = int64(n)
	}
	return value{whole: whole, number: n}, true
}

func (it item) boolean() (value, bool) {
	switch it.text {
	case "true":
		return value{flag: true}, true
	case "false":
		return value{}, true
	case "1":
		return value{flag: true}, !it.json
	case "0":
		return value{}, !it.json
	}
	return value{}, false
}

// decimal reads a number as JSON writes it, so neither NaN, infinity,
// hexadecimal nor an underscore passes.
func decimal(s string) (float64, bool) {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') || !json.Valid([]byte(s)) {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// withinText checks a string's length in characters, its pattern and its list
// of accepted words.
func withinText(p *api.Param, s string, pattern *regexp.Regexp) bool {
	n := utf8.RuneCountInString(s)
	switch {
	case n < p.MinLen, p.MaxLen > 0 && n > p.MaxLen:
		return false
	case pattern != nil && !pattern.MatchString(s):
		return false
	}
	return p.Enum == nil || slices.Contains(p.Enum, s)
}
