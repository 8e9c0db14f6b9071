package hotels

import (
	"cmp"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/schema"
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
	return cmd
}

func newCompare(run *cli.Run) *cobra.Command {
	query := ask.New("getHotel", &ask.Days{Today: run.Env.Now})
	cmd := &cobra.Command{
		Long: `Show two to six hotels side by side: first what differs, then what is the same. HOTEL is a row
number of the last list of hotels, or a hotel id; each is read once, and no search is used. Prices
and the scores of couples, families and other guests are those of the list, for its dates and
guests. An amenity that is "not listed" may still exist.

--json prints the hotels as the service sent them, in one list, with what the last list said about
each.`,
		Example: `  travel hotels compare 1 4 7
  travel hotels compare 2 392299429 --json`,
		Args: cli.Arguments("HOTEL HOTEL...", 2, 6),
		RunE: func(cmd *cobra.Command, args []string) error {
			picked, err := run.Desk().PickAll(recall.Hotels, "HOTEL", args)
			if err != nil {
				return err
			}
			answer, err := hotels.Compare(cmd.Context(), run.Desk(), picked, query)
			if err != nil {
				return err
			}
			table := present.ComparedHotels(answer.Value)
			table.Next = paste.Commands(answer.Meta.Next)
			return run.Out().Print(answer.Bodies[0], answer.Meta, table, table.Notes)
		},
	}
	cli.AddParams(cmd, query, "hotelId", "view")
	run.Plans(cmd)
	run.Prints(cmd, schema.Bodies("hotels", "getHotel", hotels.Compared{}, desk.Meta{}))
	return cmd
}

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
	return cmd
}
