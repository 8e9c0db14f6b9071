package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/render"
)

// tokenJSON is what auth token --json prints. What is not known is left out.
type tokenJSON struct {
	Token   string     `json:"token"`
	Expires *time.Time `json:"expires,omitempty"`
	Scopes  []string   `json:"scopes,omitempty"`
}

func newAuthToken(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "token",
		Short: "Print the access token, for another program to use",
		Long: `Print the access token alone, renewed first when it has under a minute left. Whoever has it
can do in your name what it allows, until it ends: hand it to one program, and keep it out of
files, logs and command lines. --json adds when it ends and what it allows, where that is
known. A token of TRAVEL_TOKEN is printed as it is, and the built-in sandbox prints one of
its sample traveler.`,
		Example: `  printf 'Authorization: Bearer %s' "$(travel auth token)" | curl -H @- https://api.travel.example/v1/user
  travel auth token --jq .expires`,
		Args: arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runAuthToken(cmd.Context(), a) },
	}
}

func runAuthToken(ctx context.Context, a *app) error {
	cfg, err := a.config()
	if err != nil {
		return err
	}
	source, err := a.tokens(cfg)
	if err != nil {
		return err
	}
	var answer tokenJSON
	if answer.Token, err = source.Token(ctx); err != nil {
		return err
	}
	if !isTokenText(answer.Token) {
		return misuse{Text: "TRAVEL_TOKEN holds characters that no token has", Hint: "set it to the token alone, without quotes and spaces"}
	}
	status, err := a.loginStatus(ctx, cfg)
	if err != nil && !errors.Is(err, auth.ErrLoginRequired) {
		return err
	}
	answer.Expires, answer.Scopes = status.Expires, status.Scopes
	if a.env.OutTerm.TTY {
		_ = a.stderr().Warning("this token lets anybody act in your name until it ends; clear the screen after use")
	}
	a.noteSandbox(cfg)
	if a.global.format() != render.FormatJSON {
		_, err = fmt.Fprintln(a.env.Stdout, answer.Token)
		return err
	}
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return a.out().JSON(body, nil)
}

// isTokenText says whether text can stand in a header and on a terminal.
func isTokenText(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}
