// Package account has the commands about the login: signing in and out, who is signed in, and the
// token.
package account

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
)

// Auth makes the group of the commands that tell of the login.
func Auth(run *cli.Run) *cobra.Command {
	return cli.Group("auth", "See what is known of the login, and hand its token on", newStatus(run), newToken(run))
}
