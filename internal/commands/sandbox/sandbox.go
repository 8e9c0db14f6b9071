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

type tokenOptions struct {
	*cli.Run
	url string // of the sandbox
}

func newToken(run *cli.Run) *cobra.Command {
	o := &tokenOptions{Run: run, url: "http://127.0.0.1:8787"}
	cmd := &cobra.Command{
		Long: `Print a bearer token of a sample traveler for your sandboxes on this computer. It is valid for ten
minutes, gives access only to made-up data, and no other service accepts it.`,
		Example: `  travel sandbox token
  curl -H "Authorization: Bearer $(travel sandbox token)" "http://127.0.0.1:8787/v1/places?query=rome"`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error { return runToken(o) },
	}
	cmd.Flags().StringVar(&o.url, "url", o.url, "Address of the sandbox")
	return cmd
}

func runToken(o *tokenOptions) error {
	cfg, err := o.Config()
	if err != nil {
		return err
	}
	server, err := sandbox.New(sandbox.Options{URL: o.url, StateDir: deployment.SandboxDir(cfg), Now: o.Env.Now})
	if err != nil {
		return problem.NotAccepted("--url", o.url, "the address that travel sandbox serve printed")
	}
	defer func() { _ = server.Close() }()
	if why := cfg.Unkept(server.Unkept()); why != nil { // a key of its own would sign tokens that no sandbox accepts
		return fmt.Errorf("the key that sandboxes share is not kept: %w", why)
	}
	token, _, err := server.SampleToken()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(o.Env.Stdout, token)
	return err
}
