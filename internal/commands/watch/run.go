package watch

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/watch"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/watchview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

type runOptions struct {
	*cli.Run
	reports *cli.Reports
	spend   cli.SpendingFlags
	numbers []int
	tell    teller
}

// passJSON is a pass as --json prints it.
type passJSON struct {
	watch.Pass
	Busy     bool          `json:"busy,omitempty"`  // another pass was running, so this one made no requests
	Error    *desk.Failure `json:"error,omitempty"` // why not every watch was checked
	Warnings []string      `json:"warnings"`        // what --notify and --exec could not do
}

// The events of a pass.
type (
	// watchEvent is the result of one watch. --exec gets it on stdin, too.
	watchEvent struct {
		What string `json:"event"` // always "watch"
		watch.Event
		Travel desk.Origin `json:"travel"`
	}
	// passEvent is the end of a pass.
	passEvent struct {
		What string `json:"event"` // always "pass"
		passJSON
	}
)

func newRun(run *cli.Run) *cobra.Command {
	o := &runOptions{
		Run: run, reports: run.Reports(nil), tell: teller{getenv: run.Env.Getenv, stderr: run.Env.Stderr},
	}
	cmd := &cobra.Command{
		Long: `Check all watched offers once and report what changed, with as few searches as possible: offers that
one search shows share it. It first says how many searches it uses. A watch for days in the past is
closed and uses none. Results are stored as they arrive, so Ctrl-C loses nothing.

The exit code is 9 if a rule fired, even if something else failed, and 0 if none did. Without a
terminal, --max-searches or --yes is required. If another run is in progress, this one does nothing
and exits with 0. --exec and --notify run for each rule that fired and each offer that is gone; CMD
is a shell command that may take 30 s and gets the event as JSON on stdin.`,
		Example: `  travel watch run --yes
  travel watch run --max-searches 4 --notify
  travel watch run 2 --exec 'jq -r .title | mail -s cheaper me@example.com' -y`,
		Args: cli.Arguments("[N...]", 0, mostNumbers),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.numbers, err = numbers(args); err != nil {
				return err
			}
			return runRun(cmd.Context(), o)
		},
	}
	offerWatches(run, cmd, mostNumbers)
	o.spend.AddAgreement(cmd, cli.GroupRun)
	o.tell.addTo(cmd)
	run.Columns(cmd, watchview.Pass{})
	run.EventsOf(cmd, "the searches run: watch, waiting, pass, error")
	run.Emits("watch", watchEvent{})
	run.Emits("pass", passEvent{})
	run.Plans(cmd)
	return run.Prints(cmd, schema.Document(passJSON{}, desk.Origin{}))
}

// progress counts the watches that a pass has checked.
type progress struct{ done, of int }

func runRun(ctx context.Context, o *runOptions) error {
	spending, err := o.spend.Spending(o.Flags)
	if err != nil {
		return err
	}
	if err := o.tell.check(); err != nil {
		return err
	}
	filling := &cli.Filling[progress]{
		Reports: o.reports, Draw: func(p progress) (render.Ranked, int, int) { return nil, p.done, p.of },
	}
	var warnings []string
	request := &watch.Request{
		Numbers: o.numbers, Unattended: !o.Console().There(), Spending: spending, Held: filling.Held,
		Started: func(plan watch.Plan) { filling.Begin(progress{0, plan.Watches}) },
		Told: func(found watch.Event) {
			e := watchEvent{"watch", worded(found), o.Desk().Origin()}
			filling.Change(func(p *progress) any {
				p.done++
				return e
			})
			warnings = append(warnings, o.tell.tell(ctx, e)...)
		},
	}
	pass, err := watch.Run(ctx, o.Desk(), request)
	filling.End()
	if errors.Is(err, watch.ErrBusy) {
		return o.busy(err)
	}
	if len(pass.Events) == 0 && err != nil {
		return err // nothing was checked
	}
	return o.ended(pass, err, warnings)
}

// busy reports that another run is checking the watches, which is not a failure.
func (o *runOptions) busy(why error) error {
	answer := passJSON{Pass: watch.Pass{At: o.Env.Now(), Events: []watch.Event{}}, Busy: true, Warnings: []string{}}
	if o.Out().Events() {
		return o.reports.Last(passEvent{"pass", answer})
	}
	o.Out().Notice("%s", words.UpperFirst(why.Error())+".")
	if o.Out().Text() {
		return nil
	}
	return o.print(answer, watchview.Pass{})
}

// worded returns an event with its command lines and the hint of its failure.
func worded(e watch.Event) watch.Event {
	e.Shows, e.Again = paste.Worded(e.Shows), paste.Worded(e.Again)
	if e.Error != nil {
		e.Error.Hint = clean.Line(paste.Advice(e.Err))
	}
	return e
}

// ended prints a pass and returns an error that says how it ended.
func (o *runOptions) ended(pass watch.Pass, failed error, warnings []string) error {
	for i, e := range pass.Events {
		pass.Events[i] = worded(e)
	}
	answer := passJSON{Pass: pass, Warnings: append([]string{}, warnings...)}
	if failed != nil {
		answer.Error = new(desk.FailureOf(failed, failed.Error()))
		answer.Error.Hint = paste.Advice(failed)
	}
	var err error
	if o.Out().Events() {
		err = o.reports.Last(passEvent{"pass", answer})
	} else {
		if o.Out().Text() {
			for _, text := range warnings {
				o.Out().Notice("%s", text)
			}
		}
		err = o.print(answer, o.passView(pass))
	}
	switch {
	case err != nil:
		return errors.Join(err, failed)
	case pass.Fired > 0:
		return cli.FiredError{Err: failed}
	}
	return failed
}

func (o *runOptions) print(answer passJSON, view watchview.Pass) error {
	return o.Out().PrintValue(answer, o.Desk().Origin(), view, view.Notes)
}

// passView lays out a pass.
func (o *runOptions) passView(pass watch.Pass) watchview.Pass {
	view := watchview.Pass{Locale: localeOf(o.Run), Notes: sentences(pass.Files)}
	for _, e := range pass.Events {
		if e.Error != nil {
			e.Event.Why = strings.TrimSuffix(e.Error.Detail+"; "+e.Error.Hint, "; ")
		}
		view.Events = append(view.Events, e.Event)
	}
	view.About = []string{
		strconv.Itoa(len(pass.Events)), words.Plural(pass.Searches, "search", "searches") + " spent", pass.Spent.Words(),
	}
	if pass.Closed > 0 {
		view.Notes = append(view.Notes, watchesWords(pass.Closed)+" "+words.IsAre(pass.Closed)+" closed, since the day has passed.")
	}
	if len(pass.Events) == 0 && pass.Closed == 0 {
		view.Notes = append(view.Notes, "Nothing is watched yet.")
		view.Next = []string{"travel watch add trip:2 --below 450"}
		return view
	}
	for _, e := range pass.Events {
		if e.Fired && e.Shows.Do != "" && len(view.Next) < 3 {
			view.Next = append(view.Next, e.Shows.Line)
		}
	}
	if len(pass.Events) > 0 {
		view.Next = append(view.Next, fmt.Sprintf("travel watch history %d", pass.Events[0].N))
	}
	return view
}
