package commands

import (
	"bufio"
	"context"
	"fmt"
	"strings"
)

// canAsk tells whether a person is there to answer a question.
func (a *app) canAsk() bool { return a.env.StdinTTY && a.env.ErrTerm.TTY }

// confirm asks a yes-or-no question on stderr; anything but a yes is a no, and
// so is a question that nobody is there to answer.
func (a *app) confirm(ctx context.Context, question string) (bool, error) {
	if !a.canAsk() {
		return false, nil
	}
	if err := a.stderr().Question(question); err != nil {
		return false, err
	}
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(a.env.Stdin).ReadString('\n')
		answer <- line
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.env.Stderr) // nobody has ended the question's line
		return false, ctx.Err()
	case line := <-answer:
		if !strings.HasSuffix(line, "\n") {
			fmt.Fprintln(a.env.Stderr)
		}
		word := strings.ToLower(strings.TrimSpace(line))
		return word == "y" || word == "yes", nil
	}
}

// upperFirst begins a sentence.
func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
