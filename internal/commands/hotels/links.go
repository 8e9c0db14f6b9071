package hotels

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
)

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
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if err := hand.Check(); err != nil {
			return err
		}
		rate, err := hotels.PickRate(ctx, run.Desk(), "RATE", args[0])
		if err != nil {
			return err
		}
		request.Rate, request.Lasting = rate, hand.Shares() || hand.Lasting()
		answer, err := hotels.BookingLink(ctx, run.Desk(), request)
		if err != nil {
			return err
		}
		return hand.Print(ctx, answer)
	}
	cli.AddParams(cmd, query, "rateId")
	request.Renewal = run.Renewal(cmd, "the same rate")
	run.Completion().Parts(cmd, recall.Rates)
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
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			request.City = args[0]
			if err := hotels.SetStay(cmd.Context(), run.Desk(), query, args[1:]); err != nil {
				return err
			}
		}
		if err := hand.Check(); err != nil {
			return err
		}
		answer, err := hotels.SearchLink(cmd.Context(), run.Desk(), request)
		if err != nil {
			return err
		}
		return hand.Print(cmd.Context(), answer)
	}
	cli.AddParams(cmd, query, "cityCode", "checkIn", "checkOut")
	return cmd
}
