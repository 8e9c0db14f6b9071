// Package guestbook makes up what guests say about a hotel: reviews with ratings
// and texts, and the scores that follow from them. A book grows with the days
// and never changes what was in it.
package guestbook

import (
	"iter"
	"math"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/calendar"
)

// Traveler is how a guest travels.
type Traveler uint8

// The kinds of travelers.
const (
	Business Traveler = iota
	Couple
	Families
	Solo
	Group
	travelers
)

// kept is how long a review is shown, in days: three years.
const kept = 1096

// Book is the guest book of one hotel.
type Book struct {
	Dice     dice.Dice
	Opened   calendar.Day       // no review is older
	PerDay   float64            // reviews written in a day; 0 for a book without reviews
	Quality  float64            // rating that guests give on average, 0 to 10
	Lean     [travelers]float64 // what a kind of traveler adds to it
	Share    [travelers]float64 // of each kind among the guests; sums to 1
	Topics   Topics             // what there is to write about
	District string             // English names, for the texts
	City     string
	Country  string // ISO 3166-1 alpha-2, where many of the guests are from
}

// Entry is one review without its texts.
type Entry struct {
	number   int // from the day the hotel opened
	roll     dice.Dice
	Posted   calendar.Day
	Traveler Traveler
	Provider *Provider
	Rating   float64 // 0 to 10, in steps of the provider
}

// Provider is who gathers reviews.
type Provider struct {
	Code string
	step float64 // between two ratings it lets guests give
}

// providers are made up.
var providers = [...]Provider{
	{"sample-reviews", 1}, {"example-guestbook", 0.5}, {"imaginary-opinions", 2}, {"platform", 0.1},
}

// Entries yields the reviews that are shown on a day, oldest first.
func (b *Book) Entries(today calendar.Day) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		first := int(math.Floor(max(0, float64(today-b.Opened-kept)*b.PerDay)))
		last := int(math.Floor(float64(today-b.Opened) * b.PerDay))
		if b.PerDay <= 0 {
			return
		}
		var limits [travelers]float64
		sum := 0.0
		for i, share := range b.Share {
			sum += share
			limits[i] = sum
		}
		for n := first; n <= last; n++ {
			e, ok := b.entry(n, today, &limits)
			if ok && !yield(e) {
				return
			}
		}
	}
}

// entry is the n-th review. ok is false for one that is not shown on the day.
// One roll has bits enough for all that a review's numbers need.
func (b *Book) entry(n int, today calendar.Day, limits *[travelers]float64) (e Entry, ok bool) {
	roll := b.Dice.With(uint64(n))
	bits := func(from, many uint) float64 {
		return float64(uint64(roll)>>from&(1<<many-1)) / float64(uint64(1)<<many)
	}
	posted := b.Opened + calendar.Day((float64(n)+bits(0, 16))/b.PerDay)
	if posted > today || posted <= today-kept {
		return e, false
	}
	e = Entry{number: n, roll: roll, Posted: posted, Provider: &providers[roll>>62]}
	kind, who := bits(16, 12), Group
	for t, limit := range limits {
		if kind < limit {
			who = Traveler(t)
			break
		}
	}
	e.Traveler = who
	// Three rolls added up are dense in the middle, as opinions are; the lower
	// end reaches further, since few write who were merely content.
	spread := bits(28, 10) + bits(38, 10) + bits(48, 10) - 1.5
	if spread < 0 {
		spread *= 1.5
	}
	rating := b.Quality + 0.4 + b.Lean[who] + 2*spread
	e.Rating = e.Provider.rate(rating)
	return e, true
}

// rate rounds a rating to the provider's steps, from 1 to 10.
func (p *Provider) rate(rating float64) float64 {
	stepped := math.Round(math.Round(rating/p.step)*p.step*10) / 10
	return min(max(stepped, max(1, p.step)), 10)
}

// Score is a mean rating and how many reviews it rests on.
type Score struct {
	Mean  float64 // 0 to 10, with one decimal
	Count int
}

// Summary is the scores of a book on one day.
type Summary struct {
	All Score
	By  [travelers]Score // Count 0 for a kind with too few reviews, as for all
}

// fewest is how many reviews make a score, of all guests or of one kind of traveler.
const fewest = 12

// Summary counts a book up: the mean of exactly the reviews that are shown.
func (b *Book) Summary(today calendar.Day) Summary {
	var sums [travelers]float64
	var counts [travelers]int
	for e := range b.Entries(today) {
		sums[e.Traveler] += e.Rating
		counts[e.Traveler]++
	}
	var s Summary
	sum, count := 0.0, 0
	for t := range travelers {
		sum += sums[t]
		count += counts[t]
		if counts[t] >= fewest {
			s.By[t] = Score{mean(sums[t], counts[t]), counts[t]}
		}
	}
	if count >= fewest {
		s.All = Score{mean(sum, count), count}
	}
	return s
}

func mean(sum float64, count int) float64 {
	return math.Round(sum/float64(count)*10) / 10
}
