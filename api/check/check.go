// Package check parses the values of a parameter, checks them against the contract, and describes the accepted
// values. Everything that takes parameters uses it, so that each limit is checked and worded in one place.
package check

import (
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
// commas between its items; any other parameter only once. values is nil if nothing was sent. fault is a clause
// that follows the parameter's name, such as `has "x"; it must be a whole number from 1 to 50`, or "" if there is
// none.
func Query(p *api.Param, sent []string) (values []Value, fault string) {
	if len(sent) == 0 {
		return nil, missing(p)
	}
	if len(sent) > 1 && !p.List {
		return nil, fmt.Sprintf("was sent %d times; send it once", len(sent))
	}
	var items []item
	for _, text := range sent {
		parts := []string{text}
		if p.List {
			parts = strings.Split(text, ",")
		}
		for _, part := range parts {
			if p.List && part == "" {
				return nil, "has an empty item" + itemRule(p)
			}
			items = append(items, item{text: part})
		}
	}
	return read(p, items)
}

// Field is like Query for a body field, which is valid JSON or nil.
func Field(p *api.Param, sent json.RawMessage) (values []Value, fault string) {
	switch {
	case sent == nil:
		return nil, missing(p)
	case !p.List:
		return read(p, []item{{text: string(sent), json: true}})
	}
	var parts []json.RawMessage
	if sent[0] != '[' || json.Unmarshal(sent, &parts) != nil {
		return nil, "is " + QuoteJSON(sent) + "; it must be " + Accepted(p)
	}
	var items []item
	for _, part := range parts {
		items = append(items, item{text: string(part), json: true})
	}
	return read(p, items)
}

func missing(p *api.Param) (fault string) {
	if !p.Required {
		return ""
	}
	return "is missing; it must be " + Accepted(p)
}

// read parses the items given for a parameter, one for a scalar.
func read(p *api.Param, items []item) (values []Value, fault string) {
	if len(items) < p.MinItems || p.MaxItems > 0 && len(items) > p.MaxItems {
		return nil, "has " + count(len(items)) + "; it must be " + Accepted(p)
	}
	values = make([]Value, 0, len(items)) // not nil, since an empty list differs from no list
	for _, it := range items {
		v, ok := it.value(p.Kind)
		if !ok || !fits(p, v) {
			return nil, "has " + it.quoted() + itemRule(p)
		}
		if p.Name == "currency" && slices.Contains(notMoney[:], v.Text) {
			return nil, "has " + it.quoted() + ", for which ISO 4217 lists no currency; it must be a code such as EUR"
		}
		values = append(values, v)
	}
	return values, ""
}

// Accepts reports whether text in a path or a query is a valid value of a parameter, or item of a list.
func Accepts(p *api.Param, text string) bool {
	v, ok := item{text: text}.value(p.Kind)
	return ok && fits(p, v)
}

// notMoney has the ISO 4217 codes without a minor unit: no currency, testing, metals and units of account. No
// price can be given in them.
var notMoney = [...]string{
	"XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR", "XPD", "XPT", "XSU", "XTS", "XUA", "XXX",
}

// fits reports whether a value of the right type is within its parameter's limits.
func fits(p *api.Param, v Value) bool {
	switch p.Kind {
	case api.Integer, api.Number:
		return !(p.HasMin && v.Number < p.Min) && !(p.HasMax && v.Number > p.Max)
	case api.Boolean:
		return true
	}
	n := utf8.RuneCountInString(v.Text)
	switch {
	case n < p.MinLen, p.MaxLen > 0 && n > p.MaxLen:
		return false
	case p.Pattern != "" && !compiled(p.Pattern).MatchString(v.Text):
		return false
	}
	return p.Enum == nil || slices.Contains(p.Enum, v.Text)
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

// Value is one checked value. A string sets Text, a boolean Flag, a number Number, and an integer Whole and
// Number.
type Value struct {
	Text   string
	Number float64
	Whole  int64
	Flag   bool
}

// item is one value as given, text in a path or a query, JSON in a body.
type item struct {
	text string
	json bool
}

// quoted returns the item for an error message, escaped and shortened.
func (it item) quoted() string {
	if it.json {
		return QuoteJSON(json.RawMessage(it.text))
	}
	return Quote(it.text)
}

// value parses an item as a value of a kind.
func (it item) value(k api.Kind) (Value, bool) {
	switch k {
	case api.Integer:
		return it.integer()
	case api.Number:
		n, ok := decimal(it.text)
		return Value{Number: n}, ok
	case api.Boolean:
		return it.boolean()
	}
	if !it.json {
		return Value{Text: it.text}, utf8.ValidString(it.text)
	}
	var s string
	if it.text[0] != '"' || json.Unmarshal([]byte(it.text), &s) != nil {
		return Value{}, false
	}
	return Value{Text: s}, true
}

// integer parses digits after an optional minus sign. A body may also write a whole number as 2.0, which JSON
// does not distinguish from 2.
func (it item) integer() (Value, bool) {
	n, ok := decimal(it.text)
	if !ok || n != math.Trunc(n) || math.Abs(n) > 1<<53 {
		return Value{}, false
	}
	whole, err := strconv.ParseInt(it.text, 10, 64)
	if err != nil {
		if !it.json {
			return Value{}, false
		}
		whole = int64(n)
	}
	return Value{Whole: whole, Number: n}, true
}

func (it item) boolean() (Value, bool) {
	switch it.text {
	case "true":
		return Value{Flag: true}, true
	case "false":
		return Value{}, true
	case "1":
		return Value{Flag: true}, !it.json
	case "0":
		return Value{}, !it.json
	}
	return Value{}, false
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
	if p.Pattern != "" {
		return shape(p.Pattern)
	}
	switch {
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

// shape describes the contract's patterns. An unknown pattern is shown unchanged.
func shape(pattern string) string {
	switch pattern {
	case `^[A-Z]{2}$`:
		return "two uppercase letters"
	case `^[A-Z]{3}$`:
		return "three uppercase letters"
	case `^[A-Z0-9]{2}$`:
		return "two uppercase letters or digits"
	case `^\d{4}-\d{2}-\d{2}$`:
		return "a date as YYYY-MM-DD"
	case `^\d{1,7}$`:
		return "a whole number of minutes, of up to seven digits"
	case `^\d{1,2}(,\d{1,2})*$`:
		return "ages of up to two digits, with commas between"
	case `^[1-9]\d*(:\d+)*$`:
		return "a count of adults and then one age per child, with colons between"
	case `^[A-Za-z0-9._:~=-]{1,256}$`:
		return "1 to 256 of the characters A-Z a-z 0-9 . _ : ~ = -"
	case `^[A-Za-z0-9._~=-]+:[A-Za-z0-9._:~=-]+$`:
		return "a search id, a colon and a trip code, 256 characters at most"
	case `^[A-Za-z0-9._:~=-]+(?:,[A-Za-z0-9._:~=-]+){0,7}$`:
		return "one to eight ids with commas between, each of the characters A-Z a-z 0-9 . _ : ~ = -"
	case `^(?:\s*(?:\d{1,3}|1[0-3]\d{2}|14[0-2]\d|143[0-9])\s*-\s*(?:\d{1,3}|1[0-3]\d{2}|14[0-2]\d|143[0-9])\s*)?$`:
		return "two minutes of the day from 0 to 1439 with a hyphen between, as in 360-720"
	}
	return "text like " + pattern
}

func count(items int) string {
	if items == 1 {
		return "one item"
	}
	return fmt.Sprintf("%d items", items)
}
