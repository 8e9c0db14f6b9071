package ask

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/names"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// ISO is the layout of a day in the contract.
const ISO = "2006-01-02"

// Forms lists the forms of a day, for messages and help.
const Forms = `2026-12-25, "25 dec", fri, tomorrow or +14d`

// StayForms is Forms for a day that counts from another one.
const StayForms = `2026-12-25, "25 dec", fri, +3d or "3 nights"`

// Days reads days as a person types them.
type Days struct {
	Today     func() time.Time
	From      string                // the outbound day or the check-in, which the second day counts from; "" if unknown
	Languages func() []string       // the languages besides English that names may be in (BCP 47); nil for none
	held      []func(Chooser) error // texts that have several readings, until someone can be asked
}

// Base returns the day that relative days count from.
func (d *Days) Base() time.Time {
	if t, err := time.Parse(ISO, d.From); err == nil {
		return t
	}
	return midnight(d.Today())
}

// midnight returns the calendar day of a time in UTC, so that no offset moves it.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// languages returns the languages that a word may be in, English first. Two letters may be a code or the beginning of
// another word, so they are no English word.
func (d *Days) languages(word string) (all []string) {
	if len(word) > 2 {
		all = append(all, "en")
	}
	if d.Languages != nil {
		all = append(all, d.Languages()...)
	}
	return all
}

// patterns are the forms besides ISO dates and plain words. The grammar is closed on purpose: a wrong guess of a date
// buys the wrong ticket.
type patterns struct {
	late, yearFirst, yearLast, relative, nights, dayMonth, monthDay, weekday, year, past, isoMonth, month, // of days
	moment, span, side, // of times of the day
	hours, minutes *regexp.Regexp // of lengths
}

var compiled = sync.OnceValue(func() patterns {
	const month, h, m = `(\p{L}{3,12})\.?`, `(?:h|hrs?|hours?)`, `(?:m|mins?|minutes?)`
	return patterns{
		late:      regexp.MustCompile(`\b(?:29|[3-9]\d)(?:\b|st|nd|rd|th)`), // a day that not every month has
		yearFirst: regexp.MustCompile(`^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$`),
		yearLast:  regexp.MustCompile(`^(\d{1,2})([-/.])(\d{1,2})([-/.])(\d{4})$`),
		relative:  regexp.MustCompile(`^(\+|in )(\d{1,3}|an?) ?(d|w|m|days?|weeks?|months?)$`),
		nights:    regexp.MustCompile(`^(?:\+(\d{1,3})|(?:\+|for )?(\d{1,3}|an?|one) ?(n|nights?|weeks?))$`),
		dayMonth:  regexp.MustCompile(`^(\d{1,2})(?:\.|st|nd|rd|th)? ?(?:of |de )?` + month + `(?:,? (?:de )?(\d{4}))?$`),
		monthDay:  regexp.MustCompile(`^` + month + ` ?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$`),
		weekday:   regexp.MustCompile(`^(\p{L}+)\.?,? (.+)$`),
		year:      regexp.MustCompile(`\d{4}`),
		past:      regexp.MustCompile(`^(yesterday|last( .+)?|.+ ago|-\d.*)$`),
		isoMonth:  regexp.MustCompile(`^(\d{4})-(\d{2})$`),
		month:     regexp.MustCompile(`^` + month + `(?:,? (\d{4}))?$`),
		moment:    regexp.MustCompile(`^(\d{1,2})(?:[:.h](\d{2})|h)?(?: ?(am|pm))?$`),
		span:      regexp.MustCompile(`^(?:from |between )?(.+?) ?(?:-|–|\bto\b|\band\b) ?(.+)$`),
		side:      regexp.MustCompile(`^(after|from|since|before|until|till|by) (.+)$`),
		hours:     regexp.MustCompile(`^(\d{1,4})(?: ?` + h + `(?: ?(\d{1,2}) ?` + m + `?)?|:(\d{2}))$`),
		minutes:   regexp.MustCompile(`^(\d{1,7}) ?` + m + `$`),
	}
})

