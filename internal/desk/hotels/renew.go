package hotels

import (
	"context"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// searchLasts is about how long a hotel search can be read.
const searchLasts = desk.HotelLinkLasts

// compare says what has become of the hotels that were listed before.
func compare(s search.HotelSnapshot, renewal *desk.Renewal) {
	now := map[string]offer.Money{}
	for _, card := range s.Results.Results {
		now[strconv.FormatInt(card.HotelID, 10)] = nightPrice(card.Price)
	}
	renewal.CompareList(recall.Hotels, "hotel", func(row recall.Row) (was, is offer.Money, found bool) {
		is, found = now[row.ID]
		return row.Price, is, found
	})
}

// checkRate sees, before anything is sent, whether a rate can be found again.
func checkRate(renewal *desk.Renewal, rate desk.Pick) error {
	if rate.Row.Rate == nil {
		renewal.Lacks(problem.UsageError{
			Text: "--renew finds a rate again by room, board and cancellation, and those of " + rate.Name("rate") + " are not kept here",
			Hint: "list the rates of its hotel first: travel hotels rates HOTEL",
		})
	}
	return renewal.Check(rate.List)
}

// rateIfGone makes sure that a rate is still there, and else brings it back where that is wanted.
func rateIfGone(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, rate desk.Pick) (desk.Pick, error) {
	if err := checkRate(renewal, rate); err != nil {
		return rate, err
	}
	service, err := d.Service()
	if err != nil {
		return rate, err
	}
	old := rate.List
	id := old.Asked().HotelID
	request := apiclient.GetHotelRatesParams{
		SearchID: old.Search.ID, Currency: query.Optional(old.Terms.Currency), Locale: query.Optional(old.Terms.Locale),
	}
	if _, err = service.Rates(id, request).Read(ctx); err == nil {
		return rate, nil
	}
	list, err := Subject().Renew(ctx, d, recall.Rates, old, renewal, err)
	if err != nil {
		return rate, err
	}
	request.SearchID = list.Search.ID
	now, err := settleRates(ctx, d, service, id, request)
	if err != nil {
		return rate, renewal.Broken(err, "travel hotels rates "+query.HotelArgument(id)+" --search "+list.Search.ID)
	}
	renewal.NotSettled(now.Progress)
	return renewed{renewal: renewal, rates: now.Results, list: list, all: Candidates(now.Results)}.find(ctx, d, rate)
}

// settleRates reads rates that are not the answer until they hold still.
func settleRates(ctx context.Context, d *desk.Desk, service search.Service, id int64, request apiclient.GetHotelRatesParams) (search.RateSnapshot, error) {
	d.Report.Snapshot(desk.Snapshot{Phase: desk.Begun, What: "rate", Renewing: true})
	defer d.Report.Snapshot(desk.Snapshot{Phase: desk.Ended})
	return service.Rates(id, request).Settle(ctx, search.DefaultBudget, func(s search.RateSnapshot) {
		d.Report.Snapshot(desk.Snapshot{Phase: desk.Coming, What: "rate", Renewing: true, Value: s, Body: s.Body, Progress: s.Progress})
	})
}

// renewed are the rates of a search that was made in place of another.
type renewed struct {
	renewal *desk.Renewal
	rates   *apiclient.HotelRates
	list    recall.List // of the new search, with the rows of the old one once they are renewed
	all     []search.Candidate[search.RatePrint]
}

// find renews the rows of the list, and finds the rate among them.
func (r renewed) find(ctx context.Context, d *desk.Desk, rate desk.Pick) (desk.Pick, error) {
	r.list.Made = d.Now()
	about, hotel := r.list.Head(), *rate.Row.Rate
	r.list.Kind, r.list.Rows = recall.Rates, d.Of(recall.Rates, rate.List.Search, r.list.Search.ID).Rows
	desk.RenewRows(r.renewal, r.list.Rows, r.all, printOf, func(n, at int) recall.Row { return r.row(n, at, hotel) })
	at := search.Find(rate.Row.Rate.Print, rate.Row.Price, r.all)
	if at < 0 {
		return rate, r.near(d, rate)
	}
	row := r.row(rate.N, at, hotel)
	r.renewal.Price(rate.Name("rate"), rate.Row.Price, row.Price, about.Terms.Locale)
	d.FoundAgain(ctx, rate, about, row)
	again := desk.Pick{ID: row.ID, N: rate.N, Row: row, List: about, Typed: rate.Typed, Kept: rate.Kept}
	if len(r.list.Rows) == 0 {
		return again, nil // the last list is another search's
	}
	return again, d.Keep(r.list)
}

// row is a candidate as row n of a list.
func (r renewed) row(n, at int, hotel recall.Rate) recall.Row {
	for _, rate := range r.rates.Rates {
		if rate.ID == r.all[at].ID {
			return rateRow(n, rate, hotel, r.list.Terms.Locale)
		}
	}
	return recall.Row{N: n} // candidates are rates of the answer
}

// near keeps the rates that are nearest to one that is gone, and leaves the choice to the traveler.
func (r renewed) near(d *desk.Desk, gone desk.Pick) error {
	name := gone.Name("rate")
	near := desk.NearError{Title: "Nearest to " + name + ", " + gone.Row.Label + ":", Heads: []string{"ROOM", "REFUNDABLE", "BOARD", "CANCELLATION"}}
	for _, n := range search.NearRates(gone.Row.Rate.Print, r.all) {
		row := r.row(0, n.Index, *gone.Row.Rate)
		terms := row.Rate.Print
		near.Add(&r.list, row, n.Why, terms.Room, words.YesNo(terms.Refundable).String(), TermWords(terms.Board), PolicyWords(terms.Policy))
	}
	return d.KeepNear(r.list, name+" is not among the rates of the new search", gone.Row.Price, near, "take one of them: travel hotels booking-link")
}

// compareRates says what has become of the rates that were listed before.
func compareRates(s search.RateSnapshot, renewal *desk.Renewal) {
	all := Candidates(s.Results)
	renewal.CompareList(recall.Rates, "rate", func(row recall.Row) (was, is offer.Money, found bool) {
		at := search.Find(printOf(row), row.Price, all)
		if at < 0 {
			return row.Price, offer.Money{}, false
		}
		return row.Price, all[at].Price, true
	})
}

func Candidates(rates *apiclient.HotelRates) []search.Candidate[search.RatePrint] {
	var all []search.Candidate[search.RatePrint]
	for _, rate := range rates.Rates {
		if apiclient.ValidRateID(rate.ID) {
			all = append(all, search.Candidate[search.RatePrint]{ID: rate.ID, Print: search.PrintRate(rate), Price: RatePrice(rate)})
		}
	}
	return all
}

// printOf is what finds the rate of a row again; the zero print finds nothing.
func printOf(row recall.Row) search.RatePrint {
	if row.Rate == nil {
		return search.RatePrint{}
	}
	return row.Rate.Print
}
