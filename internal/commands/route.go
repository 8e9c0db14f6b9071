package commands

import (
	"context"
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
)

// checkRoute refuses, before any request, ends of a journey that cannot be
// meant: neither codes nor names, or one and the same.
func (a *app) checkRoute(from, to string) error {
	if err := a.checkPlace("FROM", from); err != nil {
		return err
	}
	if err := a.checkPlace("TO", to); err != nil {
		return err
	}
	if from = strings.TrimSpace(from); strings.EqualFold(from, strings.TrimSpace(to)) {
		return samePlace(from)
	}
	return nil
}

// resolveRoute turns both ends as typed into places, which may turn out to be
// the same.
func (a *app) resolveRoute(ctx context.Context, client *apiclient.Client, from, to string) (start, end place, err error) {
	if start, err = a.resolve(ctx, client, "FROM", from, to); err != nil {
		return start, end, err
	}
	if end, err = a.resolve(ctx, client, "TO", to, from); err != nil {
		return start, end, err
	}
	if start.code == end.code {
		return start, end, samePlace(start.code)
	}
	return start, end, nil
}

func samePlace(text string) error {
	return misuse{Text: fmt.Sprintf("FROM and TO are both %s; give two different places", quoteArg(text))}
}
