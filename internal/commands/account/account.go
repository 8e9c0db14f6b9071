// Package account has the commands about the login: signing in and out, who is signed in, and the
// token.
package account

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
)

// Auth makes the group of the commands that tell of the login.
func Auth(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "status", Short: "Show who is signed in, and where the login is kept", Make: newStatus},
		cli.Entry{Use: "token", Short: "Print the access token, for another program to use", Make: newToken},
	)
}
