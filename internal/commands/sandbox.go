package commands

import "github.com/spf13/cobra"

func newSandbox(a *app) *cobra.Command {
	return group("sandbox", "Run the offline reference service on its own",
		newSandboxServe(a), newSandboxToken(a), newSandboxFeedback(a))
}
