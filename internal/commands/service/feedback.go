package service

import (
	"cmp"
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

// Feedback returns the command that sends feedback.
func Feedback(run *cli.Run) *cobra.Command {
	cmd, values := run.Operation("submitFeedback")
	cmd.Long = `Send feedback about this client and the service: a rating from 1 (poor) to 5 (great), a message, or
both. With --message - the message is read from standard input. Without a rating and a message, it
opens an editor (VISUAL or EDITOR) on a terminal.

Only what you give is sent, with the version of this client. If the response is lost, the feedback
may have been recorded; it is never sent again automatically.`
	cmd.Example = `  travel feedback --rating 5
  travel feedback --rating 3 --category flights --message "the return leg is hard to compare"
  travel feedback --message - < notes.txt`
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		answer, draft, err := sendFeedback(cmd.Context(), run, values)
		if err != nil {
			if draft != "" {
				run.Out().Notice("the message is kept in %s", draft)
			}
			return err
		}
		if draft != "" {
			_ = os.Remove(draft)
		}
		f := answer.Value // exactly what was sent; the 202 response has no other content
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
		if err := run.Out().Print(answer.Bodies[0], answer.Meta, facts, nil); err != nil {
			return err
		}
		if run.Out().Text() {
			run.Out().Notice("Thank you.")
		}
		return nil
	}
	cli.AddParams(cmd, values)
	cmd.Flags().Lookup("message").Usage += "; - reads it from standard input"
	cmd.Flags().Lookup("version").Usage += "; default this client's own"
	// Services may accept feedback with an empty answer.
	return run.Prints(cmd, schema.Body("submitFeedback", desk.Meta{}), schema.Document(struct{}{}, desk.Meta{}))
}

// sendFeedback gets the message from stdin or an editor if needed, adds the version, and sends it. draft is the file of
// a message that was written in an editor, or "".
func sendFeedback(ctx context.Context, run *cli.Run, values *ask.Values) (answer desk.Answer[apiclient.Feedback], draft string, err error) {
	release := patience.Hold(ctx) // a person may take as long as needed to write
	message := values.Text("message")
	switch {
	case message == "-":
		var text []byte
		text, err = io.ReadAll(io.LimitReader(run.Env.Stdin, maxMessageBytes+1))
		if message = string(text); err == nil && len(text) > maxMessageBytes {
			err = problem.Usagef("the message has more than %s bytes; at most 2,000 characters fit", words.Grouped(maxMessageBytes))
		}
	case !values.Has("message") && !values.Has("rating"):
		message, draft, err = writeMessage(ctx, run.Env)
	}
	release()
	if err == nil && (values.Has("message") || !values.Has("rating")) {
		err = service.SetMessage(values, message)
	}
	if err != nil {
		return answer, draft, err
	}
	service.SetVersion(values, run.Env.Build.Version)
	answer, err = service.SendFeedback(ctx, run.Desk(), values)
	return answer, draft, err
}

// maxMessageBytes limits the input for a message of at most 2,000 characters.
const maxMessageBytes = 64 << 10

// draftEnd separates a message from what the editor shows below it.
const draftEnd = "------ nothing below this line is sent ------"

// writeMessage opens an editor and returns the message written there, and its file unless it is empty.
func writeMessage(ctx context.Context, env *cli.Env) (message, draft string, err error) {
	missing := problem.Usagef("there is nothing to send; give --rating, --message, or both")
	if !env.StdinTTY || !env.OutTerm.TTY {
		return "", "", missing
	}
	editor := strings.Fields(cmp.Or(strings.TrimSpace(env.Getenv("VISUAL")), env.Getenv("EDITOR")))
	if len(editor) == 0 {
		missing.Text += "; to write it in an editor, set EDITOR"
		return "", "", missing
	}
	f, err := os.CreateTemp("", "travel-feedback-*.txt") // CreateTemp makes it 0600
	if err != nil {
		return "", "", fmt.Errorf("make a file to write in: %w", err)
	}
	_, err = f.WriteString("\n\n" + draftEnd + "\nWrite the message above: what went well, what did not. At most 2,000 characters.\n" +
		"It goes to the makers of the service with the version of this client, and nothing else.\nAn empty message sends nothing.\n")
	if err := errors.Join(err, f.Close()); err != nil {
		return "", "", err
	}
	streams := child.Streams{In: env.Stdin, Out: env.Stdout, Err: env.Stderr}
	if err := child.Run(ctx, streams, editor[0], append(editor[1:], f.Name())...); err != nil {
		err = problem.Usagef("the editor %s did not end well (%v), so nothing was sent", words.Quote(strings.Join(editor, " ")), err).
			Advise("set EDITOR to another one, or give --message")
		return "", "", errors.Join(err, os.Remove(f.Name()))
	}
	text, err := store.ReadUpTo(f.Name(), maxMessageBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return "", "", problem.Usagef("the editor left no message, so nothing was sent")
	}
	message, _, _ = strings.Cut(string(text), draftEnd)
	if err == nil && strings.TrimSpace(message) == "" {
		return "", "", os.Remove(f.Name())
	}
	return message, f.Name(), err
}
