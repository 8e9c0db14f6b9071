package hotels

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
)

func newResults(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getHotelSearchResults")
	cmd.Long = `Show the hotels of a search again, filtered, sorted or paged. It uses no search. Hotel searches are
valid for about ten minutes.

Without SEARCH it continues with the last list, in scripts too: filters, order, page size, currency
and language stay the same. A flag changes only what it names; --no-filters clears the filters. With
SEARCH, a search id, it takes only currency and language from the list.

--facets lists the values that the filters know, with counts. REFUND "not seen" does not mean no: it
only means that no rate with free cancellation was in the list.`
	cmd.Example = `  travel hotels results --max-price 150 --sort price_asc
  travel hotels results --amenities pool,breakfast --min-star 4 --page 2
  travel hotels results --refundable --sort guest_rating_desc --guest-type couple --json`
	lists.Results(run, cmd, hotelList(), read, "the same hotels")
	cli.UsedMost(cmd, append(hotelList().UsedMost(),
		cli.Used{Flag: "no-filters", About: "Clear all filters of the list"})...)
	return cmd
}
