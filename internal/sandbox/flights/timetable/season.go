package timetable

import "time"

// Day is a calendar day, counted from 1 January 1970.
type Day int

// DayOf is the calendar day of a time in its own zone.
func DayOf(t time.Time) Day {
	return Day(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// ParseDay reads YYYY-MM-DD.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	return DayOf(t), err
}

// Date is the day's midnight in UTC.
func (d Day) Date() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// String is YYYY-MM-DD.
func (d Day) String() string { return d.Date().Format(time.DateOnly) }

// Weekday is 1 for Monday to 7 for Sunday.
func (d Day) Weekday() int { return int((d+3)%7+7)%7 + 1 }

// Season is the part of the year a flight runs in, in the two seasons of the
// industry: summer begins on the last Sunday of March, winter on the last
// Sunday of October.
type Season uint8

// The seasons.
const (
	AllYear Season = iota
	Summer
	Winter
)

// Has tells whether a day lies in the season.
func (s Season) Has(d Day) bool {
	if s == AllYear {
		return true
	}
	year := d.Date().Year()
	summer := d >= lastSunday(year, time.March) && d < lastSunday(year, time.October)
	return summer == (s == Summer)
}

// Span is a stretch of days, both ends included.
type Span struct{ First, Last Day }

// Spans is the parts of the season between two days, both included.
func (s Season) Spans(first, last Day) []Span {
	var spans []Span
	if s == AllYear {
		return []Span{{first, last}}
	}
	for year := first.Date().Year() - 1; year <= last.Date().Year(); year++ {
		begin, end := lastSunday(year, time.March), lastSunday(year, time.October)-1
		if s == Winter {
			begin, end = end+1, lastSunday(year+1, time.March)-1
		}
		if begin = max(begin, first); begin <= min(end, last) {
			spans = append(spans, Span{begin, min(end, last)})
		}
	}
	return spans
}

func lastSunday(year int, month time.Month) Day {
	d := DayOf(time.Date(year, month, 31, 0, 0, 0, 0, time.UTC)) // both months have 31 days
	return d - Day(d.Weekday()%7)
}
