package desk_test

import (
	"testing"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/search"
)

// Answers to searches that are made at once come in any order.
func TestTheLowestCountOfSearchesAtOnceIsTold(t *testing.T) {
	at := time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC)
	var spent desk.Spent
	for _, left := range []int64{9, 6, 7, 8} {
		w := quota.Window{Name: desk.FlightSearches, Limit: 10, Seconds: 60, Left: left, Resets: at.Add(time.Minute), Said: at}
		before := spent.Words()
		spent.After(search.Created{At: at, Quotas: []quota.Window{w}})
		if spent.Words() != before {
			t.Error("what was known before has changed")
		}
		spent = spent.After(search.Created{At: at, Quotas: []quota.Window{w}})
	}
	if got, want := spent.Words(), "6 of 10 searches left this minute"; got != want {
		t.Errorf("words: %q, want %q", got, want)
	}
	if list := spent; len(list) != 1 || list[0].Left != 6 {
		t.Errorf("a program reads %+v, want 6 left in one window", list)
	}
}
