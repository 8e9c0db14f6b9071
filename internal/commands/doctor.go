package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
)

// How long a doctor's visit takes at most, its checks, and one request of them.
// A check that ends by itself says why it did.
const (
	doctorPatience  = 10 * time.Second
	checkPatience   = 9 * time.Second
	requestPatience = 4 * time.Second
)

// errNoEnd is a check that took longer than the whole visit may.
var errNoEnd = fmt.Errorf("no end within %s: %w", doctorPatience, context.DeadlineExceeded)

func newDoctor(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Look for what keeps this program from working here",
		Long: `Look at everything that has to be right before a search can work, and say what is not and
what to do about it: the settings and where each comes from, the stored login, the clock,
the way to the service and to the sign-in server, this terminal and its browser.

It sends no token, renews no login, opens no browser and changes nothing. It takes 10 s at
most. Exit code 0 when nothing failed, whatever the warnings; else the code with which a
command would end, such as 7 for the network.`,
		Example: `  travel doctor
  travel doctor --profile work
  travel doctor --json --jq '.checks[] | select(.status != "ok")'`,
		Args: arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runDoctor(cmd.Context(), a) },
	}
}

func runDoctor(ctx context.Context, a *app) error {
	if cfg, err := a.config(); err == nil {
		a.noteSandbox(cfg)
	}
	visit, end := context.WithTimeout(ctx, doctorPatience)
	defer end()
	checks, stop := context.WithTimeout(visit, checkPatience)
	defer stop()
	d := newVisit(checks, a)
	defer d.app.close()
	out := a.out()
	stream := a.global.format() == render.FormatText
	var report []finding
	for _, pending := range d.begin(checks) {
		findings, err := pending.await(visit)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			findings = []finding{failed(pending.name, err)}
		}
		report = append(report, findings...)
		if stream {
			if err := out.Print(checksOf(findings)); err != nil {
				return err
			}
		}
	}
	if err := d.print(out, report); err != nil {
		return err
	}
	return worst(report)
}

// print prints what was not printed line by line.
func (d *visit) print(out *render.Printer, report []finding) error {
	switch d.app.global.format() {
	case render.FormatText:
		return nil
	case render.FormatJSON:
	default:
		return out.Print(checksOf(report))
	}
	sick := slices.ContainsFunc(report, func(f finding) bool { return f.status == healthFail })
	body, err := json.Marshal(struct {
		OK     bool      `json:"ok"`
		Checks []finding `json:"checks"`
	}{!sick, report})
	if err != nil {
		return err
	}
	return out.JSON(body, doctorFacts{Version: d.app.env.Build.Version, Profile: d.profile(), Warnings: []string{}, Next: []string{}})
}

// doctorFacts is what stands under "travel", as in every answer.
type doctorFacts struct {
	Version  string   `json:"version"`
	Profile  string   `json:"profile"`
	Warnings []string `json:"warnings"`
	Next     []string `json:"next"`
}

// worst is the first failure, in whose words the whole report ends, or nil.
func worst(report []finding) error {
	var names []string
	var first error
	for _, f := range report {
		if f.status != healthFail {
			continue
		}
		if first == nil {
			first = f.err
		}
		if !slices.Contains(names, f.name) {
			names = append(names, f.name)
		}
	}
	if first == nil {
		return nil
	}
	return advised{err: first, text: "not in order: " + strings.Join(names, ", "), hint: "what to do stands beside each of them"}
}

func checksOf(findings []finding) grid.Checks {
	checks := make(grid.Checks, len(findings))
	for i, f := range findings {
		checks[i] = f.check()
	}
	return checks
}

// pending is a check that is under way.
type pending struct {
	name   string
	result chan []finding // of one item
}

// await returns what the check found, or errNoEnd when the visit is over first.
func (p pending) await(ctx context.Context) ([]finding, error) {
	select {
	case findings := <-p.result:
		return findings, nil
	default:
	}
	select {
	case findings := <-p.result:
		return findings, nil
	case <-ctx.Done():
		return nil, errNoEnd
	}
}

// alone is an app for which nobody is at the terminal: nobody is asked or told
// anything, and nothing is tried twice.
func alone(a *app) *app {
	env := *a.env
	env.StdinTTY, env.Stderr = false, io.Discard
	env.Open = func(string) error { return errors.New("the doctor opens nothing") }
	quiet := newApp(&env)
	quiet.global = a.global
	quiet.global.timeout, quiet.global.retryWait = requestPatience, 0
	quiet.sends = 1
	return quiet
}
