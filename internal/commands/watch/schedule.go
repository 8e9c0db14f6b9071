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

type scheduleOptions struct {
	*cli.Run
	every  string
	system string
	most   int // searches per pass; 0: what it needs now
	tell   teller
}

// scheduleJSON is the answer as --json prints it.
type scheduleJSON struct {
	schedule.Entry
	Every       string   `json:"every"`
	MaxSearches int      `json:"maxSearches"` // per pass, as in --max-searches
	Notes       []string `json:"notes"`
}

func newSchedule(run *cli.Run) *cobra.Command {
	o := &scheduleOptions{Run: run, tell: teller{env: run.Env}}
	cmd := &cobra.Command{
		Long: `Print what this computer needs to run travel watch run regularly: a systemd timer, a crontab line, a
launchd agent or a command for the Task Scheduler, with the path of this program, the profile, and
as many searches as a run needs now. It installs nothing; the output says where to put it.

Print it again when you watch more offers. --notify and --exec become part of the command.`,
		Example: `  travel watch schedule
  travel watch schedule --every 12h --notify
  travel watch schedule --for cron --max-searches 6`,
		RunE: func(cmd *cobra.Command, _ []string) error { return runSchedule(o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.every, "every", "6h", "How often: 15m, 20m, 30m, 1h, 2h, 3h, 4h, 6h, 8h, 12h or 1d")
	flags.Var(cli.OneOf(&o.system, "--for", schedule.Systems()...), "for", "The scheduler: systemd, cron, launchd or windows (default: that of this computer)")
	flags.Var(cli.Number(&o.most, "--max-searches", 1, 1000), "max-searches", "Let a run make at most this `number` of searches (default: what it needs now)")
	o.tell.addTo(cmd)
	cli.Suggest(cmd, "every", "1h", "3h", "6h", "12h", "1d")
	return run.Prints(cmd, schema.Document(scheduleJSON{}, nil))
}

func runSchedule(o *scheduleOptions) error {
	every, err := schedule.Every("--every", o.every)
	if err != nil {
		return err
	}
	system := o.system
	if system == "" {
		system = usual(o.Env.OS)
	}
	cfg, err := o.Config()
	if err != nil {
		return err
	}
	answer := scheduleJSON{Every: o.every, Notes: []string{}}
	plan, err := watch.Needs(o.Desk())
	if err != nil {
		return err
	}
	all, err := watch.List(o.Desk())
	if err != nil {
		return err
	}
	if len(all.Watches) == 0 {
		answer.Notes = append(answer.Notes, "Nothing is watched yet; print this again when you watch something.")
	}
	answer.MaxSearches = cmp.Or(o.most, max(plan.Searches, 1))
	if answer.MaxSearches < plan.Searches {
		answer.Notes = append(answer.Notes, fmt.Sprintf("A run needs %s now, so some watches will not be checked.", words.Plural(plan.Searches, "search", "searches")))
	}
	program, lasts := o.Program()
	if !lasts {
		return problem.Usagef("this program has no path that lasts, as under go run").
			Advise("build it first: go build -o ~/bin/travel ./cmd/travel")
	}
	job := schedule.Job{
		Name: "travel-watch-" + cfg.Profile(), About: "Look for the offers that travel watches", Program: program, Every: every,
		Args:     []string{"--profile", cfg.Profile(), "watch", "run", "--max-searches", strconv.Itoa(answer.MaxSearches)},
		EndsWith: cli.CodeOf(cli.FiredError{}), // if a rule fired
		Minute:   int(crc32.ChecksumIEEE([]byte(o.Env.Home+"\x00"+cfg.Profile())) % 60),
	}
	if o.tell.notify {
		job.Args = append(job.Args, "--notify")
	}
	if o.tell.command != "" {
		job.Args = append(job.Args, "--exec", o.tell.command)
	}
	names := []string{"TRAVEL_CONFIG_DIR", "TRAVEL_STATE_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} // where travel keeps its files
	there := append(slices.Clone(names), "TRAVEL_PROFILE", "TRAVEL_LIST", "TRAVEL_SESSION", "TRAVEL_DEBUG")
	switch {
	case system == schedule.Windows:
		there, names = there[len(names):], nil
	case system == schedule.Cron && o.tell.notify:
		names = append(names, "XDG_RUNTIME_DIR") // for the session bus, which cron does not know
	}
	for _, name := range names {
		if value := o.Env.Getenv(name); filepath.IsAbs(value) {
			job.Env = append(job.Env, name+"="+value)
		}
	}
	if answer.Entry, err = schedule.For(system, job); err != nil {
		return err
	}
	var missing []string // the set variables that a scheduled run will not have
	for _, variable := range o.Env.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "TRAVEL_") && value != "" && !slices.Contains(there, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		answer.Notes = append(answer.Notes, words.And(missing)+" will not be set there; keep settings in the profile (travel config set), and sign in (travel login).")
	}
	return o.print(answer)
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

// print prints the parts. If there are several, each follows a comment that names its destination.
func (o *scheduleOptions) print(answer scheduleJSON) error {
	if !o.Out().Text() {
		body, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		return o.Out().Answer().JSON(body, nil)
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
	if _, err := io.WriteString(o.Env.Stdout, b.String()); err != nil {
		return fmt.Errorf("write the schedule: %w", err)
	}
	switch n := len(answer.Parts); {
	case n > 1:
		o.Out().Notice("Nothing is installed. Put each part into the file named above it.")
	case answer.System == schedule.Launchd:
		o.Out().Notice("Nothing is installed. Put this into %s.", answer.Parts[0].Where)
	case answer.System == schedule.Cron:
		o.Out().Notice("Nothing is installed. Add this line: %s", answer.Parts[0].Where)
	default:
		o.Out().Notice("Nothing is installed. Run this in %s.", answer.Parts[0].Where)
	}
	if len(answer.Begin) > 0 {
		o.Out().Notice("To begin: %s", strings.Join(answer.Begin, " && "))
	}
	if len(answer.End) > 0 {
		o.Out().Notice("To end it: %s", strings.Join(answer.End, " && "))
	}
	for _, note := range answer.Notes {
		o.Out().Notice("%s", note)
	}
	return nil
}
