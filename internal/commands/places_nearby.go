package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/grid"
)

type placesNearbyOptions struct {
	app    *app
	where  string // CODE or LAT,LNG; "" when the flags say it
	params *params
	pages  pageFlags
}

func newPlacesNearby(a *app) *cobra.Command {
	o := &placesNearbyOptions{app: a, params: newParams("getNearbyPlaces", &dateBase{today: a.env.Now})}
	cmd := &cobra.Command{
		Use:   "nearby CODE|LAT,LNG",
		Short: "List airports around a place, closest first",
		Long: `List the airports around a place or a point, closest first. The service gives about ten.

Distances are in miles where the traveler's language or market counts so (en-GB, US), and
in kilometres in TSV and CSV.

The point is a place code (LHR, PAR), or coordinates in decimal degrees. Coordinates that
begin with a minus go behind two dashes: travel places nearby -- -33.9,18.4`,
		Example: `  travel places nearby LHR
  travel places nearby 48.8566,2.3522 --page-size 3
  travel places nearby --latitude 35.68 --longitude 139.77 --json`,
		Args:        arguments("[CODE|LAT,LNG]", 0, 1),
		Annotations: map[string]string{"operationId": "getNearbyPlaces"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.where = args[0]
			}
			return runPlacesNearby(cmd.Context(), o)
		},
	}
	o.params.addFlags(cmd)
	o.pages.addFlags(cmd, o.params.op)
	a.addColumns(cmd, placesTable("", nil, nil))
	completeNothing(cmd)
	return cmd
}

// setPoint reads the argument, and holds the rule of one point, said once.
func (o *placesNearbyOptions) setPoint() error {
	const next = "travel places nearby --help"
	p := o.params
	if o.where != "" {
		if p.has("place") || p.has("latitude") || p.has("longitude") {
			return misuse{Text: quoteArg(o.where) + " and --place, --latitude or --longitude both name the point; give one of them", Next: next}
		}
		if lat, lng, ok := strings.Cut(o.where, ","); ok {
			if err := p.set("latitude", "LAT", strings.TrimSpace(lat)); err != nil {
				return err
			}
			return p.set("longitude", "LNG", strings.TrimSpace(lng))
		}
		return p.set("place", "CODE", placeCode(o.where))
	}
	switch {
	case p.has("place") && (p.has("latitude") || p.has("longitude")):
		return misuse{Text: "--place and coordinates both name the point; give one of them", Next: next}
	case p.has("latitude") != p.has("longitude"):
		return misuse{Text: "--latitude and --longitude come together; give both", Next: next}
	case !p.has("place") && !p.has("latitude"):
		return misuse{Text: "CODE|LAT,LNG is missing; give a place code such as LHR, or coordinates such as 48.86,2.35", Next: next}
	}
	return nil
}

func placeCode(text string) string {
	if isCode(text) {
		return strings.ToUpper(text)
	}
	return text
}

func runPlacesNearby(ctx context.Context, o *placesNearbyOptions) error {
	if err := o.setPoint(); err != nil {
		return err
	}
	if err := o.pages.apply(o.params); err != nil {
		return err
	}
	call, err := prepare[apiclient.GetNearbyPlacesParams](ctx, o.app, o.params, chosen{})
	if err != nil {
		return err
	}
	answer, err := call.client.GetNearbyPlacesWithResponse(ctx, &call.params)
	if err != nil {
		return fmt.Errorf("look around: %w", err)
	}
	facts := newFacts("getNearbyPlaces")
	call.choice.record(&facts, "", "en")
	table := o.app.nearbyTable(answer.JSON200)
	return o.app.answer(answer.Body, facts, table, table.Notes)
}

func (a *app) nearbyTable(n *apiclient.NearbyPlaceResults) grid.Table {
	origin := n.Metadata.Origin
	title := fmt.Sprintf("Around %s, %s", origin.Latitude, origin.Longitude)
	if name := stated(origin.Name); name != "" {
		title = "Around " + name
		if code := stated(origin.Code); code != "" {
			title += " (" + code + ")"
		}
	}
	var notes []string
	if len(n.Results) == 0 {
		notes = append(notes, "The service knows no such place near there.")
	}
	if n.Metadata.HasMore {
		notes = append(notes, fmt.Sprintf("%d of %d shown; more with --limit.", n.Metadata.ResultCount, n.Metadata.TotalCandidates))
	}
	table := placesTable(title, n.Results, notes)
	table.Columns = append(table.Columns, grid.Column{Name: "DISTANCE", Align: grid.Right, Keep: 8})
	from, known := pointOf(&origin.Latitude, &origin.Longitude)
	for i, p := range n.Results {
		var cell grid.Cell
		if to, ok := pointOfPlace(p); ok && known {
			km := from.kilometres(to)
			cell = grid.Cell{Text: distanceWords(km, a.unit), Data: strconv.FormatFloat(km, 'f', 1, 64)}
		}
		table.Rows[i] = append(table.Rows[i], cell)
	}
	return table
}
