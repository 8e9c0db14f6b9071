// Package watch has the commands that check offers again and say when they get cheaper.
package watch

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/desk/watch"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/watchview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// New returns the watch command group. Without a subcommand it lists the watches.
func New(run *cli.Run) *cobra.Command {
	cmd := run.Group(
		cli.Entry{Use: "add ROW", Short: "Watch an offer for a price or a change", Make: newAdd, Likely: []string{"new", "create"}},
		cli.Entry{Use: "list", Short: "List watched offers and their prices", Make: newList, Aliases: []string{"ls", "show"}},
		cli.Entry{Use: "run [N...]", Short: "Check all watched offers once and report changes", Make: newRun, Aliases: []string{"check"}, Likely: []string{"now", "update"}},
		cli.Entry{Use: "history N", Short: "Show the price history of a watch", Make: newHistory, Aliases: []string{"log"}},
		cli.Entry{Use: "schedule", Short: "Print a schedule entry that runs the watches", Make: newSchedule, Likely: []string{"cron", "timer", "every"}},
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
	return run.Prints(cmd, schema.Document(watch.Watches{}, desk.Origin{}))
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

// addedJSON is a newly added watch as --json prints it.
type addedJSON struct {
	watched.Listed
	Warnings []string `json:"warnings"` // such as for a stored file that could not be read
}

func newAdd(run *cli.Run) *cobra.Command {
	var rule watched.Typed
	cmd := &cobra.Command{
		Long: `Watch an offer: trip:2, hotel:3, a fare or a rate with its letter (2a), a kept offer by number or
name, an id from a list, or a row of the last list printed. travel keeps everything needed to find
it again after its search has expired.

--below fires when the price is below that amount, --drop when it has fallen by that share, and --any
at any change, including sold out or available again. Without a rule, --any applies. A rule fires
once, and again only after it was false in between. Without a terminal, the output is the watch as
in travel watch list. To watch the offer in another currency or market, list it there and watch
that.`,
		Example: `  travel watch add trip:2 --below 450
  travel watch add hotel:1 --drop 10%
  travel watch add rate:3a --any`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("any") && !rule.Any {
				return problem.NotAccepted("--any", "false", "--any alone, or another rule in its place")
			}
			offer, err := offers.Named(cmd.Context(), run.Desk(), "ROW", args[0])
			if err != nil {
				return err
			}
			name := ""
			if k, err := run.Desk().Kept(args[0]); err == nil && k.Offer.Same(offer) {
				name = k.Name
			}
			added, err := watch.Add(cmd.Context(), run.Desk(), offer, name, rule)
			if err != nil {
				return err
			}
			added.Again = paste.Worded(added.Again)
			view := watchview.List{Watches: []watched.Listed{added}, Now: run.Desk().Now(), Locale: localeOf(run)}
			view.Next = []string{"travel watch run", "travel watch schedule"}
			view.Title, view.About = fmt.Sprintf("Watch %d", added.N), []string{"this very " + added.Offer}
			return run.Out().PrintValue(addedJSON{added, run.Out().Warned()}, run.Desk().Origin(), view, nil)
		},
	}
	cmd.Flags().Var(cli.Text(&rule.Below, "--below", "a price, such as 450"), "below", "Wait for a `price` below this, in the currency of the offer")
	cmd.Flags().Var(cli.Text(&rule.Drop, "--drop", "a share, such as 5%"), "drop", "Wait until the price is this `share` lower than now, such as 5%")
	cmd.Flags().BoolVar(&rule.Any, "any", false, "Wait for any change, including sold out (the default)")
	return run.Prints(cmd, schema.Document(addedJSON{}, desk.Origin{}))
}

func newList(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Long: `List what you watch: the last price seen, the lowest and the highest since you added it, a small
chart of its history, and what the rule waits for. It sends no request.`,
		Example: `  travel watch list
  travel watch list --json --jq '.watches[] | select(.met) | [.n, .title, .last.price.amount]'`,
		RunE: func(cmd *cobra.Command, _ []string) error { return runList(run) },
	}
	run.Columns(cmd, watchview.List{})
	return run.Prints(cmd, schema.Document(watch.Watches{}, desk.Origin{}))
}

