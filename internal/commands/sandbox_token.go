package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/sandbox"
)

func newSandboxToken(a *app) *cobra.Command {
	at := "http://127.0.0.1:8787"
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Print a bearer token of a sample traveler",
		Long: `Print a bearer token of a sample traveler for a sandbox of this computer and user. It works
for ten minutes, opens nothing but made-up data, and no other service takes it.`,
		Example: `  travel sandbox token
  curl -H "Authorization: Bearer $(travel sandbox token)" "http://127.0.0.1:8787/v1/places?query=rome"`,
		Args: arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			cfg, err := a.config()
			if err != nil {
				return err
			}
			server, err := sandbox.New(sandbox.Options{URL: at, StateDir: sandboxDir(cfg), Now: a.env.Now})
			if err != nil {
				return usageError{Arg: "--url", Given: at, Want: "the address that travel sandbox serve printed"}
			}
			defer func() { _ = server.Close() }()
			token, _, err := server.SampleToken()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(a.env.Stdout, token)
			return err
		},
	}
	cmd.Flags().StringVar(&at, "url", at, "Address of the sandbox")
	return cmd
}
