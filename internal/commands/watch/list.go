package watch

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/watch"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/render/watchview"
	"travel.example/travel/internal/schema"
)

func listShape() schema.Shape { return schema.Document(watch.Watches{}, desk.Origin{}) }

func newList(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Long: `List what you watch: the last price seen, the lowest and the highest since you added it, a small
chart of its history, and what the rule waits for. It sends no request.`,
		Example: `  travel watch list
  travel watch list --json --jq '.watches[] | select(.met) | [.n, .title, .last.price.amount]'`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runList(run) },
	}
	run.Columns(cmd, watchview.List{})
	return run.Prints(cmd, listShape())
}

func runList(run *cli.Run) error {
	all, err := watch.List(run.Desk())
	if err != nil {
		return err
	}
	for i, w := range all.Watches {
		all.Watches[i].Again = paste.Worded(w.Again)
	}
	view := watchview.List{Watches: all.Watches, Now: run.Desk().Now(), Locale: localeOf(run), Notes: sentences(all.Troubles)}
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
		Args:    cli.Arguments("N", 1, 1),
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
	offerWatches(run, cmd, 1)
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
	cmd := &cobra.Command{
		Long:    "Stop watching offers and delete their histories. To save a history: travel watch history N --csv.",
		Example: "  travel watch remove 2\n  travel watch remove 1 2",
		Args:    cli.Arguments("N...", 1, mostNumbers),
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := numbers(args)
			if err != nil {
				return err
			}
			gone, err := watch.Open(run.Desk()).Remove(cmd.Context(), list...)
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
	}
	offerWatches(run, cmd, mostNumbers)
	return run.Prints(cmd, schema.Document(removedJSON{}, nil))
}
