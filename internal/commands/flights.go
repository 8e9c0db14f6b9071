package commands

import "github.com/spf13/cobra"

func newFlights(a *app) *cobra.Command {
	return group("flights", "Search flights, compare trips, open one",
		newFlightsSearch(a), newFlightsResults(a), newFlightsTrip(a), newFlightsCompare(a),
		newFlightsSchedules(a), newFlightsExperience(a),
		newFlightsOptions(a), newFlightsBookingLink(a), newFlightsLink(a))
}
