package holiday

import (
	"fmt"
	"time"
)

// Day is a date without a time of day or a zone: days since 1970-01-01.
type Day int

const secondsPerDay = 24 * 60 * 60

// Date is the day of a date; a month or day out of range runs on, as in time.Date.
func Date(year int, month time.Month, day int) Day {
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// DayOf is the date that t has in its own zone.
func DayOf(t time.Time) Day { return Date(t.Date()) }

// ParseDay reads YYYY-MM-DD and refuses a date that does not exist.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, fmt.Errorf("read the date %q: %w", text, err)
	}
	return DayOf(t), nil
}

// String is the date as YYYY-MM-DD.
func (d Day) String() string { return d.time().Format(time.DateOnly) }

// Weekday is the day's name.
func (d Day) Weekday() time.Weekday { return d.time().Weekday() }

// Year is the year of the Gregorian calendar.
func (d Day) Year() int { return d.time().Year() }

func (d Day) time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }
