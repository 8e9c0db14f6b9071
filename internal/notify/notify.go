// Package notify shows desktop notifications to the user. It starts no desktop session: if there is none, it returns
// an error.
//
// The text of a notification may be foreign, so it is never part of a command line that another program parses: it
// is passed as one argument of a call, one argument of a program, or a variable.
package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/clean"
)

// Title is the title of every notification.
const Title = "travel"

// patience is how long the desktop may take to accept a notification.
const patience = 5 * time.Second

// most is the maximum number of characters in a notification; a desktop shows fewer.
const most = 400

// ErrNoDesktop is returned if there is no desktop session.
var ErrNoDesktop = errors.New("there is no desktop session here")

// Show shows a one-line text. getenv reads the environment. The error is one line that says why no notification was
// shown.
func Show(ctx context.Context, getenv func(string) string, text string) error {
	ctx, end := context.WithTimeout(ctx, patience)
	defer end()
	text = clean.Line(text)
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	err := show(ctx, getenv, text)
	switch {
	case err == nil || errors.Is(err, ErrNoDesktop):
		return err
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("the desktop did not answer within %s", patience)
	}
	return errors.New(clean.Line(err.Error()))
}
