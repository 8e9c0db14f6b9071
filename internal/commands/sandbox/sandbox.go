// Package sandbox has the commands that run the offline reference service on its own.
package sandbox

import (
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/sandbox"
)

// New returns the sandbox command group.
func New(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "serve", Short: "Serve the sandbox on a local port", Make: newServe},
		cli.Entry{Use: "token", Short: "Print a bearer token of a sample traveler", Make: newToken},
		cli.Entry{Use: "feedback", Short: "List the feedback that the sandbox received", Make: newFeedback},
	)
}

func newToken(run *cli.Run) *cobra.Command {
	url := "http://127.0.0.1:8787" // of the sandbox
	cmd := &cobra.Command{
		Long: `Print a bearer token of a sample traveler for your sandboxes on this computer. It is valid for ten
minutes, gives access only to made-up data, and no other service accepts it.`,
		Example: `  travel sandbox token
  curl -H "Authorization: Bearer $(travel sandbox token)" "http://127.0.0.1:8787/v1/places?query=rome"`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			cfg, err := run.Config()
			if err != nil {
				return err
			}
			server, err := sandbox.New(sandbox.Options{URL: url, StateDir: deployment.SandboxDir(cfg), Now: run.Env.Now})
			if err != nil {
				return problem.NotAccepted("--url", url, "the address that travel sandbox serve printed")
			}
			defer func() { _ = server.Close() }()
			if why := cfg.Unkept(server.Unkept()); why != nil { // a key of its own would sign tokens that no sandbox accepts
				return fmt.Errorf("the key that sandboxes share is not kept: %w", why)
			}
			token, _, err := server.SampleToken()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(run.Env.Stdout, token)
			return err
		},
	}
	cmd.Flags().StringVar(&url, "url", url, "Address of the sandbox")
	return cmd
}
