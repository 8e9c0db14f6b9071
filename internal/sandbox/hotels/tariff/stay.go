package tariff

import "travel.example/travel/internal/sandbox/hotels/calendar"

// Stay is what is asked for: nights, rooms and guests. It has been checked by
// the caller: CheckOut is after CheckIn, and every room has an adult.
type Stay struct {
	CheckIn, CheckOut calendar.Day
	Booked            calendar.Day // the day of the search
	Rooms             []Party      // who sleeps in each room
	Site              string       // market, two letters
}

// Party is the guests of one room.
type Party struct {
	Adults int
	Ages   []int // of the children, 0 to 17
}

func (p Party) guests() int { return p.Adults + len(p.Ages) }

// Nights is the length of the stay.
func (s Stay) Nights() int { return int(s.CheckOut - s.CheckIn) }

// What the platform sells: stays of up to 90 nights that end within 500 days.
// A longer or later one is a stay for which it has no rates.
const (
	longest  = 90
	furthest = 500
)

func (s Stay) sold() bool {
	return s.Nights() <= longest && s.CheckOut-s.Booked <= furthest
}

// Spread distributes guests over rooms as evenly as possible, earlier rooms first:
// adults one after the other, then each child, in the order of the ages, where
// the fewest guests are. No room has more guests than an earlier one, and none
// two fewer.
func Spread(adults int, ages []int, rooms int) []Party {
	parties := make([]Party, rooms)
	for i := range adults {
		parties[i%rooms].Adults++
	}
	for _, age := range ages {
		emptiest := 0
		for i, p := range parties {
			if p.guests() < parties[emptiest].guests() {
				emptiest = i
			}
		}
		parties[emptiest].Ages = append(parties[emptiest].Ages, age)
	}
	return parties
}
