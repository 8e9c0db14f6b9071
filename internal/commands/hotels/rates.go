package hotels

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/words"
)

type ratesOptions struct {
	desk    *desk.Desk
	reports func(cli.Draw) *cli.Reports
	out     *cli.Printer
	hotel   string // as typed
	request hotels.RatesRequest
	wait    time.Duration
	watch   cli.WatchFlag
	yes     bool // to the search that a name may take
}

func newRates(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getHotelRates")
	o := &ratesOptions{desk: run.Desk(), reports: run.Reports, out: run.Out(), wait: search.DefaultBudget}
	o.request = hotels.RatesRequest{Search: params.New("createHotelSearch", read.Days()), Query: read}
	cmd.Long = `List the rooms and rates of one hotel, cheapest first. Every one of them can be booked on the
service, and here "refundable" is certain, both ways.

HOTEL is a row number or a name of the last list of hotels, a hotel id, or the name of any hotel
with its city, which takes one search more that you are asked about (--yes agrees). A row number
brings the days, the guests, currency, language and market of its list along; with an id, or
for other days, give CHECKIN and CHECKOUT (` + params.Forms + `; CHECKOUT
may count from CHECKIN, as in +3d or "3 nights").

The rates need a search for this very hotel. Unless one is at hand, it is made, which spends
one of your searches; this is said when it happens. The list is read until it holds still.

--watch goes on reading after that, calmly, until the search expires, and tells what changed:
marked in the list on a terminal, a line a change elsewhere. It makes no new search.`
	cmd.Example = `  travel hotels rates 2
  travel hotels rates 392299429 "11 dec" +3d --adults 2 --children-ages 4
  travel hotels rates 1 --currency EUR --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.hotel, o.request.Days = args[0], args[1:]
		return runRates(cmd.Context(), o)
	}
	cli.AddParams(cmd, read, "hotelId")
	cli.AddParams(cmd, o.request.Search, "cityCode", "hotelId", "lat", "lng", "radius", "checkIn", "checkOut", "currency", "locale")
	wait := cmd.Flags().VarPF(cli.Duration{Value: &o.wait}, "wait", "", "Longest to wait for the rates to hold still; 0 reads them once (default "+search.DefaultBudget.String()+")")
	cli.SetGroup(wait, cli.GroupRun)
	o.watch.AddTo(cmd)
	o.request.Renewal = run.Renewal(cmd, "the same hotel and stay")
	cli.AddYes(cmd, &o.yes)
	run.Columns(cmd, hotelview.RateList{})
	cli.UsedMost(cmd,
		cli.Used{Flag: "adults", About: "Adults over all rooms, 1 to 9 (default 2)"},
		cli.Used{Flag: "children-ages", About: "The age of each child, such as 4,9"},
		cli.Used{Flag: "rooms", About: "Number of rooms, 1 to 4 (default 1)"},
		cli.Used{Flag: "currency", About: "Currency of the prices, such as EUR"},
		cli.Used{Flag: "renew"},
		cli.Used{Flag: "watch", About: "Keep reading once the rates hold still, and tell what changes"})
	run.Completion().Rows(cmd, recall.Hotels, 1)
	return cmd
}

func runRates(ctx context.Context, o *ratesOptions) error {
	hotel, err := hotels.Find(ctx, o.desk, &hotels.NamedRequest{
		Label: "HOTEL", Text: o.hotel, Help: "travel hotels rates --help", Query: o.request.Query, Agreed: o.yes,
	})
	if err != nil {
		return err
	}
	o.request.Hotel = hotel
	o.request.Life = desk.Life{Wait: o.wait, Watch: o.watch.On, Limit: o.watch.Limit}
	draw := func(last *desk.Snapshot) (render.Ranked, string) { return drawRates(last, hotel) }
	rates, err := hotels.ListRates(ctx, o.desk.Reporting(o.reports(draw)), &o.request)
	if len(rates.Bodies) == 0 {
		return err
	}
	s := rates.Value
	shown := rateList(s, hotel, rates.List, rates.Locale, rates.Meta)
	markRates(&shown, s, rates.Watch)
	if status, note := cli.WatchStatus(rates.Watch, s.Progress, len(s.Results.Rates), rateWords(s, rates.Watch)); status != "" {
		shown.Status, shown.Notes = status, append([]string{note}, shown.Notes...)
	}
	shown.Status = o.out.Spent(shown.Status)
	if printErr := o.out.Print(s.Body, rates.Meta, shown, shown.Notes); printErr != nil {
		return rates.Unprinted(printErr)
	}
	return err
}

// drawRates is the frame of a hotel's rates while they come in.
func drawRates(last *desk.Snapshot, hotel hotels.Hotel) (render.Ranked, string) {
	const waiting = "waiting for the first rates"
	if last == nil {
		return nil, waiting
	}
	s, ok := last.Value.(search.RateSnapshot)
	if !ok || len(s.Results.Rates) == 0 {
		return nil, waiting
	}
	list, status := rateList(s, hotel, last.List, last.In, desk.Meta{}), words.Counted(len(s.Results.Rates), "rate")+" so far"
	if text := rateWords(s, last.Watch); text != "" {
		markRates(&list, s, last.Watch)
		status = "watching: " + text
	}
	return list, status
}

// markRates tells beside each rate what changed since the list held still.
func markRates(list *hotelview.RateList, s search.RateSnapshot, w *desk.Watch) {
	found := cli.Marks(w.Since(search.RateListing(s.Results)), s.Results.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[s.Results.Rates[i].ID]
	}
}

// rateWords say what changed since the list held still, "" before it did.
func rateWords(s search.RateSnapshot, w *desk.Watch) string {
	return cli.WatchWords(w, search.RateListing(s.Results), s.Results.Metadata.Locale)
}

// rateList lays the rates of a snapshot out for a person. The service sorts.
func rateList(s search.RateSnapshot, hotel hotels.Hotel, of recall.List, in desk.Locale, meta desk.Meta) hotelview.RateList {
	rates, asked := s.Results, of.Asked()
	list := hotelview.RateList{
		Hotel: words.UpperFirst(hotel.Title()), Stay: stayOf(rates.Stay, asked),
		Context: terms(rates.Stay, asked, rates.CurrencyCode, in.Site),
		Locale:  rates.Metadata.Locale, Status: statusWords(s.Progress, len(rates.Rates)),
		Notes: slices.DeleteFunc(slices.Clone(meta.Warnings), func(text string) bool { return text == hotels.SpentWarning }), // a person was told before
		Next:  meta.Next,
	}
	if len(rates.Rates) == 0 {
		list.Notes = append(list.Notes, noRates(rates))
	}
	for i, rate := range rates.Rates {
		list.Rows = append(list.Rows, rateRow(rate, i+1))
	}
	return list
}

func noRates(r *apiclient.HotelRates) string {
	if r.SearchComplete {
		return "No room of this hotel can be booked on this service for these days. That does not prove that it is full."
	}
	return "No rate has come in so far."
}

func rateRow(rate apiclient.Rate, n int) hotelview.RateRow {
	row := hotelview.RateRow{
		N: n, Room: rate.RoomName, Board: hotels.TermWords(words.Stated(rate.Board)),
		Refundable:   grid.AnswerOf(&rate.Refundable),
		Cancellation: hotels.PolicyWords(words.Stated(rate.CancellationPolicy)),
		Left:         words.Decimal(rate.RoomsLeft),
		Price:        ratePrice(rate.Price),
	}
	if apiclient.ValidRateID(rate.ID) { // else it is never printed: it may get pasted into a shell
		row.RateID = rate.ID
	}
	return row
}
