// Package check parses the values of a parameter, checks them against the contract, and describes the accepted
// values. Everything that takes parameters uses it, so that each limit is checked and worded in one place.
package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"travel.example/travel/api"
)

// Query parses the texts sent for a parameter in a path or a query. A list may be sent any number of times, with
// commas between its items; any other parameter only once. The values are as they were sent, and a boolean is true
// or false; they are nil if nothing was sent. fault is a clause that follows the parameter's name, such as
// `has "x"; it must be a whole number from 1 to 50`, or "" if there is none.
func Query(p *api.Param, sent []string) (values []string, fault string) {
	switch {
	case len(sent) == 0:
		return nil, missing(p)
	case !p.List && len(sent) > 1:
		return nil, fmt.Sprintf("was sent %d times; send it once", len(sent))
	case !p.List:
		return read(p, sent, fromQuery, Quote)
	}
	items := strings.Split(strings.Join(sent, ","), ",")
	if slices.Contains(items, "") {
		return nil, "has an empty item" + itemRule(p)
	}
	return read(p, items, fromQuery, Quote)
}

// Field is like Query for a body field, which is valid JSON or nil. The values are text in the form of a query.
func Field(p *api.Param, sent json.RawMessage) (values []string, fault string) {
	var items []json.RawMessage // empty, because decoding overwrites what it holds
	switch {
	case sent == nil:
		return nil, missing(p)
	case !p.List:
		items = append(items, sent)
	case sent[0] != '[' || json.Unmarshal(sent, &items) != nil:
		return nil, "is " + QuoteJSON(sent) + "; it must be " + Accepted(p)
	}
	return read(p, items, fromJSON, QuoteJSON)
}

func missing(p *api.Param) (fault string) {
	if !p.Required {
		return ""
	}
	return "is missing; it must be " + Accepted(p)
}

// read checks the items given for a parameter, one for a scalar.
func read[T any](
	p *api.Param, items []T, text func(api.Kind, T) (string, bool), quote func(T) string,
) (values []string, fault string) {
	if len(items) < p.MinItems || p.MaxItems > 0 && len(items) > p.MaxItems {
		return nil, "has " + count(len(items)) + "; it must be " + Accepted(p)
	}
	values = make([]string, 0, len(items)) // not nil, since an empty list differs from no list
	for _, item := range items {
		value, ok := text(p.Kind, item)
		if !ok || !fits(p, value) {
			return nil, "has " + quote(item) + itemRule(p)
		}
		if p.Name == "currency" && slices.Contains(notMoney[:], value) {
			return nil, "has " + quote(item) + ", for which ISO 4217 lists no currency; it must be a code such as EUR"
		}
		values = append(values, value)
	}
	return values, ""
}

// Accepts reports whether text in a path or a query is a valid value of a parameter, or item of a list.
func Accepts(p *api.Param, text string) bool {
	value, ok := fromQuery(p.Kind, text)
	return ok && fits(p, value)
}

// notMoney has the ISO 4217 codes without a minor unit: no currency, testing, metals and units of account. No
// price can be given in them.
var notMoney = [...]string{
	"XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR", "XPD", "XPT", "XSU", "XTS", "XUA", "XXX",
}

// fits reports whether a value has the type of its parameter and is within the limits.
func fits(p *api.Param, value string) bool {
	switch p.Kind {
	case api.Integer, api.Number:
		n, ok := decimal(value)
		if p.Kind == api.Integer {
			_, err := strconv.ParseInt(value, 10, 64)
			ok = ok && err == nil && math.Abs(n) <= 1<<53
		}
		return ok && !(p.HasMin && n < p.Min) && !(p.HasMax && n > p.Max)
	case api.Boolean:
		return value == "true" || value == "false"
	}
	n := utf8.RuneCountInString(value)
	switch {
	case !utf8.ValidString(value), n < p.MinLen, p.MaxLen > 0 && n > p.MaxLen:
		return false
	case p.Pattern != "" && !compiled(p.Pattern).MatchString(value):
		return false
	}
	return p.Enum == nil || slices.Contains(p.Enum, value)
}

// patterns caches compiled regular expressions by their source.
var patterns sync.Map

func compiled(pattern string) *regexp.Regexp {
	if known, ok := patterns.Load(pattern); ok {
		return known.(*regexp.Regexp)
	}
	re := regexp.MustCompile(pattern)
	patterns.Store(pattern, re)
	return re
}

// fromQuery returns the value of a text in a path or a query, where a boolean may also be 1 or 0.
func fromQuery(kind api.Kind, text string) (value string, ok bool) {
	switch {
	case kind == api.Boolean && text == "1":
		return "true", true
	case kind == api.Boolean && text == "0":
		return "false", true
	}
	return text, true
}

