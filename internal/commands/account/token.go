package account

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/schema"
)

type tokenOptions struct {
	desk     *desk.Desk
	out      *cli.Printer
	config   func() (*config.Config, error)
	stdout   io.Writer
	onScreen bool // stdout is a terminal
}

func newToken(run *cli.Run) *cobra.Command {
	o := &tokenOptions{desk: run.Desk(), out: run.Out(), config: run.Config, stdout: run.Env.Stdout, onScreen: run.Env.OutTerm.TTY}
	return run.Prints(&cobra.Command{
		Long: `Print the access token alone, renewed first when it has under a minute left. Anyone who has
it can do in your name what it allows, until it ends: hand it to one program, and keep it out
of files, logs and command lines. --json adds when it ends and what it allows, where that is
known. A token of TRAVEL_TOKEN is printed as it is, and the built-in sandbox prints one of
its sample traveler.`,
		Example: `  printf 'Authorization: Bearer %s' "$(travel auth token)" | curl -H @- https://api.travel.example/v1/user
  travel auth token --jq .expires`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runToken(cmd.Context(), o) },
	}, schema.Document(account.Token{}, nil))
}

func runToken(ctx context.Context, o *tokenOptions) error {
	cfg, err := o.config()
	if err != nil {
		return err
	}
	token, err := account.TokenOf(ctx, o.desk)
	if err != nil {
		return err
	}
	if o.onScreen {
		_ = o.out.Stderr().Warning("this token lets anyone act in your name until it ends; clear the screen after use")
	}
	o.desk.Deployment.NoteSample(cfg)
	if o.out.Text() {
		_, err = fmt.Fprintln(o.stdout, token.Token)
		return err
	}
	body, err := json.Marshal(token)
	if err != nil {
		return err
	}
	return o.out.Answer().JSON(body, nil)
}
