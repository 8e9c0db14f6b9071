// Package settings has the commands that see and change the settings: those of a profile, and which
// profile is in use.
package settings

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
)

// Config makes the group of the commands about the settings of a profile.
func Config(run *cli.Run) *cobra.Command {
	cmd := cli.Group("config", "See and change the settings of a profile",
		newList(run), newGet(run), newSet(run), newUnset(run), newRepair(run))
	var b strings.Builder
	b.WriteString(`See and change the settings of a profile. A profile names one deployment of the service.

A setting comes from its flag, else from its environment variable, else from the profile,
else its default holds. To connect a deployment:

  travel config set --profile work api-url https://api.travel.example
  travel config set --profile work client-id my-client
  travel profile use work
  travel login

Settings, each also a flag (--api-url) and a variable (TRAVEL_API_URL):
`)
	for _, key := range config.Keys() {
		fmt.Fprintf(&b, "  %-17s %s", key.Name, key.Help)
		if key.Default != "" {
			fmt.Fprintf(&b, " (default %s)", key.Default)
		}
		b.WriteByte('\n')
	}
	b.WriteString(`
Beside them: TRAVEL_PROFILE, TRAVEL_TOKEN (a bearer token, instead of a login), TRAVEL_DEBUG
(a file for a log of requests, without secrets), TRAVEL_CONFIG_DIR and TRAVEL_STATE_DIR.`)
	cmd.Long = b.String()
	return cmd
}

// completeKeys offers the names of settings as the first argument.
func completeKeys(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, key := range config.Keys() {
		names = append(names, cobra.CompletionWithDesc(key.Name, key.Help))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
