package flights

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/recall"
)

func newBookingLink(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFareBookingLink")
	hand := run.Hand(cmd)
	request := &flights.BookingRequest{Query: read}
	cmd.Long = `Print the link to the page where you book a fare, with the options you chose filled in. travel
books nothing and pays nothing.

FARE is a fare with its letter, such as 2b, or a fare id; to see its options, use travel flights
options FARE. With a letter, trip, route, dates, passengers, cabin, currency, language and market
are known; with only ids, give them with flags. A trip (2) stands for its only fare; if it has
several, you are asked. What the link is for is shown above it, or on stderr in a pipe.

The link works as long as its search, about five to seven minutes. The link to the search, shown
next to it, does not expire. For a fare sold by an airline or an agency, its own link is printed.

--open opens the link in the browser. A link of the service is opened only if it is on the site of
the profile (site-url, or the host of the API); for any other site you are asked first.`
	cmd.Example = `  travel flights booking-link 2b --option 1 --option 4
  travel flights book 2b --option 1,4 --open
  travel flights booking-link 2b --option 3,5 --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		request.Fare = args[0]
		if err := hand.Check(); err != nil {
			return err
		}
		request.Yes, request.Lasting, request.Share = hand.Yes, hand.Lasting(), hand.Shares()
		answer, offer, err := flights.Book(ctx, run.Desk(), request)
		switch {
		case err != nil:
			return err
		case len(answer.Bodies) == 0:
			return handOff(ctx, run.Out(), hand, offer, answer)
		}
		return hand.Print(ctx, answer)
	}
	cmd.Flags().Var(&request.Options, "option", flights.OptionHelp)
	cli.AddParams(cmd, read, "fareId")
	request.Renewal = run.Renewal(cmd, "the same fare and options")
	cli.UsedMost(cmd,
		cli.Used{Flag: "option"}, cli.Used{Flag: "open"}, cli.Used{Flag: "copy"}, cli.Used{Flag: "qr"}, cli.Used{Flag: "renew"})
	run.Completion().Parts(cmd, recall.Fares)
	return cmd
}

func newLink(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSearchLink")
	hand := run.Hand(cmd)
	request := &flights.LinkRequest{Query: read}
	cmd.Long = `Print a link to a flight search on the service's website, to save or to send. It does not expire:
anyone who opens it searches again, at the prices of that day. It uses no search.

Without arguments, the link is to the search of the last list, without its filters; flags change
parts of it.

FROM and TO are airport or city codes (DXB, LON) or names ("New York"). DATE is
` + ask.Forms + `;
RETURN may also be relative to DATE, such as +7d.`
	cmd.Example = `  travel flights link
  travel flights link DXB LHR +30d +7d
  travel flights link Lisbon "San Francisco" fri --adults 2 --cabin business --share
  travel flights link DXB LON 2027-03-12 --currency EUR --open`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			request.From, request.To = args[0], args[1]
			if err := flights.Dates(cmd.Context(), run.Desk(), read, args[2:]); err != nil {
				return flights.ThirdPlace(run.Desk(), read, args[2:], err)
			}
		}
		if err := hand.Check(); err != nil {
			return err
		}
		request.Share = hand.Shares()
		answer, err := flights.LinkTo(cmd.Context(), run.Desk(), request)
		if err != nil {
			return err
		}
		return hand.Print(cmd.Context(), answer)
	}
	cli.AddParams(cmd, read, "from", "to", "fromDate", "toDate")
	return cmd
}