// Read returns all readings of a day that a person typed: one if it is certain, several if the person must be asked,
// and none for text outside the grammar or a day that does not exist, such as 2026-02-30. Relative days count from
// Base. A weekday, or a day and month without a year, is the first one after Base; a day and month may be Base
// itself. If From is set and a day and month without a year would be more than half a year later, the person must be
// asked, even about a single reading.
func (d *Days) Read(text string) []Reading {
	text = plain(text)
	p, base, today := compiled(), d.Base(), midnight(d.Today())
	if day, err := time.Parse(ISO, text); err == nil {
		return readings(day)
	}
	switch text {
	case "today":
		return readings(base)
	case "tomorrow":
		return readings(base.AddDate(0, 0, 1))
	}
	if days := d.weekday(text); len(days) > 0 {
		return readings(days...)
	}
	if m := p.yearFirst.FindStringSubmatch(text); m != nil { // 2026/12/31
		return readings(date(m[1], m[2], m[3])...)
	}
	// No language decides silently which of two numbers is the month.
	if m := p.yearLast.FindStringSubmatch(text); m != nil && m[2] == m[4] { // 31/12/2026
		return readings(append(date(m[5], m[3], m[1]), date(m[5], m[1], m[3])...)...)
	}
	if m := p.relative.FindStringSubmatch(text); m != nil { // +14d, in 3 weeks
		days := []time.Time{offset(base, m[2], m[3])}
		if fromToday := offset(today, m[2], m[3]); m[1] != "+" && fromToday.After(base) { // may count from either
			days = append(days, fromToday)
		}
		return readings(days...)
	}
	if m := p.nights.FindStringSubmatch(text); m != nil && d.From != "" { // 3 nights, +3, 2 weeks
		return readings(offset(base, m[1]+m[2], cmp.Or(m[3], "d")))
	}
	days := d.named(text)
	far := days
	if day, _, other := d.ofOtherYear(text); other {
		far = []time.Time{day}
	}
	if len(far) == 1 && d.From != "" && far[0].After(base.AddDate(0, 0, farthest)) && !p.year.MatchString(text) {
		return d.apart(far[0])
	}
	return readings(days...)
}

// plain returns a text in small letters, with single spaces.
func plain(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// ofOtherYear returns the next date for a day and month without a year that follow the wrong weekday, and a nearby
// year in which the weekday is right.
func (d *Days) ofOtherYear(text string) (next time.Time, year int, ok bool) {
	weekday, rest := d.cutWeekday(text)
	if next, ok = d.dayAndMonth(rest); !ok || next.Weekday() == weekday || compiled().year.MatchString(rest) {
		return next, 0, false
	}
	for _, y := range []int{-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11} {
		day, real := realDate(next.Year()+y, next.Month(), next.Day())
		if real && day.Weekday() == weekday && !day.Before(midnight(d.Today())) {
			return next, day.Year(), true
		}
	}
	return next, 0, false
}

// farthest is the maximum number of days between two days if neither the year of the second nor the time between them
// was typed.
const farthest = 180

// apart returns the two ways to read a second day that falls before the first in the same year: the days are swapped,
// unless that is in the past, or the second is in a later year.
func (d *Days) apart(last time.Time) (all []Reading) {
	first := d.Base()
	add := func(from, to time.Time) {
		all = append(all, Reading{
			Value: to.Format(ISO), First: from.Format(ISO),
			Label: words.Dates(from, to, time.Time{}, " to ") + ", " + words.Counted(daysBetween(from, to), "night"),
		})
	}
	if earlier := yearBefore(last); !earlier.Before(midnight(d.Today())) {
		add(earlier, first)
	}
	add(first, last)
	return all
}

// yearBefore returns the same day of the year before, or of the last year that has it.
func yearBefore(day time.Time) time.Time {
	for year := day.Year() - 1; ; year-- {
		if t, ok := realDate(year, day.Month(), day.Day()); ok {
			return t
		}
	}
}

func daysBetween(from, to time.Time) int { return int(to.Sub(from).Hours() / 24) }

// Certain returns the reading if there is only one and no question about it.
func Certain(found []Reading) (Reading, bool) {
	if len(found) == 1 && found[0].First == "" {
		return found[0], true
	}
	return Reading{}, false
}

// One returns the day that a text means, in the form of the contract. The error is a SeveralError, or a usage error
// that says what is accepted. label names the argument or flag.
func (d *Days) One(label, text string) (string, error) {
	found := d.Read(text)
	if r, ok := Certain(found); ok {
		return r.Value, nil
	}
	if len(found) > 0 {
		return "", SeveralError{Label: label, Given: text, Readings: found}
	}
	forms := Forms
	if d.From != "" {
		forms = StayForms
	}
	typed := plain(text)
	p := compiled()
	// A day that would exist if its number were lower is beyond the end of its month. Without a year, February has 29.
	if lower := d.Read(p.late.ReplaceAllString(typed, "28")); len(lower) > 0 && p.late.MatchString(typed) {
		year, month, _ := words.Day(lower[0].Value).Date()
		named := month.String()
		if given := p.year.FindString(typed); given != "" {
			named += " " + given
		} else {
			year = 2028 // a leap year
		}
		days := lengthOf(year, month)
		return "", problem.Usagef("%s %s is not a day: %s has %d days", label, words.Quote(text), named, days)
	}
	if next, year, ok := d.ofOtherYear(typed); ok {
		weekday, _ := d.cutWeekday(typed)
		return "", problem.Usagef("%s %s is not a day: %s is a %s, and a %s in %d", label, words.Quote(text), next.Format("2 Jan 2006"), next.Weekday(), weekday, year)
	}
	if p.past.MatchString(typed) {
		return "", problem.Usagef("%s %s is in the past; give a day such as %s", label, words.Quote(text), forms)
	}
	return "", problem.NotAccepted(label, text, "a day such as "+forms)
}

// readings converts days to readings without duplicates. Days beyond the years that the contract can write are left
// out.
func readings(days ...time.Time) (all []Reading) {
	for _, day := range days {
		r := Reading{Value: day.Format(ISO), Label: day.Format("Monday 2 January 2006")}
		if len(r.Value) == len(ISO) && (len(all) == 0 || all[0] != r) {
			all = append(all, r)
		}
	}
	return all
}

// weekday reads "fri" and "this friday". "Next friday" is the coming one to some people, and the one after it to
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
	return names.Weekday(word, d.languages(word))
}

