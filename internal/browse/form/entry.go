package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// An entry is a labeled field of the form.
type entry interface {
	own() *common
	enter()                   // called when it becomes the current entry
	leave()                   // called when it is no longer the current entry
	Type(e screen.Event) bool // reports whether it handled the event
	// draw returns the value in at most that many cells and the column of the cursor, -1 for none.
	draw(c canvas.Canvas, cells int) (text string, cursor int)
	hint(c canvas.Canvas) string // the meaning of the value or what is accepted; in the canvas's character set
	drop(c canvas.Canvas) []line // the lines shown below it while it is current
	set(q *ask.Values) error     // puts the value into a request, unless it is a place or a day
}

// common has the parts of every entry. It is all there is to an entry that opens nothing below.
type common struct {
	form  *form
	page  int    // index of its key table
	label string // ASCII only
	wire  string // the API parameter
	need  string // the message if the field is empty; "" if it is optional
	wrong string // the error message; may contain untrusted text
}

func (e *common) own() *common              { return e }
func (e *common) enter()                    {}
func (e *common) leave()                    {}
func (e *common) hint(canvas.Canvas) string { return "" }
func (e *common) drop(canvas.Canvas) []line { return nil }
func (e *common) set(*ask.Values) error     { return nil }

// written is an entry for a line of text.
type written struct {
	common
	text field.Text
}

func (e *written) enter()                       { e.text.Mark() }
func (e *written) leave()                       { e.text.Unmark() }
func (e *written) Type(event screen.Event) bool { return e.text.Type(event) }

func (e *written) draw(c canvas.Canvas, cells int) (string, int) {
	return e.text.Draw(c, cells), e.text.Cursor()
}

// count is a number of people or rooms.
type count struct {
	common
	least, most int // inclusive bounds
	value       int
	usual       int
	begun       bool // the next digit is appended, and otherwise it replaces the number
}

// newCount returns a count with the bounds and the default of the API parameter, and the value n if that is within the
// bounds.
func newCount(f *form, op *api.Operation, label, wire string, n int) *count {
	p, _ := op.Param(wire)
	e := &count{common: common{form: f, page: onNumber, label: label, wire: wire}, least: int(p.Min), most: int(p.Max)}
	e.usual, _ = strconv.Atoi(p.Default)
	if e.value = e.usual; n >= e.least && n <= e.most {
		e.value = n
	}
	return e
}

func (e *count) set(q *ask.Values) error {
	if e.value != e.usual {
		q.SetTyped(e.wire, e.value)
	}
	return nil
}

func (e *count) enter() { e.begun = false }

// Type handles +, -, digits, and left and right or their letters. A key that would leave the bounds only shows them.
func (e *count) Type(event screen.Event) bool {
	k, ok := event.(screen.Key)
	if !ok {
		return false
	}
	to, digit := e.value, false
	switch name := k.String(); {
	case slices.Contains([]string{"+", "=", "right", "l"}, name):
		to++
	case slices.Contains([]string{"-", "_", "left", "h"}, name):
		to--
	case slices.Contains([]string{"backspace", "delete"}, name):
		to = e.least
	case len(name) == 1 && name[0] >= '0' && name[0] <= '9':
		to, digit = int(name[0]-'0'), true
		if e.begun {
			to += 10 * e.value
		}
	default:
		return false
	}
	fits := to >= e.least && to <= e.most
	e.begun = digit && (e.begun || fits)
	if !fits {
		e.form.stage.Say(fmt.Sprintf("%s: a number from %d to %d.", e.label, e.least, e.most))
		return true
	}
	e.value = to
	return true
}

func (e *count) draw(canvas.Canvas, int) (string, int) { return strconv.Itoa(e.value), -1 }

// pick is a choice of one word among a few.
type pick struct {
	common
	words  []string // ASCII only
	at     int      // index of the chosen word
	values []string // the API values
	spans  [][2]int // the cells of each word in the last drawing, without the one after them; 0, 0 for a hidden word
}

func (e *pick) set(q *ask.Values) error {
	if e.at != 0 && e.wire != "" {
		q.SetTyped(e.wire, e.values[e.at])
	}
	return nil
}

// Type handles left and right or their letters, and the space bar, which wraps around.
func (e *pick) Type(event screen.Event) bool {
	k, ok := event.(screen.Key)
	if !ok {
		return false
	}
	at, last := e.at, len(e.words)-1
	switch k.String() {
	case "right", "l":
		at = min(at+1, last)
	case "left", "h":
		at = max(at-1, 0)
	case "space":
		at = (at + 1) % len(e.words)
	case "home":
		at = 0
	case "end":
		at = last
	case "backspace": // would otherwise leave the form
	default:
		return false
	}
	e.choose(at)
	return true
}

// draw returns the words with the chosen one in brackets. If not all fit, it shows those around the chosen one.
func (e *pick) draw(c canvas.Canvas, cells int) (text string, cursor int) {
	e.spans = make([][2]int, len(e.words))
	width := func(words []string) int { return len(strings.Join(words, "  ")) + 2 }
	first := 0
	for first < e.at && width(e.words[first:e.at+1]) > cells {
		first++
	}
	used := 0
	for i := first; i < len(e.words); i++ {
		word, tone := " "+e.words[i]+" ", canvas.Faint
		if i == e.at {
			word, tone = "["+e.words[i]+"]", canvas.Strong
		}
		if used+len(word) > cells {
			break
		}
		e.spans[i] = [2]int{used, used + len(word)}
		text += c.Paint(tone, word)
		used += len(word)
	}
	return text, -1
}

// choose chooses a word. The first pick of the form switches between flights and hotels.
func (e *pick) choose(at int) {
	was := e.at
	e.at = at
	if e == e.form.kind && at != was {
		e.form.carry()
	}
}

// ages is the field for the ages of children in a hotel search.
type ages struct{ written }

func (e *ages) set(q *ask.Values) error {
	if e.text.Empty() {
		return nil
	}
	return q.Set(e.wire, e.label, e.list())
}

// list returns the ages separated by commas, as the API takes them.
func (e *ages) list() string {
	parts := strings.FieldsFunc(e.text.Value(), func(r rune) bool { return r == ' ' || r == ',' || r == ';' })
	return strings.Join(parts, ",")
}

func (e *ages) hint(canvas.Canvas) string {
	if e.text.Empty() {
		return "their ages, such as 4, 9"
	}
	return words.Plural(strings.Count(e.list(), ",")+1, "child", "children")
}

// finish is the last line, which starts the search. It also shows the quota that the search uses.
type finish struct{ common }

func (e *finish) Type(screen.Event) bool { return false }

func (e *finish) draw(canvas.Canvas, int) (string, int) { return "", -1 }

func (e *finish) hint(canvas.Canvas) string {
	quota := desk.FlightSearches
	if e.form.hotels() {
		quota = desk.HotelSearches
	}
	if e.form.went.promised = ""; e.form.back() != nil {
		e.form.went.promised = e.form.Command()
		return "goes back to the list; spends nothing"
	}
	return "spends one of your searches" + e.form.left[quota]
}
