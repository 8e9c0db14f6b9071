// Package account has the login commands: signing in and out, showing who is signed in, and printing the access
// token.
package account

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
)

// Auth returns the auth command group, which shows the login.
func Auth(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "status", Short: "Show who is signed in, and where the login is stored", Make: newStatus},
		cli.Entry{Use: "token", Short: "Print the access token, for another program to use", Make: newToken},
	)
}
