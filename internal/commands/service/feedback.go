package service

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

type feedbackOptions struct {
	desk    *desk.Desk
	out     *cli.Printer
	stdin   io.Reader
	version string // of this client
	values  *params.Values
	draft   *draft
}

// Feedback makes the command that sends feedback.
func Feedback(run *cli.Run) *cobra.Command {
	cmd, values := run.Operation("submitFeedback", "feedback", "Tell the makers of the service and of this client what you think")
	o := &feedbackOptions{
		desk: run.Desk(), out: run.Out(), stdin: run.Env.Stdin, version: run.Env.Build.Version, values: values, draft: newDraft(run.Env),
	}
	cmd.Long = `Send feedback about this client and the service: a rating from 1, poor, to 5,
great, a message, or both. With --message - the message is read from standard
input. Without rating and message an editor opens (VISUAL or EDITOR), on a
terminal.

Only what you give is sent, and the version of this client. When the answer is
lost, the feedback may have been recorded; it is never sent a second time by
itself.`
	cmd.Example = `  travel feedback --rating 5
  travel feedback --rating 3 --category flights --message "the return leg is hard to compare"
  travel feedback --message - < notes.txt`
	cmd.Args = cli.Arguments("", 0, 0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return runFeedback(cmd.Context(), o) }
	cli.AddParams(cmd, values)
	cmd.Flags().Lookup("message").Usage += "; - reads it from standard input"
	cmd.Flags().Lookup("version").Usage += "; default this client's own"
	cli.CompleteNothing(cmd)
	return cmd
}

func runFeedback(ctx context.Context, o *feedbackOptions) error {
	answer, err := o.send(ctx)
	if err != nil {
		if name := o.draft.name; name != "" {
			o.out.Notice("the message is kept in %s", name)
		}
		return err
	}
	o.draft.forget()
	if err := o.out.Print(answer.Bodies[0], answer.Meta, feedbackFacts(answer.Value), nil); err != nil {
		return err
	}
	if o.out.Text() {
		o.out.Notice("Thank you.")
	}
	return nil
}

func (o *feedbackOptions) send(ctx context.Context) (desk.Answer[apiclient.Feedback], error) {
	if err := o.complete(ctx); err != nil {
		return desk.Answer[apiclient.Feedback]{}, err
	}
	return service.SendFeedback(ctx, o.desk, o.values)
}

// complete finds the message where it was said to be, and adds the version.
func (o *feedbackOptions) complete(ctx context.Context) error {
	message := o.values.Text("message")
	var err error
	switch {
	case message == "-":
		message, err = readMessage(o.stdin)
	case !o.values.Has("message") && !o.values.Has("rating"):
		message, err = o.draft.write(ctx)
	case !o.values.Has("message"):
		return service.SetVersion(o.values, o.version)
	}
	if err != nil {
		return err
	}
	if err := service.SetMessage(o.values, message); err != nil {
		return err
	}
	return service.SetVersion(o.values, o.version)
}

// feedbackFacts say exactly what was sent. The 202 is the whole answer.
func feedbackFacts(f apiclient.Feedback) grid.Facts {
	facts := grid.Facts{{Label: "status", Value: "received", Tone: canvas.Good}}
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, grid.Fact{Label: label, Value: value})
		}
	}
	if f.Rating != nil {
		add("rating", fmt.Sprintf("%d of 5", *f.Rating))
	}
	if f.Category != nil {
		add("about", string(*f.Category))
	}
	add("message", words.Stated(f.Message))
	add("version", words.Stated(f.Version))
	return facts
}
