package watch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/child"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/cli"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/notify"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
)

// A teller notifies a person of an event of a watch: on the desktop, and by a command of theirs.
type teller struct {
	notify  bool
	command string
	getenv  func(string) string
	stderr  io.Writer
}

// execLasts is the time limit of the user's command for one event.
const execLasts = 30 * time.Second

// commandWanted describes the values of --exec.
const commandWanted = "a command for the shell, such as 'mail -s cheaper me@example.com'"

func (t *teller) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&t.notify, "notify", false, "Show a desktop notification for each rule that fired and each offer that is gone")
	flags.Var(cli.Text(&t.command, "--exec", commandWanted), "exec", "Run this shell command (`CMD`) for each of them, with the event as JSON on stdin")
	cli.SetGroup(flags.Lookup("notify"), cli.GroupMain)
	cli.SetGroup(flags.Lookup("exec"), cli.GroupMain)
	_ = cmd.RegisterFlagCompletionFunc("exec", cobra.NoFileCompletions)
}

// check rejects a blank command and one with a NUL byte.
func (t *teller) check() error {
	if t.command != "" && strings.TrimSpace(t.command) == "" || strings.ContainsRune(t.command, 0) {
		return problem.NotAccepted("--exec", t.command, commandWanted)
	}
	return nil
}

// tell sends the notifications for an event. Failures are returned as warnings.
func (t *teller) tell(ctx context.Context, e watchEvent) (warnings []string) {
	if !e.Fired && e.Kind != watched.Vanished {
		return nil // not worth an immediate notification
	}
	defer patience.Hold(ctx)()
	if t.notify {
		if err := notify.Show(ctx, t.getenv, noticeWords(e.Event.Event)); err != nil {
			warnings = append(warnings, fmt.Sprintf("--notify: no notice of watch %d was shown: %v", e.N, err))
		}
	}
	if t.command != "" {
		if err := t.run(ctx, e); err != nil {
			warnings = append(warnings, fmt.Sprintf("--exec for watch %d: %v", e.N, err))
		}
	}
	return warnings
}

// run passes the event to the user's command. Its output goes to stderr, because stdout is only for the answer.
func (t *teller) run(ctx context.Context, e watchEvent) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	ctx, end := context.WithTimeout(ctx, execLasts)
	defer end()
	err = child.Shell(ctx, child.Streams{In: bytes.NewReader(append(text, '\n')), Out: t.stderr, Err: t.stderr}, t.command)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("it was ended after %s", execLasts)
	}
	return err
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
