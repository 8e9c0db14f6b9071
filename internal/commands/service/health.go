// Package service has the commands for the service and this program: health, feedback, raw calls, and the version.
package service

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Health returns the command that checks whether the service is up.
func Health(run *cli.Run) *cobra.Command {
	d, out := run.Desk(), run.Out()
	cmd, _ := run.Operation("getHealth")
	cmd.Long = `Check whether the service is up. It needs no login and uses no quota.`
	cmd.Example = `  travel health
  travel health --api-url https://travel.example --json`
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		answer, err := service.Health(cmd.Context(), d)
		if err != nil {
			return err
		}
		return out.Print(answer.Bodies[0], answer.Meta, healthFacts(answer.Value), nil)
	}
	return cmd
}

func healthFacts(h *apiclient.Health) grid.Facts {
	facts := grid.Facts{{Label: "status", Value: string(h.Status), Tone: canvas.Good}}
	if commit := words.Stated(h.Commit); commit != "" {
		facts = append(facts, grid.Fact{Label: "commit", Value: commit})
	}
	return facts
}
