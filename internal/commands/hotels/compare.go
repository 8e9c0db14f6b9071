package hotels

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/schema"
)

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
			picked, err := hotels.PickAll(run.Desk(), "HOTEL", args)
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
	run.Completion().Rows(cmd, recall.Hotels, 9)
	return cmd
}
