package flights

import (
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// ThirdPlace is a better word for err, the mistake in the days that were typed behind FROM and TO,
// where one of them is a place: a search has two ends, and no more can be asked of the service. q is of
// an operation with a fromDate.
func ThirdPlace(d *desk.Desk, q *ask.Values, typed []string, err error) error {
	const legs = "search each leg on its own, with its own date"
	day := func(word string) bool { return ask.New(q.Op().ID, q.Days()).Set("fromDate", "DATE", word) == nil }
	for i, word := range typed {
		switch capitals := places.IsCode(word) && word == strings.ToUpper(word); {
		case day(word), !namesPlace(word):
			continue
		case !capitals && !slices.ContainsFunc(typed[i+1:], day):
			continue // a bad date rather
		case !capitals:
			return problem.Error{Err: err, Hint: fmt.Sprintf("if %s is a place: several cities in one search are not offered by the service, %s; how days are written: travel help dates", words.Quote(word), legs)}
		}
		if known, err := d.Deployment.Knows(word); err == nil && known {
			return problem.UsageError{Text: word + " is a third place, and several cities in one search are not offered by the service", Hint: legs}
		}
	}
	return err
}

// namesPlace tells what can be a place from what was meant for a day: it has letters alone, and none
// of its words is a day's or nearly so.
func namesPlace(text string) bool {
	list := strings.Fields(words.Fold(text))
	digits := strings.ContainsAny(text, "0123456789+")
	return len(list) > 0 && !digits && !slices.ContainsFunc(list, dayWord)
}

// dayWord tells a word that is said of days, or one with a slip in it.
func dayWord(word string) bool {
	return slices.ContainsFunc(strings.Fields(dayWords), func(known string) bool {
		slips := words.EditDistance(word, known)
		return slips == 0 || slips <= len(known)/4 || len(word) > 3 && strings.HasPrefix(known, word)
	})
}

const dayWords = "today tomorrow yesterday next this in on a week weeks day days month months night nights " +
	"monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun " +
	"january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec"
