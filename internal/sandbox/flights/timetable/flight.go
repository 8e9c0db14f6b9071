package timetable

import (
	"travel.example/travel/internal/sandbox/data"
)

// Flight is a line of the timetable: one departure a day on the days it runs.
// A train or bus that is sold under a flight number is a Flight too.
type Flight struct {
	Operator *data.Airline // flies it
	Sold     []Sale        // under whose numbers, the main seller first; never empty
	From, To *Place
	Departs  int // minutes of the local day
	Block    int // minutes from gate to gate
	Aircraft *data.Aircraft
	Days     Weekdays
	Season   Season
	Km       float64 // great circle
}

// Sale is a number a flight is marketed under.
type Sale struct {
	Airline *data.Airline
	Number  int // 1 to 9999
}

// SoldBy is the number that a carrier markets the flight under.
func (f *Flight) SoldBy(a *data.Airline) (Sale, bool) {
	for _, s := range f.Sold {
		if s.Airline == a {
			return s, true
		}
	}
	return Sale{}, false
}

// Runs tells whether the flight departs on a day, local to where it leaves.
func (f *Flight) Runs(d Day) bool { return f.Days.Has(d) && f.Season.Has(d) }

// Weekdays is a set of days of the week; bit 0 is Monday.
type Weekdays uint8

// Daily is every day of the week.
const Daily Weekdays = 1<<7 - 1

// Has tells whether the set holds a day's weekday.
func (w Weekdays) Has(d Day) bool { return w>>(d.Weekday()-1)&1 == 1 }

// later is the set moved n days later.
func (w Weekdays) later(n int) Weekdays {
	n = (n%7 + 7) % 7
	return (w<<n | w>>(7-n)) & Daily
}

// weeklyPatterns are the days that so many flights a week are spread over.
func weeklyPattern(flights, choice int) Weekdays {
	switch flights {
	case 1:
		return 1 << (choice % 7)
	case 2:
		return Weekdays(0b0010001).later(choice)
	case 3:
		return Weekdays(0b0010101).later(choice)
	case 4:
		return Weekdays(0b1010101).later(choice)
	case 5:
		return Weekdays(0b1011101).later(choice)
	case 6:
		return Daily &^ (1 << (choice % 7))
	}
	return Daily
}
