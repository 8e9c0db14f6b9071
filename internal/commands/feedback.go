package commands

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/desk/search"
)

type feedbackOptions struct {
	app    *app
	params *params
	draft  string // file that holds a message written in the editor, "" for none
}

func newFeedback(a *app) *cobra.Command {
	o := &feedbackOptions{app: a, params: newParams("submitFeedback", nil)}
	cmd := &cobra.Command{
		Use:   "feedback",
		Short: "Tell the makers of the service and of this client what you think",
		Long: `Send feedback about this client and the service: a rating from 1, poor, to 5,
great, a message, or both. With --message - the message is read from standard
input. Without rating and message an editor opens (VISUAL or EDITOR), on a
terminal.

Only what you give is sent, and the version of this client. When the answer is
lost, the feedback may have been recorded; it is never sent a second time by
itself.`,
		Example: `  travel feedback --rating 5
  travel feedback --rating 3 --category flights --message "the return leg is hard to compare"
  travel feedback --message - < notes.txt`,
		Args:        arguments("", 0, 0),
		Annotations: map[string]string{"operationId": "submitFeedback"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return runFeedback(cmd.Context(), o) },
	}
	o.params.addFlags(cmd)
	cmd.Flags().Lookup("message").Usage += "; - reads it from standard input"
	cmd.Flags().Lookup("version").Usage += "; default this client's own"
	completeNothing(cmd)
	return cmd
}

func runFeedback(ctx context.Context, o *feedbackOptions) error {
	if err := o.complete(ctx); err != nil {
		o.tellDraft()
		return err
	}
	body := desk.Request[apiclient.Feedback](o.params.Params)
	client, err := o.app.client(ctx)
	if err != nil {
		o.tellDraft()
		return err
	}
	answer, err := client.SubmitFeedback(ctx, body)
	if err != nil {
		return o.failed(err)
	}
	o.forgetDraft()
	if err := o.app.out().Snapshot(answer.Body, newFacts("submitFeedback"), feedbackFacts(body)); err != nil {
		return err
	}
	if o.app.text() {
		o.app.notice("Thank you.")
	}
	return nil
}

// complete finds the message where it was said to be, and adds the version.
func (o *feedbackOptions) complete(ctx context.Context) error {
	message := o.params.Text("message")
	switch {
	case message == "-":
		text, err := readMessage(o.app.env.Stdin)
		if err != nil {
			return err
		}
		message = text
	case !o.params.Has("message") && !o.params.Has("rating"):
		text, err := o.write(ctx)
		if err != nil {
			return err
		}
		message = text
	case !o.params.Has("message"):
		return o.addVersion()
	}
	if err := o.setMessage(message); err != nil {
		return err
	}
	return o.addVersion()
}

// setMessage holds the contract's limits, told in a message's own words.
func (o *feedbackOptions) setMessage(text string) error {
	param, _ := o.params.Operation.Param("message")
	text = strings.TrimSpace(text)
	n := utf8.RuneCountInString(text)
	switch {
	case text == "":
		return misuse{Text: "the message is empty, so nothing was sent", Next: "travel feedback --help"}
	case !utf8.ValidString(text):
		return misuse{Text: "the message is not UTF-8 text, so nothing was sent"}
	case n > param.MaxLen:
		return misuse{Text: fmt.Sprintf("the message has %s characters; at most %s fit", grouped(n), grouped(param.MaxLen))}
	}
	return o.params.set("message", "--message", text)
}

func (o *feedbackOptions) addVersion() error {
	param, _ := o.params.Operation.Param("version")
	version := []rune(o.app.env.Build.Version)
	return o.params.setDefault("version", "--version", string(version[:min(len(version), param.MaxLen)]))
}

// failed words the one failure that is not like that of a read: an answer that
// was lost.
func (o *feedbackOptions) failed(err error) error {
	o.tellDraft()
	err = fmt.Errorf("send the feedback: %w", search.NotTheAPI(err))
	if !apiclient.MaybeCreated(err) {
		return err
	}
	return advised{
		err:  err,
		text: "the feedback may have been recorded; its answer is not known: " + err.Error(),
		hint: "it is not sent again by itself; sending it again may record it twice",
	}
}

// feedbackFacts says exactly what was sent. The 202 is the whole answer.
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
	add("message", stated(f.Message))
	add("version", stated(f.Version))
	return facts
}
