package search

import (
	"context"
	"encoding/json"
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
)

// End says what ended the watching of a search.
type End string

// The ends of a watch.
const (
	Expired  End = "expired"     // the search is gone, as every search is some day
	TimeOver End = "time_over"   // the time given ran out
	Stopped  End = "interrupted" // a signal or a fault
)

// How long to wait between reads of a search that has settled: a while after a
// change, longer while nothing moves.
const (
	attentive = 15 * time.Second
	calmly    = 30 * time.Second
	calmAfter = 2               // reads without a change
	comingIn  = 3 * time.Second // where the wait ended before the search had settled
)

// Watch keeps reading a search that Settle has followed, until it is gone, ctx ends or the time is
// over (a zero limit has no end). Every snapshot goes to seen, which tells whether it shows a
// change. The last snapshot comes back with the end; a fault that is not the search's own end comes
// with it. It never makes a search.
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
		pause := pace(last.Settle, last.Quotas, calm)
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

// pace is how long to wait before the next read: as a settling search asks while it still comes in,
// later calmly, and never so fast that the quota the service published would run out.
func pace(settle Stamp, quotas []apiclient.Window, calm int) time.Duration {
	pause := attentive
	switch {
	case settle != Converged:
		pause = comingIn
	case calm >= calmAfter:
		pause = calmly
	}
	for _, quota := range quotas {
		if strings.HasPrefix(quota.Name, "create") {
			continue // no read spends it
		}
		pause = max(pause, quota.Reset/time.Duration(max(quota.Left, 1)))
	}
	return pause
}

// Item is a row of a snapshot, as far as it can change.
type Item struct {
	ID    string
	Price offer.Money // whole party, or whole stay
}

// Listing is what one snapshot lists.
type Listing struct {
	Items []Item
	// Whole says that the search has no other rows: none on another page. Only then does a row that
	// is missing mean that it is gone, and a new one that it came.
	Whole bool
}

// ChangeKind says what happened to a row between two snapshots.
type ChangeKind string

// The kinds of change. Rows that other pages may hold are never called new or
// gone: they only entered or left what is listed.
const (
	New      ChangeKind = "new"
	Entered  ChangeKind = "entered"
	Gone     ChangeKind = "gone"
	Left     ChangeKind = "left"
	Cheaper  ChangeKind = "cheaper"
	Dearer   ChangeKind = "dearer"
	Repriced ChangeKind = "repriced" // another price that cannot be compared
)

// Change is one row that is not as it was. Row is its place in the newer
// listing, from 0, and -1 when it is not there any more. Was is zero for a row
// that was not there before, Now for one that is not there any more.
type Change struct {
	Kind     ChangeKind
	Row      int
	Was, Now Item
}

// Compare tells what happened between two snapshots: the newer listing's rows
// in its order, then the rows that are missing in the older one's. What cannot
// be known, such as the order of prices in two currencies, is not claimed.
func Compare(before, now Listing) []Change {
	var changes []Change
	for row, item := range now.Items {
		if item.ID == "" || indexOf(now.Items[:row], item.ID) >= 0 {
			continue
		}
		at := indexOf(before.Items, item.ID)
		switch {
		case at < 0 && before.Whole:
			changes = append(changes, Change{Kind: New, Row: row, Now: item})
		case at < 0:
			changes = append(changes, Change{Kind: Entered, Row: row, Now: item})
		default:
			if kind, changed := priceChange(before.Items[at], item); changed {
				changes = append(changes, Change{Kind: kind, Row: row, Was: before.Items[at], Now: item})
			}
		}
	}
	for i, item := range before.Items {
		if item.ID == "" || indexOf(before.Items[:i], item.ID) >= 0 || indexOf(now.Items, item.ID) >= 0 {
			continue
		}
		kind := Left
		if now.Whole {
			kind = Gone
		}
		changes = append(changes, Change{Kind: kind, Row: -1, Was: item})
	}
	return changes
}

