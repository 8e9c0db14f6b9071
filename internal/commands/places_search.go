package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
)

type placesSearchOptions struct {
	app    *app
	params *params
}

func newPlacesSearch(a *app) *cobra.Command {
	o := placesSearchOptions{app: a, params: newParams("getPlaces", &dateBase{today: a.env.Now})}
	cmd := &cobra.Command{
		Use:   "search QUERY",
		Short: "Resolve free text to airports and cities",
		Long: `Resolve free text, in any language, to airports and cities with their codes.

When several places plausibly match, the answer says so and nothing is chosen for you.`,
		Example: `  travel places search "san jose"
  travel places search tokyo --types airport --json`,
		Args:        atLeastOne("QUERY"),
		Annotations: map[string]string{"operationId": "getPlaces"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.params.set("query", "QUERY", strings.Join(args, " ")); err != nil {
				return err
			}
			return runPlacesSearch(cmd.Context(), o)
		},
	}
	o.params.addFlags(cmd, "query")
	completeNothing(cmd)
	return cmd
}

// atLeastOne joins several words to one text, so that a name needs no quotes.
func atLeastOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if strings.TrimSpace(strings.Join(args, "")) == "" {
			return arguments(name, 1, 1)(cmd, nil)
		}
		return nil
	}
}

func runPlacesSearch(ctx context.Context, o placesSearchOptions) error {
	choice, err := o.app.choose(ctx, o.params, chosen{})
	if err != nil {
		return err
	}
	client, err := o.app.client(ctx)
	if err != nil {
		return err
	}
	var params apiclient.GetPlacesParams
	if err := o.params.into(&params); err != nil {
		return err
	}
	answer, err := client.GetPlacesWithResponse(ctx, &params)
	if err != nil {
		return fmt.Errorf("look up %s: %w", quoteArg(params.Query), err)
	}
	facts := newFacts("getPlaces")
	choice.record(&facts, "", "")
	places := answer.JSON200
	table := placesTable("", places.Results, placesNotes(params.Query, places))
	return o.app.answer(answer.Body, facts, table, table.Notes)
}

// placesNotes say what the rows alone do not: that several places match, that
// there are more, or that there is none.
func placesNotes(query string, p *apiclient.PlaceResults) []string {
	var notes []string
	if len(p.Results) == 0 {
		notes = append(notes, fmt.Sprintf("No place matches %s; try another spelling or the nearest big city.", quoteArg(query)))
	}
	if p.Metadata.HasAmbiguity {
		hint := stated(p.Metadata.DisambiguationHint)
		if hint == "" {
			hint = "Several places match: which one is meant?"
		}
		notes = append(notes, hint)
	}
	if p.Metadata.HasMore {
		notes = append(notes, fmt.Sprintf("%d of %d shown; more with --page or --page-size.", p.Metadata.ResultCount, p.Metadata.TotalCandidates))
	}
	return notes
}
