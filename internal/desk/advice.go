package desk

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// doctor is the way to the cause of a failure that may lie between this computer and the service.
const doctor = "travel doctor looks for the cause"

// LookFurther adds that way to a hint.
func LookFurther(hint string) string {
	if hint == "" {
		return doctor
	}
	return hint + "; " + doctor
}

// WithoutDoctor is a hint without the pointer to the doctor, for the doctor itself.
func WithoutDoctor(hint string) string {
	return strings.TrimSuffix(strings.TrimSuffix(hint, doctor), "; ")
}

// AdviceOf is what to do about an error: the advice of its maker, the command that asks for a
// scope, and the doctor.
func AdviceOf(err error) string {
	hint := problem.AdviceOf(err)
	if better, ok := problem.Advised(err); ok {
		return better
	}
	if e, ok := errors.AsType[*apiclient.ProblemError](err); ok && e.Status == http.StatusForbidden {
		return scopeAdvice(e.Scope)
	}
	if e, ok := errors.AsType[*apiclient.NetworkError](err); ok && (e.MaybeCreated || e.Kind == apiclient.Interrupted) {
		return hint
	}
	if e, ok := errors.AsType[*apiclient.BadResponseError](err); ok {
		switch e.Kind {
		case apiclient.UntrustedTLS, apiclient.NotTheAPI, apiclient.Redirected, apiclient.Malformed:
			if !e.MaybeCreated {
				return LookFurther(hint)
			}
		}
		return hint
	}
	if _, ok := errors.AsType[*auth.AnswerError](err); ok {
		return LookFurther(hint)
	}
	if hint == "" && errors.Is(err, context.DeadlineExceeded) {
		hint = "check the connection and try again"
	}
	if problem.ClassOf(err) == problem.Network {
		return LookFurther(hint)
	}
	return hint
}

// TokenAdvice is what to do where the service refused the token that TRAVEL_TOKEN holds, and "" for
// everything else. It goes before [AdviceOf].
func (d *Desk) TokenAdvice(err error) string {
	if e, ok := errors.AsType[*apiclient.ProblemError](err); !ok || e.Status != http.StatusUnauthorized || !d.Deployment.HasGivenToken() {
		return ""
	}
	return "set TRAVEL_TOKEN again, or unset it and run: travel login"
}

// OrSandbox is a hint with the way back to the sandbox beside it, where a profile of another deployment has no
// login that works.
func (d *Desk) OrSandbox(err error, hint string) string {
	cfg, cfgErr := d.Deployment.Config()
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Status == http.StatusForbidden || problem.ClassOf(err) != problem.Login {
		return hint
	}
	if cfgErr != nil || cfg.Embedded() || cfg.Profile() == config.Sandbox || !slices.Contains(cfg.Profiles(), cfg.Profile()) {
		return hint
	}
	way := "to go back to the sandbox: travel profile use sandbox"
	switch cfg.Selected().Source {
	case config.FromEnv:
		way = "to go back to the sandbox: export TRAVEL_PROFILE=sandbox"
	case config.FromFlag:
		way = "to use the sandbox: --profile sandbox"
	}
	if hint == "" {
		return way
	}
	return hint + "\n" + way
}

// scopeAdvice is how to get a scope that a service says is missing. One that is an address names a host
// of the service's choice, which is never put into a command to copy.
func scopeAdvice(missing string) string {
	if strings.Contains(missing, "://") {
		return "the service wants the scope " + words.Quote(missing) + "; if you know it to be right: travel login --scope SCOPE"
	}
	return "run: " + loginFor(missing)
}

// loginFor is the command that asks for the scopes a service says are missing. They are foreign
// text: what is not a scope, or would be a word of its own to a shell, is not repeated.
func loginFor(missing string) string {
	names := strings.Fields(missing)
	if len(names) == 0 || len(names) > 10 || slices.ContainsFunc(names, func(name string) bool { return !auth.IsScope(name) || strings.Contains(name, ",") }) {
		return "travel login --scope SCOPE"
	}
	return "travel login --scope " + words.Shell(strings.Join(names, ","))
}