// fromJSON returns the text of a JSON value. A whole number may be written as 2.0, which JSON does not distinguish
// from 2. It returns false for anything but a string where a string is expected.
func fromJSON(kind api.Kind, raw json.RawMessage) (value string, ok bool) {
	if kind == api.String {
		ok = raw[0] == '"' && json.Unmarshal(raw, &value) == nil
		return value, ok
	}
	if n, ok := decimal(string(raw)); ok && kind == api.Integer {
		return strconv.FormatFloat(n, 'f', -1, 64), true
	}
	return string(raw), true
}

// decimal parses a number in JSON syntax, which excludes NaN, infinity, hexadecimal and underscores.
func decimal(s string) (float64, bool) {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') || !json.Valid([]byte(s)) {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// maxQuoted is the number of characters of a caller's value that an error repeats.
const maxQuoted = 40

// Quote returns quoted text from the caller with invisible and unprintable characters escaped, shortened to keep
// the sentence readable.
func Quote(s string) string {
	return brief(strconv.QuoteToGraphic(s))
}

// QuoteJSON is like Quote for valid JSON, but puts only strings in quotes.
func QuoteJSON(raw json.RawMessage) string {
	var s string
	if raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return Quote(s)
	}
	return brief(strings.Trim(strconv.QuoteToGraphic(string(raw)), `"`))
}

func brief(s string) string {
	runes := []rune(s)
	if len(runes) <= maxQuoted {
		return s
	}
	return string(runes[:maxQuoted]) + "…"
}

// Accepted describes the values that a parameter accepts.
func Accepted(p *api.Param) string {
	if !p.List {
		return One(p)
	}
	text := "a list of items, each "
	switch {
	case p.MaxItems > 0:
		text = fmt.Sprintf("a list of at most %d items, each ", p.MaxItems)
	case p.MinItems > 0:
		text = fmt.Sprintf("a list of at least %s, each ", count(p.MinItems))
	}
	return text + One(p)
}

// itemRule returns the end of a clause about a value that is not accepted.
func itemRule(p *api.Param) string {
	if p.List {
		return "; each item must be " + One(p)
	}
	return "; it must be " + One(p)
}

// One describes a valid value, or a valid item of a list.
func One(p *api.Param) string {
	if len(p.Enum) > 0 {
		return "one of " + strings.Join(p.Enum, ", ")
	}
	switch p.Kind {
	case api.Integer:
		return "a whole number" + Bounds(p)
	case api.Number:
		return "a number" + Bounds(p)
	case api.Boolean:
		return "true or false"
	}
	switch {
	case p.Pattern != "":
		return cmp.Or(shapes[p.Pattern], "text like "+p.Pattern)
	case p.MaxLen > 0 && p.MinLen > 0:
		return fmt.Sprintf("text of %d to %d characters", p.MinLen, p.MaxLen)
	case p.MaxLen > 0:
		return fmt.Sprintf("text of up to %d characters", p.MaxLen)
	}
	return "text"
}

// Bounds describes the range of a number with a leading space, or returns "" if it is unbounded. A maximum at the
// limit of exact integers counts as none.
func Bounds(p *api.Param) string {
	low, high := strconv.FormatFloat(p.Min, 'f', -1, 64), strconv.FormatFloat(p.Max, 'f', -1, 64)
	hasMax := p.HasMax && p.Max < 1<<53-1
	switch {
	case p.HasMin && hasMax:
		return " from " + low + " to " + high
	case p.HasMin:
		return " of " + low + " or more"
	case hasMax:
		return " of " + high + " or less"
	}
	return ""
}

// shapes describes the contract's patterns.
var shapes = map[string]string{
	`^[A-Z]{2}$`:                             "two uppercase letters",
	`^[A-Z]{3}$`:                             "three uppercase letters",
	`^[A-Z0-9]{2}$`:                          "two uppercase letters or digits",
	`^\d{4}-\d{2}-\d{2}$`:                    "a date as YYYY-MM-DD",
	`^\d{1,7}$`:                              "a whole number of minutes, of up to seven digits",
	`^\d{1,2}(,\d{1,2})*$`:                   "ages of up to two digits, with commas between",
	`^[1-9]\d*(:\d+)*$`:                      "a count of adults and then one age per child, with colons between",
	`^[A-Za-z0-9._:~=-]{1,256}$`:             "1 to 256 of the characters A-Z a-z 0-9 . _ : ~ = -",
	`^[A-Za-z0-9._~=-]+:[A-Za-z0-9._:~=-]+$`: "a search id, a colon and a trip code, 256 characters at most",
	`^[A-Za-z0-9._:~=-]+(?:,[A-Za-z0-9._:~=-]+){0,7}$`:                                                         "one to eight ids with commas between, each of the characters A-Z a-z 0-9 . _ : ~ = -",
	`^(?:\s*(?:\d{1,3}|1[0-3]\d{2}|14[0-2]\d|143[0-9])\s*-\s*(?:\d{1,3}|1[0-3]\d{2}|14[0-2]\d|143[0-9])\s*)?$`: "two minutes of the day from 0 to 1439 with a hyphen between, as in 360-720",
}

func count(items int) string {
	if items == 1 {
		return "one item"
	}
	return fmt.Sprintf("%d items", items)
}
