// Package doctor has the command that diagnoses problems with this installation.
package doctor

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/checkup"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
)

type options struct {
	env        *cli.Env
	out        *cli.Printer
	deployment *deployment.Deployment
	input      func() config.Input // of the settings
}

// New returns the doctor command.
func New(run *cli.Run) *cobra.Command {
	o := &options{env: run.Env, out: run.Out(), deployment: run.Desk().Deployment, input: run.ConfigInput}
	return run.Prints(&cobra.Command{
		Long: `Look at everything that has to be right before a search can work, and say what is not and
what to do about it: the settings and where each comes from, the stored login, the clock,
the way to the service and to the sign-in server, this terminal and its browser.

It opens no browser and changes nothing, and makes one call with your login. It takes 10 s at
most. Exit code 0 when nothing failed, whatever the warnings; else the code with which a
command would end, such as 7 for the network.`,
		Example: `  travel doctor
  travel doctor --profile work
  travel doctor --json --jq '.checks[] | select(.status != "ok")'`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runDoctor(cmd.Context(), o) },
	}, schema.Document(report{}, meta{}))
}

func runDoctor(ctx context.Context, o *options) error {
	profile := ""
	cfg, err := o.deployment.Config()
	if cfg != nil { // set even if a setting is wrong
		profile = cfg.Profile()
	}
	if err == nil {
		o.deployment.NoteSample(cfg)
	}
	format := o.out.Format()
	findings, err := checkup.Run(ctx, o.world(), func(findings []checkup.Finding) error {
		if format != render.FormatText {
			return nil
		}
		return o.out.Answer().Print(checks(findings))
	})
	if err != nil {
		return err
	}
	switch format {
	case render.FormatText: // each line was printed as soon as it was known
	case render.FormatJSON:
		err = o.printJSON(findings, profile)
	default:
		err = o.out.Answer().Print(checks(findings))
	}
	if err != nil {
		return err
	}
	return checkup.Failure(findings)
}

// world returns the inputs of the checks. Advice to run this very command is left out.
func (o *options) world() checkup.Options {
	term := o.out.Terminal()
	return checkup.Options{
		Config: o.deployment.Config, Input: o.input(), Environ: o.env.Environ, Container: o.env.Container,
		Terminal: checkup.Terminal{TTY: term.TTY, Width: term.Width, Colour: term.Color, Unicode: term.Unicode},
		Build:    checkup.Build(o.env.Build),
		Now:      o.env.Now, Wait: o.env.Wait,
		Advise: func(err error) string { return desk.WithoutDoctor(desk.AdviceOf(err)) },
	}
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

func (o *options) printJSON(findings []checkup.Finding, profile string) error {
	for i := range findings {
		f := &findings[i]
		f.Text, f.Remedy = clean.Line(f.Text), clean.Line(f.Remedy)
	}
	failed := slices.ContainsFunc(findings, func(f checkup.Finding) bool { return f.Status == checkup.Fail })
	body, err := json.Marshal(report{!failed, findings})
	if err != nil {
		return err
	}
	return o.out.Answer().JSON(body, meta{Version: o.env.Build.Version, Profile: profile, Warnings: []string{}, Next: []string{}})
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
