// Package calendar counts days, without a clock and without a time zone.
package calendar

import "time"

// Day is a day of the Gregorian calendar, counted from 1970-01-01.
type Day int

const secondsPerDay = 86400

// Parse reads YYYY-MM-DD. The error says why a text is not a day.
func Parse(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, err
	}
	return Of(t), nil
}

// Of is the day at t, by the clock of t's own zone.
func Of(t time.Time) Day {
	_, offset := t.Zone()
	seconds := t.Unix() + int64(offset)
	day := seconds / secondsPerDay
	if seconds%secondsPerDay < 0 {
		day--
	}
	return Day(day)
}

// Time is midnight UTC of the day.
func (d Day) Time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String is the day as YYYY-MM-DD.
func (d Day) String() string { return d.Time().Format(time.DateOnly) }

// Weekday is the day of the week: 1970-01-01 was a Thursday.
func (d Day) Weekday() time.Weekday { return time.Weekday(((int(d)+4)%7 + 7) % 7) }
