package watch

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"sort"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/search"
)

// looked is a watch that a pass looks for, with what was told of it before.
type looked struct {
	Watch
	told []Point
	seen *Point // what this pass has found already, in a run that was cut off
}

// flight and stay are the search of the watch in the market that it was found to be for.
func (w looked) flight() query.Flight { return w.Watch.flight(market(w.told)) }
func (w looked) stay() query.Stay     { return w.Watch.stay(market(w.told)) }

// closed tells whether it was told that the day has passed.
func (w looked) closed() bool { return len(w.told) > 0 && w.told[len(w.told)-1].State == Closed }

// looks is when the watch was looked for last; the zero time before that.
func (w looked) looks() time.Time {
	if len(w.told) == 0 {
		return time.Time{}
	}
	return w.told[len(w.told)-1].At
}

// A group is the watches that one search finds.
type group struct {
	operation string // that spends it
	watches   []looked
	made      search.Created // that lives already
}

// sharesSearch tells whether one search finds both: they ask for the same, in whatever currency and language.
func (w Watch) sharesSearch(o Watch) bool {
	return looked{Watch: w}.shares(looked{Watch: o})
}

// shares tells whether one search finds both. A market that is not known yet is the one that the service
// takes by itself, which the other watch was found to be for.
func (w looked) shares(o looked) bool {
	a, b := w.Offer.List, o.Offer.List
	switch {
	case a.Stay != nil && b.Stay != nil:
		x, y := w.stay(), o.stay()
		x.SiteCode, y.SiteCode = cmp.Or(x.SiteCode, y.SiteCode), cmp.Or(y.SiteCode, x.SiteCode)
		return x.SamePlace(y) && x.SameStay(y)
	case a.Flight != nil && b.Flight != nil:
		x, y := w.flight(), o.flight()
		x.SiteCode, y.SiteCode = cmp.Or(x.SiteCode, y.SiteCode), cmp.Or(y.SiteCode, x.SiteCode)
		return x.Same(y)
	}
	return false
}

// site is the market that the watch asks for, "" where it takes the service's.
func (w looked) site() string {
	if w.Offer.List.Stay != nil {
		return w.stay().SiteCode
	}
	return w.flight().SiteCode
}

// lead is the watch whose search is made for the group: one whose market is known, where there is one.
func (g group) lead() looked {
	return g.watches[max(slices.IndexFunc(g.watches, func(w looked) bool { return w.site() != "" }), 0)]
}

// operation is what the search of the watch is counted as.
func (w Watch) operation() string {
	switch stay := w.Offer.List.Stay; {
	case stay == nil:
		return desk.FlightSearches
	case stay.HotelID != 0:
		return desk.OneHotelSearches
	}
	return desk.HotelSearches
}

// grouped puts watches together that one search finds. Those that were not looked for the longest come
// first, so that a bound on searches leaves none out for good.
func grouped(all []looked) []group {
	var groups []group
	for _, w := range all {
		i := slices.IndexFunc(groups, func(g group) bool { return g.lead().shares(w) })
		if i < 0 {
			groups = append(groups, group{operation: w.operation()})
			i = len(groups) - 1
		}
		groups[i].watches = append(groups[i].watches, w)
	}
	oldest := func(g group) time.Time {
		return slices.MinFunc(g.watches, func(a, b looked) int { return a.looks().Compare(b.looks()) }).looks()
	}
	sort.SliceStable(groups, func(i, j int) bool {
		a, b := groups[i], groups[j]
		return oldest(a).Compare(oldest(b)) < 0
	})
	return groups
}

// key is what the search of a group is for, as the log of a pass names it.
func (g group) key() string {
	w := g.lead()
	var request any
	if w.Offer.List.Stay != nil {
		request = w.stay().Request()
	} else {
		request = w.flight().Request()
	}
	text, _ := json.Marshal(request) // texts and numbers
	sum := sha256.Sum256(append([]byte(g.operation+"\n"), text...))
	return hex.EncodeToString(sum[:12])
}

// open are the watches that this pass has not found yet.
func (g group) open() []looked {
	return slices.DeleteFunc(slices.Clone(g.watches), func(w looked) bool { return w.seen != nil })
}

// terms are those that the open watches of the group are read in, each once.
func (g group) terms() []query.Terms {
	var all []query.Terms
	for _, w := range g.open() {
		if !slices.Contains(all, w.terms()) {
			all = append(all, w.terms())
		}
	}
	return all
}

// within are the open watches that are read in those terms.
func (g group) within(t query.Terms) []looked {
	return slices.DeleteFunc(g.open(), func(w looked) bool { return w.terms() != t })
}

// operations are those of the groups, each once, that with the most groups first.
func operations(groups []group) []string {
	count := map[string]int{}
	var all []string
	for _, g := range groups {
		if count[g.operation]++; count[g.operation] == 1 {
			all = append(all, g.operation)
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	return all
}
