// Package places has the commands that find airports and cities.
package places

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// New returns the places command group.
func New(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "search QUERY", Short: "Find airports and cities by name", Make: newSearch},
		cli.Entry{Use: "nearby PLACE|LAT,LNG", Short: "List airports near a place, closest first", Make: newNearby},
	)
}

// table lists places. TSV has the same columns.
func table(title string, places []apiclient.Place, notes []string) grid.Table {
	t := grid.Table{
		Title: title, Choose: grid.ChooseColumns,
		Columns: []grid.Column{
			{Name: "CODE", Keep: 9}, {Name: "NAME", Keep: 9, Flex: true}, {Name: "TYPE", Keep: 5}, {Name: "CITY CODE", Keep: 3},
			{Name: "LATITUDE", Align: grid.Right, Record: true}, {Name: "LONGITUDE", Align: grid.Right, Record: true}, // a name helps more
		},
		Notes: notes,
	}
	for _, p := range places {
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: words.Stated(p.Code), Tone: canvas.Strong}, {Text: p.Name}, {Text: string(p.Type)}, {Text: words.Stated(p.CityCode)},
			{Text: words.Decimal(p.Latitude)}, {Text: words.Decimal(p.Longitude)},
		})
	}
	return t
}

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
		var notes []string // what the rows alone do not say
		if len(found.Results) == 0 {
			name := words.Quote(query.Text("query"))
			notes = append(notes, fmt.Sprintf("No place matches %s; try another spelling or the nearest big city.", name))
		}
		if about := found.Metadata; about.HasAmbiguity {
			notes = append(notes, cmp.Or(words.Stated(about.DisambiguationHint), "Several places match. Which one do you mean?"))
		}
		if about := found.Metadata; about.HasMore {
			notes = append(notes, fmt.Sprintf("%d of %d shown; more with --limit or --all.", about.ResultCount, about.TotalCandidates))
		}
		list := table("", found.Results, notes)
		return cmp.Or(run.Out().PrintPages(answer.Bodies, answer.Rows, answer.Meta, list, list.Notes), err)
	}
	cli.AddParams(cmd, query, "query")
	pages.AddTo(cmd, query.Op())
	run.Columns(cmd, table("", nil, nil))
	return cmd
}

func newNearby(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getNearbyPlaces")
	var pages cli.PageFlags
	cmd.Long = `List the airports near a place or a point, closest first. The service returns about ten.

Distances are in miles or kilometers, depending on your language or market (miles for en-GB and US);
TSV and CSV always use kilometers.

The point is a place code or name (LHR, Lisbon), or coordinates in decimal degrees. If coordinates
begin with a minus sign, put them after two dashes: travel places nearby -- -33.9,18.4`
	cmd.Example = `  travel places nearby LHR
  travel places nearby Lisbon
  travel places nearby 48.8566,2.3522 --page-size 3
  travel places nearby --latitude 35.68 --longitude 139.77 --json`
	cmd.Args = cli.Arguments("[PLACE|LAT,LNG]", 0, 1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		where := strings.TrimSpace(strings.Join(args, "")) // a code, a name or LAT,LNG; "" if flags give it
		if where == "" {
			if err := places.CheckPoint(run.Desk(), query); err != nil {
				return err
			}
		} else if query.Has("place") || query.Has("latitude") || query.Has("longitude") {
			return problem.Usagef("%s and --place, --latitude or --longitude both name the point; give one of them",
				words.Quote(where))
		}
		answer, err := places.Nearby(cmd.Context(), run.Desk(), "PLACE", where, query, pages.Pages)
		if err != nil {
			return err
		}
		list := nearbyTable(answer.Value)
		return run.Out().Print(answer.Bodies[0], answer.Meta, list, list.Notes)
	}
	cli.AddParams(cmd, query)
	pages.AddTo(cmd, query.Op())
	run.Columns(cmd, nearbyTable(places.Around{NearbyPlaceResults: &apiclient.NearbyPlaceResults{}}))
	return cmd
}

func nearbyTable(n places.Around) grid.Table {
	origin := n.Metadata.Origin
	title := fmt.Sprintf("Around %s, %s", origin.Latitude, origin.Longitude)
	if n.Center.Name != "" {
		title = fmt.Sprintf("Around %s (%s)", n.Center.Name, n.Center.Code)
	}
	if name := words.Stated(origin.Name); name != "" {
		title = "Around " + name
		if code := words.Stated(origin.Code); code != "" {
			title += " (" + code + ")"
		}
	}
	var notes []string
	if len(n.Results) == 0 {
		notes = append(notes, "The service knows no such place nearby.")
	}
	if n.Metadata.HasMore {
		notes = append(notes, fmt.Sprintf("%d of %d shown; more with --limit.", n.Metadata.ResultCount, n.Metadata.TotalCandidates))
	}
	list := table(title, n.Results, notes)
	list.Columns = append(list.Columns, grid.Column{Name: "DISTANCE", Align: grid.Right, Keep: 8})
	from, known := places.PointAt(&origin.Latitude, &origin.Longitude)
	for i, p := range n.Results {
		var cell grid.Cell
		if to, ok := places.PointOf(p); ok && known {
			km := from.Kilometres(to)
			cell = grid.Cell{Text: words.Distance(&km, n.Unit), Data: strconv.FormatFloat(km, 'f', 1, 64)}
		}
		list.Rows[i] = append(list.Rows[i], cell)
	}
	return list
}
