// Package flights has the commands for flights: how they are typed, and how what the desk answers is
// laid out.
package flights

import (
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/query"
)

// New makes the group of the commands.
func New(run *cli.Run) *cobra.Command {
	return cli.Group("flights", "Search flights, compare trips, open one",
		newSearch(run), newResults(run), newTrip(run), newCompare(run), newExperience(run), newOptions(run),
		newBookingLink(run), newLink(run), newSchedules(run))
}

// twoPlaces is the check of how many arguments there are, which knows a third place.
func twoPlaces(d *desk.Desk, q *params.Values, check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		if err == nil || len(args) < 3 {
			return err
		}
		return flights.ThirdPlace(d, q, args[2:], err)
	}
}

// terms say for whom and in what the prices of a list are.
func terms(q *query.Flight, currency string, site desk.Sourced) []string {
	var list []string
	if q != nil && q.Adults > 0 {
		list = append(list, q.Party(), strings.ReplaceAll(q.Cabin, "_", " "))
	}
	list = append(list, currency)
	if site.Value != "" {
		list = append(list, cli.MarketWords(site))
	}
	return list
}
