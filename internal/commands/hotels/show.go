package hotels

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
)

func newShow(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotel")
	hand := run.Hand(cmd)
	cmd.Long = `Show one hotel: what and where it is, what it offers, and what guests say. It needs no search.

HOTEL is a row number or a name of the last list of hotels, or a hotel id (one below 5001 is written
id:17). Any other hotel is found by its full name and city, as in "Hotel Name, Lisbon"; that takes a
search for its id, which travel asks about first (--yes agrees). For a hotel from a list, you also
see the scores of couples, families, solo travelers and business guests; "too little data" does not
mean a low score, and an amenity that is not listed may still exist. On a terminal you see the
detail view; --json prints the view selected with --view. --open, --copy and --qr use the hotel's
page, which does not expire.`
	cmd.Example = `  travel hotels show 2
  travel hotels show 392299429 --locale de
  travel hotels show 1 --view detail --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if err := hand.Check(); err != nil {
			return err
		}
		hotel, err := hotels.Find(ctx, run.Desk(), &hotels.NamedRequest{
			Text: args[0], Query: query, Agreed: hand.Yes,
		})
		if err != nil {
			return err
		}
		if err := detailFor(run.Out(), query); err != nil {
			return err
		}
		answer, err := hotels.Show(ctx, run.Desk(), hotel, query)
		if err != nil {
			return err
		}
		page := desk.Link{URL: answer.Value.PageURL, Booking: hotels.SharePage(answer.Value)}
		if hand.Shares() {
			return hand.Print(ctx, desk.Answer[desk.Link]{Value: page, Bodies: answer.Bodies, Meta: answer.Meta})
		}
		view := present.Hotel(answer.Value)
		view.Next = paste.Commands(answer.Meta.Next)
		if err := run.Out().Print(answer.Bodies[0], answer.Meta, view, view.Notes); err != nil {
			return err
		}
		return hand.Over(ctx, page)
	}
	cli.AddParams(cmd, query, "hotelId")
	run.Completion().Rows(cmd, recall.Hotels, 1)
	return cmd
}