func indexOf(items []Item, id string) int {
	return slices.IndexFunc(items, func(i Item) bool { return i.ID == id })
}

// priceChange compares what a row cost with what it costs.
func priceChange(was, now Item) (ChangeKind, bool) {
	if was.Price == now.Price {
		return "", false
	}
	before, okBefore := offer.Decimal(was.Price.Amount)
	after, okAfter := offer.Decimal(now.Price.Amount)
	if was.Price.Currency != now.Price.Currency || !okBefore || !okAfter {
		return Repriced, true
	}
	switch after.Cmp(before) {
	case -1:
		return Cheaper, true
	case 1:
		return Dearer, true
	}
	return "", false // 12.5 and 12.50
}

// Lowest is the cheapest row of a listing. It is not known when a price cannot
// be read, or when prices are in several currencies.
func Lowest(l Listing) (Item, bool) {
	var lowest Item
	var least *big.Rat
	for _, item := range l.Items {
		amount, ok := offer.Decimal(item.Price.Amount)
		if !ok || item.Price.Currency != l.Items[0].Price.Currency {
			return Item{}, false
		}
		if least == nil || amount.Cmp(least) < 0 {
			lowest, least = item, amount
		}
	}
	return lowest, least != nil
}

// TripListing is what a page of trips lists.
func TripListing(r *apiclient.FlightResults) Listing {
	l := Listing{Whole: r.Metadata.Page <= 1 && !r.Metadata.HasMore, Items: make([]Item, 0, len(r.Results))}
	for _, card := range r.Results {
		l.Items = append(l.Items, Item{ID: card.TripID, Price: offer.Money{Amount: card.Price.Total.String(), Currency: card.Price.Currency}})
	}
	return l
}

// HotelListing is what a page of hotels lists, with the price of the stay.
func HotelListing(r *apiclient.HotelResults) Listing {
	l := Listing{Whole: r.Metadata.Page <= 1 && !r.Metadata.HasMore}
	for _, card := range r.Results {
		l.Items = append(l.Items, Item{ID: strconv.FormatInt(card.HotelID, 10), Price: CardPrice(card.Price).Stay})
	}
	return l
}

// RateListing is what a read of a hotel's rates lists: all of them, once the search is complete.
func RateListing(r *apiclient.HotelRates) Listing {
	l := Listing{Whole: r.SearchComplete}
	for _, rate := range r.Rates {
		l.Items = append(l.Items, Item{ID: rate.ID, Price: RatePrice(rate.Price).Stay})
	}
	return l
}

// dollars is the currency of the one price of a stay that the contract requires.
const dollars = "USD"

// RatePrice returns the price of a rate. If the service does not state the total of the stay, it is in US dollars.
func RatePrice(p apiclient.RatePrice) offer.StayPrice {
	money := func(n *json.Number) *offer.Money {
		if n == nil {
			return nil
		}
		return &offer.Money{Amount: n.String(), Currency: p.Currency}
	}
	price := offer.StayPrice{
		Night: *money(&p.AmountPerNight), Stay: offer.Money{Currency: p.Currency},
		Tax: money(p.TaxAmountPerNight), TaxInside: p.TaxInclusive, LocalTax: money(p.LocalTaxPerNight),
	}
	switch {
	case p.Total != nil:
		price.Stay = *money(p.Total)
	case p.TotalUsd != "":
		price.Stay, price.Near = offer.Money{Amount: p.TotalUsd.String(), Currency: dollars}, p.Currency != dollars
	}
	return price
}

// CardPrice returns the price of a hotel's cheapest rate, which never includes its tax.
func CardPrice(p apiclient.HotelPrice) offer.StayPrice {
	return RatePrice(apiclient.RatePrice{
		AmountPerNight: p.AmountPerNight, Currency: p.Currency, Total: p.Total, TotalUsd: p.TotalUsd,
		TaxAmountPerNight: p.TaxAmountPerNight, TaxInclusive: new(false), LocalTaxPerNight: p.LocalTaxPerNight,
	})
}
