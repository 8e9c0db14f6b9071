package canvas

import (
	"fmt"

	"travel.example/travel/internal/words"
)

// CountLine says how many things there are, which of them are shown by their
// numbers, and how the search stands.
func (c Canvas) CountLine(noun string, total int, numbers []int, status string) string {
	text := words.Counted(total, noun)
	switch n := len(numbers); {
	case n == 0 || n == total:
	case numbers[0] > 1:
		text += fmt.Sprintf(", %d to %d shown", numbers[0], numbers[n-1])
	default:
		text += fmt.Sprintf(", %d shown", n)
	}
	if status = c.Text(status); status != "" {
		text += ", " + status
	}
	return text + "."
}

// Ending is the notes and the next commands under an answer.
func (c Canvas) Ending(notes, next []string) []string {
	var out []string
	if len(notes) > 0 {
		out = append(out, "")
	}
	out = append(out, c.Sentences(notes)...)
	if lines := c.Next(next); len(lines) > 0 {
		out = append(append(out, ""), lines...)
	}
	return out
}

// Sentences are lines of whole sentences, each beginning on its own.
func (c Canvas) Sentences(list []string) []string {
	var out []string
	for _, text := range list {
		out = append(out, c.Wrap("", c.Spaced(text), Plain)...)
	}
	return out
}

// Next names the commands that may follow.
func (c Canvas) Next(commands []string) []string {
	var items []string
	for _, command := range commands {
		if command = c.Text(command); command != "" {
			items = append(items, command)
		}
	}
	if len(items) == 0 {
		return nil
	}
	return c.Flow(c.Paint(Strong, "Next")+"   ", items, " "+c.Glyph.Dot+" ")
}
