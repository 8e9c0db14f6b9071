package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// maxMessageBytes bounds what is read for a message of at most 2,000 characters.
const maxMessageBytes = 64 << 10

// draftEnd separates a message from what the editor shows below it.
const draftEnd = "------ nothing below this line is sent ------"

// readMessage reads a message from a stream to its end.
func readMessage(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxMessageBytes))
	if err != nil {
		return "", fmt.Errorf("read the message: %w", err)
	}
	return string(text), nil
}

// write lets a person write the message in an editor of theirs. The file stays
// until the message has arrived.
func (o *feedbackOptions) write(ctx context.Context) (string, error) {
	env := o.app.env
	missing := misuse{Text: "there is nothing to send; give --rating, --message, or both", Next: "travel feedback --help"}
	if !env.StdinTTY || !env.OutTerm.TTY {
		return "", missing
	}
	editor := strings.Fields(env.Getenv("VISUAL"))
	if len(editor) == 0 {
		editor = strings.Fields(env.Getenv("EDITOR"))
	}
	if len(editor) == 0 {
		missing.Text += "; to write it in an editor, set EDITOR"
		return "", missing
	}
	name, err := newDraft()
	if err != nil {
		return "", err
	}
	if err := o.edit(ctx, editor, name); err != nil {
		return "", errors.Join(err, os.Remove(name))
	}
	o.draft = name
	text, err := readDraft(name)
	if err == nil && strings.TrimSpace(text) == "" {
		o.forgetDraft()
	}
	return text, err
}

// edit runs the editor on the terminal and waits for it. A program that is only
// found in the working directory is not run (os/exec refuses it).
func (o *feedbackOptions) edit(ctx context.Context, editor []string, name string) error {
	cmd := exec.CommandContext(ctx, editor[0], append(editor[1:], name)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = o.app.env.Stdin, o.app.env.Stdout, o.app.env.Stderr
	if err := cmd.Run(); err != nil {
		return misuse{
			Text: fmt.Sprintf("the editor %s did not end well (%v), so nothing was sent", quoteArg(strings.Join(editor, " ")), err),
			Hint: "set EDITOR to another one, or give --message",
		}
	}
	return nil
}

// newDraft makes the file to write in, readable by its owner.
func newDraft() (string, error) {
	f, err := os.CreateTemp("", "travel-feedback-*.txt") // CreateTemp makes it 0600
	if err != nil {
		return "", fmt.Errorf("make a file to write in: %w", err)
	}
	_, err = f.WriteString("\n\n" + draftEnd + "\nWrite the message above: what went well, what did not. At most 2,000 characters.\n" +
		"It goes to the makers of the service with the version of this client, and nothing else.\nAn empty message sends nothing.\n")
	return f.Name(), errors.Join(err, f.Close())
}

func readDraft(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("read the message: %w", err)
	}
	defer f.Close()
	text, err := readMessage(f)
	message, _, _ := strings.Cut(text, draftEnd)
	return message, err
}

// forgetDraft removes a message that has arrived, or was none.
func (o *feedbackOptions) forgetDraft() {
	if o.draft != "" {
		_ = os.Remove(o.draft)
		o.draft = ""
	}
}

// tellDraft says where a message is that could not be sent.
func (o *feedbackOptions) tellDraft() {
	if o.draft != "" {
		o.app.notice("the message is kept in %s", o.draft)
	}
}
