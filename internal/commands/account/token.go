package account

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/schema"
)

func newToken(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `Print only the access token, renewed first if it expires within a minute. Anyone who has the token
can act in your name until it expires: pass it to one program, and keep it out of files, logs and
command lines. --json adds when it expires and which scopes it has, if known. If TRAVEL_TOKEN is
set, its value is printed unchanged; the built-in sandbox prints a token of its sample traveler.`,
		Example: `  printf 'Authorization: Bearer %s' "$(travel auth token)" | curl -H @- https://api.travel.example/v1/user
  travel auth token --jq .expires`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runToken(cmd.Context(), run) },
	}, schema.Document(account.Token{}, nil))
}

func runToken(ctx context.Context, run *cli.Run) error {
	d, out := run.Desk(), run.Out()
	cfg, err := run.Config()
	if err != nil {
		return err
	}
	token, err := account.TokenOf(ctx, d)
	if err != nil {
		return err
	}
	if run.Env.OutTerm.TTY {
		_ = out.Stderr().Warning("this token lets anyone act in your name until it expires; clear the screen after use")
	}
	d.Deployment.NoteSample(cfg)
	if out.Text() {
		_, err = fmt.Fprintln(run.Env.Stdout, token.Token)
		return err
	}
	return out.PrintValue(token, nil, nil, nil)
}
