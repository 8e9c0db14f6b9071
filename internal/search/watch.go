package search

import (
	"context"
	"errors"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/quota"
)

// End says why the watching of a search ended.
type End string

// The ends of a watch.
const (
	Expired  End = "expired"     // the search is gone
	TimeOver End = "time_over"   // the time limit was reached
	Stopped  End = "interrupted" // by a signal or an error
)

// How long to wait between reads of a settled search: shortly after a change, longer while nothing changes.
const (
	attentive = 15 * time.Second
	calmly    = 30 * time.Second
	calmAfter = 2               // reads without a change
	comingIn  = 3 * time.Second // if the wait ended before the search had settled
)

// Watch keeps reading a search that Settle has followed, until it is gone, ctx ends or the time limit is reached; 0 is
// no limit. It calls seen with every snapshot, which reports whether it shows a change. It returns the last snapshot,
// why it ended, and the error of a failed read. It never makes a search.
func (r Reader[R]) Watch(ctx context.Context, last Snapshot[R], limit time.Duration, seen func(Snapshot[R]) bool) (Snapshot[R], End, error) {
	defer patience.Hold(ctx)()
	began := r.Clock.Now().Add(-last.Elapsed)
	var until time.Time
	if limit > 0 {
		until = r.Clock.Now().Add(limit)
	}
	judge := r.Plan.judge(r.Clock.Now(), 0)
	judge.see(r.Mark(last.Results), r.Clock.Now(), r.Clock.Now())
	for calm := 0; ; {
		pause := pace(last.Settle, last.Quotas, calm, r.Clock.Now())
		over := limit > 0 && r.Clock.Now().Add(pause).After(until)
		if over {
			pause = max(until.Sub(r.Clock.Now()), 0)
		}
		if err := r.Clock.Wait(ctx, pause); err != nil {
			return last, Stopped, err
		}
		if over {
			last.Elapsed = r.Clock.Now().Sub(began)
			return last, TimeOver, nil
		}
		asked := r.Clock.Now()
		next, err := r.Read(ctx)
		if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Status == http.StatusNotFound {
			return last, Expired, nil // the search's own end, not a fault
		}
		if err != nil {
			return last, Stopped, err
		}
		r.stamp(&next, last.Reads+1, began, asked, judge)
		if last.Settle == Converged || next.Settle != Converged { // else it was still coming in and settled now
			next.Settle, next.Whole = last.Settle, last.Whole
		}
		calm++
		if seen(next) {
			calm = 0
		}
		last = next
	}
}

// pace returns how long to wait before the next read, so that the published quota does not run out.
func pace(settle Stamp, quotas []quota.Window, calm int, now time.Time) time.Duration {
	pause := attentive
	switch {
	case settle != Converged:
		pause = comingIn
	case calm >= calmAfter:
		pause = calmly
	}
	for _, w := range quotas {
		if strings.HasPrefix(w.Name, "create") {
			continue // no read uses it
		}
		pause = max(pause, w.Resets.Sub(now)/time.Duration(max(w.Left, 1)))
	}
	return pause
}

// Listing is the offers of one snapshot, with the price for the whole party, or for the whole stay.
type Listing struct {
	Offers []offer.Offer
	// Whole says that the search has no other rows on another page. Only then is a missing row gone, and another one
	// new.
	Whole bool
}

// ChangeKind says how a row changed between two snapshots.
type ChangeKind string

// The kinds of change. Rows that may be on other pages are never called new or gone: they only entered or left the
// list.
const (
	New      ChangeKind = "new"
	Entered  ChangeKind = "entered"
	Gone     ChangeKind = "gone"
	Left     ChangeKind = "left"
	Cheaper  ChangeKind = "cheaper"
	Dearer   ChangeKind = "dearer"
	Repriced ChangeKind = "repriced" // another price that cannot be compared
)

// Change is a row that changed. Row is its index in the newer listing, or -1 if it is missing there. Was is zero for a
// row that was missing before, Now for one that is missing now.
type Change struct {
	Kind     ChangeKind
	Row      int
	Was, Now offer.Offer
}

// Compare returns the changes between two snapshots: of the newer listing's rows in its order, then the missing rows in
// the order of the older one. Prices in two currencies are not compared.
func Compare(before, now Listing) []Change {
	var changes []Change
	seen := map[string]bool{"": true}
	for row, item := range now.Offers {
		if seen[item.ID] {
			continue
		}
		seen[item.ID] = true
		change := Change{Kind: Entered, Row: row, Now: item}
		switch at := slices.IndexFunc(before.Offers, func(o offer.Offer) bool { return o.ID == item.ID }); {
		case at >= 0:
			change.Was = before.Offers[at]
			change.Kind = priceChange(change.Was, item)
		case before.Whole:
			change.Kind = New
		}
		if change.Kind != "" {
			changes = append(changes, change)
		}
	}
	missing := Left
	if now.Whole {
		missing = Gone
	}
	for _, item := range before.Offers {
		if !seen[item.ID] {
			seen[item.ID] = true
			changes = append(changes, Change{Kind: missing, Row: -1, Was: item})
		}
	}
	return changes
}

// priceChange returns how a price changed, or "" if it is the same.
func priceChange(was, now offer.Offer) ChangeKind {
	before, okBefore := offer.Decimal(was.Price.Amount)
	after, okAfter := offer.Decimal(now.Price.Amount)
	switch {
	case was.Price == now.Price:
		return ""
	case was.Price.Currency != now.Price.Currency || !okBefore || !okAfter:
		return Repriced
	case after.Cmp(before) < 0:
		return Cheaper
	case after.Cmp(before) > 0:
		return Dearer
	}
	return "" // 12.5 and 12.50
}

// Lowest returns the cheapest row of a listing. It returns false if a price cannot be read, or if prices are in several
// currencies.
func Lowest(l Listing) (offer.Offer, bool) {
	var lowest offer.Offer
	var least *big.Rat
	for _, item := range l.Offers {
		amount, ok := offer.Decimal(item.Price.Amount)
		if !ok || item.Price.Currency != l.Offers[0].Price.Currency {
			return offer.Offer{}, false
		}
		if least == nil || amount.Cmp(least) < 0 {
			lowest, least = item, amount
		}
	}
	return lowest, least != nil
}

// TripListing returns the rows of a page of trips.
func TripListing(r *apiclient.FlightResults) Listing {
	l := Listing{Whole: r.Metadata.Page <= 1 && !r.Metadata.HasMore, Offers: make([]offer.Offer, 0, len(r.Results))}
	for _, card := range r.Results {
		l.Offers = append(l.Offers, offer.Offer{ID: card.TripID, Price: TripPrice(card)})
	}
	return l
}

// HotelListing returns the rows of a page of hotels, with the price of the stay.
func HotelListing(r *apiclient.HotelResults) Listing {
	l := Listing{Whole: r.Metadata.Page <= 1 && !r.Metadata.HasMore}
	for _, card := range r.Results {
		l.Offers = append(l.Offers, offer.Offer{ID: strconv.FormatInt(card.HotelID, 10), Price: HotelPrice(card.Price).Stay})
	}
	return l
}

// RateListing returns a hotel's rates; it is whole once the search is complete.
func RateListing(r *apiclient.HotelRates) Listing {
	l := Listing{Whole: r.SearchComplete}
	for _, rate := range r.Rates {
		l.Offers = append(l.Offers, offer.Offer{ID: rate.ID, Price: RatePrice(rate.Price).Stay})
	}
	return l
}
