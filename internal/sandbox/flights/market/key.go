package market

import (
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// Key is what the offers of a search depend on. Two searches with the
// same key hold the same trips at the same prices; only when each seller
// answers is their own.
type Key struct {
	From, To                  string
	Out                       timetable.Day
	Back                      timetable.Day // 0 for one way
	Cabin                     Cabin
	Adults, Children, Infants int
	Site                      string
	Bought                    timetable.Day // UTC
}

// Party is how many adult fares the whole party pays.
func (k Key) Party() float64 {
	return float64(k.Adults) + 0.75*float64(k.Children) + 0.10*float64(k.Infants)
}

// draw is dice of the search that do not depend on the party or the moment.
func (k Key) draw(seed uint64) dice.Dice {
	return dice.New(seed).Word(k.From).Word(k.To).With(uint64(k.Out), uint64(k.Back), uint64(k.Cabin)).Word(k.Site)
}
