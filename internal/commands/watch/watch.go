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
		cli.Entry{Use: "add ROW", Short: "Watch an offer, and say what to wait for", Make: newAdd, Likely: []string{"new", "create"}},
		cli.Entry{Use: "list", Short: "See what is watched, with the prices that were seen", Make: newList, Aliases: []string{"ls", "show"}},
		cli.Entry{Use: "run [N...]", Short: "Look for the offers now, once, and tell what changed", Make: newRun, Aliases: []string{"check"}, Likely: []string{"now", "update"}},
		cli.Entry{Use: "history N", Short: "See each price of one watch that was seen", Make: newHistory, Aliases: []string{"log"}},
		cli.Entry{Use: "schedule", Short: "Print what makes this computer run it every so often", Make: newSchedule, Likely: []string{"cron", "timer", "every"}},
		cli.Entry{Use: "remove N...", Short: "Watch an offer no longer", Make: newRemove, Aliases: []string{"rm", "delete", "forget"}, Likely: []string{"stop"}},
	)
	cmd.Long = `Watch offers: the very same trip, fare, hotel or rate, for the same days and travelers, never a
similar one. Nothing runs by itself: travel watch run looks for them once, and travel watch schedule
prints what makes this computer do that every so often. Without a command it lists them.

A trip is watched at its cheapest fare, a fare at its seller, a hotel at its cheapest stay, a rate
as it is. Prices are those of the party, the market and the currency that the offer was listed in.`
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
