package commands

import (
	"context"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/desk/search"
)

// fresh is from when on a search has nothing more to find.
const fresh = 30 * time.Second

// readRates reads until the list holds still, or once where there is nothing
// to wait for, and goes on where it is watched.
func (o *hotelsRatesOptions) readRates(ctx context.Context, hotels search.Hotels, hotel pickedHotel, about recall.Context, choice chosen, params apiclient.GetHotelRatesParams) (search.RateSnapshot, error) {
	once := o.wait == 0 || o.old(about)
	if once && !o.watch.on {
		return o.readOnce(ctx, hotels, hotel, about, params)
	}
	if o.watch.on {
		o.watching = &watching{}
	}
	live := startLive(o.app, keepsHere, func(last *search.RateSnapshot) (render.Ranked, string) {
		if last == nil || len(last.Rates.Rates) == 0 {
			return nil, "waiting for the first rates"
		}
		list, status := rateList(*last, hotel, about, choice, answerFacts{}), counted(len(last.Rates.Rates), "rate")+" so far"
		if words := o.watching.words(search.RateListing(last.Rates), last.Rates.Metadata.Locale); words != "" {
			o.watching.markRates(&list, *last)
			status = "watching: " + words
		}
		return list, status
	})
	defer live.stop()
	var s search.RateSnapshot
	var err error
	if once {
		s, err = o.readOnce(ctx, hotels, hotel, about, params)
	} else {
		s, err = hotels.SettleRates(ctx, hotel.id, params, o.wait, live.show)
	}
	if o.watching == nil || err != nil {
		return s, err
	}
	live.show(s)
	live.watch()
	o.watching.begin(ratesSeen(s))
	s, o.watching.end, err = hotels.WatchRates(ctx, hotel.id, params, s, o.watch.limit, func(s search.RateSnapshot) bool {
		live.show(s)
		now := ratesSeen(s)
		changes := o.watching.changes(now)
		if len(changes) > 0 && o.renew.facts == nil { // else the list is compared with the old one first
			_ = o.remember(s.Rates, hotel, about, choice) // the last one tells when it cannot be kept
		}
		return o.watching.tell(o.app, "rate", now, changes)
	})
	return s, err
}

func (o *hotelsRatesOptions) old(about recall.Context) bool {
	return !about.Created.IsZero() && o.app.env.Now().Sub(about.Created) >= fresh
}

// readOnce takes an old search for settled: it has nothing more to find.
func (o *hotelsRatesOptions) readOnce(ctx context.Context, hotels search.Hotels, hotel pickedHotel, about recall.Context, params apiclient.GetHotelRatesParams) (search.RateSnapshot, error) {
	s, err := hotels.ReadRates(ctx, hotel.id, params)
	if s.Rates != nil && o.old(about) && s.Rates.SearchComplete {
		s.Settle = search.Converged
	}
	return s, err
}

// ratesSeen is a read of rates as a watch looks at it.
func ratesSeen(s search.RateSnapshot) seen {
	names := map[string]string{}
	for _, rate := range s.Rates.Rates {
		words := []string{rate.RoomName}
		if board := wordsOf(stated(rate.Board)); board != "" {
			words = append(words, board)
		}
		if policy := policyWords(stated(rate.CancellationPolicy)); policy != "" {
			words = append(words, policy)
		}
		names[rate.ID] = strings.Join(words, ", ")
	}
	return seen{
		progress: s.Progress, body: s.Body, listing: search.RateListing(s.Rates), names: names,
		first: 1, locale: s.Rates.Metadata.Locale,
	}
}

// markRates tells beside each rate what changed since the list held still.
func (w *watching) markRates(list *hotelview.RateList, s search.RateSnapshot) {
	found := marks(w.since(search.RateListing(s.Rates)), s.Rates.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[s.Rates.Rates[i].ID]
	}
}

// conclude says under the last list what the watch has seen.
func (w *watching) conclude(list *hotelview.RateList, s search.RateSnapshot) {
	w.markRates(list, s)
	if status, note := w.status(s.Progress, w.words(search.RateListing(s.Rates), s.Rates.Metadata.Locale)); status != "" {
		list.Status, list.Notes = status, append([]string{note}, list.Notes...)
	}
}
