package places

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/words"
)

func newSearch(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getPlaces")
	var pages cli.PageFlags
	cmd.Long = `Find airports and cities and their codes by free text, in any language.

If several places match, the answer says so; travel does not choose one for you.`
	cmd.Example = `  travel places search "san jose"
  travel places search tokyo --types airport --json`
	cmd.Args = cli.AtLeastOne("QUERY")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := query.Set("query", "QUERY", strings.Join(args, " ")); err != nil {
			return err
		}
		answer, err := places.Search(cmd.Context(), run.Desk(), query, pages.Pages)
		if len(answer.Bodies) == 0 {
			return err
		}
		found := answer.Value
		list := table("", found.Results, searchNotes(query.Text("query"), found))
		return cmp.Or(run.Out().PrintPages(answer.Bodies, answer.Rows, answer.Meta, list, list.Notes), err)
	}
	cli.AddParams(cmd, query, "query")
	pages.AddTo(cmd, query.Op())
	run.Columns(cmd, table("", nil, nil))
	return cmd
}

// searchNotes explains what the rows alone do not: that several places match, that there are more, or that there
// are none.
func searchNotes(query string, p *apiclient.PlaceResults) []string {
	var notes []string
	if len(p.Results) == 0 {
		notes = append(notes, fmt.Sprintf("No place matches %s; try another spelling or the nearest big city.", words.Quote(query)))
	}
	if p.Metadata.HasAmbiguity {
		hint := words.Stated(p.Metadata.DisambiguationHint)
		if hint == "" {
			hint = "Several places match. Which one do you mean?"
		}
		notes = append(notes, hint)
	}
	if p.Metadata.HasMore {
		notes = append(notes, fmt.Sprintf("%d of %d shown; more with --limit or --all.", p.Metadata.ResultCount, p.Metadata.TotalCandidates))
	}
	return notes
}
