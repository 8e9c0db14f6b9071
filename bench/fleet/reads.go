package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"travel.example/travel/internal/arrivals"
)

// A day of a deployment: how many searches its travelers make, and the part of them that the busiest hour
// has. Reservation systems plan with a tenth; spread evenly it would be a 24th.
const (
	searchesADay = 1_000_000
	peakShare    = 10
)

// A load is what the searches of a day cost in reads.
type load struct {
	each    float64 // of one search, on average
	peak    float64 // a second of the busiest hour, on average
	busiest int     // in one second of it, at most
}

// loadOf plays patterns as a contender reads them, and lets an hour's searches begin at random.
func loadOf(c arrivals.Contender, patterns []arrivals.Pattern, dice *rand.Rand) load {
	runs := make([][]time.Duration, len(patterns))
	total := 0
	for i, p := range patterns {
		runs[i] = c.Play(p).ReadAt
		total += len(runs[i])
	}
	hour := int(time.Hour / time.Second)
	seconds := make([]int, hour)
	for range searchesADay / peakShare {
		began := time.Duration(dice.Int64N(int64(time.Hour)))
		for _, at := range runs[dice.IntN(len(runs))] {
			seconds[int((began+at)/time.Second)%hour]++ // the hours beside it are as busy
		}
	}
	each := float64(total) / float64(len(patterns))
	return load{each: each, peak: each * searchesADay / peakShare / float64(hour), busiest: slices.Max(seconds)}
}

// reportReads prints what the rules cost a deployment.
func reportReads(out io.Writer, each int, seed uint64) {
	fmt.Fprintf(out, "%d million searches a day, one in %d of them in the busiest hour: reads\n\n", searchesADay/1_000_000, peakShare)
	fmt.Fprintf(out, "  %-8s %-26s %8s %9s %18s %16s\n", "", "", "a search", "a day", "a second, at peak", "busiest second")
	for _, kind := range []arrivals.Kind{arrivals.Flights, arrivals.Hotels, arrivals.Rates} {
		patterns := arrivals.Patterns(kind, each, seed)
		for _, rule := range []struct {
			name string
			arrivals.Contender
		}{
			{"before", arrivals.Former(kind)},
			{"plain, min(n x 300, 3000)", arrivals.Plain(kind)},
			{"now", arrivals.Taken(kind)},
		} {
			l := loadOf(rule.Contender, patterns, rand.New(rand.NewPCG(seed, 2)))
			fmt.Fprintf(out, "  %-8s %-26s %8.1f %7.1f M %18.0f %16d\n", kind, rule.name, l.each, l.each*searchesADay/1e6, l.peak, l.busiest)
		}
	}
}
