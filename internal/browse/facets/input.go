package facets

import (
	"strings"

	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/screen"
)

// input is what is being typed.
type input struct {
	what typing
	text field.Text
}

// typing is what is being typed for.
type typing uint8

const (
	typingNothing typing = iota
	typingFind
	typingValue // of the end under the cursor
)

// mostTyped bounds what is typed, in code points.
const mostTyped = 40

// begin begins to type.
func (p *Panel) begin(what typing) {
	p.input = input{what: what, text: field.Text{Most: mostTyped}}
}

// Type takes keys while something is typed, and digits at the end of a range.
func (p *Panel) Type(e screen.Event) bool {
	k, isKey := e.(screen.Key)
	switch {
	case p.input.what == typingNothing:
		if !isKey || p.end() == nil || k.Code != screen.Text || k.Mod != 0 || k.Rune < '0' || k.Rune > '9' {
			return false
		}
		p.begin(typingValue)
	case isKey:
		if taken, done := p.close(k.String()); done {
			return taken
		}
	}
	p.input.text.Type(e)
	p.look()
	return true
}

// close tells of the keys that are no part of a text, and whether they go no further: to the table. What
// cannot be taken is typed on.
func (p *Panel) close(key string) (taken, done bool) {
	switch {
	case key == "esc", key == "backspace" && p.input.text.Empty():
		p.input.text.Set("")
		p.look()
		p.input = input{}
	case key == "enter":
		p.accept()
	case key == "tab", key == "shift+tab":
		return !p.accept(), true
	case key == "up", key == "down":
		return p.input.what == typingValue && !p.accept(), true
	default:
		return false, false
	}
	return true, true
}

// accept ends the typing, and tells whether what was typed is taken.
func (p *Panel) accept() bool {
	if p.input.what == typingValue {
		e, text := p.end(), strings.TrimSpace(p.input.text.Value())
		if e != nil && !p.change(func(q *params.Values) error { return e.put(q, text) }) {
			return false
		}
	}
	p.input = input{}
	return true
}

// look finds filters while a part of their name is typed.
func (p *Panel) look() {
	text := strings.TrimSpace(p.input.text.Value())
	if p.input.what != typingFind || text == p.find {
		return
	}
	if p.find == "" {
		p.left[p.group] = p.key()
	}
	p.find, p.at, p.view.top = text, 0, 0
	p.list()
	if text == "" {
		p.seek(p.left[p.group])
	}
}

// finding begins to find.
func (p *Panel) finding() {
	p.find, p.among = "", false
	p.list()
	p.begin(typingFind)
}
