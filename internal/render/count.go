package render

import (
	"fmt"
	"strconv"
)

// countLine says how many things there are, which of them are shown by their
// numbers, and how the search stands.
func (c canvas) countLine(noun string, total int, numbers []int, status string) string {
	text := counted(total, noun)
	switch n := len(numbers); {
	case n == 0 || n == total:
	case numbers[0] > 1:
		text += fmt.Sprintf(", %d to %d shown", numbers[0], numbers[n-1])
	default:
		text += fmt.Sprintf(", %d shown", n)
	}
	if status = c.text(status); status != "" {
		text += ", " + status
	}
	return text + "."
}

// counted is a number with its noun: "1 night", "3 nights".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// thousands writes a whole number with a comma before every three digits; what
// is no whole number is shown as it is.
func thousands(text string) string {
	if !isDigits(text) {
		return text
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
