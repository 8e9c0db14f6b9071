package hotels

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
)

type showOptions struct {
	*cli.Run
	hand  *cli.Hand
	hotel string // as typed
	query *ask.Values
	link  cli.LinkFlags
}

func newShow(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotel")
	o := &showOptions{Run: run, query: query}
	o.hand = run.Hand(&o.link)
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
		o.hotel = args[0]
		return runShow(cmd.Context(), o)
	}
	cli.AddParams(cmd, query, "hotelId")
	o.link.AddTo(cmd)
	run.Completion().Rows(cmd, recall.Hotels, 1)
	return cmd
}

func runShow(ctx context.Context, o *showOptions) error {
	if err := o.hand.Check(); err != nil {
		return err
	}
	hotel, err := hotels.Find(ctx, o.Desk(), &hotels.NamedRequest{
		Text: o.hotel, Query: o.query, Agreed: o.link.Yes,
	})
	if err != nil {
		return err
	}
	if err := detailFor(o.Out(), o.query); err != nil {
		return err
	}
	answer, err := hotels.Show(ctx, o.Desk(), hotel, o.query)
	if err != nil {
		return err
	}
	page := desk.Link{URL: answer.Value.PageURL, Booking: hotels.SharePage(answer.Value)}
	if o.link.Shares() {
		return o.hand.Print(ctx, answer.Bodies[0], answer.Meta, page)
	}
	view := present.Hotel(answer.Value)
	view.Next = paste.Commands(answer.Meta.Next)
	if err := o.Out().Print(answer.Bodies[0], answer.Meta, view, view.Notes); err != nil {
		return err
	}
	return o.hand.Over(ctx, page)
}
