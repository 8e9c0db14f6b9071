package commands

import (
	"context"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/desk/search"
)

// watchStays keeps reading a search that settled. Row numbers follow the list
// as it is drawn, so each change is kept too.
func (a *app) watchStays(ctx context.Context, hotels search.Hotels, r staysRead, params apiclient.GetHotelSearchResultsParams, last search.HotelSnapshot, show func(search.HotelSnapshot)) (search.HotelSnapshot, error) {
	if err := a.emitSettled(last.Progress, [][]byte{last.Body}, len(last.Results.Results), r.facts(last)); err != nil {
		return last, err
	}
	r.watching.begin(hotelsSeen(last))
	last, end, err := hotels.Watch(ctx, r.about.SearchID, params, last, r.life.watch.limit, func(s search.HotelSnapshot) bool {
		show(s)
		now := hotelsSeen(s)
		changes := r.watching.changes(now)
		if len(changes) > 0 && r.renewed == nil { // else the list is compared with the old one first
			_ = a.rememberStays(r, s) // the last one tells when it cannot be kept
		}
		return r.watching.tell(a, "hotel", now, changes)
	})
	r.watching.end = end
	return last, err
}

// hotelsSeen is a read of hotels as a watch looks at it.
func hotelsSeen(s search.HotelSnapshot) seen {
	names := map[string]string{}
	for _, card := range s.Results.Results {
		names[strconv.FormatInt(card.HotelID, 10)] = card.Name
	}
	return seen{
		progress: s.Progress, body: s.Body, listing: search.HotelListing(s.Results), names: names,
		first: firstStay(s.Results), locale: s.Results.Metadata.Locale,
	}
}

// mark tells beside each row what changed since the search settled.
func (r staysRead) mark(list *hotelview.HotelList, s search.HotelSnapshot) {
	found := marks(r.watching.since(search.HotelListing(s.Results)), s.Results.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[strconv.FormatInt(s.Results.Results[i].HotelID, 10)]
	}
}

// conclude says under the last list what the watch has seen.
func (r staysRead) conclude(list *hotelview.HotelList, s search.HotelSnapshot) {
	r.mark(list, s)
	if status, note := r.watching.status(s.Progress, r.watchWords(s)); status != "" {
		list.Status, list.Notes = status, append([]string{note}, list.Notes...)
	}
}

// watchWords say what changed since the search settled, "" before it did.
func (r staysRead) watchWords(s search.HotelSnapshot) string {
	return r.watching.words(search.HotelListing(s.Results), s.Results.Metadata.Locale)
}

// facts are what is known of a snapshot beside its body.
func (r staysRead) facts(s search.HotelSnapshot) answerFacts {
	facts := newFacts("getHotelSearchResults")
	facts.Settle, facts.Reads, facts.ElapsedMS = s.Settle, s.Reads, s.Elapsed.Milliseconds()
	meta := s.Results.Metadata
	r.choice.record(&facts, meta.CurrencyCode, meta.Locale)
	facts.Warnings = append(facts.Warnings, currencyWarnings(s.Results.CurrencyCode, meta.CurrencyCode, r.about.Currency)...)
	if r.agesGuessed {
		facts.Warnings = append(facts.Warnings, "the children's ages were not given, so each counts as 8 years old; give --children-ages for the real price")
	}
	return facts
}

// emitStays tells of a read while the search comes in.
func (a *app) emitStays(s search.HotelSnapshot) {
	meta := s.Results.Metadata
	a.emit(snapshotEvent{
		Event: "snapshot", Read: s.Reads, ElapsedMS: s.Elapsed.Milliseconds(), Complete: &s.Results.SearchComplete,
		Counts: map[string]int{
			"hotels": meta.SnapshotCandidateCount, "priced": meta.TotalBeforeFilters, "matching": meta.TotalCandidates, "shown": len(s.Results.Results),
		},
	})
}
