package watch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/child"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/watch"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/notify"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/watchview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

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
	reports := run.Reports(nil)
	var spend cli.SpendingFlags
	tell := teller{env: run.Env}
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
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := numbers(args)
			if err != nil {
				return err
			}
			d := run.Desk()
			filling := &cli.Filling[progress]{
				Reports: reports, Draw: func(p progress) (render.Ranked, int, int) { return nil, p.done, p.of },
			}
			answer := passJSON{Warnings: []string{}}
			pass, err := watch.Run(cmd.Context(), d, &watch.Request{
				Numbers: list, Unattended: !run.Console().There(), Spending: spend.Spending(run.Flags), Held: filling.Held,
				Started: func(plan watch.Plan) { filling.Begin(progress{0, plan.Watches}) },
				Told: func(found watch.Event) {
					e := watchEvent{"watch", worded(found), d.Origin()}
					filling.Change(func(p *progress) any {
						p.done++
						return e
					})
					answer.Warnings = append(answer.Warnings, tell.tell(cmd.Context(), e)...)
				},
			})
			filling.End()
			if errors.Is(err, watch.ErrBusy) { // which is not a failure
				answer.Pass, answer.Busy = watch.Pass{At: run.Env.Now(), Events: []watch.Event{}}, true
				if !run.Out().Events() {
					run.Out().Notice("%s", words.UpperFirst(err.Error())+".")
				}
				return printPass(run, reports, answer)
			}
			if len(pass.Events) == 0 && err != nil {
				return err // nothing was checked
			}
			for i, e := range pass.Events {
				pass.Events[i] = worded(e)
			}
			answer.Pass = pass
			if err != nil {
				answer.Error = new(desk.FailureOf(err, err.Error()))
				answer.Error.Hint = paste.Advice(err)
			}
			if printErr := printPass(run, reports, answer); printErr != nil {
				return errors.Join(printErr, err)
			}
			if pass.Fired > 0 {
				return cli.FiredError{Err: err}
			}
			return err
		},
	}
	spend.AddAgreement(cmd, cli.GroupRun)
	tell.addTo(cmd)
	run.Columns(cmd, watchview.Pass{})
	run.EventsOf(cmd, "the searches run: watch, waiting, pass, error")
	run.Emits("watch", watchEvent{})
	run.Emits("pass", passEvent{})
	run.Plans(cmd)
	return run.Prints(cmd, schema.Document(passJSON{}, desk.Origin{}))
}

// progress counts the watches that a pass has checked.
type progress struct{ done, of int }

// worded returns an event with its command lines and the hint of its failure.
func worded(e watch.Event) watch.Event {
	e.Shows, e.Again = paste.Worded(e.Shows), paste.Worded(e.Again)
	if e.Error != nil {
		e.Error.Hint = clean.Line(paste.Advice(e.Err))
	}
	return e
}

// printPass prints a pass, or its last event.
func printPass(run *cli.Run, reports *cli.Reports, answer passJSON) error {
	pass, out := answer.Pass, run.Out()
	if out.Events() {
		return reports.Last(passEvent{"pass", answer})
	}
	if answer.Busy && out.Text() {
		return nil // the notice says it all
	}
	if out.Text() {
		for _, text := range answer.Warnings {
			out.Notice("%s", text)
		}
	}
	view := watchview.Pass{Locale: localeOf(run)}
	view.Notes = sentences(pass.Files)
	for _, e := range pass.Events {
		if e.Error != nil {
			e.Event.Why = strings.TrimSuffix(e.Error.Detail+"; "+e.Error.Hint, "; ")
		}
		view.Events = append(view.Events, e.Event)
	}
	view.About = []string{
		strconv.Itoa(len(pass.Events)), words.Plural(pass.Searches, "search", "searches") + " spent", pass.Left.Words(),
	}
	if pass.Closed > 0 {
		view.Notes = append(view.Notes, words.Plural(pass.Closed, "watch", "watches")+" "+words.IsAre(pass.Closed)+" closed, since the day has passed.")
	}
	for _, e := range pass.Events {
		if e.Fired && e.Shows.Do != "" && len(view.Next) < 3 {
			view.Next = append(view.Next, e.Shows.Line)
		}
	}
	if len(pass.Events) > 0 {
		view.Next = append(view.Next, fmt.Sprintf("travel watch history %d", pass.Events[0].N))
	} else if pass.Closed == 0 {
		view.Notes = append(view.Notes, "Nothing is watched yet.")
		view.Next = []string{"travel watch add trip:2 --below 450"}
	}
	return out.PrintValue(answer, run.Desk().Origin(), view, view.Notes)
}

// A teller notifies a person of an event of a watch: on the desktop, and by a command of theirs.
type teller struct {
	env     *cli.Env
	notify  bool
	command string
}

// execLasts is the time limit of the user's command for one event.
const execLasts = 30 * time.Second

func (t *teller) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&t.notify, "notify", false, "Show a desktop notification for each rule that fired and each offer that is gone")
	flags.Var(cli.Value{Kind: "string", Read: func(text string) error {
		if strings.TrimSpace(text) == "" || strings.ContainsRune(text, 0) {
			return problem.NotAccepted("--exec", text, "a command for the shell, such as 'mail -s cheaper me@example.com'")
		}
		t.command = text
		return nil
	}}, "exec", "Run this shell command (`CMD`) for each of them, with the event as JSON on stdin")
}

// tell sends the notifications for an event. Failures are returned as warnings.
func (t *teller) tell(ctx context.Context, e watchEvent) (warnings []string) {
	if !e.Fired && e.Kind != watched.Vanished {
		return nil // not worth an immediate notification
	}
	defer patience.Hold(ctx)()
	if t.notify {
		if err := notify.Show(ctx, t.env.Getenv, noticeWords(e.Event.Event)); err != nil {
			warnings = append(warnings, fmt.Sprintf("--notify: no notice of watch %d was shown: %v", e.N, err))
		}
	}
	if t.command == "" {
		return warnings
	}
	text, err := json.Marshal(e)
	if err == nil {
		ctx, end := context.WithTimeout(ctx, execLasts)
		defer end()
		// The output goes to stderr, because stdout is only for the answer.
		streams := child.Streams{In: bytes.NewReader(append(text, '\n')), Out: t.env.Stderr, Err: t.env.Stderr}
		err = child.Shell(ctx, streams, t.command)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			err = fmt.Errorf("it was ended after %s", execLasts)
		}
	}
	if err != nil {
		warnings = append(warnings, fmt.Sprintf("--exec for watch %d: %v", e.N, err))
	}
	return warnings
}

// noticeWords describes an event in one line, which never starts with text from outside.
func noticeWords(e watched.Event) string {
	what := clean.Line(cmp.Or(e.Name, e.Title))
	text := map[watched.Kind]string{watched.Vanished: "is gone", watched.Back: "is there again", watched.Cheaper: "is cheaper", watched.Dearer: "is dearer"}[e.Kind]
	price := offer.Change{Before: e.Before, After: e.Now}.Text("en")
	if !e.Now.Known() {
		price = ""
	}
	return strings.TrimSuffix(fmt.Sprintf("Watch %d: %s %s; %s", e.N, what, cmp.Or(text, "is what you wait for"), price), "; ")
}
