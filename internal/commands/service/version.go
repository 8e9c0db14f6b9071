package service

import (
	"runtime"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
)

// Version returns the command that prints the version.
func Version(run *cli.Run) *cobra.Command {
	out, build := run.Out(), run.Env.Build
	return run.Prints(&cobra.Command{
		Example: "  travel version\n  travel version --json",
		Args:    cli.Arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			platform := runtime.GOOS + "/" + runtime.GOARCH
			facts := grid.Facts{{Label: "travel", Value: build.Version}}
			if build.Commit != "" {
				facts = append(facts, grid.Fact{Label: "commit", Value: build.Commit}, grid.Fact{Label: "date", Value: build.Date})
			}
			facts = append(facts,
				grid.Fact{Label: "go", Value: runtime.Version()}, grid.Fact{Label: "platform", Value: platform})
			answer := versionJSON{build.Version, build.Commit, build.Date, runtime.Version(), platform}
			return out.PrintValue(answer, nil, facts, nil)
		},
	}, schema.Document(versionJSON{}, nil))
}

// versionJSON is the build information as --json prints it.
type versionJSON struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}
