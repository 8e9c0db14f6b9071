// Package notify shows a notice on the desktop of the person who runs the program. It starts no desktop
// session: where there is none, the error says so.
//
// What a notice says may hold foreign text, so it is never a part of a command line that something else
// reads: it is one argument of a call, one argument of a program, or a variable.
package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/clean"
)

// Title is the title of every notice.
const Title = "travel"

// patience is how long a desktop has to take a notice.
const patience = 5 * time.Second

// most is how many characters a notice has; a desktop shows fewer.
const most = 400

// ErrNoDesktop says that there is no desktop to show anything.
var ErrNoDesktop = errors.New("there is no desktop session here")

// Show shows a text of one line. getenv reads the environment. The error is one line, and says why no
// notice was shown.
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
