package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/child"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

type feedbackOptions struct {
	*cli.Run
	values *ask.Values
	draft  *draft
}

// Feedback returns the command that sends feedback.
func Feedback(run *cli.Run) *cobra.Command {
	cmd, values := run.Operation("submitFeedback")
	o := &feedbackOptions{Run: run, values: values, draft: newDraft(run.Env)}
	cmd.Long = `Send feedback about this client and the service: a rating from 1 (poor) to 5 (great), a message, or
both. With --message - the message is read from standard input. Without a rating and a message, it
opens an editor (VISUAL or EDITOR) on a terminal.

Only what you give is sent, with the version of this client. If the response is lost, the feedback
may have been recorded; it is never sent again automatically.`
	cmd.Example = `  travel feedback --rating 5
  travel feedback --rating 3 --category flights --message "the return leg is hard to compare"
  travel feedback --message - < notes.txt`
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return runFeedback(cmd.Context(), o) }
	cli.AddParams(cmd, values)
	cmd.Flags().Lookup("message").Usage += "; - reads it from standard input"
	cmd.Flags().Lookup("version").Usage += "; default this client's own"
	cli.CompleteNothing(cmd)
	// Services may accept feedback with an empty answer.
	return run.Prints(cmd, schema.Body("submitFeedback", desk.Meta{}), schema.Document(struct{}{}, desk.Meta{}))
}

func runFeedback(ctx context.Context, o *feedbackOptions) error {
	answer, err := o.send(ctx)
	if err != nil {
		if name := o.draft.name; name != "" {
			o.Out().Notice("the message is kept in %s", name)
		}
		return err
	}
	o.draft.forget()
	if err := o.Out().Print(answer.Bodies[0], answer.Meta, feedbackFacts(answer.Value), nil); err != nil {
		return err
	}
	if o.Out().Text() {
		o.Out().Notice("Thank you.")
	}
	return nil
}

func (o *feedbackOptions) send(ctx context.Context) (desk.Answer[apiclient.Feedback], error) {
	if err := o.complete(ctx); err != nil {
		return desk.Answer[apiclient.Feedback]{}, err
	}
	return service.SendFeedback(ctx, o.Desk(), o.values)
}

// complete gets the message from stdin or an editor if needed, and adds the version.
func (o *feedbackOptions) complete(ctx context.Context) error {
	defer patience.Hold(ctx)() // a person may take as long as needed to write
	message := o.values.Text("message")
	var err error
	switch {
	case message == "-":
		message, err = readMessage(o.Env.Stdin)
	case !o.values.Has("message") && !o.values.Has("rating"):
		message, err = o.draft.write(ctx)
	case !o.values.Has("message"):
		return service.SetVersion(o.values, o.Env.Build.Version)
	}
	if err != nil {
		return err
	}
	if err := service.SetMessage(o.values, message); err != nil {
		return err
	}
	return service.SetVersion(o.values, o.Env.Build.Version)
}

// feedbackFacts shows exactly what was sent. The 202 response has no other content.
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

// maxMessageBytes limits the input for a message of at most 2,000 characters.
const maxMessageBytes = 64 << 10

// draftEnd separates a message from what the editor shows below it.
const draftEnd = "------ nothing below this line is sent ------"

// draft is a message that a person writes in an editor. Its file stays until the message has been sent.
type draft struct {
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       bool // an editor can run on stdin and stdout

	name string // of the file, "" if there is none
}

func newDraft(env *cli.Env) *draft {
	return &draft{
		getenv: env.Getenv, stdin: env.Stdin, stdout: env.Stdout, stderr: env.Stderr, terminal: env.StdinTTY && env.OutTerm.TTY,
	}
}

// write opens an editor and returns the message written there.
func (d *draft) write(ctx context.Context) (string, error) {
	missing := problem.Usagef("there is nothing to send; give --rating, --message, or both")
	if !d.terminal {
		return "", missing
	}
	editor := strings.Fields(d.getenv("VISUAL"))
	if len(editor) == 0 {
		editor = strings.Fields(d.getenv("EDITOR"))
	}
	if len(editor) == 0 {
		missing.Text += "; to write it in an editor, set EDITOR"
		return "", missing
	}
	name, err := makeDraft()
	if err != nil {
		return "", err
	}
	if err := d.edit(ctx, editor, name); err != nil {
		return "", errors.Join(err, os.Remove(name))
	}
	text, err := readDraft(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", problem.Usagef("the editor left no message, so nothing was sent")
	}
	d.name = name
	if err == nil && strings.TrimSpace(text) == "" {
		d.forget()
	}
	return text, err
}

// edit runs the editor on the terminal and waits for it to exit.
func (d *draft) edit(ctx context.Context, editor []string, name string) error {
	streams := child.Streams{In: d.stdin, Out: d.stdout, Err: d.stderr}
	if err := child.Run(ctx, streams, editor[0], append(editor[1:], name)...); err != nil {
		return problem.Usagef("the editor %s did not end well (%v), so nothing was sent", words.Quote(strings.Join(editor, " ")), err).
			Advise("set EDITOR to another one, or give --message")
	}
	return nil
}

// forget removes the file of a message that was sent or is empty.
func (d *draft) forget() {
	if d.name != "" {
		_ = os.Remove(d.name)
		d.name = ""
	}
}

// makeDraft creates the file to write in, readable only by its owner.
func makeDraft() (string, error) {
	f, err := os.CreateTemp("", "travel-feedback-*.txt") // CreateTemp makes it 0600
	if err != nil {
		return "", fmt.Errorf("make a file to write in: %w", err)
	}
	_, err = f.WriteString("\n\n" + draftEnd + "\nWrite the message above: what went well, what did not. At most 2,000 characters.\n" +
		"It goes to the makers of the service with the version of this client, and nothing else.\nAn empty message sends nothing.\n")
	return f.Name(), errors.Join(err, f.Close())
}

func readDraft(name string) (string, error) {
	text, err := store.ReadUpTo(name, maxMessageBytes)
	if err != nil {
		return "", fmt.Errorf("read the message: %w", err)
	}
	message, _, _ := strings.Cut(string(text), draftEnd)
	return message, nil
}

// readMessage reads a whole message from a stream.
func readMessage(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxMessageBytes+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read the message: %w", err)
	case len(text) > maxMessageBytes:
		return "", problem.Usagef("the message has more than %s bytes; at most 2,000 characters fit", words.Grouped(maxMessageBytes))
	}
	return string(text), nil
}
