package commands

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// staysRead is one reading of a hotel search, from the first snapshot to the
// printed page.
type staysRead struct {
	params      *params
	life        lifeFlags
	choice      chosen
	about       recall.Context
	wait        bool // until it settles; else one read
	facets      bool // print what can be filtered by instead of the hotels
	pages       pageFlags
	watching    *watching // nil when nobody watches
	agesGuessed bool      // children's ages were not given

	renewed *renewal // when the search was made in place of another
}

// followStays reads a search, shows its progress, prints what it found and
// remembers the rows. What arrived before a fault or Ctrl-C is printed too;
// the exit code is then the fault's.
func (a *app) followStays(ctx context.Context, hotels search.Hotels, r staysRead) error {
	params := desk.Request[apiclient.GetHotelSearchResultsParams](r.params.Params)
	snapshot, err := a.readStays(ctx, hotels, r, params)
	if snapshot.Results == nil {
		return r.unread(withAge(a, r.about, err))
	}
	bodies, pagesErr := r.morePages(ctx, hotels, &snapshot, params)
	err = cmp.Or(err, pagesErr)
	facts := r.facts(snapshot)
	if r.renewed != nil {
		r.renewed.compareStays(snapshot) // before the list it is compared with is gone
		facts.Warnings = append(facts.Warnings, r.renewed.record(&facts)...)
	}
	next := r.next(snapshot.Results)
	if saveErr := a.rememberStays(r, snapshot); saveErr != nil {
		a.notice("row numbers are not kept: %v", saveErr)
		next = nil
	}
	facts.Next = append(facts.Next, next...)
	r.watching.facts(a, &facts, r.about)
	if printErr := a.printStays(ctx, hotels, r, snapshot, bodies, facts); printErr != nil {
		return unprinted(printErr, "travel hotels results "+r.about.SearchID)
	}
	return err
}

// printStays prints the page, or the facets of the whole search.
func (a *app) printStays(ctx context.Context, hotels search.Hotels, r staysRead, s search.HotelSnapshot, bodies [][]byte, facts answerFacts) error {
	if r.facets {
		table := stayFacets(s.Results)
		return a.answer(s.Body, facts, table, table.Notes)
	}
	if a.global.events {
		return a.emitEnd(s.Progress, bodies, len(s.Results.Results), facts)
	}
	view := stayList(s, r, facts)
	r.conclude(&view, s)
	if a.text() && !r.watching.over() {
		view.Notes = append(view.Notes, a.noStayWords(ctx, hotels, r, s.Results)...)
	}
	return a.answerPages(bodies, len(s.Results.Results), facts, view, view.Notes)
}

// readStays makes the reads, with a live view while it waits.
func (a *app) readStays(ctx context.Context, hotels search.Hotels, r staysRead, params apiclient.GetHotelSearchResultsParams) (search.HotelSnapshot, error) {
	if !r.wait {
		return hotels.Read(ctx, r.about.SearchID, params)
	}
	live := startLive(a, keepsHere, r.draw)
	defer live.stop()
	s, err := hotels.Settle(ctx, r.about.SearchID, params, r.life.wait, func(s search.HotelSnapshot) {
		a.emitStays(s)
		live.show(s)
	})
	if r.watching == nil || err != nil {
		return s, err
	}
	live.watch()
	return a.watchStays(ctx, hotels, r, params, s, live.show)
}

// rememberStays keeps the rows, so that a number stands for a hotel and brings
// along what the list said of it. Later reads repeat the currency and language
// of this one.
func (a *app) rememberStays(r staysRead, s search.HotelSnapshot) error {
	lists, err := a.lists()
	if err != nil {
		return err
	}
	about := withStay(r.about, s.Results.Stay)
	about.Currency, about.Locale = cmp.Or(r.choice.currency.value, s.Results.Metadata.CurrencyCode), r.choice.locale.value
	if at := s.Results.Metadata.CreatedAt; at != nil && about.Created.IsZero() {
		about.Created = moment(*at)
	}
	list := recall.List{Kind: recall.Hotels, Made: a.env.Now(), Context: about}
	first := firstStay(s.Results)
	for i, card := range s.Results.Results {
		if !isHotelID(card.HotelID) {
			continue // never offered for reuse
		}
		list.Rows = append(list.Rows, recall.Row{
			N: first + i, ID: strconv.FormatInt(card.HotelID, 10), Label: card.Name, Facts: hotelRowFacts(card),
		})
	}
	a.rememberFacets(recall.HotelFacets, "getHotelSearchResults", r.about, stayFacetWords(s.Results.Metadata.FilterOptions))
	return lists.Save(list)
}

// firstStay is the number of the page's first row: numbers run over pages.
func firstStay(r *apiclient.HotelResults) int {
	return max((r.Metadata.Page-1)*r.Metadata.PageSize, 0) + 1
}

// next are the commands that usually follow, ready to paste. They name only
// rows that are kept.
func (r staysRead) next(results *apiclient.HotelResults) []string {
	var rows []int
	for i, card := range results.Results {
		if isHotelID(card.HotelID) {
			rows = append(rows, firstStay(results)+i)
		}
	}
	var next []string
	if len(rows) > 0 {
		next = append(next, fmt.Sprintf("travel hotels rates %d", rows[0]), fmt.Sprintf("travel hotels show %d", rows[0]))
	}
	if r.about.HotelID != 0 || len(results.Results) == 0 {
		return next
	}
	if len(rows) > 1 {
		next = append(next, fmt.Sprintf("travel hotels compare %d %d", rows[0], rows[1]))
	}
	if results.Metadata.HasMore && r.pages.rows() == 0 {
		next = append(next, fmt.Sprintf("travel hotels results --page %d", results.Metadata.Page+1)+r.params.sameView())
	}
	return append(next, "travel hotels results --facets")
}

// unread says, of a search just made of which nothing could be read, how to
// read it later.
func (r staysRead) unread(err error) error {
	if !r.wait {
		return err
	}
	return unread(err, "travel hotels results --wait 45s")
}
