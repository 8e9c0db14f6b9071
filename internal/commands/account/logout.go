package account

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/problem"
)

// Logout returns the command that signs out.
func Logout(run *cli.Run) *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Long: `Revoke the login at the server and delete it from this computer, along with the scopes that were
granted. If the server cannot be reached, the login is still deleted here, and the exit code
reports the failure.

--all does this for every profile, one line each, and continues after a failure; the exit code is
the highest one.`,
		Example: `  travel logout
  travel logout --profile work
  travel logout --all`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all {
				return runLogoutAll(cmd.Context(), run)
			}
			told, err := account.SignOut(cmd.Context(), run.Desk())
			if told != "" {
				run.Out().Notice("%s", told)
			}
			if run.Env.Getenv("TRAVEL_TOKEN") != "" {
				run.Out().Notice("TRAVEL_TOKEN is still set and is used until you unset it")
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "Sign out of every profile")
	return cmd
}

// runLogoutAll ends the login of every profile, and of the deployment that the environment selects. The worst failure
// decides the exit code.
func runLogoutAll(ctx context.Context, run *cli.Run) error {
	cfg, err := run.Config()
	if err != nil {
		return err
	}
	given, byEnv := "", false
	if run.Flags.Profile != "" {
		given = "--profile"
	}
	// The profiles are asked without the variables that select a deployment. Those for the location of the credential
	// store stay, since they apply to every deployment.
	hidden := []string{"TRAVEL_PROFILE"}
	for _, key := range config.Keys() {
		if !key.Deployment {
			continue
		}
		hidden = append(hidden, key.Env())
		byEnv = byEnv || run.Env.Getenv(key.Env()) != ""
		if _, ok := run.Flags.Settings()[key.Name]; ok {
			given = cmp.Or(given, "--"+key.Name)
		}
	}
	if given != "" {
		return problem.Usagef("--all signs out of every profile, and %s names one; leave one of them out", given)
	}
	env := *run.Env
	env.Getenv = func(variable string) string {
		if slices.Contains(hidden, variable) {
			return ""
		}
		return run.Env.Getenv(variable)
	}
	all, failed := 0, 0
	var worst error
	signOut := func(name string, d *desk.Desk) error {
		told, err := account.SignOut(ctx, d)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		all++
		if err == nil {
			run.Out().Notice("%s: %s", name, told)
			return nil
		}
		_ = run.Out().Stderr().Warning(name + ": " + err.Error())
		failed++
		if worst == nil || cli.CodeOf(err) > cli.CodeOf(worst) {
			worst = err
		}
		return nil
	}
	if byEnv {
		if err := signOut("the environment's", run.Desk()); err != nil {
			return err
		}
	}
	for _, profile := range cfg.Profiles {
		d := run.Another(&env, func(f *cli.Flags) { f.Profile = profile }).Desk()
		err := signOut("profile "+profile, d)
		d.Deployment.Close()
		if err != nil {
			return err
		}
	}
	if failed > 0 {
		text := fmt.Sprintf("%d of %d profiles could not be signed out of completely", failed, all)
		return problem.Error{Text: text, Hint: problem.AdviceOf(worst), Err: worst}
	}
	return nil
}
