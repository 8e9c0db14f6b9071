package desk

import (
	"time"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/search"
)

// FlightsLast is how long a flight search that was made already is taken without asking: the
// shortest life that the specification gives one.
const FlightsLast = 5 * time.Minute

// Living is the session's latest list of trips or hotels, without its rows, while its search is young enough
// to be gone on with; the zero list where there is none.
func (d *Desk) Living() (recall.List, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, err
	}
	var latest recall.List
	for _, kind := range []recall.Kind{recall.Trips, recall.Hotels} {
		list, found, err := lists.Head(kind)
		if err != nil {
			return recall.List{}, err
		}
		if found && Lives(list, d.Now()) && list.Made.After(latest.Made) {
			latest = list
		}
	}
	return latest, nil
}

// Lives tells whether the search of a list of trips or hotels is young enough to be gone on with.
func Lives(list recall.List, now time.Time) bool {
	return list.Search.ID != "" && now.Sub(list.Search.Created) < lastsOf(list.Kind)
}

// lastsOf is how long a search is taken to live, from its creation.
func lastsOf(kind recall.Kind) time.Duration {
	if kind == recall.Trips {
		return FlightsLast
	}
	return HotelLinkLasts // about, as its search
}

// MadeAlready is a living search for the same: one that a fault kept from being read, or that another
// command made and kept as a list of that kind.
func (d *Desk) MadeAlready(kind recall.Kind, old recall.List) (recall.List, bool) {
	young := func(at time.Time) bool { return d.Now().Sub(at) < lastsOf(kind) }
	if s := old.Search; s.RenewedTo != "" && young(s.RenewedAt) {
		return old.Again(search.Ref{ID: s.RenewedTo, Created: s.RenewedAt}), true
	}
	last, found, err := d.Own(kind)
	if err != nil || !found || last.Search.ID == old.Search.ID || !young(last.Search.Created) || !last.SameSearch(old) {
		return recall.List{}, false
	}
	return old.Again(search.Ref{ID: last.Search.ID, Created: last.Search.Created}), true
}
