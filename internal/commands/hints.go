package commands

import (
	"strings"

	"travel.example/travel/internal/apiclient"
)

// lookFurther adds to a hint the way here, for failures whose cause may lie
// between this computer and the service.
func lookFurther(hint string) string {
	const here = "travel doctor looks for the cause"
	if hint == "" {
		return here
	}
	return hint + "; " + here
}

// here is a hint without the pointer to this very command.
func here(hint string) string {
	return strings.TrimSuffix(strings.TrimSuffix(hint, lookFurther("")), "; ")
}

// unreached is the advice on a service that could not be reached.
func unreached(e *apiclient.NetworkError) string {
	if e.MaybeCreated || e.Kind == apiclient.Interrupted {
		return e.Advice()
	}
	return lookFurther(e.Advice())
}

// unusable is the advice on an answer that is not the API's. What stands in
// between, or what is wrong with the address, can be looked for.
func unusable(e *apiclient.BadResponseError) string {
	switch e.Kind {
	case apiclient.UntrustedTLS, apiclient.NotTheAPI, apiclient.Redirected, apiclient.Malformed:
		if !e.MaybeCreated {
			return lookFurther(e.Advice())
		}
	}
	return e.Advice()
}
