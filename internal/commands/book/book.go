// Package book has two shortcuts: the booking link of any fare or rate, and a text that shares the last list.
package book

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/schema"
)

type bookOptions struct {
	*cli.Run
	hand       *cli.Hand
	do         cli.LinkFlags
	renewal    *desk.Renewal
	options    flights.Chosen
	fare, rate *ask.Values
}

// New returns the command that prints the booking link of a fare or a rate.
func New(run *cli.Run) *cobra.Command {
	cmd, fare := run.Operation("getFareBookingLink")
	_, rate := run.Operation("getHotelRateBookingLink")
	cmd.Annotations = nil // it combines two operations
	o := &bookOptions{Run: run, fare: fare, rate: rate}
	o.hand = run.Hand(&o.do)
	cmd.Long = `Show the details of a fare or a rate, and print the link to the page where you book it. Nothing
is booked or paid here.

REF is a row of the last list with the letter of a fare or a rate, such as 2b. To count in the last
list of trips or of hotels, write fare:2b or rate:3a. You can also give something you keep (kept:2
or its name) or an id from a list. For a row alone (2, trip:2, hotel:3) you are asked which fare or
rate you mean, unless it has only one.

Some fares have options to choose from: travel flights options REF

travel flights booking-link and travel hotels booking-link take more flags.`
	cmd.Example = `  travel book rate:3a
  travel book 2b --option 1,4 --open
  travel book hotel:3`
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args[0]) }
	cmd.Flags().Var(&o.options, "option", flights.OptionHelp)
	o.do.AddTo(cmd)
	o.renewal = run.Renewal(cmd, "the same fare or rate")
	cli.UsedMost(cmd, cli.Used{Flag: "open"}, cli.Used{Flag: "option"}, cli.Used{Flag: "copy"}, cli.Used{Flag: "qr"}, cli.Used{Flag: "renew"})
	run.Completion().Offers(cmd, 1)
	return run.Prints(cmd, schema.Body("getFareBookingLink", desk.Meta{}), schema.Body("getHotelRateBookingLink", desk.Meta{}))
}

func (o *bookOptions) run(ctx context.Context, ref string) error {
	if err := o.hand.Check(); err != nil {
		return err
	}
	kind, text, err := o.Desk().Booked("REF", ref)
	if err != nil {
		return err
	}
	lasting := o.Out().Text() && !o.Out().Plain() // only if it is shown
	if kind == recall.Fares {
		answer, offer, err := flights.Book(ctx, o.Desk(), &flights.BookingRequest{
			Label: "REF", Fare: text, Options: o.options, Query: o.fare, Renewal: o.renewal, Yes: o.do.Yes, Lasting: lasting, Share: o.do.Shares(),
		})
		if err == nil && len(answer.Bodies) == 0 && !o.Out().Text() {
			err = offer.NoAnswer()
		}
		return o.print(ctx, answer, err)
	}
	if len(o.options) > 0 {
		return problem.Usagef("--option goes with a fare, and %s is a rate; leave it out", text)
	}
	rate, err := hotels.PickRate(ctx, o.Desk(), "REF", text)
	if err != nil {
		return err
	}
	answer, err := hotels.BookingLink(ctx, o.Desk(), &hotels.LinkRequest{
		Rate: rate, Query: o.rate, Renewal: o.renewal, Lasting: lasting || o.do.Shares(),
	})
	return o.print(ctx, answer, err)
}

func (o *bookOptions) print(ctx context.Context, answer desk.Answer[desk.Link], err error) error {
	if err != nil {
		return err
	}
	return o.hand.Print(ctx, answer)
}

// Share returns the command that prints the last list as a text to send.
func Share(run *cli.Run) *cobra.Command {
	cmd, flightLink := run.Operation("getFlightSearchLink")
	_, hotelLink := run.Operation("getHotelSearchLink")
	cmd.Annotations = nil
	o := &bookOptions{Run: run}
	o.hand = run.Hand(&o.do)
	cmd.Long = `Print a short text about the last list of trips or hotels, to send to someone: the search, the
lowest price seen, and a link that does not expire. This uses none of your searches.

For another place or other days: travel flights link --share, travel hotels link --share`
	cmd.Example = `  travel share
  travel share --copy`
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := errors.Join(cmd.Flags().Set("share", "true"), o.hand.Check()); err != nil {
			return err
		}
		last, _, err := o.Desk().PrintedLast()
		if err != nil {
			return err
		}
		var answer desk.Answer[desk.Link]
		switch last.Kind {
		case recall.Trips:
			answer, err = flights.LinkTo(cmd.Context(), o.Desk(), &flights.LinkRequest{Query: flightLink, Share: true})
		case recall.Hotels:
			answer, err = hotels.SearchLink(cmd.Context(), o.Desk(), &hotels.SearchLinkRequest{Query: hotelLink})
		default:
			err = o.Desk().NoList("there is no list of trips or hotels to share",
				problem.Do("name what to share", "getFlightSearchLink", "FROM", "TO", "DATE").Set("share"),
				problem.Do("or", "getHotelSearchLink", "CITY", "CHECKIN", "CHECKOUT").Set("share"))
		}
		return o.print(cmd.Context(), answer, err)
	}
	o.do.AddTo(cmd)
	_ = cmd.Flags().MarkHidden("share")
	return run.Prints(cmd, schema.Body("getFlightSearchLink", desk.Meta{}), schema.Body("getHotelSearchLink", desk.Meta{}))
}
