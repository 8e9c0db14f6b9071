package account

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/problem"
)

type logoutOptions struct {
	desk   *desk.Desk
	out    *cli.Printer
	flags  *cli.Flags
	getenv func(string) string
	config func() (*config.Config, error)
	// another opens the desk of a profile and returns a function that closes it.
	another func(profile string) (*desk.Desk, func())

	all bool
}

// Logout returns the command that signs out.
func Logout(run *cli.Run) *cobra.Command {
	o := &logoutOptions{
		desk: run.Desk(), out: run.Out(), flags: run.Flags, getenv: run.Env.Getenv, config: run.Config,
		another: func(profile string) (*desk.Desk, func()) {
			other := run.Another(withoutDeployment(run.Env), func(f *cli.Flags) { f.Profile = profile })
			return other.Desk(), other.Desk().Deployment.Close
		},
	}
	cmd := &cobra.Command{
		Long: `Revoke the login at the server and delete it from this computer, with the scopes that were
granted. When the server cannot be reached the login is deleted here all the same, and the
exit code says so.

--all does so for every profile, one line each, and goes on after a failure; the exit code
is then the highest of theirs.`,
		Example: `  travel logout
  travel logout --profile work
  travel logout --all`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.all {
				return runLogoutAll(cmd.Context(), o)
			}
			return runLogout(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.all, "all", false, "Sign out of every profile")
	return cmd
}

func runLogout(ctx context.Context, o *logoutOptions) error {
	told, err := account.SignOut(ctx, o.desk)
	if told != "" {
		o.out.Notice("%s", told)
	}
	if o.getenv("TRAVEL_TOKEN") != "" {
		o.out.Notice("TRAVEL_TOKEN is still set and is used until you unset it")
	}
	return err
}

// logoutsError reports that some logins could not be fully ended. The worst error decides the exit code.
type logoutsError struct {
	failed, all int
	worst       error
}

func (e logoutsError) Error() string {
	return fmt.Sprintf("%d of %d profiles could not be signed out of as they should", e.failed, e.all)
}

func (e logoutsError) Unwrap() error { return e.worst }

// runLogoutAll ends the login of every profile, and of the deployment that the environment selects.
func runLogoutAll(ctx context.Context, o *logoutOptions) error {
	cfg, err := o.config()
	if err != nil {
		return err
	}
	if given := o.deploymentFlag(); given != "" {
		return problem.Usagef("--all is for every profile, and %s is for one; leave one of them out", given)
	}
	failures := logoutsError{}
	signOut := func(name string, d *desk.Desk) error {
		told, err := account.SignOut(ctx, d)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failures.all++
		if err == nil {
			o.out.Notice("%s: %s", name, told)
			return nil
		}
		_ = o.out.Stderr().Warning(name + ": " + err.Error())
		failures.failed++
		if failures.worst == nil || cli.CodeOf(err) > cli.CodeOf(failures.worst) {
			failures.worst = err
		}
		return nil
	}
	if o.environmentDeploys() {
		if err := signOut("the environment's", o.desk); err != nil {
			return err
		}
	}
	for _, profile := range cfg.Profiles() {
		d, end := o.another(profile)
		err := signOut("profile "+profile, d)
		end()
		if err != nil {
			return err
		}
	}
	if failures.failed > 0 {
		return failures
	}
	return nil
}

// withoutDeployment returns a copy of env without the variables that select a deployment. Variables for the
// location of the credential store stay, since they apply to every deployment.
func withoutDeployment(env *cli.Env) *cli.Env {
	other := *env
	other.Getenv = func(variable string) string {
		if variable == "TRAVEL_PROFILE" || namesDeployment(variable) {
			return ""
		}
		return env.Getenv(variable)
	}
	return &other
}

// environmentDeploys reports whether the environment selects a deployment other than those of the profiles.
func (o *logoutOptions) environmentDeploys() bool {
	for _, key := range config.Keys() {
		if namesDeployment(key.Env()) && o.getenv(key.Env()) != "" {
			return true
		}
	}
	return false
}

// namesDeployment reports whether a variable affects which login a command uses.
func namesDeployment(variable string) bool {
	switch variable {
	case "TRAVEL_API_URL", "TRAVEL_ISSUER", "TRAVEL_CLIENT_ID":
		return true
	}
	return strings.HasPrefix(variable, "TRAVEL_") && strings.HasSuffix(variable, "_URL")
}

// deploymentFlag returns the given flag that selects a login, or "" if there is none.
func (o *logoutOptions) deploymentFlag() string {
	if o.flags.Profile != "" {
		return "--profile"
	}
	given := o.flags.Settings()
	for _, key := range config.Keys() {
		if _, ok := given[key.Name]; ok && namesDeployment(key.Env()) {
			return "--" + key.Name
		}
	}
	return ""
}
