package directory

import "time"

// Stay is the nights, rooms and guests of a search. The caller has validated it: CheckOut is after CheckIn, and
// every room has an adult.
type Stay struct {
	CheckIn, CheckOut Day
	Booked            Day     // day of the search
	Rooms             []Party // guests of each room
	Site              string  // market, two letters
}

// Nights returns the length of the stay.
func (s Stay) Nights() int { return int(s.CheckOut - s.CheckIn) }

// Party is the guests of one room.
type Party struct {
	Adults int
	Ages   []int // of the children, 0 to 17
}

// aged returns the number of guests who are adults, or children of at least the given age.
func aged(age int, parties ...Party) int {
	n := 0
	for _, p := range parties {
		n += p.Adults
		for _, child := range p.Ages {
			if child >= age {
				n++
			}
		}
	}
	return n
}

// Spread distributes guests over rooms in turn, adults first, then children in the order of ages. No room has
// more guests than an earlier one, and the numbers differ by at most one.
func Spread(adults int, ages []int, rooms int) []Party {
	parties := make([]Party, rooms)
	for i := range adults {
		parties[i%rooms].Adults++
	}
	for i, age := range ages {
		next := &parties[(adults+i)%rooms]
		next.Ages = append(next.Ages, age)
	}
	return parties
}

// Day is a day of the Gregorian calendar, counted from 1970-01-01.
type Day int

const secondsPerDay = 86400

// DayOf returns the day at t in UTC.
func DayOf(t time.Time) Day { return Day(t.Unix() / secondsPerDay) }

// Time returns midnight UTC of the day.
func (d Day) Time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String returns the day as YYYY-MM-DD.
func (d Day) String() string { return d.Time().Format(time.DateOnly) }
