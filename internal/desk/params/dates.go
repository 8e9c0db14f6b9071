package params

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ISO is how the contract writes a day.
const ISO = "2006-01-02"

// Forms names what ParseDay takes, for messages and help.
const Forms = `2026-12-25, "25 dec", fri, tomorrow or +14d`

// Days is the day that words and offsets count from.
type Days struct {
	Today func() time.Time
	From  string // the outbound day once it is known, for a return
}

// Base is the day itself.
func (d *Days) Base() time.Time {
	if t, err := time.Parse(ISO, d.From); err == nil {
		return t
	}
	return d.Today()
}

// datePatterns are the forms beside ISO dates and plain words. The grammar is
// closed on purpose: a date guessed wrong buys the wrong ticket.
type datePatterns struct{ relative, dayMonth, monthDay *regexp.Regexp }

var compiledDates = sync.OnceValue(func() datePatterns {
	month := `([a-z]{3,9})\.?`
	return datePatterns{
		relative: regexp.MustCompile(`^(?:\+|in )(\d{1,3}) ?(d|w|m|days?|weeks?|months?)$`),
		dayMonth: regexp.MustCompile(`^(\d{1,2})\.? ?` + month + `(?:,? (\d{4}))?$`),
		monthDay: regexp.MustCompile(`^` + month + ` ?(\d{1,2})(?:,? (\d{4}))?$`),
	}
})

// ParseDay reads one day of the closed grammar and returns it as YYYY-MM-DD.
// Words and offsets count from base: today for an outbound, the outbound for a
// return. A weekday, or a day and month without a year, is the first one after
// base (the day and month may be base itself). It reports false for anything
// else, also for days no calendar has, such as 2026-02-30.
func ParseDay(text string, base time.Time) (string, bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	base = time.Date(base.Year(), base.Month(), base.Day(), 0, 0, 0, 0, time.UTC)
	if day, err := time.Parse(ISO, text); err == nil {
		return day.Format(ISO), true
	}
	switch text {
	case "today":
		return base.Format(ISO), true
	case "tomorrow":
		return base.AddDate(0, 0, 1).Format(ISO), true
	}
	if weekday, ok := parseWeekday(strings.TrimPrefix(text, "this ")); ok {
		ahead := (int(weekday)-int(base.Weekday())+6)%7 + 1
		return base.AddDate(0, 0, ahead).Format(ISO), true
	}
	p := compiledDates()
	if m := p.relative.FindStringSubmatch(text); m != nil {
		return offsetDate(base, m[1], m[2]), true
	}
	if m := p.dayMonth.FindStringSubmatch(text); m != nil {
		return namedDate(base, m[1], m[2], m[3])
	}
	if m := p.monthDay.FindStringSubmatch(text); m != nil {
		return namedDate(base, m[2], m[1], m[3])
	}
	return "", false
}

func parseWeekday(word string) (time.Weekday, bool) {
	if len(word) < 3 {
		return 0, false
	}
	for d := range time.Weekday(7) {
		name := strings.ToLower(d.String())
		if word == name || word == name[:3] || (len(word) > 3 && len(word) < 6 && strings.HasPrefix(name, word)) {
			return d, true
		}
	}
	return 0, false
}

func offsetDate(base time.Time, count, unit string) string {
	n, _ := strconv.Atoi(count) // at most three digits by the pattern
	switch unit[0] {
	case 'w':
		return base.AddDate(0, 0, 7*n).Format(ISO)
	case 'm':
		return addMonths(base, n).Format(ISO)
	}
	return base.AddDate(0, 0, n).Format(ISO)
}

// addMonths keeps to the month it lands in: 31 January and a month is the last
// day of February, not a day in March.
func addMonths(base time.Time, n int) time.Time {
	first := time.Date(base.Year(), base.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(base.Day(), last)-1)
}

func namedDate(base time.Time, day, month, year string) (string, bool) {
	d, _ := strconv.Atoi(day)
	m, ok := parseMonth(month)
	if !ok {
		return "", false
	}
	if year != "" {
		y, _ := strconv.Atoi(year)
		return realDate(y, m, d)
	}
	// 29 February may be some years away.
	for y := base.Year(); y <= base.Year()+8; y++ {
		if iso, ok := realDate(y, m, d); ok && iso >= base.Format(ISO) {
			return iso, true
		}
	}
	return "", false
}

// parseMonth reads a month's name or its beginning, of three letters or more.
func parseMonth(word string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), word) {
			return m, true
		}
	}
	return 0, false
}

func realDate(year int, month time.Month, day int) (string, bool) {
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if t.Year() != year || t.Month() != month || t.Day() != day {
		return "", false
	}
	return t.Format(ISO), true
}
