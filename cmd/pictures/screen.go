package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// An ink is how a piece of text looks, named by what it means.
type ink struct {
	strong, faint bool
	tone          string // good, warn or bad; "" is plain
}

// A cell is one place of a screen; text is "" behind a wide sign.
type cell struct {
	text string
	ink  ink
}

// A screen is a terminal of fixed size, as far as travel uses one. It does not know what to do with
// anything else, and says so. It scrolls: what leaves at its top is gone.
type screen struct {
	mu            sync.Mutex // over a Write, and over what drawn reads
	width, height int
	rows          [][]cell
	x, y          int
	ink           ink
	err           error
}

func newScreen(width, height int) *screen {
	s := &screen{width: width, height: height, rows: make([][]cell, height)}
	s.erase(0, 0, height)
	return s
}

// Write draws what a program printed. It never keeps half a sequence for the next call: travel writes
// a frame at a time.
func (s *screen) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parser := ansi.NewParser()
	var state byte
	for rest := text; len(rest) > 0; {
		sign, width, n, next := ansi.DecodeSequence(rest, state, parser)
		rest, state = rest[n:], next
		switch {
		case width > 0:
			s.put(string(sign), width)
		case len(sign) == 1:
			s.control(sign[0])
		default:
			s.sequence(string(sign))
		}
		if s.err != nil {
			return 0, s.err
		}
	}
	return len(text), nil
}

func (s *screen) put(sign string, width int) {
	if s.x+width > s.width {
		s.err = fmt.Errorf("%q does not fit into a line of %d: %s", sign, s.width, s.line(s.y))
		return
	}
	s.rows[s.y][s.x] = cell{sign, s.ink}
	for i := 1; i < width; i++ {
		s.rows[s.y][s.x+i] = cell{"", s.ink}
	}
	s.x += width
}

func (s *screen) control(sign byte) {
	switch sign {
	case '\r':
		s.x = 0
	case '\n': // which a terminal's driver makes of it: to the start of the next line
		s.x = 0
		if s.y++; s.y == s.height {
			s.rows = append(s.rows[1:], nil)
			s.y--
			s.erase(s.y, 0, s.height)
		}
	default:
		s.err = fmt.Errorf("the control sign %q is not known", sign)
	}
}

// sequence obeys a control sequence: ESC [ numbers and a letter.
func (s *screen) sequence(text string) {
	body, ok := strings.CutPrefix(text, "\x1b[")
	if !ok {
		s.err = fmt.Errorf("the sequence %q is not known", text)
		return
	}
	numbers, command := body[:len(body)-1], body[len(body)-1]
	switch {
	case command == 'm':
		s.paint(numbers)
	case command == 'A':
		n, _ := strconv.Atoi(numbers)
		s.y = max(s.y-max(n, 1), 0)
	case command == 'K' && (numbers == "" || numbers == "0"):
		s.erase(s.y, s.x, s.y+1)
	case command == 'J' && (numbers == "" || numbers == "0"):
		s.erase(s.y, s.x, s.height)
	case numbers == "?2026" && (command == 'h' || command == 'l'): // a frame is drawn at once
	default:
		s.err = fmt.Errorf("the sequence %q is not known", text)
	}
}

// paint follows the colours of a terminal with 16 of them.
func (s *screen) paint(numbers string) {
	for number := range strings.SplitSeq(numbers, ";") {
		switch number {
		case "", "0":
			s.ink = ink{}
		case "1":
			s.ink.strong = true
		case "2":
			s.ink.faint = true
		case "22":
			s.ink.strong, s.ink.faint = false, false
		case "31":
			s.ink.tone = "bad"
		case "32":
			s.ink.tone = "good"
		case "33":
			s.ink.tone = "warn"
		case "39":
			s.ink.tone = ""
		default:
			s.err = fmt.Errorf("the colour %q is not known", numbers)
			return
		}
	}
}

// erase wipes from a place to the end of the row before another.
func (s *screen) erase(y, x, before int) {
	for ; y < before; y, x = y+1, 0 {
		row := append(slices.Clip(s.rows[y][:min(x, len(s.rows[y]))]), make([]cell, s.width-x)...)
		for i := x; i < s.width; i++ {
			row[i] = cell{" ", ink{}}
		}
		s.rows[y] = row
	}
}

// line is the text of a row.
func (s *screen) line(y int) string {
	var text strings.Builder
	for _, c := range s.rows[y] {
		text.WriteString(c.text)
	}
	return strings.TrimRight(text.String(), " ")
}

// A run is text of one ink, and where it stands in its row.
type run struct {
	at, cells int
	text      string
	ink       ink
}

// dots tells whether a sign is made of Braille dots. Few fonts have them, and those of another font are
// of another width: they are set for themselves, so that they push no letter aside.
func dots(sign string) bool {
	r, _ := utf8.DecodeRuneInString(sign)
	return unicode.Is(unicode.Braille, r)
}

// runs are the runs of a row, without the empty room around them.
func runs(row []cell) []run {
	var found []run
	for i := 0; i < len(row); {
		from := i
		var text bytes.Buffer
		for ; i < len(row) && row[i].ink == row[from].ink && dots(row[i].text) == dots(row[from].text); i++ {
			text.WriteString(row[i].text)
		}
		whole := text.String()
		left := strings.TrimLeft(whole, " ")
		trimmed := strings.TrimRight(left, " ")
		if trimmed == "" {
			continue
		}
		at := from + len(whole) - len(left)
		found = append(found, run{at, i - at - (len(left) - len(trimmed)), trimmed, row[from].ink})
	}
	return found
}

// drawn is the screen as it is now, a list of runs for each row.
func (s *screen) drawn() [][]run {
	s.mu.Lock()
	defer s.mu.Unlock()
	frame := make([][]run, s.height)
	for y, row := range s.rows {
		frame[y] = runs(row)
	}
	return frame
}
