package hotels

import (
	"cmp"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/hotelview"
)

func newReviews(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotelReviews")
	var pages cli.PageFlags
	var yes bool // agrees to the search that a name may need
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
		hotel, err := hotels.Find(cmd.Context(), run.Desk(), &hotels.NamedRequest{
			Text: args[0], Query: query, Agreed: yes,
		})
		if err != nil {
			return err
		}
		if err := detailFor(run.Out(), query); err != nil {
			return err
		}
		answer, err := hotels.Reviews(cmd.Context(), run.Desk(), hotel, query, pages.Pages)
		if len(answer.Bodies) == 0 {
			return err
		}
		view := present.Reviews(answer.Value, hotel.Row.Label)
		view.Next = paste.Commands(answer.Meta.Next)
		return cmp.Or(run.Out().PrintPages(answer.Bodies, answer.Rows, answer.Meta, view, view.Notes), err)
	}
	cli.AddParams(cmd, query, "hotelId")
	pages.AddTo(cmd, query.Op())
	cli.AddYes(cmd, &yes)
	run.Columns(cmd, hotelview.ReviewList{})
	run.Completion().Rows(cmd, recall.Hotels, 1)
	return cmd
}
