package guestbook

import (
	"cmp"
	"sort"

	"travel.example/travel/internal/sandbox/hotels/calendar"
)

// Highlight is a phrase that many guests of a hotel write.
type Highlight struct {
	Liked bool
	Text  string
	times int
}

// How many highlights a book has of either sign at most, and how often a
// phrase must be written to be one.
const (
	mostLiked    = 3
	mostDisliked = 2
	oftenEnough  = 3
)

// Highlights is what guests say most often: what they like first, most common
// first.
func (b *Book) Highlights(today calendar.Day) []Highlight {
	liked, disliked := map[remark]int{}, map[remark]int{}
	for e := range b.Entries(today) {
		pros, cons := b.remarks(e)
		for _, r := range pros {
			liked[r]++
		}
		for _, r := range cons {
			disliked[r]++
		}
	}
	all := phrases()
	list := func(counts map[remark]int, texts *[topicCount][perTopic]string, most int) []Highlight {
		var found []Highlight
		for r, times := range counts {
			if times >= oftenEnough {
				found = append(found, Highlight{Text: b.fill(texts[r.topic][r.which]), times: times})
			}
		}
		compare := func(a, b Highlight) int {
			return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(a.Text, b.Text))
		}
		sort.Slice(found, func(i, j int) bool { return compare(found[i], found[j]) < 0 })
		return found[:min(len(found), most)]
	}
	good := list(liked, &all.liked, mostLiked)
	for i := range good {
		good[i].Liked = true
	}
	return append(good, list(disliked, &all.disliked, mostDisliked)...)
}
