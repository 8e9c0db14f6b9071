package commands

import (
	"context"
	"strings"

	"travel.example/travel/internal/config"
)

// runLogoutAll ends the login of every profile, and the one that the environment points at.
func runLogoutAll(ctx context.Context, a *app) error {
	cfg, err := a.config()
	if err != nil {
		return err
	}
	if given := a.deploymentFlags(); len(given) > 0 {
		return misuse{Text: "--all is for every profile, and " + given[0] + " is for one; leave one of them out"}
	}
	type place struct {
		name string
		app  *app
	}
	var places []place
	if a.environmentDeploys() {
		places = append(places, place{"the environment's", a})
	}
	for _, name := range cfg.Profiles() {
		places = append(places, place{"profile " + name, a.asProfile(name)})
	}
	failures := logoutsError{all: len(places)}
	for _, p := range places {
		told, err := runLogout(ctx, p.app)
		if p.app != a {
			p.app.close()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			a.notice("%s: %s", p.name, told)
			continue
		}
		_ = a.stderr().Warning(p.name + ": " + err.Error())
		failures.failed++
		if failures.worst == nil || classify(err).class.code > classify(failures.worst).class.code {
			failures.worst = err
		}
	}
	if failures.failed > 0 {
		return failures
	}
	return nil
}

// asProfile is the program as it would run for another profile, whatever deployment the environment
// names. Where logins are kept is nobody's deployment and stays.
func (a *app) asProfile(name string) *app {
	env := *a.env
	env.Getenv = func(variable string) string {
		if variable == "TRAVEL_PROFILE" || namesDeployment(variable) {
			return ""
		}
		return a.env.Getenv(variable)
	}
	other := newApp(&env)
	other.global = a.global
	other.global.profile = name
	return other
}

// environmentDeploys says whether the environment points at another deployment than the profiles do.
func (a *app) environmentDeploys() bool {
	for _, key := range config.Keys() {
		if namesDeployment(key.Env()) && a.env.Getenv(key.Env()) != "" {
			return true
		}
	}
	return false
}

// namesDeployment says whether a variable decides as which login a command runs.
func namesDeployment(variable string) bool {
	switch variable {
	case "TRAVEL_API_URL", "TRAVEL_ISSUER", "TRAVEL_CLIENT_ID":
		return true
	}
	return strings.HasPrefix(variable, "TRAVEL_") && strings.HasSuffix(variable, "_URL")
}

// deploymentFlags are the flags that say whose login is meant.
func (a *app) deploymentFlags() []string {
	var given []string
	if a.global.profile != "" {
		given = append(given, "--profile")
	}
	for name := range a.global.configFlags() {
		if name != "credential-store" && namesDeployment("TRAVEL_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))) {
			given = append(given, "--"+name)
		}
	}
	return given
}
