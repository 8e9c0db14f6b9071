// Package countries has the commands for a market's holidays and a passport's visa-free destinations.
package countries

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
)

// New returns the countries command group.
func New(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "holidays COUNTRY", Short: "List the public holidays of a market and the long weekends they create", Make: newHolidays},
		cli.Entry{Use: "visa-free COUNTRY", Short: "List where you can go without a visa", Make: newVisaFree, Aliases: []string{"visas"}},
	)
}
