package watch

import (
	"fmt"

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
)

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
		Args: cli.Arguments("ROW", 1, 1),
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
	run.Completion().Offers(cmd, 1)
	cmd.Flags().Var(cli.Text(&rule.Below, "--below", "a price, such as 450"), "below", "Wait for a `price` below this, in the currency of the offer")
	cmd.Flags().Var(cli.Text(&rule.Drop, "--drop", "a share, such as 5%"), "drop", "Wait until the price is this `share` lower than now, such as 5%")
	cmd.Flags().BoolVar(&rule.Any, "any", false, "Wait for any change, including sold out (the default)")
	return run.Prints(cmd, schema.Document(addedJSON{}, desk.Origin{}))
}