func runList(run *cli.Run) error {
	all, err := watch.List(run.Desk())
	if err != nil {
		return err
	}
	for i, w := range all.Watches {
		all.Watches[i].Again = paste.Worded(w.Again)
	}
	view := watchview.List{Watches: all.Watches, Now: run.Desk().Now(), Locale: localeOf(run)}
	view.Notes = sentences(all.Troubles)
	switch n := len(all.Watches); n {
	case 0:
		view.Notes = append(view.Notes, "Nothing is watched yet.")
		view.Next = []string{"travel watch add trip:2 --below 450"}
	default:
		view.About = []string{fmt.Sprint(n), "whole party, or whole stay"}
		view.Next = []string{"travel watch run", fmt.Sprintf("travel watch history %d", all.Watches[0].N), "travel watch schedule"}
	}
	return run.Out().PrintValue(all, run.Desk().Origin(), view, view.Notes)
}

func newHistory(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Long: `Show what each check of a watch found: the price, or that the offer was gone or the price could not
be determined, and whether the rule fired. --csv has the whole history, oldest first, for your own
charts.`,
		Example: "  travel watch history 1\n  travel watch history 1 --csv > prices.csv",
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := numbers(args)
			if err != nil {
				return err
			}
			n := list[0]
			past, trouble, err := watch.History(run.Desk(), n)
			if err != nil {
				return err
			}
			past.Watch.Again = paste.Worded(past.Watch.Again)
			view := watchview.History{Past: past, Zone: run.Desk().Now().Location(), Locale: localeOf(run)}
			if trouble != nil {
				view.Notes = append(view.Notes, sentences([]string{trouble.Error()})...)
			}
			if len(past.History) == 0 {
				view.Notes = append(view.Notes, "It has not been checked yet.")
				view.Next = []string{fmt.Sprintf("travel watch run %d", n)}
			}
			return run.Out().PrintValue(past, run.Desk().Origin(), view, view.Notes)
		},
	}
	run.Columns(cmd, watchview.History{})
	return run.Prints(cmd, schema.Document(watched.Past{}, desk.Origin{}))
}

// removedJSON is the answer of travel watch remove.
type removedJSON struct {
	Removed []removedWatch `json:"removed"`
}

type removedWatch struct {
	N     int       `json:"n"`
	Offer string    `json:"offer"` // trip, fare, hotel or rate
	Title string    `json:"title"` // text from outside
	Added time.Time `json:"added"`
}

func newRemove(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long:    "Stop watching offers and delete their histories. To save a history: travel watch history N --csv.",
		Example: "  travel watch remove 2\n  travel watch remove 1 2",
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := numbers(args)
			if err != nil {
				return err
			}
			gone, err := watch.Open(run.Desk().Home()).Remove(cmd.Context(), list...)
			if err != nil {
				return err
			}
			if !run.Out().Text() {
				answer := removedJSON{Removed: []removedWatch{}}
				for _, w := range gone {
					answer.Removed = append(answer.Removed, removedWatch{w.N, w.Word(), w.Offer.Row.Label, w.At})
				}
				return run.Out().PrintValue(answer, nil, watchview.List{}, nil)
			}
			for _, w := range gone {
				run.Out().Notice("watch %d is removed: %s", w.N, w.Title())
			}
			return nil
		},
	}, schema.Document(removedJSON{}, nil))
}

// localeOf returns the locale for amounts: from the settings, or else the service's.
func localeOf(run *cli.Run) string {
	cfg, err := run.Config()
	if err != nil {
		return desk.ServiceLocale
	}
	return cmp.Or(cfg.Get("locale").Value, desk.ServiceLocale)
}

// sentences capitalizes texts and adds a full stop to each.
func sentences(texts []string) (list []string) {
	for _, text := range texts {
		list = append(list, words.UpperFirst(text)+".")
	}
	return list
}
