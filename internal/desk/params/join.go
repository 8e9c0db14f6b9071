package params

import (
	"fmt"
	"strings"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Join puts the words of days together that a person typed without quotes, as in dec 25 jan 3: as
// many texts as there are labels, without the last least ones not. Texts that already are days stay
// apart. What can be parted in two ways is refused with how to say it; what cannot be a day comes
// back as it is where the number fits.
func (d *Days) Join(typed, labels []string, least int) ([]string, error) {
	ways := d.partings(typed, len(labels))
	apart := strings.Join(typed, "\n")
	for _, way := range ways {
		if strings.Join(way, "\n") == apart && len(way) >= least {
			return way, nil
		}
	}
	switch {
	case len(ways) == 1 && len(ways[0]) < least:
		return nil, problem.UsageError{Text: fmt.Sprintf("%s is missing; %s is %s", labels[len(ways[0])], labels[0], words.Quote(ways[0][0]))}
	case len(ways) == 1:
		return ways[0], nil
	case len(ways) > 1:
		return nil, problem.UsageError{Text: fmt.Sprintf("%s can be parted into days in two ways; put each day in quotes, as in %s",
			words.Quote(strings.Join(typed, " ")), quoted(ways[0]))}
	case len(typed) > len(labels):
		return nil, problem.UsageError{Text: fmt.Sprintf("%s is one argument too many; a day of several words goes in quotes, as in %s",
			words.Quote(typed[len(labels)]), `"25 dec"`)}
	}
	return typed, nil
}

func quoted(texts []string) string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = words.Quote(text)
	}
	return strings.Join(list, " ")
}

// longestDay is how many words a day has at most: fri, 25 december 2026.
const longestDay = 4

// partings are all ways to part words into at most most days.
func (d *Days) partings(typed []string, most int) (ways [][]string) {
	for n := 1; n <= min(len(typed), longestDay) && most > 0 && strings.TrimSpace(typed[n-1]) != ""; n++ {
		first := strings.Join(typed[:n], " ")
		if !d.reads(first) {
			continue
		}
		if n == len(typed) {
			ways = append(ways, []string{first})
			continue
		}
		behind := *d
		behind.From = midnight(d.Today()).Format(ISO) // any day will do to count from
		for _, rest := range behind.partings(typed[n:], most-1) {
			ways = append(ways, append([]string{first}, rest...))
		}
	}
	return ways
}

// reads tells whether a text has the form of a day, also of one behind a weekday that is not its own.
func (d *Days) reads(text string) bool {
	if len(d.Read(text)) > 0 {
		return true
	}
	_, rest, ok := d.behindWeekday(strings.ToLower(text))
	if !ok {
		return false
	}
	_, ok = d.dayAndMonth(rest)
	return ok
}
