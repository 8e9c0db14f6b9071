// Package watch has the commands that check offers again and say when they get cheaper.
package watch

import (
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/watch"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// New returns the watch command group. Without a subcommand it lists the watches.
func New(run *cli.Run) *cobra.Command {
	cmd := run.Group(
		cli.Entry{Use: "add ROW", Short: "Watch an offer for a price or a change", Make: newAdd, Likely: []string{"new", "create"}},
		cli.Entry{Use: "list", Short: "List watched offers and their prices", Make: newList, Aliases: []string{"ls", "show"}},
		cli.Entry{Use: "run [N...]", Short: "Check all watched offers once and report changes", Make: newRun, Aliases: []string{"check"}, Likely: []string{"now", "update"}},
		cli.Entry{Use: "history N", Short: "Show the price history of a watch", Make: newHistory, Aliases: []string{"log"}},
		cli.Entry{Use: "schedule", Short: "Print how to run the watches regularly", Make: newSchedule, Likely: []string{"cron", "timer", "every"}},
		cli.Entry{Use: "remove N...", Short: "Stop watching offers", Make: newRemove, Aliases: []string{"rm", "delete", "forget"}, Likely: []string{"stop"}},
	)
	cmd.Long = `Watch offers: exactly the same trip, fare, hotel or rate, for the same dates and guests, never a
similar one. Nothing runs in the background: travel watch run checks them once, and travel watch
schedule prints what your computer needs to do that regularly. Without a command, it lists them.

For a trip, travel watches its cheapest fare; for a fare, its seller; for a hotel, its cheapest
stay; and for a rate, that rate. Prices are for the guests, the market and the currency in which the
offer was listed.`
	cmd.Example = `  travel watch add trip:2 --below 450
  travel watch run
  travel watch schedule --every 6h`
	help := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return help(cmd, args)
		}
		return runList(run)
	}
	return run.Prints(cmd, listShape())
}

// numbers parses the numbers of watches and removes duplicates.
func numbers(args []string) ([]int, error) {
	var list []int
	for _, arg := range args {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 {
			return nil, problem.NotAccepted("N", arg, "the number of a watch").See("travel watch list")
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list, nil
}

// offerWatches completes the numbers of watches that are not on the command line yet, up to most of them.
func offerWatches(run *cli.Run, cmd *cobra.Command, most int) {
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		const inOrder = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		all, err := watch.List(run.Desk())
		if err != nil || len(args) >= most {
			return nil, inOrder
		}
		var found []string
		for _, l := range all.Watches {
			n := strconv.Itoa(l.N)
			if !slices.Contains(args, n) {
				found = append(found, n+"\t"+desk.Inert(l.Title))
			}
		}
		return found, inOrder
	}
}

// mostNumbers is the maximum number of watches in one command.
const mostNumbers = 1000

// watchesWords returns n with the word watch or watches.
func watchesWords(n int) string { return words.Plural(n, "watch", "watches") }
