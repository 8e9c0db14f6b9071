package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// maxMessageBytes bounds what is read for a message of at most 2,000 characters.
const maxMessageBytes = 64 << 10

// draftEnd separates a message from what the editor shows below it.
const draftEnd = "------ nothing below this line is sent ------"

// draft is a message that a person writes in an editor of theirs. Its file stays until the message
// has arrived.
type draft struct {
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       bool // an editor can run on stdin and stdout

	name string // of the file, "" for none
}

func newDraft(env *cli.Env) *draft {
	return &draft{
		getenv: env.Getenv, stdin: env.Stdin, stdout: env.Stdout, stderr: env.Stderr, terminal: env.StdinTTY && env.OutTerm.TTY,
	}
}

// write lets a person write the message.
func (d *draft) write(ctx context.Context) (string, error) {
	missing := problem.UsageError{Text: "there is nothing to send; give --rating, --message, or both"}
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
	d.name = name
	text, err := readDraft(name)
	if err == nil && strings.TrimSpace(text) == "" {
		d.forget()
	}
	return text, err
}

// edit runs the editor on the terminal and waits for it. A program that is only found in the working
// directory is not run (os/exec refuses it).
func (d *draft) edit(ctx context.Context, editor []string, name string) error {
	cmd := exec.CommandContext(ctx, editor[0], append(editor[1:], name)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = d.stdin, d.stdout, d.stderr
	if err := cmd.Run(); err != nil {
		return problem.UsageError{
			Text: fmt.Sprintf("the editor %s did not end well (%v), so nothing was sent", words.Quote(strings.Join(editor, " ")), err),
			Hint: "set EDITOR to another one, or give --message",
		}
	}
	return nil
}

// forget removes a message that has arrived, or that is empty.
func (d *draft) forget() {
	if d.name != "" {
		_ = os.Remove(d.name)
		d.name = ""
	}
}

// makeDraft makes the file to write in, readable by its owner.
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
	f, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("read the message: %w", err)
	}
	defer f.Close()
	text, err := readMessage(f)
	message, _, _ := strings.Cut(text, draftEnd)
	return message, err
}

// readMessage reads a message from a stream to its end.
func readMessage(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxMessageBytes))
	if err != nil {
		return "", fmt.Errorf("read the message: %w", err)
	}
	return string(text), nil
}
