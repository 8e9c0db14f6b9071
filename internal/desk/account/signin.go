package account

import (
	"context"
	"errors"
	"fmt"
	"os"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
)

// SignIn signs in to the desk's profile and keeps the login, in place of an earlier one. The built-in
// sandbox shows its pages on a port of this computer for as long as it takes.
func SignIn(ctx context.Context, d *desk.Desk, options auth.LoginOptions) (auth.Account, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return auth.Account{}, err
	}
	d.Deployment.NoteSample(cfg)
	client, err := d.Deployment.Login()
	if err != nil {
		return auth.Account{}, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if cfg.Embedded() {
		if options.Rewrite, err = d.Deployment.ServePages(ctx); err != nil {
			return auth.Account{}, err
		}
	}
	account, err := client.Login(ctx, options)
	if err != nil {
		return auth.Account{}, fmt.Errorf("sign in: %w", err)
	}
	if cfg.Embedded() {
		return account, deployment.MarkSignedIn(cfg)
	}
	return account, nil
}

// SignOut ends the login of the desk's profile, at the server and here, and says in a sentence without
// a full stop what it did; that no one was signed in is not an error. Where the server did not revoke
// the login, it is deleted here all the same, and the error says so.
func SignOut(ctx context.Context, d *desk.Desk) (told string, err error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return "", err
	}
	if _, ok := deployment.Sample(cfg); ok {
		return "no one is signed in; the sandbox signs in by itself with a sample account", nil
	}
	client, err := d.Deployment.Login()
	if err != nil {
		return "", err
	}
	err = client.Logout(ctx)
	switch {
	case err == nil:
		told = "signed out, and the login is revoked"
	case errors.Is(err, auth.ErrLoginRequired):
		told, err = "no one is signed in", nil
	case errors.Is(err, auth.ErrNotRevocable):
		told, err = fmt.Sprintf("signed out here; %v; at the server it ends when it expires", err), nil
	}
	if cfg.Embedded() {
		if markErr := deployment.MarkSignedOut(cfg); markErr != nil && !errors.Is(markErr, os.ErrNotExist) {
			return "", errors.Join(err, markErr)
		}
	}
	return told, err
}
