package search

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
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
	calmAfter = 2 // reads without a change
)

// Watch keeps reading a search that Settle has followed, until it is gone, ctx
// ends or the time is over (a zero limit has no end). Every snapshot goes to
// seen, which tells whether it shows a change. The last snapshot comes back
// with the end; a fault that is not the search's own end comes with it. It
// never makes a search.
func (f Flights) Watch(ctx context.Context, id string, params apiclient.GetFlightSearchResultsParams, last FlightSnapshot, limit time.Duration, seen func(FlightSnapshot) bool) (FlightSnapshot, End, error) {
	return watcher[FlightSnapshot]{
		follower: f.follower(id, params, nil),
		seen:     seen,
		quotas:   func(s *FlightSnapshot) []apiclient.Quota { return s.Quotas },
	}.watch(ctx, last, limit)
}

// Watch keeps reading a search as the watch of flights does.
func (h Hotels) Watch(ctx context.Context, id string, params apiclient.GetHotelSearchResultsParams, last HotelSnapshot, limit time.Duration, seen func(HotelSnapshot) bool) (HotelSnapshot, End, error) {
	return watcher[HotelSnapshot]{
		follower: h.follower(id, params, nil),
		seen:     seen,
		quotas:   func(s *HotelSnapshot) []apiclient.Quota { return s.Quotas },
	}.watch(ctx, last, limit)
}

// watcher reads a search after it settled.
type watcher[S any] struct {
	follower[S]
	seen   func(S) bool
	quotas func(*S) []apiclient.Quota
}

func (w watcher[S]) watch(ctx context.Context, last S, limit time.Duration) (S, End, error) {
	clock := w.clock
	began := clock.Now().Add(-w.progress(&last).Elapsed)
	var until time.Time
	if limit > 0 {
		until = clock.Now().Add(limit)
	}
	for calm := 0; ; {
		pause := w.pace(&last, calm)
		over := limit > 0 && clock.Now().Add(pause).After(until)
		if over {
			pause = max(until.Sub(clock.Now()), 0)
		}
		if err := clock.Wait(ctx, pause); err != nil {
			return last, Stopped, err
		}
		if over {
			w.progress(&last).Elapsed = clock.Now().Sub(began)
			return last, TimeOver, nil
		}
		next, err := w.read(ctx)
		if err != nil {
			return w.ended(last, err)
		}
		w.carry(&next, &last, began, pause)
		calm++
		if w.seen(next) {
			calm = 0
		}
		last = next
	}
}

// carry keeps the count of reads, the time and the stamp over a read. A search
// that was still coming in may settle while it is watched.
func (w watcher[S]) carry(next, last *S, began time.Time, waited time.Duration) {
	now, before := w.progress(next), w.progress(last)
	now.Reads, now.Elapsed = before.Reads+1, w.clock.Now().Sub(began)
	now.Settle = before.Settle
	if w.settled(last, *next, waited) {
		now.Settle = Converged
	}
}

// ended tells the search's own end from a fault.
func (w watcher[S]) ended(last S, err error) (S, End, error) {
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Status == http.StatusNotFound {
		return last, Expired, nil
	}
	return last, Stopped, err
}

// pace is how long to wait before the next read: as a settling search asks
// while it still comes in, later calmly, and never so fast that the quota the
// service published would run out.
func (w watcher[S]) pace(last *S, calm int) time.Duration {
	pause := attentive
	switch {
	case w.progress(last).Settle != Converged:
		pause = longest
	case calm >= calmAfter:
		pause = calmly
	}
	for _, quota := range w.quotas(last) {
		if strings.HasPrefix(quota.Name, "create") {
			continue // no read spends it
		}
		pause = max(pause, quota.Reset/time.Duration(max(quota.Left, 1)))
	}
	return pause
}
