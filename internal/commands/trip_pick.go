package commands

import (
	"context"
	"fmt"
	"strings"

	"travel.example/travel/internal/desk/recall"
)

// pickTrip finds the trip that a row number or an id names.
func (a *app) pickTrip(text, help string) (picked, error) {
	return a.pick(pickRequest{
		kind: recall.Trips, label: "TRIP", text: text, what: "trip",
		list: "travel flights search FROM TO DATE", help: help,
	})
}

// searchOfTrip is the search that a trip belongs to, the part of its id before
// the first colon. typed is what stands for the trip on the command line.
func searchOfTrip(id, typed, help string) (string, error) {
	search, trip, _ := strings.Cut(id, ":")
	if search == "" || trip == "" {
		return "", usageError{Arg: "TRIP", Given: typed, Want: "a row number, or a trip id shaped SEARCH:TRIP", Next: help}
	}
	return search, nil
}

// setOwnSearch fills the search id that the service wants beside a trip's own,
// unless --search names another.
func (p *params) setOwnSearch(own string) error {
	if given := p.Text("searchId"); given != "" && given != own {
		return misuse{Text: fmt.Sprintf("--search %s is not the search of this trip, %s; leave --search out", quoteArg(given), quoteArg(own))}
	}
	return p.setDefault("searchId", "--search", own)
}

// openTrip reads a trip, and where its search is gone and made anew, the same
// trip of the new one.
func openTrip[A any](ctx context.Context, read *params, r *renewal, p *picked, open func(context.Context, picked) (A, error)) (A, error) {
	answer, err := open(ctx, *p)
	if err == nil {
		return answer, nil
	}
	if err := r.trips(ctx, err, p); err != nil {
		return answer, err
	}
	if err := read.set("searchId", "--search", p.about.SearchID); err != nil {
		return answer, err
	}
	return open(ctx, *p)
}
