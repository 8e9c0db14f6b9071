package params

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/names"
)

// ISO is how the contract writes a day.
const ISO = "2006-01-02"

// Forms names what a day may be given as, for messages and help.
const Forms = `2026-12-25, "25 dec", fri, tomorrow or +14d`

// StayForms is Forms for a day that counts from another one.
const StayForms = `2026-12-25, "25 dec", fri, +3d or "3 nights"`

// Days is what the words of a person are read by.
type Days struct {
	Today     func() time.Time
	From      string          // the outbound day or the check-in once it is known, which others count from
	Languages func() []string // beside English, that days and countries may be named in (BCP 47); nil for none
	open      []Open
}

// Base is the day that words count from.
func (d *Days) Base() time.Time {
	if t, err := time.Parse(ISO, d.From); err == nil {
		return t
	}
	return midnight(d.Today())
}

// midnight is a day by the calendar alone, so that no offset moves it.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

func (d *Days) languages() []string {
	if d.Languages == nil {
		return nil
	}
	return d.Languages()
}

// patterns are the forms beside ISO dates and plain words. The grammar is closed on purpose: a date
// guessed wrong buys the wrong ticket.
type patterns struct{ yearFirst, yearLast, relative, nights, dayMonth, monthDay, weekday *regexp.Regexp }

var compiled = sync.OnceValue(func() patterns {
	const month = `(\p{L}{3,12})\.?`
	return patterns{
		yearFirst: regexp.MustCompile(`^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$`),
		yearLast:  regexp.MustCompile(`^(\d{1,2})([-/.])(\d{1,2})([-/.])(\d{4})$`),
		relative:  regexp.MustCompile(`^(\+|in )(\d{1,3}|an?) ?(d|w|m|days?|weeks?|months?)$`),
		nights:    regexp.MustCompile(`^(?:\+(\d{1,3})|(?:\+|for )?(\d{1,3}|an?|one) ?(n|nights?|weeks?))$`),
		dayMonth:  regexp.MustCompile(`^(\d{1,2})(?:\.|st|nd|rd|th)? ?(?:of |de )?` + month + `(?:,? (?:de )?(\d{4}))?$`),
		monthDay:  regexp.MustCompile(`^` + month + ` ?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$`),
		weekday:   regexp.MustCompile(`^(\p{L}+)\.?,? (.+)$`),
	}
})

// Read gives every reading of a day that a person typed: one where it is certain, several where they
// have to be asked, none for what is not in the grammar or not in the calendar, such as 2026-02-30.
// Words count from Base. A weekday, or a day and month without a year, is the first one after it
// (the day and month may be Base itself).
func (d *Days) Read(text string) []Reading {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, form := range []func(text string) []time.Time{d.plain, d.weekday, d.digits, d.relative, d.nights, d.named} {
		if days := form(text); len(days) > 0 {
			return readings(days)
		}
	}
	return nil
}

// One is the one day that a text means, as the contract writes it. The error is a SeveralError, or a
// usage error that says what is accepted. The label is what the text was typed as.
func (d *Days) One(label, text string) (string, error) {
	found := d.Read(text)
	switch {
	case len(found) == 1:
		return found[0].Value, nil
	case len(found) > 1:
		return "", SeveralError{Label: label, Given: text, Readings: found}
	}
	return "", d.refused(label, text)
}

// readings are the days as the contract writes them, each once. A day beyond the years that the
// contract can write is not one.
func readings(days []time.Time) (all []Reading) {
	for _, day := range days {
		r := Reading{Value: day.Format(ISO), Label: day.Format("Monday 2 January 2006")}
		if len(r.Value) == len(ISO) && (len(all) == 0 || all[0] != r) {
			all = append(all, r)
		}
	}
	return all
}

func (d *Days) plain(text string) []time.Time {
	if day, err := time.Parse(ISO, text); err == nil {
		return []time.Time{day}
	}
	switch text {
	case "today":
		return []time.Time{d.Base()}
	case "tomorrow":
		return []time.Time{d.Base().AddDate(0, 0, 1)}
	}
	return nil
}

// weekday reads fri and this friday. Next friday is the coming one to some, and the one after it to
// others.
func (d *Days) weekday(text string) []time.Time {
	name, next := strings.CutPrefix(text, "next ")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "on "), "this ")
	weekday, ok := d.parseWeekday(name)
	if !ok {
		return nil
	}
	base := d.Base()
	coming := base.AddDate(0, 0, (int(weekday)-int(base.Weekday())+6)%7+1)
	if next {
		return []time.Time{coming, coming.AddDate(0, 0, 7)}
	}
	return []time.Time{coming}
}

func (d *Days) parseWeekday(word string) (time.Weekday, bool) {
	for day := range time.Weekday(7) {
		name := strings.ToLower(day.String())
		if word == name || len(word) >= 3 && len(word) < 6 && strings.HasPrefix(name, word) {
			return day, true
		}
	}
	return names.Weekday(word, d.languages())
}

