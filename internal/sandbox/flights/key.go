package flights

import (
	"fmt"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// searchKey is what the offers of a search depend on. Two searches with the
// same key hold the same trips at the same prices; only when each seller
// answers is their own.
type searchKey struct {
	from, to                  string
	out                       timetable.Day
	back                      timetable.Day // 0 for one way
	cabin                     cabin
	adults, children, infants int
	site                      string
	bought                    timetable.Day // UTC
}

func keyOf(q Query) (searchKey, error) {
	k := searchKey{
		from: q.From, to: q.To, cabin: cabinOf(q.Cabin), site: q.Site,
		adults: q.Adults, children: q.Children, infants: q.Infants,
		bought: timetable.DayOf(q.Created.UTC()),
	}
	var err error
	if k.out, err = timetable.ParseDay(q.Out); err != nil {
		return k, fmt.Errorf("read the outbound day: %w", err)
	}
	if q.Back != "" {
		if k.back, err = timetable.ParseDay(q.Back); err != nil {
			return k, fmt.Errorf("read the return day: %w", err)
		}
	}
	return k, nil
}

// party is how many adult fares the whole party pays.
func (k searchKey) party() float64 {
	return float64(k.adults) + 0.75*float64(k.children) + 0.10*float64(k.infants)
}

// draw is dice of the search that do not depend on the party or the moment.
func (k searchKey) draw(seed uint64) dice.Dice {
	return dice.New(seed).Word(k.from).Word(k.to).With(uint64(k.out), uint64(k.back), uint64(k.cabin)).Word(k.site)
}
