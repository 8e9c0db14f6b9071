package cli

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Doctor is the way to the cause of a failure that may lie between this computer and the service.
const Doctor = "travel doctor looks for the cause"

// LookFurther adds that way to a hint.
func LookFurther(hint string) string {
	if hint == "" {
		return Doctor
	}
	return hint + "; " + Doctor
}

// WithoutDoctor is a hint without the pointer to the doctor, for the doctor itself.
func WithoutDoctor(hint string) string {
	return strings.TrimSuffix(strings.TrimSuffix(hint, Doctor), "; ")
}

// AdviceOf is what to do about an error: the advice of its maker, and what only the command line can
// add, the command that asks for a scope, and the doctor.
func AdviceOf(err error) string {
	hint := problem.AdviceOf(err)
	if e, ok := errors.AsType[problem.Advised](err); ok {
		return e.Hint
	}
	if e, ok := errors.AsType[*apiclient.ProblemError](err); ok && e.Status == http.StatusForbidden {
		return "run: " + LoginFor(e.Scope)
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

// IsScope bounds a scope's name (RFC 6749 §3.3) and keeps it to the characters of one.
func IsScope(name string) bool {
	return name != "" && len(name) <= 200 && !strings.ContainsFunc(name, func(r rune) bool {
		return r < '!' || r > '~' || r == '"' || r == '\\'
	})
}

// LoginFor is the command that asks for the scopes a service says are missing. They are foreign
// text: what is not a scope, or would be a word of its own to a shell, is not repeated.
func LoginFor(missing string) string {
	names := strings.Fields(missing)
	if len(names) == 0 || len(names) > 10 || slices.ContainsFunc(names, func(name string) bool { return !IsScope(name) || strings.Contains(name, ",") }) {
		return "travel login --scope SCOPE"
	}
	return "travel login --scope " + words.Shell(strings.Join(names, ","))
}
