// Package book has two shortcuts: the booking link of any fare or rate, and a text that shares the last list.
package book

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/schema"
)

// New returns the command that prints the booking link of a fare or a rate.
func New(run *cli.Run) *cobra.Command {
	cmd, fare := run.Operation("getFareBookingLink")
	_, rate := run.Operation("getHotelRateBookingLink")
	cmd.Annotations = nil // it combines two operations
	var options []string
	hand := run.Hand(cmd)
	renewal := run.Renewal(cmd, "the same fare or rate")
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
	hand.Links(func(ctx context.Context, args []string) (answer desk.Answer[desk.Link], err error) {
		d := run.Desk()
		kind, text, err := d.Booked("REF", args[0])
		if err != nil {
			return answer, err
		}
		if kind == recall.Fares {
			answer, offer, err := flights.Book(ctx, d, &flights.BookingRequest{
				Label: "REF", Fare: text, Options: options, Query: fare, Renewal: renewal, Yes: hand.Yes, Lasting: hand.Lasting(), Share: hand.Shares(),
			})
			if err == nil && len(answer.Bodies) == 0 && !run.Out().Text() {
				err = offer.NoAnswer()
			}
			return answer, err
		}
		if len(options) > 0 {
			return answer, problem.Usagef("--option goes with a fare, and %s is a rate; leave it out", text)
		}
		picked, err := hotels.PickRate(ctx, d, "REF", text)
		if err != nil {
			return answer, err
		}
		return hotels.BookingLink(ctx, d, &hotels.LinkRequest{Rate: picked, Query: rate, Renewal: renewal, Lasting: hand.Lasting() || hand.Shares()})
	})
	cmd.Flags().StringArrayVar(&options, "option", nil, flights.OptionHelp)
	cli.UsedMost(cmd, "open", "option", "copy", "qr", "renew")
	return run.Prints(cmd, schema.Body("getFareBookingLink", desk.Meta{}), schema.Body("getHotelRateBookingLink", desk.Meta{}))
}

// Share returns the command that prints the last list as a text to send.
func Share(run *cli.Run) *cobra.Command {
	cmd, flightLink := run.Operation("getFlightSearchLink")
	_, hotelLink := run.Operation("getHotelSearchLink")
	cmd.Annotations = nil
	hand := run.Hand(cmd)
	cmd.Long = `Print a short text about the last list of trips or hotels, to send to someone: the search, the
lowest price seen, and a link that does not expire. This uses none of your searches.

For another place or other days: travel flights link --share, travel hotels link --share`
	cmd.Example = `  travel share
  travel share --copy`
	hand.Links(func(ctx context.Context, _ []string) (answer desk.Answer[desk.Link], err error) {
		last, _, err := run.Desk().PrintedLast()
		if err != nil {
			return answer, err
		}
		switch last.Kind {
		case recall.Trips:
			return flights.LinkTo(ctx, run.Desk(), "", "", flightLink, true)
		case recall.Hotels:
			return hotels.SearchLink(ctx, run.Desk(), "", hotelLink)
		}
		return answer, run.Desk().NoList("there is no list of trips or hotels to share",
			problem.Do("name what to share", "getFlightSearchLink", "FROM", "TO", "DATE").Set("share"),
			problem.Do("or", "getHotelSearchLink", "CITY", "CHECKIN", "CHECKOUT").Set("share"))
	})
	_ = cmd.Flags().MarkHidden("share")
	return run.Prints(cmd, schema.Body("getFlightSearchLink", desk.Meta{}), schema.Body("getHotelSearchLink", desk.Meta{}))
}
