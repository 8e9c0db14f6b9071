package commands

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth"
)

func newLogout(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "logout",
		Short: "Revoke the login and forget it",
		Long: `Revoke the login at the server and delete it from this computer. When the server cannot
be reached the login is deleted here all the same, and the exit code says so.`,
		Example: `  travel logout
  travel logout --profile work`,
		Args: arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runLogout(cmd.Context(), a) },
	}
}

func runLogout(ctx context.Context, a *app) error {
	cfg, err := a.config()
	if err != nil {
		return err
	}
	if cfg.Embedded() && !a.loggedInHere(cfg) {
		a.notice("nobody is signed in; the sandbox signs in by itself with a sample account")
		return nil
	}
	client, err := a.login()
	if err != nil {
		return err
	}
	err = client.Logout(ctx)
	switch {
	case err == nil:
		a.notice("signed out, and the login is revoked")
	case errors.Is(err, auth.ErrLoginRequired):
		a.notice("nobody is signed in")
		err = nil
	case errors.Is(err, auth.ErrNotRevocable):
		a.notice("signed out here; %v; at the server it ends when it expires", err)
		err = nil
	}
	if cfg.Embedded() {
		if removeErr := os.Remove(loginMark(cfg)); removeErr != nil && !errors.Is(removeErr, os.ErrNotExist) {
			return errors.Join(err, removeErr)
		}
	}
	return err
}
