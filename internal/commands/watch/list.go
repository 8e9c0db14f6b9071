package watch

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/watch"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/render/watchview"
	"travel.example/travel/internal/schema"
)

type listOptions struct {
	desk   *desk.Desk
	out    *cli.Printer
	locale func() string
}

func listOf(run *cli.Run) *listOptions {
	return &listOptions{desk: run.Desk(), out: run.Out(), locale: localeOf(run)}
}

func listShape() schema.Shape { return schema.Document(watch.Watches{}, desk.Origin{}) }

func newList(run *cli.Run) *cobra.Command {
	o := listOf(run)
	cmd := &cobra.Command{
		Long: `See what is watched: the last price that was seen, the lowest and the highest since it was added,
a small line of its history, and what the rule waits for. Nothing is asked of the service.`,
		Example: `  travel watch list
  travel watch list --json --jq '.watches[] | select(.met) | [.n, .title, .last.price.amount]'`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runList(o) },
	}
	run.Columns(cmd, watchview.List{})
	return run.Prints(cmd, listShape())
}

func runList(o *listOptions) error {
	all, err := watch.List(o.desk)
	if err != nil {
		return err
	}
	body, err := json.Marshal(all)
	if err != nil {
		return err
	}
	view := watchview.List{Watches: all.Watches, Now: o.desk.Now(), Locale: o.locale(), Notes: sentences(all.Troubles)}
	switch n := len(all.Watches); n {
	case 0:
		view.Notes = append(view.Notes, "Nothing is watched yet.")
		view.Next = []string{"travel watch add trip:2 --below 450"}
	default:
		view.About = []string{fmt.Sprint(n), "whole party, or whole stay"}
		view.Next = []string{"travel watch run", fmt.Sprintf("travel watch history %d", all.Watches[0].N), "travel watch schedule"}
	}
	return o.out.Print(body, o.desk.Origin(), view, view.Notes)
}

type historyOptions struct {
	desk   *desk.Desk
	out    *cli.Printer
	locale func() string
	n      int
}

func newHistory(run *cli.Run) *cobra.Command {
	o := &historyOptions{desk: run.Desk(), out: run.Out(), locale: localeOf(run)}
	cmd := &cobra.Command{
		Long: `See what each look at one watch found: the price, or that the offer was gone or could not be found
out, and whether its rule fired. --csv has all of it, the oldest first, for a chart of your own.`,
		Example: "  travel watch history 1\n  travel watch history 1 --csv > prices.csv",
		Args:    cli.Arguments("N", 1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := numbers(args)
			if err != nil {
				return err
			}
			o.n = list[0]
			return runHistory(o)
		},
	}
	offerWatches(run, cmd, 1)
	run.Columns(cmd, watchview.History{})
	return run.Prints(cmd, schema.Document(watched.Past{}, desk.Origin{}))
}

func runHistory(o *historyOptions) error {
	past, trouble, err := watch.History(o.desk, o.n)
	if err != nil {
		return err
	}
	body, err := json.Marshal(past)
	if err != nil {
		return err
	}
	view := watchview.History{Past: past, Zone: o.desk.Now().Location(), Locale: o.locale()}
	if trouble != nil {
		view.Notes = append(view.Notes, sentences([]string{trouble.Error()})...)
	}
	if len(past.History) == 0 {
		view.Notes = append(view.Notes, "No pass has looked for it yet.")
		view.Next = []string{fmt.Sprintf("travel watch run %d", o.n)}
	}
	return o.out.Print(body, o.desk.Origin(), view, view.Notes)
}

type removeOptions struct {
	desk *desk.Desk
	out  *cli.Printer
}

// removedJSON is the answer of travel watch remove.
type removedJSON struct {
	Removed []removedWatch `json:"removed"`
}

type removedWatch struct {
	N     int       `json:"n"`
	Offer string    `json:"offer"` // trip, fare, hotel or rate
	Title string    `json:"title"` // foreign text
	Added time.Time `json:"added"`
}

func newRemove(run *cli.Run) *cobra.Command {
	o := &removeOptions{desk: run.Desk(), out: run.Out()}
	cmd := &cobra.Command{
		Long:    "Watch offers no longer, and delete their histories. To keep a history: travel watch history N --csv.",
		Example: "  travel watch remove 2\n  travel watch remove 1 2",
		Args:    cli.Arguments("N...", 1, mostNumbers),
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := numbers(args)
			if err != nil {
				return err
			}
			return runRemove(cmd.Context(), o, list)
		},
	}
	offerWatches(run, cmd, mostNumbers)
	return run.Prints(cmd, schema.Document(removedJSON{}, nil))
}

func runRemove(ctx context.Context, o *removeOptions, list []int) error {
	gone, err := watch.Remove(ctx, o.desk, list...)
	if err != nil {
		return err
	}
	if !o.out.Text() {
		answer := removedJSON{Removed: []removedWatch{}}
		for _, w := range gone {
			answer.Removed = append(answer.Removed, removedWatch{w.N, w.Word(), w.Offer.Row.Label, w.At})
		}
		body, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		return o.out.Print(body, nil, watchview.List{}, nil)
	}
	for _, w := range gone {
		o.out.Notice("watch %d is removed: %s", w.N, w.Title())
	}
	return nil
}
