package watch

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/watch"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/schedule"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// scheduleJSON is the answer as --json prints it.
type scheduleJSON struct {
	schedule.Entry
	Every       string   `json:"every"`
	MaxSearches int      `json:"maxSearches"` // per pass, as in --max-searches
	Notes       []string `json:"notes"`
}

func newSchedule(run *cli.Run) *cobra.Command {
	every, system := "6h", ""
	most := 0 // searches per pass; 0: what it needs now
	tell := teller{env: run.Env}
	cmd := &cobra.Command{
		Long: `Print what this computer needs to run travel watch run regularly: a systemd timer, a crontab line, a
launchd agent or a command for the Task Scheduler, with the path of this program, the profile, and
as many searches as a run needs now. It installs nothing; the output says where to put it.

Print it again when you watch more offers. --notify and --exec become part of the command.`,
		Example: `  travel watch schedule
  travel watch schedule --every 12h --notify
  travel watch schedule --for cron --max-searches 6`,
		RunE: func(*cobra.Command, []string) error {
			answer := scheduleJSON{Every: every, Notes: []string{}}
			note := func(text string) { answer.Notes = append(answer.Notes, text) }
			interval, err := schedule.Every("--every", every)
			if err != nil {
				return err
			}
			all, err := watch.List(run.Desk())
			if err != nil {
				return err
			}
			plan, err := watch.Needs(run.Desk())
			if err != nil {
				return err
			}
			if len(all.Watches) == 0 {
				note("Nothing is watched yet; print this again when you watch something.")
			}
			if answer.MaxSearches = cmp.Or(most, max(plan.Searches, 1)); answer.MaxSearches < plan.Searches {
				searches := words.Plural(plan.Searches, "search", "searches")
				note(fmt.Sprintf("A run needs %s now, so some watches will not be checked.", searches))
			}
			system := cmp.Or(system, usual(run.Env.OS))
			job, missing, err := passJob(run, system, tell, answer.MaxSearches)
			if err != nil {
				return err
			}
			if len(missing) > 0 {
				note(words.And(missing) + " will not be set there; keep settings in the profile (travel config set), and sign in (travel login).")
			}
			job.Every = interval
			if answer.Entry, err = schedule.For(system, job); err != nil {
				return err
			}
			return printSchedule(run, answer)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&every, "every", every, "How often: 15m, 20m, 30m, 1h, 2h, 3h, 4h, 6h, 8h, 12h or 1d")
	flags.Var(cli.OneOf(&system, "--for", schedule.Systems()...), "for", "The scheduler: systemd, cron, launchd or windows (default: that of this computer)")
	flags.Var(cli.Number(&most, "--max-searches", 1, 1000), "max-searches", "Let a run make at most this `number` of searches (default: what it needs now)")
	tell.addTo(cmd)
	cli.Suggest(cmd, "every", "1h", "3h", "6h", "12h", "1d")
	return run.Prints(cmd, schema.Document(scheduleJSON{}, nil))
}

// passJob returns the job that runs travel watch run for the profile, without its interval, and the variables set here
// that it will not have.
func passJob(run *cli.Run, system string, tell teller, searches int) (job schedule.Job, missing []string, err error) {
	cfg, err := run.Config()
	if err != nil {
		return job, nil, err
	}
	program, lasts := run.Program()
	if !lasts {
		return job, nil, problem.Usagef("this program has no path that lasts, as under go run").
			Advise("build it first: go build -o ~/bin/travel ./cmd/travel")
	}
	job = schedule.Job{
		Name: "travel-watch-" + cfg.Profile(), About: "Look for the offers that travel watches", Program: program,
		Args:     []string{"--profile", cfg.Profile(), "watch", "run", "--max-searches", strconv.Itoa(searches)},
		EndsWith: cli.CodeOf(cli.FiredError{}), // if a rule fired
		Minute:   int(crc32.ChecksumIEEE([]byte(run.Env.Home+"\x00"+cfg.Profile())) % 60),
	}
	if tell.notify {
		job.Args = append(job.Args, "--notify")
	}
	if tell.command != "" {
		job.Args = append(job.Args, "--exec", tell.command)
	}
	there := []string{"TRAVEL_PROFILE", "TRAVEL_LIST", "TRAVEL_SESSION", "TRAVEL_DEBUG"} // not needed, or given as flags
	if system != schedule.Windows {
		names := []string{"TRAVEL_CONFIG_DIR", "TRAVEL_STATE_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} // where travel keeps its files
		there = append(there, names...)
		if system == schedule.Cron && tell.notify {
			names = append(names, "XDG_RUNTIME_DIR") // for the session bus, which cron does not know
		}
		for _, name := range names {
			if value := run.Env.Getenv(name); filepath.IsAbs(value) {
				job.Env = append(job.Env, name+"="+value)
			}
		}
	}
	for _, variable := range run.Env.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "TRAVEL_") && value != "" && !slices.Contains(there, name) {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return job, missing, nil
}

// usual returns the default scheduler of an operating system.
func usual(goos string) string {
	switch goos {
	case "darwin":
		return schedule.Launchd
	case "windows":
		return schedule.Windows
	case "linux":
		if _, err := os.Stat("/run/systemd/system"); err == nil { // the same check as sd_booted(3)
			return schedule.Systemd
		}
	}
	return schedule.Cron
}

// printSchedule prints the parts. If there are several, each follows a comment that names its destination.
func printSchedule(run *cli.Run, answer scheduleJSON) error {
	if !run.Out().Text() {
		body, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		return run.Out().Answer().JSON(body, nil)
	}
	var b strings.Builder
	for i, part := range answer.Parts {
		if i > 0 {
			b.WriteString("\n")
		}
		if len(answer.Parts) > 1 {
			fmt.Fprintf(&b, "# %s\n", part.Where)
		}
		b.WriteString(part.Text)
	}
	if _, err := io.WriteString(run.Env.Stdout, b.String()); err != nil {
		return fmt.Errorf("write the schedule: %w", err)
	}
	where := map[string]string{
		schedule.Systemd: "Put each part into the file named above it.", schedule.Launchd: "Put this into " + answer.Parts[0].Where + ".",
		schedule.Cron: "Add this line: " + answer.Parts[0].Where, schedule.Windows: "Run this in " + answer.Parts[0].Where + ".",
	}
	notes := []string{"Nothing is installed. " + where[answer.System]}
	if len(answer.Begin) > 0 {
		notes = append(notes, "To begin: "+strings.Join(answer.Begin, " && "))
	}
	if len(answer.End) > 0 {
		notes = append(notes, "To end it: "+strings.Join(answer.End, " && "))
	}
	for _, note := range append(notes, answer.Notes...) {
		run.Out().Notice("%s", note)
	}
	return nil
}
