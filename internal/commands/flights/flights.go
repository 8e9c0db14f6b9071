// Package flights has the commands for flights: how they are typed, and how what the desk answers is
// laid out.
package flights

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/problem"
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

// maxStops is --max-stops, a limit, beside the contract's --stops, a set.
type maxStops struct {
	given bool
	most  int
}

func (m *maxStops) addTo(cmd *cobra.Command) {
	flag := cmd.Flags().VarPF(m, "max-stops", "", "Most stops to keep on any leg; --stops names the counts one by one (a whole number from 0 to 9)")
	cli.SetGroup(flag, cli.GroupFilter)
}

func (m *maxStops) String() string { return "" }
func (m *maxStops) Type() string   { return "int" }
func (m *maxStops) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 9 {
		return problem.NotAccepted("--max-stops", s, "a whole number from 0 to 9", "")
	}
	m.given, m.most = true, n
	return nil
}

// apply turns the limit into the set that the service takes.
func (m *maxStops) apply(q *params.Values) error {
	if !m.given {
		return nil
	}
	return flights.MaxStops(q, m.most)
}
