package commands

import (
	"bufio"
	"context"
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
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done():
		return false, ctx.Err()
	case word := <-answer:
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
