package directory

import (
	"iter"
	"slices"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/wire"
)

// cohorts has the types of guests as named by the results read and by the reviews read, each of which lacks one.
var cohorts = [...]struct {
	scored wire.GuestCohort
	writes wire.ReviewerCohort
}{
	{scored: wire.GuestCohortBusiness},
	{wire.GuestCohortCouple, wire.ReviewerCohortCouple},
	{wire.GuestCohortFamily, wire.ReviewerCohortFamilyWithChildren},
	{wire.GuestCohortSolo, wire.ReviewerCohortSoloTraveller},
	{writes: wire.ReviewerCohortExtendedGroup},
}

// writers has the type of guest, an index in cohorts, of every ten reviews.
var writers = [...]int{0, 0, 1, 1, 1, 2, 2, 3, 3, 4}

// Entry is one review without its text.
type Entry struct {
	roll   dice.Dice
	posted Day
	guest  int     // index in cohorts
	rating float64 // 1 to 10, with one decimal
}

// kept is how long a review is shown, in days. It is three years.
const kept = 1096

// Entries yields the reviews shown on a day, oldest first.
func (h *Hotel) Entries(today Day) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for n := int(max(0, float64(today-h.opened-kept)*h.perDay)); ; n++ {
			roll := h.book.With(3, uint64(n))
			e := Entry{
				roll: roll, posted: h.opened + Day((float64(n)+roll.Unit())/h.perDay),
				guest: writers[roll.With(1).Below(len(writers))],
			}
			luck := roll.With(3).Unit() + roll.With(4).Unit() + roll.With(5).Unit() - 1.5
			lean := h.book.With(4, uint64(e.guest)).Between(-0.5, 0.5) // bias of this type of guest
			e.rating = min(max(rounded(h.quality+lean+2*luck, 1), 1), 10)
			if e.posted > today || e.posted > today-kept && !yield(e) {
				return
			}
		}
	}
}

// Summary has the scores of a hotel on one day. A score with too few reviews is zero or missing.
type Summary struct {
	All wire.Review
	By  map[wire.GuestCohort]wire.Review
}

// Summary returns the average of exactly those reviews that are shown, if there are enough.
func (h *Hotel) Summary(today Day) Summary {
	const fewest, all = 12, len(cohorts)
	var sums [all + 1]wire.Review // for each type of guest, and for all
	for e := range h.Entries(today) {
		for _, i := range []int{e.guest, all} {
			sums[i].Score += e.rating
			sums[i].Count++
		}
	}
	s := Summary{By: map[wire.GuestCohort]wire.Review{}}
	for i, sum := range sums {
		if sum.Count < fewest {
			continue
		}
		mean := wire.Review{Score: rounded(sum.Score/sum.Count, 1), Count: sum.Count}
		if i == all {
			s.All = mean
		} else if cohort := cohorts[i].scored; cohort != "" {
			s.By[cohort] = mean
		}
	}
	return s
}

// Review returns an entry with its full text. No topic is both praised and criticized.
func (h *Hotel) Review(e Entry) wire.HotelReview {
	d, lists := e.roll.Word("text"), tables().lists
	sign, likes, dislikes := "-", d.With(1).Below(2), 1+d.With(2).Below(3)
	switch {
	case e.rating >= 8: // satisfied
		sign, likes, dislikes = "+", 1+d.With(1).Below(3), d.With(2).Below(2)
	case e.rating >= 6: // mixed
		sign, likes, dislikes = "=", 1+d.With(1).Below(2), 1+d.With(2).Below(2)
	}
	r := wire.HotelReview{
		Rating: e.rating, PostedAt: e.posted.String(), GuestType: market.Given(cohorts[e.guest].writes),
		ProviderCode: pick(e.roll.With(2), lists["provider"]),
		Pros:         make([]string, 0, likes), Cons: make([]string, 0, dislikes),
	}
	topics := slices.Clone(h.topics)
	for i := range likes + dislikes {
		roll := d.With(3, uint64(i))
		at := roll.Below(len(topics))
		if i < likes {
			r.Pros = append(r.Pros, pick(roll.With(1), lists[topics[at]+"+"]))
		} else {
			r.Cons = append(r.Cons, pick(roll.With(1), lists[topics[at]+"-"]))
		}
		topics = slices.Delete(topics, at, at+1)
	}
	if !d.With(4).Chance(0.4) {
		r.Title = new(pick(d.With(5), lists["title"+sign]))
	}
	if d.With(6).Chance(0.35) {
		r.Notes = []string{pick(d.With(7), lists["note="])}
	}
	switch from := d.With(8).Unit(); {
	case from < 0.4:
		r.CountryCode = new(h.City.Country)
	case from < 0.9:
		r.CountryCode = new(pick(d.With(9), lists["from"]))
	}
	return r
}

// Highlights returns up to five excerpts from the newest reviews, without duplicates.
func (h *Hotel) Highlights(today Day) (list []wire.ReviewHighlight) {
	for _, e := range slices.Backward(slices.Collect(h.Entries(today))) {
		review := h.Review(e)
		for i, phrase := range slices.Concat(review.Pros, review.Cons) {
			sentiment := "positive"
			if i >= len(review.Pros) {
				sentiment = "negative"
			}
			if !slices.ContainsFunc(list, func(one wire.ReviewHighlight) bool { return one.Text == phrase }) {
				list = append(list, wire.ReviewHighlight{Sentiment: &sentiment, Text: phrase})
			}
			if len(list) == 5 {
				return list
			}
		}
	}
	return list
}
