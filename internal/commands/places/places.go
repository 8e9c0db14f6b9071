// Package places has the commands that find airports and cities.
package places

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
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
