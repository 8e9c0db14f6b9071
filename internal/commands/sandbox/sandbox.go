// Package sandbox has the commands that run the offline reference service on its own.
package sandbox

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
)

// New makes the group of the commands.
func New(run *cli.Run) *cobra.Command {
	return cli.Group("sandbox", "Run the offline reference service on its own", newServe(run), newToken(run), newFeedback(run))
}
