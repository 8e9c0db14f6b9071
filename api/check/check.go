// Package check reads values of a parameter and checks them against everything that the contract says of it, with
// the words for what is accepted. All that take parameters use it, so that each limit is checked and worded in one place.
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

// Query reads what was sent for a parameter in a path or a query: any number of texts for a list, each
// with commas between its items, and one for any other. values is nil when nothing was sent. fault is a
// clause that follows the parameter's name, such as `has "x"; it must be a whole number from 1 to 50`;
// "" where there is none.
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

// Field is like Query for what a body has for a parameter, valid JSON or nil.
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

// read reads the items that were given for a parameter: one for a scalar.
func read(p *api.Param, items []item) (values []Value, fault string) {
	if len(items) < p.MinItems || p.MaxItems > 0 && len(items) > p.MaxItems {
		return nil, "has " + count(len(items)) + "; it must be " + Accepted(p)
	}
	values = make([]Value, 0, len(items)) // not nil: an empty list was given, not left out
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

// Accepts tells whether text in a path or a query is a value of a parameter, or an item of a list.
func Accepts(p *api.Param, text string) bool {
	v, ok := item{text: text}.value(p.Kind)
	return ok && fits(p, v)
}

// notMoney are the codes that ISO 4217 lists without a minor unit: no currency, a test, metals and
// units of account. No price can be given in them.
var notMoney = [...]string{
	"XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR", "XPD", "XPT", "XSU", "XTS", "XUA", "XXX",
}

// fits tells whether a value of the right type keeps its parameter's limits.
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

// patterns are the regular expressions that were used before, by their text.
var patterns sync.Map

func compiled(pattern string) *regexp.Regexp {
	if known, ok := patterns.Load(pattern); ok {
		return known.(*regexp.Regexp)
	}
	re := regexp.MustCompile(pattern)
	patterns.Store(pattern, re)
	return re
}

// Value is one checked value: Text of a string, Flag of a boolean, Number of a
// number, Whole and Number of an integer.
type Value struct {
	Text   string
	Number float64
	Whole  int64
	Flag   bool
}

// item is one value as it was given: text in a path or a query, JSON in a body.
type item struct {
	text string
	json bool
}

// quoted is the item for the detail: harmless, and short.
func (it item) quoted() string {
	if it.json {
		return QuoteJSON(json.RawMessage(it.text))
	}
	return Quote(it.text)
}

// value reads an item as a value of that kind.
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

// integer takes digits with at most a minus before them. A body may also write
// a whole number as 2.0, which JSON does not tell from 2.
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

// decimal reads a number as JSON writes it, so neither NaN, infinity,
// hexadecimal nor an underscore passes.
func decimal(s string) (float64, bool) {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') || !json.Valid([]byte(s)) {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// maxQuoted is how much of a caller's value a detail repeats, in characters.
const maxQuoted = 40

// Quote shows text from the caller with everything invisible or unprintable
// written out, and cut to a length that leaves the sentence readable.
func Quote(s string) string {
	return brief(strconv.QuoteToGraphic(s))
}

// QuoteJSON is like Quote for valid JSON, of which only text is in quotes.
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

// Accepted says in words what a parameter takes.
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

// itemRule ends a clause on a value that is not accepted.
func itemRule(p *api.Param) string {
	if p.List {
		return "; each item must be " + One(p)
	}
	return "; it must be " + One(p)
}

// One says in words what a value is, or an item of a list.
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

// Bounds says in words between which numbers a value lies, "" when anywhere. It begins with a space. A bound at the end
// of exact integers says nothing.
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

// shape puts the contract's patterns into words. A pattern that is new to it is
// shown as it is.
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
