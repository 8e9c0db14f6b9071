package commands

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
)

type placesSearchOptions struct {
	app    *app
	params *params
	pages  pageFlags
}

func newPlacesSearch(a *app) *cobra.Command {
	o := &placesSearchOptions{app: a, params: newParams("getPlaces", &dateBase{today: a.env.Now})}
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
	o.pages.addFlags(cmd, o.params.Operation)
	a.addColumns(cmd, placesTable("", nil, nil))
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

func runPlacesSearch(ctx context.Context, o *placesSearchOptions) error {
	if err := o.pages.apply(o.params); err != nil {
		return err
	}
	call, err := chooseCall[apiclient.GetPlacesParams](ctx, o.app, o.params, chosen{})
	if err != nil {
		return err
	}
	answer, err := call.client.GetPlaces(ctx, &call.params)
	if err != nil {
		return fmt.Errorf("look up %s: %w", quoteArg(call.params.Query), err)
	}
	facts := newFacts("getPlaces")
	call.choice.record(&facts, "", "")
	places := answer.Value
	all, pagesErr := o.morePages(ctx, call, placesPage(answer))
	places.Results, places.Metadata.ResultCount, places.Metadata.HasMore = all.rows, len(all.rows), all.more
	table := placesTable("", places.Results, placesNotes(call.params.Query, places))
	return cmp.Or(o.app.answerPages(all.bodies, len(all.rows), facts, table, table.Notes), pagesErr)
}

// morePages reads what follows the first page, as far as it is wanted.
func (o *placesSearchOptions) morePages(ctx context.Context, call call[apiclient.GetPlacesParams], first onePage[apiclient.Place]) (gathered[apiclient.Place], error) {
	return gather(ctx, o.pages, first, func(ctx context.Context, n int) (onePage[apiclient.Place], error) {
		page := call.params
		page.Page = &n
		answer, err := call.client.GetPlaces(ctx, &page)
		if err != nil {
			return onePage[apiclient.Place]{}, fmt.Errorf("look up %s, page %d: %w", quoteArg(page.Query), n, err)
		}
		return placesPage(answer), nil
	})
}

func placesPage(answer *apiclient.Answer[apiclient.PlaceResults]) onePage[apiclient.Place] {
	meta := answer.Value.Metadata
	return onePage[apiclient.Place]{body: answer.Body, rows: answer.Value.Results, total: meta.TotalCandidates, more: meta.HasMore}
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
		notes = append(notes, fmt.Sprintf("%d of %d shown; more with --limit or --all.", p.Metadata.ResultCount, p.Metadata.TotalCandidates))
	}
	return notes
}
