package commands

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

func newPlaces(a *app) *cobra.Command {
	return group("places", "Find airports and cities, by name or around a point",
		newPlacesSearch(a), newPlacesNearby(a))
}

// placesTable lists places; the columns of TSV are its columns.
func placesTable(title string, places []apiclient.Place, notes []string) grid.Table {
	t := grid.Table{
		Title: title,
		Columns: []grid.Column{
			{Name: "CODE", Keep: 9}, {Name: "NAME", Keep: 9, Flex: true}, {Name: "TYPE", Keep: 5}, {Name: "CITY CODE", Keep: 3},
			{Name: "LATITUDE", Align: grid.Right, Record: true}, {Name: "LONGITUDE", Align: grid.Right, Record: true}, // a name helps more
		},
		Notes: notes,
	}
	for _, p := range places {
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: stated(p.Code), Tone: canvas.Strong}, {Text: p.Name}, {Text: string(p.Type)}, {Text: stated(p.CityCode)},
			{Text: decimal(p.Latitude)}, {Text: decimal(p.Longitude)},
		})
	}
	return t
}

func decimal(n *json.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}
