package params

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

var (
	compiledISO  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`) })
	compiledPast = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(yesterday|last( .+)?|.+ ago|-\d.*)$`) })
)

// refused says why a text is not taken for a day, and what is accepted.
func (d *Days) refused(label, text string) error {
	forms := Forms
	if d.From != "" {
		forms = StayForms
	}
	plain := strings.ToLower(strings.Join(strings.Fields(text), " "))
	if why := d.shortMonth(plain); why != "" {
		return problem.UsageError{Text: fmt.Sprintf("%s %s is not a day: %s", label, words.Quote(text), why)}
	}
	if compiledPast().MatchString(plain) {
		return problem.UsageError{Text: fmt.Sprintf("%s %s is in the past; give a day such as %s", label, words.Quote(text), forms)}
	}
	return problem.NotAccepted(label, text, "a day such as "+forms, "")
}

// shortMonth says how many days a month has, of a text that names one day more; "" for every other
// text.
func (d *Days) shortMonth(text string) string {
	p := compiled()
	if m := compiledISO().FindStringSubmatch(text); m != nil {
		return tooLong(m[1], monthOf(m[2]), m[3])
	}
	if m := p.yearFirst.FindStringSubmatch(text); m != nil {
		return tooLong(m[1], monthOf(m[2]), m[3])
	}
	if m := p.yearLast.FindStringSubmatch(text); m != nil {
		if why := tooLong(m[5], monthOf(m[3]), m[1]); why != "" {
			return why
		}
		return tooLong(m[5], monthOf(m[1]), m[3])
	}
	if m := p.dayMonth.FindStringSubmatch(text); m != nil {
		month, _ := d.parseMonth(m[2])
		return tooLong(m[3], month, m[1])
	}
	if m := p.monthDay.FindStringSubmatch(text); m != nil {
		month, _ := d.parseMonth(m[1])
		return tooLong(m[3], month, m[2])
	}
	return ""
}

func monthOf(digits string) time.Month {
	n, _ := strconv.Atoi(digits) // digits by the pattern
	return time.Month(n)
}

// tooLong says how many days a month has when the day is beyond them. Without a year February has 29.
func tooLong(year string, month time.Month, day string) string {
	const leap = 2028
	n, _ := strconv.Atoi(day)
	y, err := strconv.Atoi(year)
	if err != nil {
		y = leap
	}
	last := time.Date(y, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
	if month < time.January || month > time.December || n <= last {
		return ""
	}
	if year == "" {
		return fmt.Sprintf("%s has %d days", month, last)
	}
	return fmt.Sprintf("%s %s has %d days", month, year, last)
}