// digits reads 31/12/2026 and 2026/12/31. Where the day and the month could change places, both are
// readings: no language decides that in silence.
func (d *Days) digits(text string) []time.Time {
	p := compiled()
	if m := p.yearFirst.FindStringSubmatch(text); m != nil {
		return realDates([3]string{m[1], m[2], m[3]})
	}
	m := p.yearLast.FindStringSubmatch(text)
	if m == nil || m[2] != m[4] {
		return nil
	}
	return realDates([3]string{m[5], m[3], m[1]}, [3]string{m[5], m[1], m[3]})
}

// realDates are those of the dates (year, month, day) that the calendar has.
func realDates(dates ...[3]string) (found []time.Time) {
	for _, date := range dates {
		year, _ := strconv.Atoi(date[0]) // digits by the pattern
		month, _ := strconv.Atoi(date[1])
		day, _ := strconv.Atoi(date[2])
		if t, ok := realDate(year, time.Month(month), day); ok {
			found = append(found, t)
		}
	}
	return found
}

// relative reads +14d and in 3 weeks. Behind a later day, in 3 weeks may count from it or from today.
func (d *Days) relative(text string) []time.Time {
	m := compiled().relative.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	n, base, today := number(m[2]), d.Base(), midnight(d.Today())
	counted := offset(base, n, m[3])
	if m[1] == "+" {
		return []time.Time{counted}
	}
	if fromToday := offset(today, n, m[3]); fromToday.After(base) && !fromToday.Equal(counted) {
		return []time.Time{counted, fromToday}
	}
	return []time.Time{counted}
}

// nights reads 3 nights, +3 and 2 weeks, where there is a day to count them from.
func (d *Days) nights(text string) []time.Time {
	m := compiled().nights.FindStringSubmatch(text)
	if m == nil || d.From == "" {
		return nil
	}
	unit := "d"
	if strings.HasPrefix(m[3], "w") {
		unit = "w"
	}
	return []time.Time{offset(d.Base(), number(m[1]+m[2]), unit)}
}

// number is a count: digits, or a word for one.
func number(count string) int {
	if n, err := strconv.Atoi(count); err == nil {
		return n
	}
	return 1
}

func offset(base time.Time, n int, unit string) time.Time {
	switch unit[0] {
	case 'w':
		return base.AddDate(0, 0, 7*n)
	case 'm':
		return addMonths(base, n)
	}
	return base.AddDate(0, 0, n)
}

// addMonths keeps to the month it lands in: 31 January and a month is the last
// day of February, not a day in March.
func addMonths(base time.Time, n int) time.Time {
	first := time.Date(base.Year(), base.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(base.Day(), last)-1)
}

// named reads 25 dec and dec 25, also behind their weekday, which has to be the right one.
func (d *Days) named(text string) []time.Time {
	if day, ok := d.dayAndMonth(text); ok {
		return []time.Time{day}
	}
	weekday, rest, ok := d.behindWeekday(text)
	if !ok {
		return nil
	}
	if day, ok := d.dayAndMonth(rest); ok && day.Weekday() == weekday {
		return []time.Time{day}
	}
	return nil
}

// behindWeekday is what follows the weekday that a text begins with.
func (d *Days) behindWeekday(text string) (weekday time.Weekday, rest string, ok bool) {
	m := compiled().weekday.FindStringSubmatch(text)
	if m == nil {
		return 0, "", false
	}
	weekday, ok = d.parseWeekday(m[1])
	return weekday, m[2], ok
}

func (d *Days) dayAndMonth(text string) (time.Time, bool) {
	p := compiled()
	if m := p.dayMonth.FindStringSubmatch(text); m != nil {
		return d.namedDate(m[1], m[2], m[3])
	}
	if m := p.monthDay.FindStringSubmatch(text); m != nil {
		return d.namedDate(m[2], m[1], m[3])
	}
	return time.Time{}, false
}

func (d *Days) namedDate(day, month, year string) (time.Time, bool) {
	n, _ := strconv.Atoi(day)
	m, ok := d.parseMonth(month)
	if !ok {
		return time.Time{}, false
	}
	if year != "" {
		y, _ := strconv.Atoi(year)
		return realDate(y, m, n)
	}
	base := d.Base()
	// 29 February may be some years away.
	for y := base.Year(); y <= base.Year()+8; y++ {
		if t, ok := realDate(y, m, n); ok && !t.Before(base) {
			return t, true
		}
	}
	return time.Time{}, false
}

// parseMonth reads a month's name or its beginning, of three letters or more.
func (d *Days) parseMonth(word string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), word) {
			return m, true
		}
	}
	return names.Month(word, d.languages())
}

func realDate(year int, month time.Month, day int) (time.Time, bool) {
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return t, t.Year() == year && t.Month() == month && t.Day() == day
}
