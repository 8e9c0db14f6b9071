package commands

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/grid"
)

func newWhoami(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "whoami",
		Short: "Ask the service who the token belongs to",
		Long: `Ask the service who the access token belongs to. travel auth status tells what is stored
here without asking anyone.`,
		Example: `  travel whoami
  travel whoami --json`,
		Args:        arguments("", 0, 0),
		Annotations: map[string]string{"operationId": "getCurrentUser"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return runWhoami(cmd.Context(), a) },
	}
	newParams("getCurrentUser", nil).addFlags(cmd)
	return cmd
}

func runWhoami(ctx context.Context, a *app) error {
	client, err := a.client(ctx)
	if err != nil {
		return err
	}
	answer, err := client.GetCurrentUser(ctx)
	if err != nil {
		return fmt.Errorf("ask who this is: %w", err)
	}
	return a.out().Snapshot(answer.Body, newFacts("getCurrentUser"), userFacts(answer.Value))
}

// userFacts shows what the token tells; what it does not tell is left out.
func userFacts(u *apiclient.User) grid.Facts {
	var facts grid.Facts
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, grid.Fact{Label: label, Value: value})
		}
	}
	add("name", stated(u.Name))
	add("email", stated(u.Email))
	add("market", stated(u.CountryCode))
	add("subject", u.Sub)
	add("principal", stated(u.PrincipalName))
	add("scopes", stated(u.Scope))
	return facts
}