// date returns the day of a date in digits, or none if it does not exist.
func date(year, month, day string) []time.Time {
	t, err := time.Parse("2006-1-2", year+"-"+month+"-"+day)
	if err != nil {
		return nil
	}
	return []time.Time{t}
}

// offset adds a number of days, weeks or months; the count is in digits, or a word for one. A month after 31 January
// is the last day of February, not a day in March.
func offset(base time.Time, count, unit string) time.Time {
	n, err := strconv.Atoi(count)
	if err != nil {
		n = 1
	}
	switch unit[0] {
	case 'w':
		return base.AddDate(0, 0, 7*n)
	case 'm':
		first := time.Date(base.Year(), base.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
		return first.AddDate(0, 0, min(base.Day(), lengthOf(first.Year(), first.Month()))-1)
	}
	return base.AddDate(0, 0, n)
}

// named reads "25 dec" and "dec 25", also after the right weekday.
func (d *Days) named(text string) []time.Time {
	day, ok := d.dayAndMonth(text)
	if !ok {
		weekday, rest := d.cutWeekday(text)
		day, ok = d.dayAndMonth(rest)
		ok = ok && day.Weekday() == weekday
	}
	if !ok {
		return nil
	}
	return []time.Time{day}
}

// cutWeekday splits the weekday off the beginning of a text. rest is "" if the text does not begin with one.
func (d *Days) cutWeekday(text string) (weekday time.Weekday, rest string) {
	m := compiled().weekday.FindStringSubmatch(text)
	if m == nil {
		return 0, ""
	}
	weekday, ok := d.parseWeekday(m[1])
	if !ok {
		return 0, ""
	}
	return weekday, m[2]
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
	m, ok := names.Month(month, d.languages(month))
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

func realDate(year int, month time.Month, day int) (time.Time, bool) {
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return t, t.Year() == year && t.Month() == month && t.Day() == day
}

// Join joins the words of days that a person typed without quotes, such as "dec 25 jan 3", into a text for each
// label; those after the first least are optional. Texts that are days already stay as they are. It is an error if
// there are two ways to join them. Words that are no day are returned unchanged if there are not too many.
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
		return nil, problem.Usagef("%s is missing; %s is %s", labels[len(ways[0])], labels[0], words.Quote(ways[0][0]))
	case len(ways) == 1:
		return ways[0], nil
	case len(ways) > 1:
		for i, text := range ways[0] {
			ways[0][i] = words.Quote(text)
		}
		return nil, problem.Usagef("%s can be parted into days in two ways; put each day in quotes, as in %s", words.Quote(strings.Join(typed, " ")), strings.Join(ways[0], " "))
	case len(typed) > len(labels):
		quoted := `a day of several words goes in quotes, as in "25 dec"`
		if !d.begins(typed) {
			quoted = `a place or a day of several words goes in quotes, as in "New York" or "25 dec"`
		}
		return nil, problem.Usagef("%s is one argument too many; %s", words.Quote(typed[len(labels)]), quoted)
	}
	return typed, nil
}

// longestDay is the maximum number of words of a day: fri, 25 december 2026.
const longestDay = 4

// begins reports whether the first words are a day.
func (d *Days) begins(typed []string) bool {
	for n := range min(len(typed), longestDay) {
		if len(d.Read(strings.Join(typed[:n+1], " "))) > 0 {
			return true
		}
	}
	return false
}

