package hotels

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
)

type ratesOptions struct {
	*cli.Run
	reports func(cli.Draw) *cli.Reports
	hotel   string // as typed
	request hotels.RatesRequest
	wait    time.Duration
	watch   cli.WatchFlag
	yes     bool // agrees to the search that a name may need
}

func newRates(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getHotelRates")
	o := &ratesOptions{Run: run, reports: run.Reports, wait: search.DefaultBudget}
	o.request = hotels.RatesRequest{Search: ask.New("createHotelSearch", read.Days()), Query: read}
	cmd.Long = `List the rooms and rates of one hotel, cheapest first. Every one of them can be booked on the
service, and here "refundable" is certain, both ways.

HOTEL is a row number or a name of the last list of hotels, a hotel id, or the name of any hotel
with its city, which takes one search more that you are asked about (--yes agrees). A row number
brings the days, the guests, currency, language and market of its list along; with an id, or
for other days, give CHECKIN and CHECKOUT (` + ask.Forms + `; CHECKOUT
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
	hotel, err := hotels.Find(ctx, o.Desk(), &hotels.NamedRequest{
		Text: o.hotel, Query: o.request.Query, Agreed: o.yes,
	})
	if err != nil {
		return err
	}
	o.request.Hotel = hotel
	o.request.Life = desk.Life{Wait: o.wait, Watch: o.watch.On, Limit: o.watch.Limit}
	draw := func(last *desk.Snapshot) (render.Ranked, string) { return present.RateFrame(last, hotel) }
	rates, err := hotels.ListRates(ctx, o.Desk().Reporting(o.reports(draw)), &o.request)
	if len(rates.Bodies) == 0 {
		return err
	}
	s := rates.Value
	shown := present.Rates(s, hotel, rates.List, rates.Listed, rates.Locale, rates.Meta)
	present.MarkRates(&shown, s, rates.Watch)
	if status, note := present.WatchStatus(rates.Watch, s.Progress, len(s.Results.Rates), present.RateChanges(s, rates.Watch)); status != "" {
		shown.Status, shown.Notes = status, append([]string{note}, shown.Notes...)
	}
	shown.Status = o.Out().Spent(shown.Status)
	if printErr := o.Out().Print(s.Body, rates.Meta, shown, shown.Notes); printErr != nil {
		return desk.Unprinted(printErr, rates.Reread)
	}
	return err
}
