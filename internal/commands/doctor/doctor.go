// Package doctor has the command that diagnoses problems with this installation.
package doctor

import (
	"slices"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/checkup"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
)

// New returns the doctor command.
func New(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `Check everything that a search needs, and say what is wrong and how to fix it: the settings and
where they come from, the stored login, the clock, the connections to the service and the sign-in
server, the terminal and the browser.

It opens no browser and changes nothing; it makes one call with your login. It takes at most 10 s.
The exit code is 0 if nothing failed, even with warnings; otherwise it is the code that a command
would end with, such as 7 for the network.`,
		Example: `  travel doctor
  travel doctor --profile work
  travel doctor --json --jq '.checks[] | select(.status != "ok")'`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, env, deployment := run.Out(), run.Env, run.Desk().Deployment
			profile := ""
			cfg, err := deployment.Config()
			if cfg != nil { // set even if a setting is wrong
				profile = cfg.Profile()
			}
			if err == nil {
				deployment.NoteSample(cfg)
			}
			term, format := out.Terminal(), out.Format()
			world := checkup.Options{
				Config: deployment.Config, Input: run.ConfigInput(), Environ: env.Environ, Container: env.Container,
				Terminal: checkup.Terminal{TTY: term.TTY, Width: term.Width, Colour: term.Color, Unicode: term.Unicode},
				Build:    checkup.Build(env.Build),
				Now:      env.Now, Wait: env.Wait,
				Words: paste.Words,
			}
			findings, err := checkup.Run(cmd.Context(), world, func(findings []checkup.Finding) error {
				if format != render.FormatText {
					return nil
				}
				return out.Answer().Print(checks(findings))
			})
			if err != nil {
				return err
			}
			switch format {
			case render.FormatText: // each line was printed as soon as it was known
			case render.FormatJSON:
				for i := range findings {
					f := &findings[i]
					f.Text, f.Remedy = clean.Line(f.Text), clean.Line(f.Remedy)
				}
				failed := slices.ContainsFunc(findings, func(f checkup.Finding) bool { return f.Status == checkup.Fail })
				about := meta{Version: env.Build.Version, Profile: profile, Warnings: []string{}, Next: []string{}}
				err = out.PrintValue(report{!failed, findings}, about, nil, nil)
			default:
				err = out.Answer().Print(checks(findings))
			}
			if err != nil {
				return err
			}
			return checkup.Failure(findings)
		},
	}, schema.Document(report{}, meta{}))
}

// meta is the "travel" member that every answer has.
type meta struct {
	Version  string   `json:"version"`
	Profile  string   `json:"profile"`
	Warnings []string `json:"warnings"`
	Next     []string `json:"next"`
}

// report is the findings as --json prints them.
type report struct {
	OK     bool              `json:"ok"`
	Checks []checkup.Finding `json:"checks"`
}

// checks returns the findings as a view.
func checks(findings []checkup.Finding) grid.Checks {
	lines := make(grid.Checks, len(findings))
	for i, f := range findings {
		lines[i] = grid.Check{Status: string(f.Status), Tone: canvas.Good, Name: f.Name, Text: f.Text, Remedy: f.Remedy}
		switch f.Status {
		case checkup.OK:
		case checkup.Warn:
			lines[i].Tone = canvas.Warn
		case checkup.Fail:
			lines[i].Tone = canvas.Bad
		case checkup.Skipped:
			lines[i].Status, lines[i].Tone = "skip", canvas.Faint
		}
	}
	return lines
}
