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
		RunE:    func(*cobra.Command, []string) error { return runVersion(out, build) },
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

func runVersion(out *cli.Printer, b cli.Build) error {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	facts := grid.Facts{{Label: "travel", Value: b.Version}}
	if b.Commit != "" {
		facts = append(facts, grid.Fact{Label: "commit", Value: b.Commit}, grid.Fact{Label: "date", Value: b.Date})
	}
	facts = append(facts, grid.Fact{Label: "go", Value: runtime.Version()}, grid.Fact{Label: "platform", Value: platform})
	return out.PrintValue(versionJSON{b.Version, b.Commit, b.Date, runtime.Version(), platform}, nil, facts, nil)
}
