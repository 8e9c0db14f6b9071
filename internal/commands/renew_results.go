package commands

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// tripResults follows a read of a flight search that is gone: it makes the
// search anew where that is wanted, and reads that one. The rows get new
// numbers, since another list is printed.
func (r *renewal) tripResults(ctx context.Context, flights search.Flights, read tripsRead, gone goneError) error {
	if err := r.again(ctx, read.about, gone.err); err != nil {
		return err
	}
	lists, err := r.app.lists()
	if err != nil {
		return err
	}
	old := read.about
	r.began(old)
	id, at, ok := r.madeAlready(lists, old)
	if ok {
		r.facts.ToSearchID = id
	} else {
		r.announce()
		created, err := flights.Create(ctx, flightRequest(old))
		if err != nil {
			return err
		}
		id, at = created.SearchID, created.At
		r.app.emitCreated(id, created.SiteCode, string(created.SiteCodeSource), at)
		r.kept(old, id, at)
	}
	read.about, read.wait, read.renewed = anew(old, id, at), true, r
	read.life.wait = cmp.Or(read.life.wait, search.DefaultBudget)
	return r.broken(r.app.followTrips(ctx, flights, read), "travel flights results "+id+" --wait 45s")
}

// compareTrips says what has become of the trips that were listed before.
func (r *renewal) compareTrips(s search.FlightSnapshot) {
	var now []search.Candidate[search.Itinerary]
	for _, card := range s.Results.Results {
		now = append(now, search.Candidate[search.Itinerary]{ID: card.TripID, Print: search.CardItinerary(card), Price: search.Price(cardMoney(card))})
	}
	r.compareList(recall.Trips, "trip", func(row recall.Row) (was, is money.Money, found bool) {
		want, _ := search.Kept[search.Itinerary](row.Facts[printFact])
		at := search.Find(want, search.Price(rowMoney(row)), now)
		if at < 0 {
			return rowMoney(row), money.Money{}, false
		}
		return rowMoney(row), money.Money(now[at].Price), true
	})
}

// compareList counts what has become of the rows of the old search's list.
func (r *renewal) compareList(kind recall.Kind, word string, find func(recall.Row) (was, is money.Money, found bool)) {
	lists, err := r.app.lists()
	if err != nil {
		return
	}
	list, found, err := lists.Latest(kind)
	if err != nil || !found || list.Context.SearchID != r.facts.FromSearchID || len(list.Rows) == 0 {
		r.say("Searched again.")
		return
	}
	moved := map[string]int{}
	here := 0
	for _, row := range list.Rows {
		was, is, found := find(row)
		if !found {
			continue
		}
		here++
		moved[movement(money.Change{Before: was, After: is})]++
	}
	text := fmt.Sprintf("Searched again: of %s listed before, %d %s on this page", counted(len(list.Rows), word), here, isAre(here))
	var parts []string
	for _, way := range []string{"at the same price", "dearer", "cheaper", "not compared"} {
		if n := moved[way]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, way))
		}
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	r.say(text + ".")
}

// movement says which way a price has moved.
func movement(c money.Change) string {
	difference := c.Difference()
	switch {
	case difference == "":
		return "not compared"
	case strings.Trim(difference, "-0.") == "":
		return "at the same price"
	case strings.HasPrefix(difference, "-"):
		return "cheaper"
	}
	return "dearer"
}

// youngFor is how long a search that was made already is taken without asking:
// the shortest life that the specification gives one.
const youngFor = 5 * time.Minute