// partings returns all ways to split words into at most that many days.
func (d *Days) partings(typed []string, most int) (ways [][]string) {
	for n := 1; n <= min(len(typed), longestDay) && most > 0 && strings.TrimSpace(typed[n-1]) != ""; n++ {
		first := strings.Join(typed[:n], " ")
		_, rest := d.cutWeekday(strings.ToLower(first))
		_, wrong := d.dayAndMonth(rest) // a day, even if the weekday is wrong
		if !wrong && len(d.Read(first)) == 0 {
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

// lengthOf returns the number of days of a month.
func lengthOf(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// WindowForms lists the forms of a window, for messages and help.
const WindowForms = `2027-03, march, +30d..+60d, or a day such as "12 mar"`

// A Window is a range of days, both ends included, in the form of the contract.
type Window struct {
	From, To string
	About    string // the day that was named, if the window is the days around it
	Exact    bool   // both ends were named, so no day may be left out
}

// Until cuts the window after the last day, unless both of its ends were typed.
func (w Window) Until(last string) Window {
	if !w.Exact && w.From <= last {
		w.To = min(w.To, last)
	}
	return w
}

// Days returns the days of the window.
func (w Window) Days() (days []string) {
	from, errFrom := time.Parse(ISO, w.From)
	to, errTo := time.Parse(ISO, w.To)
	if errFrom != nil || errTo != nil {
		return nil
	}
	for ; !from.After(to); from = from.AddDate(0, 0, 1) {
		days = append(days, from.Format(ISO))
	}
	return days
}

// Window reads a range of days: a month, two days with ".." between them, or one day with margin days on both sides.
// A month, and the days around one, are cut before today; two days are not. Days in the past are a usage error. choose
// is called for a text with several readings.
func (d *Days) Window(choose Chooser, label, text string, margin int) (Window, error) {
	text = plain(text)
	now := midnight(d.Today())
	today := now.Format(ISO)
	past := problem.Usagef("%s %s is past; give days that come: %s", label, text, WindowForms)
	// sure returns the text of a day with one reading: that which was typed, or the chosen day.
	sure := func(text string) (string, error) {
		if len(d.Read(text)) == 0 {
			return "", problem.NotAccepted(label, text, WindowForms)
		}
		_, err := d.One(label, text)
		if several, ok := errors.AsType[SeveralError](err); ok {
			r, err := choose(several)
			return r.Value, err
		}
		return text, err
	}
	if from, to, ok := strings.Cut(text, ".."); ok {
		from, err := sure(strings.TrimSpace(from))
		if err != nil {
			return Window{}, err
		}
		if to, err = sure(strings.TrimSpace(to)); err != nil {
			return Window{}, err
		}
		w := Window{From: d.Read(from)[0].Value, Exact: true}
		w.To, err = d.until(w.From, label, to)
		if several, ok := errors.AsType[SeveralError](err); ok {
			several.Given, several.Dots = text, true
			for i, r := range several.Readings { // a window has no nights
				several.Readings[i].Label, _, _ = strings.Cut(r.Label, ", ")
			}
			var r Reading
			r, err = choose(several)
			w.From, w.To = r.First, r.Value
		}
		switch {
		case err != nil:
			return Window{}, err
		case w.To < w.From:
			return Window{}, problem.Usagef("%s %s ends on %s, before it begins on %s", label, text, w.To, w.From)
		case w.From < today:
			return Window{}, past
		}
		return w, nil
	}
	first, ok := d.month(text, now)
	w := Window{From: first.Format(ISO), To: first.AddDate(0, 1, -1).Format(ISO)}
	if !ok {
		day, err := sure(text)
		if err != nil {
			return Window{}, err
		}
		w.About = d.Read(day)[0].Value
		around := words.Day(w.About)
		w.From, w.To = around.AddDate(0, 0, -margin).Format(ISO), around.AddDate(0, 0, margin).Format(ISO)
	}
	if w.To < today || !ok && w.About < today {
		return Window{}, past
	}
	w.From = max(w.From, today)
	return w, nil
}

// month returns the first day of a named month, this one or a later one.
func (d *Days) month(text string, today time.Time) (time.Time, bool) {
	if m := compiled().isoMonth.FindStringSubmatch(text); m != nil {
		first, err := time.Parse(ISO, text+"-01")
		return first, err == nil
	}
	m := compiled().month.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, false
	}
	month, ok := names.Month(m[1], d.languages(m[1]))
	if !ok {
		return time.Time{}, false
	}
	if m[2] != "" {
		first, err := time.Parse("2006 1", fmt.Sprintf("%s %d", m[2], month))
		return first, err == nil
	}
	first := time.Date(today.Year(), month, 1, 0, 0, 0, 0, time.UTC)
	if month < today.Month() {
		first = first.AddDate(1, 0, 0)
	}
	return first, true
}

// until returns the last day of a window. Like the first, it counts from today, but a weekday, or a day and month
// without a year, is the next one after the first.
func (d *Days) until(first, label, text string) (string, error) {
	last, err := d.One(label, text)
	typed := plain(text)
	if err != nil || len(d.weekday(typed)) == 0 && len(d.named(typed)) == 0 {
		return last, err
	}
	behind := *d
	behind.From = first
	after, err := behind.One(label, text)
	if err == nil && last >= first { // also the first day itself
		return last, nil
	}
	return after, err
}
