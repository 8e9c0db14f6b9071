package hotels

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
)

func newRates(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getHotelRates")
	wait := search.DefaultBudget
	var watch cli.WatchFlag
	var yes bool // agrees to the search that a name may need
	request := &hotels.RatesRequest{Search: ask.New("createHotelSearch", read.Days()), Query: read}
	cmd.Long = `List the rooms and rates of one hotel, cheapest first. All of them can be booked on the service, and
here "refundable" and "not refundable" are certain.

HOTEL is a row number or a name of the last list of hotels, a hotel id, or the name of any hotel
with its city, which takes one more search (travel asks first; --yes agrees). With a row number, the
dates, guests, currency, language and market of its list are used; with an id, or for other dates,
give CHECKIN and CHECKOUT (` + ask.Forms + `; CHECKOUT
may be relative to CHECKIN, such as +3d or "3 nights").

Rates need a search for that one hotel. If there is none yet, travel makes one, which uses one of
your searches, and says so. It reads the list until it settles.

--watch continues to read after that, at a slower pace, until the search expires, and shows what
changed: marked in the list on a terminal, otherwise one line per change. It makes no new search.`
	cmd.Example = `  travel hotels rates 2
  travel hotels rates 392299429 "11 dec" +3d --adults 2 --children-ages 4
  travel hotels rates 1 --currency EUR --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Days = args[1:]
		hotel, err := hotels.Find(cmd.Context(), run.Desk(), &hotels.NamedRequest{
			Text: args[0], Query: request.Query, Agreed: yes,
		})
		if err != nil {
			return err
		}
		request.Hotel = hotel
		request.Life = desk.Life{Wait: wait, Watch: watch.On, Limit: watch.Limit}
		draw := func(last *desk.Snapshot) (render.Ranked, string) { return present.RateFrame(last, hotel) }
		rates, err := hotels.ListRates(cmd.Context(), run.Desk().Reporting(run.Reports(draw)), request)
		if len(rates.Bodies) == 0 {
			return err
		}
		s := rates.Value
		shown := present.Rates(s, hotel, rates.List, rates.Listed, rates.Locale, rates.Meta, rates.Watch)
		shown.Status = run.Out().Spent(shown.Status)
		if printErr := run.Out().Print(s.Body, rates.Meta, shown, shown.Notes); printErr != nil {
			return desk.Unprinted(printErr, rates.Reread)
		}
		return err
	}
	cli.AddParams(cmd, read, "hotelId")
	cli.AddParams(cmd, request.Search, "cityCode", "hotelId", "lat", "lng", "radius", "checkIn", "checkOut", "currency", "locale")
	waits := cmd.Flags().VarPF(cli.Duration(&wait), "wait", "", "Longest to wait for the rates to settle; 0 reads them once (default "+search.DefaultBudget.String()+")")
	cli.SetGroup(waits, cli.GroupRun)
	watch.AddTo(cmd)
	request.Renewal = run.Renewal(cmd, "the same hotel and stay")
	cli.AddYes(cmd, &yes)
	run.Columns(cmd, hotelview.RateList{})
	cli.UsedMost(cmd, "adults", "children-ages", "rooms", "currency", "renew",
		"watch\tKeep reading after the rates settle, and show what changes")
	return cmd
}

func newBookingLink(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotelRateBookingLink")
	hand := run.Hand(cmd)
	request := &hotels.LinkRequest{Query: query}
	cmd.Long = `Print the link to the page where you book a rate. travel books nothing and pays nothing.

RATE is a rate with its letter, such as 3a, or a rate id. With a letter, the hotel, guests, language
and market are known; with an id, give --hotel-id. A hotel (3) stands for its only rate; if it has
several, you are asked. What the link is for is shown above it, or on stderr in a pipe. The link
works for about ten minutes; the link to the hotel's page, shown next to it, does not expire.
--guests and --country-code are only written into the link and change no price.

--open opens the link in the browser, and only if it is on the site of the profile (site-url, or
the host of the API).`
	cmd.Example = `  travel hotels booking-link 3a
  travel hotels book 3a --open
  travel hotels booking-link 3a --guests 2:4:9 --country-code PT --json`
	hand.Links(func(ctx context.Context, args []string) (answer desk.Answer[desk.Link], err error) {
		if request.Rate, err = hotels.PickRate(ctx, run.Desk(), "RATE", args[0]); err != nil {
			return answer, err
		}
		request.Lasting = hand.Shares() || hand.Lasting()
		return hotels.BookingLink(ctx, run.Desk(), request)
	})
	cli.AddParams(cmd, query, "rateId")
	request.Renewal = run.Renewal(cmd, "the same rate")
	return cmd
}

func newLink(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotelSearchLink")
	hand := run.Hand(cmd)
	request := &hotels.SearchLinkRequest{Query: query}
	cmd.Long = `Print a link to a hotel search on the service's website, to save or to send. It does not expire:
anyone who opens it searches again, at the prices of that day. It uses no search.

Without arguments, the link is to the search of the last list, without its filters; flags change
parts of it.

CITY is a code or a name ("New York"); it cannot be a point or a single hotel.
CHECKIN is ` + ask.Forms + `; CHECKOUT may also
be relative to it, such as +3d. With children, give the age of each with --children-ages.`
	cmd.Example = `  travel hotels link
  travel hotels link Lisbon +30d +3d
  travel hotels link LON "11 dec" "14 dec" --adults 2 --children-ages 4,9 --share
  travel hotels link TYO 2027-03-12 +5d --currency EUR --open`
	hand.Links(func(ctx context.Context, args []string) (answer desk.Answer[desk.Link], err error) {
		if len(args) > 0 {
			request.City = args[0]
			if err := hotels.SetStay(ctx, run.Desk(), query, args[1:]); err != nil {
				return answer, err
			}
		}
		return hotels.SearchLink(ctx, run.Desk(), request)
	})
	cli.AddParams(cmd, query, "cityCode", "checkIn", "checkOut")
	return cmd
}
