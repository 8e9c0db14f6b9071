package commands

import "github.com/spf13/cobra"

func newAuth(a *app) *cobra.Command {
	return group("auth", "See what is known of the login, and hand its token on", newAuthStatus(a), newAuthToken(a))
}
