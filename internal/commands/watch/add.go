package watch

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/desk/watch"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/watchview"
	"travel.example/travel/internal/schema"
)

// addedJSON is a newly added watch as --json prints it.
type addedJSON struct {
	watched.Listed
	Warnings []string `json:"warnings"` // such as for a stored file that could not be read
}

func newAdd(run *cli.Run) *cobra.Command {
	var rule watched.Typed
	cmd := &cobra.Command{
		Long: `Watch an offer from now on: trip:2, hotel:3, a fare or a rate with its letter (2a), what you keep
by its number or its name, an id that a list here holds, or a row of the list printed last. It is kept with all that
finds it again, so that it may expire.

--below fires when the price is below that amount, --drop when it is so much below the price now,
--any at any change, also when the offer is sold out or there again. --any is meant where no rule is
given. A rule fires once, and again after it was not true in between. Without a terminal the answer is
the watch as travel watch list has it. Another currency, or another market, is another watch: list the
offer in it and watch that.`,
		Example: `  travel watch add trip:2 --below 450
  travel watch add hotel:1 --drop 10%
  travel watch add rate:3a --any`,
		Args: cli.Arguments("ROW", 1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("any") && !rule.Any {
				return problem.NotAccepted("--any", "false", "--any alone, or another rule in its place")
			}
			return runAdd(cmd.Context(), run, args[0], rule)
		},
	}
	run.Completion().Offers(cmd, 1)
	cmd.Flags().Var(cli.Text{Value: &rule.Below, Flag: "--below", Want: "a price, such as 450"}, "below", "Wait for a `price` below this, in the currency of the offer")
	cmd.Flags().Var(cli.Text{Value: &rule.Drop, Flag: "--drop", Want: "a share, such as 5%"}, "drop", "Wait for a price that is this `share` below the one now, such as 5%")
	cmd.Flags().BoolVar(&rule.Any, "any", false, "Wait for any change, also that it is sold out (the default)")
	return run.Prints(cmd, schema.Document(addedJSON{}, desk.Origin{}))
}

func runAdd(ctx context.Context, run *cli.Run, row string, rule watched.Typed) error {
	offer, err := offers.Named(ctx, run.Desk(), "ROW", row)
	if err != nil {
		return err
	}
	name := ""
	if k, err := run.Desk().Kept(row); err == nil && k.Offer.Same(offer) {
		name = k.Name
	}
	added, err := watch.Add(ctx, run.Desk(), offer, name, rule)
	if err != nil {
		return err
	}
	view := watchview.List{Watches: []watched.Listed{added}, Now: run.Desk().Now(), Locale: localeOf(run), Next: []string{"travel watch run", "travel watch schedule"}}
	view.Title, view.About = fmt.Sprintf("Watch %d", added.N), []string{"this very " + added.Offer}
	return run.Out().PrintValue(addedJSON{added, run.Out().Warned()}, run.Desk().Origin(), view, nil)
}
