package commands

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

func newHealth(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask whether the service is up",
		Long:  `Ask whether the service is up. It needs no login and spends no quota.`,
		Example: `  travel health
  travel health --api-url https://travel.example --json`,
		Args:        arguments("", 0, 0),
		Annotations: map[string]string{"operationId": "getHealth"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return runHealth(cmd.Context(), a) },
	}
	newParams("getHealth", nil).addFlags(cmd)
	return cmd
}

func runHealth(ctx context.Context, a *app) error {
	client, err := a.anonymous(ctx)
	if err != nil {
		return err
	}
	answer, err := client.GetHealth(ctx)
	if err != nil {
		return fmt.Errorf("ask for the service's health: %w", err)
	}
	return a.out().Snapshot(answer.Body, newFacts("getHealth"), healthFacts(answer.Value))
}

func healthFacts(h *apiclient.Health) grid.Facts {
	facts := grid.Facts{{Label: "status", Value: string(h.Status), Tone: canvas.Good}}
	if commit := stated(h.Commit); commit != "" {
		facts = append(facts, grid.Fact{Label: "commit", Value: commit})
	}
	return facts
}
