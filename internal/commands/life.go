package commands

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/search"
)

// lifeFlags say how long to follow a search, and how to tell of it.
type lifeFlags struct {
	wait   time.Duration
	noWait bool
	watch  watchFlag
	events *bool
}

func (l *lifeFlags) addFlags(a *app, cmd *cobra.Command, usual time.Duration) {
	l.wait, l.events = usual, &a.global.events
	help := "Longest to wait for the search to settle"
	if usual > 0 {
		help += " (default " + usual.String() + ")"
	} else {
		help += " (default: one read, no waiting)"
	}
	setFlagGroup(cmd.Flags().VarPF(durationFlag{&l.wait}, "wait", "", help), groupRun)
	if usual > 0 {
		cmd.Flags().BoolVar(&l.noWait, "no-wait", false, "Only start the search and print its id")
		setFlagGroup(cmd.Flags().Lookup("no-wait"), groupRun)
	}
	l.watch.addFlag(cmd)
	cmd.Flags().BoolVar(l.events, "events", false, "Print one JSON object a line while the search runs: created, snapshot, waiting, settled, error; with --watch also changed, expired, ended. --jq applies to each")
	setFlagGroup(cmd.Flags().Lookup("events"), groupOutput)
}

// waits tells whether to follow the search rather than to read it once, and
// gives a watch the time to settle that nobody named.
func (l *lifeFlags) waits() bool {
	if l.watch.on && l.wait == 0 {
		l.wait = search.DefaultBudget
	}
	return l.wait > 0
}

// watching is the watch that is asked for, or nil.
func (l *lifeFlags) watching() *watching {
	if !l.watch.on {
		return nil
	}
	return &watching{}
}

// check refuses what contradicts itself.
func (l *lifeFlags) check(facets bool, pages pageFlags) error {
	switch {
	case l.watch.on && l.noWait:
		return misuse{Text: "--watch follows the search and --no-wait does not; give one of them"}
	case l.watch.on && facets:
		return misuse{Text: "--watch follows the list and --facets prints none; give one of them"}
	case *l.events && facets:
		return misuse{Text: "--events carries the whole answer, facets too; leave --facets out"}
	case l.watch.on && pages.rows() > pages.widest:
		return misuse{Text: "--watch follows one page; give --limit " + strconv.Itoa(pages.widest) + " or less"}
	}
	return nil
}

// watchFlag is --watch, alone or with a duration behind an equals sign.
type watchFlag struct {
	on    bool
	limit time.Duration // 0 is until the search expires
}

// untilExpired is what --watch alone stands for.
const untilExpired = "expiry"

func (w *watchFlag) addFlag(cmd *cobra.Command) {
	watch := cmd.Flags().VarPF(w, "watch", "", "Keep reading after the search settled, and tell what changes: until it expires or Ctrl-C, or for the time given as in --watch=2m")
	watch.NoOptDefVal = untilExpired
	setFlagGroup(watch, groupRun)
}

func (w *watchFlag) String() string { return "" }
func (w *watchFlag) Type() string   { return "duration" }
func (w *watchFlag) Set(text string) error {
	w.on, w.limit = true, 0
	if text == untilExpired {
		return nil
	}
	var limit time.Duration
	if err := (durationFlag{&limit}).Set(text); err != nil || limit == 0 {
		return usageError{Arg: "--watch", Given: text, Want: "a duration such as 90s or 5m behind an equals sign, or nothing, which is until the search expires"}
	}
	w.limit = limit
	return nil
}

// followHelp ends the help of the commands that follow a search.
const followHelp = `

--watch goes on reading after the search settled, calmly, until it expires, and tells what
changed: marked in the list on a terminal, a line a change elsewhere. It makes no new search.

--events prints one JSON object a line, each with the member event:
  created   searchId, siteCode, siteCodeSource, at
  waiting   ms, reason, and retryAfter (seconds) when a fault asks for the pause
  snapshot  read, elapsedMs, counts, and for hotels complete
  settled   settle, reads, elapsedMs, results (the service's own body), travel
  changed   read, elapsedMs, changes (kind, id, row, was, now), results
  expired   or ended, of a watch: reads, elapsedMs, travel
  error     error, the same object as with --json`
