package guestbook

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/calendar"
)

const today calendar.Day = 20778 // 2026-11-21

// book is one that about 550 guests have written in, about everything.
func book(seed uint64) *Book {
	b := &Book{
		Dice: dice.New(seed), Opened: 19000, PerDay: 0.5, Quality: 7.8, District: "Old Quarter", City: "Lisbon", Country: "PT",
		Share: [travelers]float64{0.2, 0.3, 0.2, 0.2, 0.1}, Lean: [travelers]float64{-0.4, 0.2, 0.4, 0, 0.1},
	}
	for t := range topicCount {
		b.Topics = b.Topics.With(t)
	}
	return b
}

func TestEveryTopicHasPhrasesOfBothSigns(t *testing.T) {
	all := phrases()
	for topic := range topicCount {
		for _, list := range [][perTopic]string{all.liked[topic], all.disliked[topic]} {
			for _, phrase := range list {
				if phrase == "" || strings.TrimSpace(phrase) != phrase {
					t.Errorf("%s: phrase %q", topic, phrase)
				}
			}
		}
	}
	for _, list := range [][]string{all.good, all.fair, all.bad, all.notes} {
		if len(list) < 5 {
			t.Errorf("only %d titles or notes: %q", len(list), list)
		}
	}
}

func TestScoresAreTheMeansOfTheReviewsThatAreShown(t *testing.T) {
	for seed := range uint64(20) {
		b := book(seed)
		ratings := map[Traveler][]float64{}
		var all []float64
		for e := range b.Entries(today) {
			ratings[e.Traveler] = append(ratings[e.Traveler], e.Rating)
			all = append(all, e.Rating)
		}
		want := Summary{All: Score{average(all), len(all)}}
		for who, list := range ratings {
			if len(list) >= 12 {
				want.By[who] = Score{average(list), len(list)}
			}
		}
		if diff := cmp.Diff(want, b.Summary(today)); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

func average(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return math.Round(sum/float64(len(list))*10) / 10
}

func TestAThinCohortHasNoScore(t *testing.T) {
	b := book(1)
	b.PerDay = 0.02 // some twenty reviews in three years
	s := b.Summary(today)
	if s.All.Count < 12 || s.All.Count > 40 {
		t.Fatalf("%d reviews, want about 20", s.All.Count)
	}
	scored := 0
	for _, by := range s.By {
		scored += by.Count
	}
	if scored > s.All.Count/2 {
		t.Errorf("of %d reviews, cohorts with scores have %d", s.All.Count, scored)
	}
}

func TestAQuietBookHasNoScore(t *testing.T) {
	b := book(1)
	b.PerDay = 0
	if diff := cmp.Diff(Summary{}, b.Summary(today)); diff != "" {
		t.Error(diff)
	}
	if got := b.Summary(b.Opened - 1); got != (Summary{}) {
		t.Errorf("before it opened: %+v", got)
	}
}

func TestABookGrowsAndRewritesNothing(t *testing.T) {
	b := book(3)
	before := slices.Collect(b.Entries(today))
	after := slices.Collect(b.Entries(today + 30))
	if len(after) <= len(before)-30 || !slices.ContainsFunc(after, func(e Entry) bool { return e.Posted > today }) {
		t.Errorf("%d reviews a month after %d, none of them new", len(after), len(before))
	}
	texts := map[int]Text{}
	for _, e := range before {
		texts[e.number] = b.Text(e)
	}
	for _, e := range after {
		if old, known := texts[e.number]; known && !cmp.Equal(old, b.Text(e)) {
			t.Fatalf("review %d was rewritten", e.number)
		}
	}
}

func TestReviewsComeOldestFirstAndNoneIsFromTheFutureOrTooOld(t *testing.T) {
	last := calendar.Day(0)
	for e := range book(5).Entries(today) {
		if e.Posted < last || e.Posted > today || e.Posted <= today-kept {
			t.Fatalf("review of %s after one of %s", e.Posted, last)
		}
		last = e.Posted
		if e.Rating < 1 || e.Rating > 10 || math.Abs(math.Remainder(e.Rating, e.Provider.step)) > 1e-9 {
			t.Errorf("%s: rating %v is not a step of %v", e.Provider.Code, e.Rating, e.Provider.step)
		}
	}
	if last == 0 {
		t.Error("no reviews")
	}
}

func TestWhatGuestsWriteFitsTheirRating(t *testing.T) {
	b := book(7)
	for e := range b.Entries(today) {
		text := b.Text(e)
		happier := len(text.Pros) - len(text.Cons)
		if e.Rating >= happy && happier < 0 || e.Rating < content && len(text.Cons) == 0 {
			t.Errorf("rating %v: pros %q, cons %q", e.Rating, text.Pros, text.Cons)
		}
		if strings.Contains(strings.Join(append(text.Pros, text.Cons...), ""), "{") {
			t.Errorf("unfilled: %q", text)
		}
	}
}

func TestGuestsSpeakOnlyOfWhatThereIs(t *testing.T) {
	b := book(9)
	b.Topics = 0
	for topic := range Everywhere {
		b.Topics = b.Topics.With(Topic(topic))
	}
	for e := range b.Entries(today) {
		liked, disliked := b.remarks(e)
		var seen Topics
		for _, r := range append(liked, disliked...) {
			if int(r.topic) >= Everywhere || seen.Has(r.topic) {
				t.Fatalf("review %d speaks of %s", e.number, r.topic)
			}
			seen = seen.With(r.topic)
		}
	}
}

func TestHighlightsAreWhatManyWrite(t *testing.T) {
	b := book(13)
	times := map[string]int{}
	for e := range b.Entries(today) {
		text := b.Text(e)
		for _, phrase := range append(text.Pros, text.Cons...) {
			times[phrase]++
		}
	}
	liked := 0
	for _, h := range b.Highlights(today) {
		if times[h.Text] < oftenEnough {
			t.Errorf("%q was written %d times", h.Text, times[h.Text])
		}
		if h.Liked {
			liked++
		}
	}
	if n := len(b.Highlights(today)); liked != mostLiked || n != mostLiked+mostDisliked {
		t.Errorf("%d highlights, %d liked", n, liked)
	}
}
