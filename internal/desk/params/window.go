package params

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/problem"
)

// WindowForms names what a window of days may be given as, for messages and help.
const WindowForms = `2027-03, march, +30d..+60d, or a day such as "12 mar"`

// A Window is some days in a row, as the contract writes them, both among them.
type Window struct {
	From, To string
	About    string // the day in it that was named, "" where none was
	Exact    bool   // both ends were named, so that none of it may be left out
}

// WindowAhead are so many days from tomorrow on: what a window is where no one says.
func (d *Days) WindowAhead(days int) Window {
	today := midnight(d.Today())
	return Window{From: today.AddDate(0, 0, 1).Format(ISO), To: today.AddDate(0, 0, days).Format(ISO)}
}

// Until leaves out the days after last, of a window that may be cut.
func (w Window) Until(last string) Window {
	if !w.Exact && w.From <= last {
		w.To = min(w.To, last)
	}
	return w
}

// Days are the days of the window.
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

var monthForms = sync.OnceValue(func() [2]*regexp.Regexp {
	return [2]*regexp.Regexp{
		regexp.MustCompile(`^(\d{4})-(\d{2})$`),
		regexp.MustCompile(`^(\p{L}{3,12})\.?(?:,? (\d{4}))?$`),
	}
})

// Window reads days in a row that a person typed: a month, two days with .. between them, or one day
// with so many on both sides. Of a month, and of the days around one, those from today on are taken; two
// days that were named are not cut. What is past is a usage error, as is what is not understood. A day with several readings is a
// SeveralError.
func (d *Days) Window(label, text string, margin int) (Window, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	today := midnight(d.Today())
	if first, ok := d.month(text, today); ok {
		return since(today, label, text, Window{From: first.Format(ISO), To: first.AddDate(0, 1, -1).Format(ISO)})
	}
	if from, to, ok := strings.Cut(text, ".."); ok {
		return d.span(label, text, strings.TrimSpace(from), strings.TrimSpace(to))
	}
	day, err := d.day(label, text)
	if err != nil {
		return Window{}, err
	}
	around, _ := time.Parse(ISO, day)
	if around.Before(today) {
		return Window{}, past(label, text)
	}
	return since(today, label, text, Window{From: around.AddDate(0, 0, -margin).Format(ISO), To: around.AddDate(0, 0, margin).Format(ISO), About: day})
}

// month is the first day of a month that is named, this one or one that comes.
func (d *Days) month(text string, today time.Time) (time.Time, bool) {
	if m := monthForms()[0].FindStringSubmatch(text); m != nil {
		first, err := time.Parse(ISO, text+"-01")
		return first, err == nil
	}
	m := monthForms()[1].FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, false
	}
	month, ok := d.parseMonth(m[1])
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

// span reads two days. The second counts from today as well, but a day and month without a year from
// the first.
func (d *Days) span(label, text, from, to string) (Window, error) {
	first, err := d.day(label, from)
	if err != nil {
		return Window{}, err
	}
	last, err := d.day(label, to)
	if err != nil {
		return Window{}, err
	}
	if last < first {
		behind := Days{Today: d.Today, From: first, Languages: d.Languages}
		if found := behind.named(to); len(found) == 1 {
			last = found[0].Format(ISO)
		}
	}
	if last < first {
		return Window{}, problem.UsageError{Text: fmt.Sprintf("%s %s ends on %s, before it begins on %s", label, text, last, first)}
	}
	if first < midnight(d.Today()).Format(ISO) {
		return Window{}, past(label, text)
	}
	return Window{From: first, To: last, Exact: true}, nil
}

// day is one day, with what a window may be where it is none.
func (d *Days) day(label, text string) (string, error) {
	if found := d.Read(text); len(found) == 0 {
		return "", problem.NotAccepted(label, text, WindowForms, "")
	}
	return d.One(label, text)
}

// since leaves out the days before today.
func since(today time.Time, label, text string, w Window) (Window, error) {
	day := today.Format(ISO)
	if w.To < day {
		return Window{}, past(label, text)
	}
	w.From = max(w.From, day)
	return w, nil
}

func past(label, text string) error {
	return problem.UsageError{Text: fmt.Sprintf("%s %s is past; give days that come: %s", label, text, WindowForms)}
}
