// Package keep has the commands for kept offers: their arguments and flags, and the layout of their answers.
package keep

import (
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/render/keptview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// mostRows is the maximum number of rows a command takes at once.
const mostRows = 50

// New returns the command that keeps rows.
func New(run *cli.Run) *cobra.Command {
	var request offers.KeepRequest
	cmd := &cobra.Command{
		Long: `Keep a trip, a fare, a hotel or a rate after its search has expired, with everything needed to find
it again: its itinerary or terms, dates, guests, market, currency, price and time.

ROW is trip:2, hotel:3, a fare or a rate with its letter (2a), an id from a list, or a row number of
the last list printed here. You can keep rows of several lists at once: either all are kept or none.

While its search is valid, each offer is read once in full, so that you can show and compare it
later without a request. That uses no search. A kept offer works wherever a row does, as in travel
flights trip kept:1. To see what you kept, use travel kept.`,
		Example: `  travel keep 2
  travel keep trip:1 trip:4 hotel:2
  travel keep 2a --as lisbon-may --note "with Ana, aisle seats"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			request.Rows = args
			done, err := offers.Keep(cmd.Context(), run.Desk(), request)
			if err != nil {
				return err
			}
			now := run.Env.Now()
			doc := offers.Document{Kept: []offers.Item{}, Damaged: []offers.Damaged{}}
			var all []kept.Kept
			var notes []string
			for _, d := range done {
				item := offers.ItemOf(d.Kept, now)
				item.Already = d.Already
				doc.Kept, all = append(doc.Kept, item), append(all, d.Kept)
				if d.Already {
					note := fmt.Sprintf("This %s was kept already, %s ago, as %s.",
						kept.Word(d.Kind), words.Age(now.Sub(d.At)), d.Row())
					if d.Was != "" {
						note += fmt.Sprintf(" It was called %s and is called %s now.", d.Was, d.Name)
					}
					notes = append(notes, note)
				}
			}
			view := keptview.List{Title: titleOf("Kept", all), Kept: all, Now: now, Notes: notes}
			for _, k := range all {
				if len(view.Next) < 2 {
					view.Next = append(view.Next, paste.Command(offers.Next(k, now)))
				}
			}
			return run.Out().PrintValue(doc, run.Desk().Origin(), view, notes)
		},
	}
	cmd.Flags().StringVar(&request.Name, "as", "", "Keep it under this `name`: letters, digits and dashes, such as lisbon-may")
	cmd.Flags().StringVar(&request.Note, "note", "", "Add this line of `text` as a note")
	run.Plans(cmd)
	return run.Prints(cmd, schema.Document(offers.Document{}, desk.Origin{}))
}

// titleOf describes what was done: "Kept a trip", "Forgot 2 offers".
func titleOf(done string, all []kept.Kept) string {
	if len(all) == 1 {
		return done + " a " + kept.Word(all[0].Kind)
	}
	return done + " " + words.Counted(len(all), "offer")
}
