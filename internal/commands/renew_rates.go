package commands

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/desk/search"
)

// checkRate sees, before anything is sent, whether a rate can be found again.
func (r *renewal) checkRate(p picked) error {
	if _, ok := search.Kept[search.RatePrint](p.entry.Facts[printFact]); !ok {
		r.lacks = misuse{
			Text: "--renew finds a rate again by room, board and cancellation, and those of " + rateName(p) + " are not kept here",
			Hint: "list the rates of its hotel first: travel hotels rates HOTEL",
		}
	}
	return r.check(p.about)
}

// rateIfGone makes sure, with --renew, that a rate is still there, and else
// brings it back. The service makes a link of anything, so nothing else would
// tell.
func (r *renewal) rateIfGone(ctx context.Context, p *picked) error {
	if !r.given {
		return nil
	}
	if err := r.checkRate(*p); err != nil {
		return err
	}
	hotels, err := r.app.hotels(ctx)
	if err != nil {
		return err
	}
	old := p.about
	params := apiclient.GetHotelRatesParams{SearchID: old.SearchID, Currency: optional(old.Currency), Locale: optional(old.Locale)}
	if _, err = hotels.ReadRates(ctx, old.HotelID, params); err == nil {
		return nil
	}
	about, err := r.ratesSearch(ctx, hotels, old, err)
	if err != nil {
		return err
	}
	params.SearchID = about.SearchID
	snapshot, err := r.settleRates(ctx, hotels, about, params)
	if err != nil {
		return r.broken(err, "travel hotels rates "+hotelArgument(old.HotelID)+" --search "+about.SearchID)
	}
	r.notSettled(snapshot.Settle)
	return r.findRate(p, snapshot.Rates, about)
}

func (r *renewal) settleRates(ctx context.Context, hotels search.Hotels, about recall.Context, params apiclient.GetHotelRatesParams) (search.RateSnapshot, error) {
	live := startLive(r.app, keepsList, func(*search.RateSnapshot) (render.Ranked, string) { return nil, "searching again" })
	defer live.stop()
	return hotels.SettleRates(ctx, about.HotelID, params, search.DefaultBudget, live.show)
}

// findRate renews the rows of the list, and finds the rate among them.
func (r *renewal) findRate(p *picked, rates *apiclient.HotelRates, about recall.Context) error {
	lists, err := r.app.lists()
	if err != nil {
		return err
	}
	list := recall.List{Kind: recall.Rates, Made: r.app.env.Now(), Context: about}
	if last, found, err := lists.Latest(recall.Rates); err == nil && found && ofSearch(last.Context, p.about, about.SearchID) {
		list.Rows = last.Rows
	}
	all, byID := rateCandidates(rates), map[string]apiclient.Rate{}
	for _, rate := range rates.Rates {
		byID[rate.ID] = rate
	}
	page := p.entry.Facts["page"]
	renewRows(list.Rows, all, r.facts, func(n, at int) recall.Row { return rateListRow(n, byID[all[at].ID], page) })
	want, _ := search.Kept[search.RatePrint](p.entry.Facts[printFact])
	was := rowMoney(p.entry)
	at := search.Find(want, search.Price(was), all)
	if at < 0 {
		return r.nearRates(lists, list, *p, byID, all)
	}
	now := byID[all[at].ID]
	r.price(rateName(*p), was, rateMoney(now), about.Locale)
	*p = picked{id: now.ID, row: p.row, entry: rateListRow(p.row, now, page), about: about}
	return lists.Save(list)
}

// nearRates prints the rates that are nearest to one that is gone.
func (r *renewal) nearRates(lists *recall.Store, list recall.List, gone picked, byID map[string]apiclient.Rate, all []search.Candidate[search.RatePrint]) error {
	want, _ := search.Kept[search.RatePrint](gone.entry.Facts[printFact])
	name := rateName(gone)
	near := nearTable{title: "Nearest to " + name + ", " + gone.entry.Label + ":", heads: []string{"ROOM", "REFUNDABLE", "BOARD", "CANCELLATION"}}
	for _, n := range search.NearRates(want, all) {
		print := all[n.Index].Print
		row := rateListRow(0, byID[all[n.Index].ID], gone.entry.Facts["page"])
		near.rows = append(near.rows, nearRow{
			n: numberIn(&list, row), id: row.ID, label: row.Label, now: rowMoney(row), why: n.Why,
			cells: []string{print.Room, answerOf(print.Refundable).String(), row.Facts["board"], row.Facts["cancellation"]},
		})
	}
	next := ""
	if err := lists.Save(list); err != nil {
		r.app.notice("row numbers are not kept: %v", err)
	} else if len(near.rows) > 0 {
		next = fmt.Sprintf("take one of them: travel hotels booking-link %d", near.rows[0].n)
	}
	return r.chooseNear(name+" is not among the rates of the new search", rowMoney(gone.entry), near, next)
}

func rateName(p picked) string {
	if p.row > 0 {
		return fmt.Sprintf("rate %d", p.row)
	}
	return "this rate"
}
