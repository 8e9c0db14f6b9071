package flights

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/lists"
)

func newResults(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getFlightSearchResults")
	cmd.Long = `Show the trips of a flight search again, filtered, sorted or paged. It uses no search. Flight
searches are valid for five to seven minutes.

Without SEARCH it continues with the last list, in scripts too: filters, order, page size, currency
and language stay the same. A flag changes only what it names; --no-filters clears the filters. With
SEARCH, a search id, it takes only currency and language from the list.`
	cmd.Example = `  travel flights results --nonstop --sort cheapest
  travel flights results --page 2
  travel flights results --watch
  travel flights results --all --sort fastest --csv
  travel flights results --airlines EK,BA --depart morning --max-time 12h --json`
	lists.Results(run, cmd, tripList(), read, "the same flights")
	cli.UsedMost(cmd, append(tripList().UsedMost(),
		cli.Used{Flag: "page", About: "Page to print, from 1"},
		cli.Used{Flag: "no-filters", About: "Clear all filters of the list"})...)
	return cmd
}
