package commands

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth"
)

func newLogout(a *app) *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:   "logout",
		Short: "Revoke the login and forget it",
		Long: `Revoke the login at the server and delete it from this computer. When the server cannot
be reached the login is deleted here all the same, and the exit code says so.

--all does so for every profile, one line each, and goes on after a failure; the exit code
is then the highest of theirs.`,
		Example: `  travel logout
  travel logout --profile work
  travel logout --all`,
		Args: arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all {
				return runLogoutAll(cmd.Context(), a)
			}
			told, err := runLogout(cmd.Context(), a)
			if told != "" {
				a.notice("%s", told)
			}
			if a.env.Getenv("TRAVEL_TOKEN") != "" {
				a.notice("TRAVEL_TOKEN is still set and is used until you unset it")
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "Sign out of every profile")
	return cmd
}

// runLogout ends the login of the profile in use, and says in words what it did.
func runLogout(ctx context.Context, a *app) (told string, err error) {
	cfg, err := a.config()
	if err != nil {
		return "", err
	}
	if cfg.Embedded() && !a.loggedInHere(cfg) {
		return "nobody is signed in; the sandbox signs in by itself with a sample account", nil
	}
	client, err := a.login()
	if err != nil {
		return "", err
	}
	err = client.Logout(ctx)
	switch {
	case err == nil:
		told = "signed out, and the login is revoked"
	case errors.Is(err, auth.ErrLoginRequired):
		told, err = "nobody is signed in", nil
	case errors.Is(err, auth.ErrNotRevocable):
		told, err = fmt.Sprintf("signed out here; %v; at the server it ends when it expires", err), nil
	}
	if cfg.Embedded() {
		if removeErr := os.Remove(loginMark(cfg)); removeErr != nil && !errors.Is(removeErr, os.ErrNotExist) {
			return "", errors.Join(err, removeErr)
		}
	}
	return told, err
}

// logoutsError says that some logins did not end as they should. The worst decides the exit code.
type logoutsError struct {
	failed, all int
	worst       error
}

func (e logoutsError) Error() string {
	return fmt.Sprintf("%d of %d profiles could not be signed out of as they should", e.failed, e.all)
}

func (e logoutsError) Unwrap() error { return e.worst }
