package commands

import (
	"encoding/json"
	"runtime"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/render/grid"
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the commit and the platform",
		Example: "  travel version\n  travel version --json",
		Args:    arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			b := a.env.Build
			platform := runtime.GOOS + "/" + runtime.GOARCH
			body, err := json.Marshal(struct {
				Version  string `json:"version"`
				Commit   string `json:"commit,omitempty"`
				Date     string `json:"date,omitempty"`
				Go       string `json:"go"`
				Platform string `json:"platform"`
			}{b.Version, b.Commit, b.Date, runtime.Version(), platform})
			if err != nil {
				return err
			}
			facts := grid.Facts{{Label: "travel", Value: b.Version}}
			if b.Commit != "" {
				facts = append(facts, grid.Fact{Label: "commit", Value: b.Commit}, grid.Fact{Label: "date", Value: b.Date})
			}
			facts = append(facts, grid.Fact{Label: "go", Value: runtime.Version()}, grid.Fact{Label: "platform", Value: platform})
			return a.out().Snapshot(body, nil, facts)
		},
	}
}
