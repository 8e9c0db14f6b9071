package site

import (
	"net/http"
	"net/url"
	"time"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/links"
)

// expiredCheckout is for a trip whose search has ended. The search is known
// from its id, so it can be made again.
func expiredCheckout(q flights.Query, c links.Checkout) *notice {
	end := q.Created.Add(flights.Lifetime).UTC()
	return &notice{
		status: http.StatusGone, section: flightSection, Title: "This checkout has expired",
		Lead: "Fares are held for " + count(int(flights.Lifetime/time.Minute), "minute", "minutes") + ", and these were held until " +
			end.Format("15:04") + " UTC on " + longDay(end) + ". Nothing was booked. A new search finds today's fares for the same trip.",
		Actions: []action{{"Search again", linkOf(q, c.Flights).Path()}},
	}
}

// lostCheckout is for a trip of a search that this sandbox never made. Only
// what the link says about it is known.
func lostCheckout(c links.Checkout) *notice {
	n := &notice{
		status: http.StatusNotFound, section: flightSection, Title: "This checkout link is not known here",
		Lead: "It may have been altered, or made by another sandbox, or by this one before it was restarted.",
	}
	if c.From != "" {
		n.Actions = []action{{"Search again", c.Flights.Path()}}
	}
	return n
}

// hostOf is the host that an address leads to.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
