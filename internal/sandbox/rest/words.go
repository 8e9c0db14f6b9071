package rest

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/api"
)

// maxQuoted is how much of a caller's value a detail repeats, in characters.
const maxQuoted = 40

// quote shows text from the caller with everything invisible or unprintable
// written out, and cut to a length that leaves the sentence readable.
func quote(s string) string {
	return brief(strconv.QuoteToGraphic(s))
}

func brief(s string) string {
	runes := []rune(s)
	if len(runes) <= maxQuoted {
		return s
	}
	return string(runes[:maxQuoted]) + "…"
}

// accepted says in words what a parameter takes.
func accepted(p *api.Param) string {
	if !p.List {
		return one(p)
	}
	text := "a list of items, each "
	switch {
	case p.MaxItems > 0:
		text = fmt.Sprintf("a list of at most %d items, each ", p.MaxItems)
	case p.MinItems > 0:
		text = fmt.Sprintf("a list of at least %s, each ", count(p.MinItems))
	}
	return text + one(p)
}

// itemRule ends a clause on a value that is not accepted.
func itemRule(p *api.Param) string {
	if p.List {
		return "; each item must be " + one(p)
	}
	return "; it must be " + one(p)
}

func one(p *api.Param) string {
	if len(p.Enum) > 0 {
		return "one of " + strings.Join(p.Enum, ", ")
	}
	switch p.Kind {
	case api.Integer:
		return "a whole number" + bounds(p)
	case api.Number:
		return "a number" + bounds(p)
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

func bounds(p *api.Param) string {
	low, high := strconv.FormatFloat(p.Min, 'f', -1, 64), strconv.FormatFloat(p.Max, 'f', -1, 64)
	switch {
	case p.HasMin && p.HasMax:
		return " from " + low + " to " + high
	case p.HasMin:
		return " of " + low + " or more"
	case p.HasMax:
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

func times(n int) string {
	if n == 2 {
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}
