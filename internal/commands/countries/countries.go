// Package countries has the commands about a market's holidays and a passport's destinations.
package countries

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
)

// New makes the group of the commands.
func New(run *cli.Run) *cobra.Command {
	return cli.Group("countries", "See a market's holidays, and where a passport goes without a visa", newHolidays(run), newVisaFree(run))
}
