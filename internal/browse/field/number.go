package field

import (
	"slices"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// Number is a small number between two bounds, such as the number of adults.
type Number struct {
	Least, Most int // inclusive bounds
	Value       int
	Refused     bool // the last key would have left the bounds and was ignored
	begun       bool // the next digit is appended
}

// Mark makes the next digit replace the number, like typing over selected text.
func (n *Number) Mark() { n.begun = false }

// Type handles +, -, digits, and left and right or their letters. A key that would leave the bounds is ignored.
func (n *Number) Type(e screen.Event) bool {
	k, ok := e.(screen.Key)
	if !ok {
		return false
	}
	switch name := k.String(); {
	case slices.Contains([]string{"+", "=", "right", "l"}, name):
		n.set(n.Value + 1)
	case slices.Contains([]string{"-", "_", "left", "h"}, name):
		n.set(n.Value - 1)
	case slices.Contains([]string{"backspace", "delete"}, name):
		n.set(n.Least)
	case len(name) == 1 && name[0] >= '0' && name[0] <= '9':
		to := int(name[0] - '0')
		if n.begun {
			to += 10 * n.Value
		}
		n.set(to)
		n.begun = n.begun || !n.Refused
		return true
	default:
		return false
	}
	n.begun = false
	return true
}

func (n *Number) set(to int) {
	if n.Refused = to < n.Least || to > n.Most; !n.Refused {
		n.Value = to
	}
}

// Choice is a choice of one word among a few.
type Choice struct {
	Words []string // ASCII only
	At    int      // index of the chosen word
}

// Type handles left and right or their letters, and the space bar, which wraps around.
func (w *Choice) Type(e screen.Event) bool {
	k, ok := e.(screen.Key)
	if !ok {
		return false
	}
	last := len(w.Words) - 1
	switch k.String() {
	case "right", "l":
		w.At = min(w.At+1, last)
	case "left", "h":
		w.At = max(w.At-1, 0)
	case "space":
		if w.At++; w.At > last {
			w.At = 0
		}
	case "home":
		w.At = 0
	case "end":
		w.At = last
	case "backspace": // would otherwise leave the form
	default:
		return false
	}
	return true
}

// Draw returns the words with the chosen one in brackets, in at most that many cells. If not all fit, it shows those
// around the chosen one. spans holds the first cell of each word and the one after its last; both are 0 for a hidden
// word.
func (w *Choice) Draw(c canvas.Canvas, cells int) (line string, spans [][2]int) {
	spans = make([][2]int, len(w.Words))
	first := 0
	for first < w.At && w.width(first, w.At) > cells {
		first++
	}
	used := 0
	for i := first; i < len(w.Words); i++ {
		word, tone := " "+w.Words[i]+" ", canvas.Faint
		if i == w.At {
			word, tone = "["+w.Words[i]+"]", canvas.Strong
		}
		if used+len(word) > cells {
			break
		}
		spans[i] = [2]int{used, used + len(word)}
		line += c.Paint(tone, word)
		used += len(word)
	}
	return line, spans
}

// width returns the cells taken by the words from one index to another, inclusive.
func (w *Choice) width(from, to int) (cells int) {
	for _, word := range w.Words[from : to+1] {
		cells += len(word) + 2
	}
	return cells
}
