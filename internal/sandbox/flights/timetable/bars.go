package timetable

import (
	_ "embed"
	"math"
	"strings"
	"sync"
)

//go:embed bars.txt
var barsText string

// bars is where the budget of each base ends, by carrier and airport: AFCDG. A service of less
// strength is not flown. They were found from the budgets of testdata/budgets.txt over several
// seeds, in steps of a letter, and a test finds them again.
var bars = sync.OnceValue(func() map[string]float64 {
	all := map[string]float64{}
	for line := range strings.Lines(barsText) {
		code, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		for ; len(rest) >= 4; rest = rest[4:] {
			all[code+rest[:3]] = barOfLetter(rest[3])
		}
	}
	return all
})

// barOf is the bar of a base, 1 where the table does not know it.
func barOf(carrier, airport string) float64 {
	if bar, ok := bars()[carrier+airport]; ok {
		return bar
	}
	return 1
}

// Bars go in steps of a quarter of a power of two from lowestBar at the letter firstBar to closedBar,
// which no service reaches.
const (
	lowestBar = 1.0 / 128
	firstBar  = '0'
	closedBar = 'z'
)

func barOfLetter(letter byte) float64 {
	if letter == closedBar {
		return math.Inf(1)
	}
	return lowestBar * math.Exp2(float64(letter-firstBar)/4)
}
