package cli

import (
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
)

// FollowFlags say how long to follow a search, and how to report it.
type FollowFlags struct {
	NoWait bool
	wait   time.Duration
	waits  *pflag.Flag // sets wait
	watch  WatchFlag
	events *bool
}

// AddTo adds the flags to a command. usual is the default time to wait, or 0 for a single read.
func (l *FollowFlags) AddTo(cmd *cobra.Command, flags *Flags, usual time.Duration) {
	l.wait, l.events = usual, &flags.events
	help := "Maximum time to wait for the search to settle"
	if usual > 0 {
		help += " (default " + usual.String() + ")"
	} else {
		help += " (default: one read, no waiting)"
	}
	l.waits = cmd.Flags().VarPF(Duration(&l.wait), "wait", "", help)
	SetGroup(l.waits, GroupRun)
	if usual > 0 {
		cmd.Flags().BoolVar(&l.NoWait, "no-wait", false, "Only start the search and print its id")
		SetGroup(cmd.Flags().Lookup("no-wait"), GroupRun)
	}
	l.watch.AddTo(cmd)
	flags.addEvents(cmd, "the search runs: created, snapshot, waiting, settled, error; with --watch also changed, expired, ended")
}

// addEvents adds --events to a command. while describes when events are printed.
func (g *Flags) addEvents(cmd *cobra.Command, while string) {
	cmd.Flags().BoolVar(&g.events, "events", false, "Print one JSON object per line while "+while+". --jq applies to each")
	SetGroup(cmd.Flags().Lookup("events"), GroupOutput)
}

// EventsOf adds --events to a command that makes several searches.
func (r *Run) EventsOf(cmd *cobra.Command, while string) { r.Flags.addEvents(cmd, while) }

// Life returns how long to follow the search. --watch waits for it to settle even without --wait.
func (l *FollowFlags) Life() desk.Life {
	life := desk.Life{Wait: l.wait, Watch: l.watch.On, Limit: l.watch.Limit}
	if life.Watch && life.Wait == 0 {
		life.Wait = search.DefaultBudget
	}
	return life
}

// Check returns an error for conflicting flags.
func (l *FollowFlags) Check(facets bool, pages desk.Pages) error {
	switch {
	case l.watch.On && l.NoWait:
		return problem.Usagef("--watch follows the search and --no-wait does not; give one of them")
	case l.waits.Changed && l.NoWait:
		return problem.Usagef("--wait follows the search and --no-wait does not; give one of them")
	case l.watch.On && facets:
		return problem.Usagef("--watch follows the list and --facets prints none; give one of them")
	case *l.events && facets:
		return problem.Usagef("--events carries the whole answer, facets too; leave --facets out")
	case l.watch.On && pages.Rows() > pages.Widest:
		return problem.Usagef("--watch follows one page; give --limit %s or less", strconv.Itoa(pages.Widest))
	}
	return nil
}

// WatchFlag is --watch, alone or with a duration after an equals sign.
type WatchFlag struct {
	On    bool
	Limit time.Duration // 0 means until the search expires
}

// AddTo adds the flag to a command.
func (w *WatchFlag) AddTo(cmd *cobra.Command) {
	const untilExpired = "expiry" // the value of --watch without a value
	watch := cmd.Flags().VarPF(Value{Kind: "duration", Read: func(text string) error {
		w.On, w.Limit = true, 0
		if text == untilExpired {
			return nil
		}
		if err := Duration(&w.Limit).Set(text); err != nil || w.Limit == 0 {
			return problem.NotAccepted("--watch", text, "a duration such as 90s or 5m behind an equals sign, or nothing, which is until the search expires")
		}
		return nil
	}, Meant: func(next string) bool {
		_, err := time.ParseDuration(next) // a whole number may be a row number
		return err == nil
	}}, "watch", "", "Keep reading after the search has settled and show changes, until it expires, you press Ctrl-C, or the time in --watch=2m runs out")
	watch.NoOptDefVal = untilExpired
	SetGroup(watch, GroupRun)
}

// PageFlags request rows from more than one page.
type PageFlags struct{ desk.Pages }

// AddTo adds the flags that a read of that operation supports.
func (f *PageFlags) AddTo(cmd *cobra.Command, op *api.Operation) {
	f.Pages = desk.PagesOf(op)
	help := "Rows to print, across pages (1 to " + strconv.Itoa(f.Most()) + ")"
	if f.Last == 1 {
		help = "Rows to print, the same as --page-size (1 to " + strconv.Itoa(f.Most()) + ")"
	}
	cmd.Flags().VarP(Number(&f.Limit, "--limit", 1, f.Most()), "limit", "n", help)
	SetGroup(cmd.Flags().Lookup("limit"), GroupPaging)
	if f.Last == 1 {
		return
	}
	cmd.Flags().BoolVar(&f.All, "all", false, "Print all rows; with --json in one document")
	SetGroup(cmd.Flags().Lookup("all"), GroupPaging)
}

// Renewal adds the flag that searches again for thing. Again is the command line as typed, with --renew.
func (r *Run) Renewal(cmd *cobra.Command, thing string) *desk.Renewal {
	args, renew := r.Env.Args, len(r.Env.Args)
	if at := slices.Index(args, "--"); at >= 0 {
		renew = at
	}
	again := CommandLine(CommandLine("travel", args[:renew])+" --renew", args[renew:])
	renewal := &desk.Renewal{Thing: thing, Again: problem.Step{Line: again}}
	cmd.Flags().BoolVar(&renewal.Given, "renew", false, "If the search has expired, search again for "+thing+" (uses one of your searches)")
	SetGroup(cmd.Flags().Lookup("renew"), GroupRun)
	return renewal
}
