package hotels

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/words"
)

// ratesReading is one reading of a hotel's rates, from the first snapshot to the kept rows.
type ratesReading struct {
	hotel  Hotel
	query  *params.Values
	life   desk.Life
	list   recall.List
	locale desk.Locale

	spent bool          // the search was just made
	made  *desk.Renewal // when the search was made in place of another
}

// settledAfter is from when on a search has nothing more to find.
const settledAfter = 30 * time.Second

// follow reads the rates until they hold still, or once where there is nothing to wait for.
func (r ratesReading) follow(ctx context.Context, d *desk.Desk) (FoundRates, error) {
	hotels, err := client(d)
	if err != nil {
		return FoundRates{}, err
	}
	id, query := r.hotel.ID, params.Request[apiclient.GetHotelRatesParams](r.query)
	old := !r.list.Search.Created.IsZero() && d.Now().Sub(r.list.Search.Created) >= settledAfter
	once := func(ctx context.Context) (search.RateSnapshot, error) {
		s, err := hotels.ReadRates(ctx, id, query)
		if s.Rates != nil && old && s.Rates.SearchComplete {
			s.Settle = search.Converged
		}
		return s, err
	}
	source := desk.Source[search.RateSnapshot]{
		What: "rate", Read: once,
		Settle: func(ctx context.Context, budget time.Duration, seen func(search.RateSnapshot)) (search.RateSnapshot, error) {
			return hotels.SettleRates(ctx, id, query, budget, seen)
		},
		Watch: func(ctx context.Context, last search.RateSnapshot, limit time.Duration, seen func(search.RateSnapshot) bool) (search.RateSnapshot, search.End, error) {
			return hotels.WatchRates(ctx, id, query, last, limit, seen)
		},
		Look: r.look, Meta: r.meta, Next: r.next, List: r.list, In: r.locale, Again: r.command(),
		Keep: func(s search.RateSnapshot) error { return r.keep(d, s) }, Unkept: "row numbers of the rates are not kept",
		Lost: func(err error) error { return r.lost(d, err) },
		Old:  compareRates, Made: r.made,
	}
	if old || r.life.Wait == 0 {
		r.life.Wait, source.Once = 0, once
	}
	followed, err := desk.Follow(ctx, d, source, r.life)
	return FoundRates{followed, r.hotel, r.list, r.locale}, err
}

// look is a read as a reporter is told of it.
func (r ratesReading) look(s search.RateSnapshot) desk.Snapshot {
	if s.Rates == nil {
		return desk.Snapshot{}
	}
	names := map[string]string{}
	for _, rate := range s.Rates.Rates {
		terms := []string{rate.RoomName, TermWords(words.Stated(rate.Board)), PolicyWords(words.Stated(rate.CancellationPolicy))}
		names[rate.ID] = strings.Join(slices.DeleteFunc(terms, func(text string) bool { return text == "" }), ", ")
	}
	return desk.Snapshot{
		Value: s, Body: s.Body, Rows: len(s.Rates.Rates), Progress: s.Progress, Complete: &s.Rates.SearchComplete,
		Listing: search.RateListing(s.Rates), Names: names, First: 1, Locale: s.Rates.Metadata.Locale,
	}
}

// meta is what is known of a snapshot beside its body.
func (r ratesReading) meta(s search.RateSnapshot) desk.Meta {
	m := desk.NewMeta("getHotelRates")
	m.Take(s.Progress)
	meta := s.Rates.Metadata
	r.locale.Record(&m, meta.CurrencyCode, meta.Locale)
	if r.spent {
		m.Warn(SpentWarning)
	}
	m.Warn(desk.CurrencyWarnings(s.Rates.CurrencyCode, meta.CurrencyCode, r.hotel.List.Terms.Currency)...)
	return m
}

// SpentWarning tells a program that reading rates has spent a search. A person was told before.
const SpentWarning = "a search for this hotel was made, which spends one of your searches"

// next are the commands that usually follow.
func (r ratesReading) next(s search.RateSnapshot) []string {
	var next []string
	if first := slices.IndexFunc(s.Rates.Rates, func(rate apiclient.Rate) bool { return apiclient.ValidRateID(rate.ID) }); first >= 0 {
		next = append(next, "travel hotels booking-link "+strconv.Itoa(first+1))
	}
	return append(next, "travel hotels reviews "+r.hotel.Argument(), "travel hotels show "+r.hotel.Argument())
}

// keep keeps the rates, so that a number stands for a rate id.
func (r ratesReading) keep(d *desk.Desk, s search.RateSnapshot) error {
	list := stayed(r.list, s.Rates.Stay)
	asked := list.Asked()
	asked.HotelID, asked.Name, list.Stay = r.hotel.ID, r.hotel.Row.Label, &asked
	list = list.InTerms(cmp.Or(r.locale.Currency.Value, s.Rates.Metadata.CurrencyCode), r.locale.Language.Value)
	list.Kind, list.Search.ID = recall.Rates, s.Rates.SearchID
	for i, rate := range s.Rates.Rates {
		if apiclient.ValidRateID(rate.ID) { // else it is never offered for reuse
			list.Rows = append(list.Rows, rateRow(i+1, rate, r.page()))
		}
	}
	return d.Keep(list)
}

// page is the hotel's own page, as far as its list knew it.
func (r ratesReading) page() string {
	if r.hotel.Row.Hotel == nil {
		return ""
	}
	return r.hotel.Row.Hotel.Page
}

// compareRates says what has become of the rates that were listed before.
func compareRates(s search.RateSnapshot, renewal *desk.Renewal) {
	all := candidates(s.Rates)
	renewal.CompareList(recall.Rates, "rate", func(row recall.Row) (was, is search.Price, found bool) {
		at := search.Find(printOf(row), row.Price, all)
		if at < 0 {
			return row.Price, search.Price{}, false
		}
		return row.Price, all[at].Price, true
	})
}

func candidates(rates *apiclient.HotelRates) []search.Candidate[search.RatePrint] {
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

// PolicyWords say how a rate can be cancelled; a policy newer than this client keeps its own words.
func PolicyWords(code string) string {
	if code == "non_refundable" {
		return "non-refundable"
	}
	return TermWords(code)
}

// TermWords turn a code such as breakfast_included into words.
func TermWords(code string) string { return strings.ReplaceAll(code, "_", " ") }
