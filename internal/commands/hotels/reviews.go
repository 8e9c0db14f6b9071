package hotels

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/hotelview"
)

type reviewsOptions struct {
	*cli.Run
	hotel string // as typed
	query *ask.Values
	pages cli.PageFlags
	yes   bool // agrees to the search that a name may need
}

func newReviews(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotelReviews")
	o := &reviewsOptions{Run: run, query: query}
	cmd.Long = `Show what guests wrote about a hotel, word for word: + is what they liked, − what they did not. HOTEL
is a row number or a name of the last list of hotels, or a hotel id, which need no search; any other
hotel is found by its name and city, which takes a search that travel asks about first.

--topics keeps reviews that mention any of the words. --guest-type has its own values here: couple,
family_with_children, solo_traveller, extended_group. On a terminal you see the detail view, with
notes and the country of the guest; --json prints the view selected with --view.`
	cmd.Example = `  travel hotels reviews 2
  travel hotels reviews 2 --topics breakfast,noise --sort rating_asc
  travel hotels reviews 392299429 --guest-type family_with_children --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.hotel = args[0]
		return runReviews(cmd.Context(), o)
	}
	cli.AddParams(cmd, query, "hotelId")
	o.pages.AddTo(cmd, query.Op())
	cli.AddYes(cmd, &o.yes)
	run.Columns(cmd, hotelview.ReviewList{})
	run.Completion().Rows(cmd, recall.Hotels, 1)
	return cmd
}

func runReviews(ctx context.Context, o *reviewsOptions) error {
	hotel, err := hotels.Find(ctx, o.Desk(), &hotels.NamedRequest{
		Text: o.hotel, Query: o.query, Agreed: o.yes,
	})
	if err != nil {
		return err
	}
	if err := detailFor(o.Out(), o.query); err != nil {
		return err
	}
	answer, err := hotels.Reviews(ctx, o.Desk(), hotel, o.query, o.pages.Pages)
	if len(answer.Bodies) == 0 {
		return err
	}
	view := present.Reviews(answer.Value, hotel.Row.Label)
	view.Next = paste.Commands(answer.Meta.Next)
	return cmp.Or(o.Out().PrintPages(answer.Bodies, answer.Rows, answer.Meta, view, view.Notes), err)
}
