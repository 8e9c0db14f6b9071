package facets

import (
	"slices"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/screen"
)

// Pages returns the key bindings of the panel for the documentation.
func Pages() [][]stage.Binding {
	p := &Panel{}
	return [][]stage.Binding{p.onWord(p.everywhere()), p.onGroups(nil), p.onEnd(nil), onTyping()}
}

// onWord returns the keys on an item that can be turned on or off.
func (p *Panel) onWord(more []stage.Binding) []stage.Binding {
	return stage.Table("The filters", []stage.Binding{
		{Keys: "space enter", Foot: "on/off", Does: "Turn the filter under the cursor on or off", Do: p.turn, Bars: p.unturnable},
		{Keys: "esc f", Foot: "back", Does: "Leave the results, or go back to the list", Do: p.back},
		{Keys: "h left backspace", Foot: "groups", Does: "Go to the groups", Do: p.out},
	}, more)
}

// onEnd returns the keys on an end of a range.
func (p *Panel) onEnd(more []stage.Binding) []stage.Binding {
	return stage.Table("The end of a range", []stage.Binding{
		{Keys: "left h", Foot: "lower", Does: "Move it down a step", Do: func() { p.shift(-1) }},
		{Keys: "right l", Foot: "higher", Does: "Move it up a step", Do: func() { p.shift(1) }},
		{Keys: "enter space", Foot: "type", Does: "Type it as on a command line; a digit starts right away", Do: func() { p.begin(typingValue) }},
		{Keys: "esc f", Foot: "back", Does: "Leave the results, or go back to the list", Do: p.back},
		{Keys: "backspace", Foot: "groups", Does: "Go to the groups", Do: p.out},
	}, more)
}

// onGroups returns the keys on the list of groups.
func (p *Panel) onGroups(more []stage.Binding) []stage.Binding {
	return stage.Table("The groups of filters", []stage.Binding{
		{Keys: "enter l right space", Foot: "open", Does: "Go into the group", Do: func() { p.among = false }},
		{Keys: "esc f h left backspace", Foot: "back", Does: "Go back to the list", Do: p.back},
	}, more)
}

// onTyping documents the keys while the user types; the text field handles them.
func onTyping() []stage.Binding {
	return stage.Table("Typing a filter", []stage.Binding{
		{Keys: "enter", Foot: "take", Does: "Accept what was typed"},
		{Keys: "esc", Foot: "cancel", Does: "Leave it as it was"},
		{Keys: "? : q", Does: "Typed as text"},
	})
}

// everywhere returns the keys that work in the whole panel.
func (p *Panel) everywhere() []stage.Binding {
	const many = 1 << 20 // more than the number of lines
	filtered := stage.Needs(func() bool { return Count(p.query) > 0 }, "No filters are on.")
	return append([]stage.Binding{
		{Keys: "tab", Foot: "next group", Does: "Go to the next group", Do: func() { p.open(p.group + 1) }},
		{Keys: "shift+tab", Does: "Go to the previous group", Do: func() { p.open(p.group - 1) }},
		{Keys: "/", Foot: "find", Does: "Find a filter in any group", Do: p.finding},
		{Keys: "F", Foot: "clear all", Does: "Clear all filters", Do: p.clear, Bars: filtered},
		{Keys: "x", Foot: "clear group", Does: "Clear the group", Do: p.clearGroup, Bars: p.unset},
	}, stage.MoveKeys(p.move,
		func(halves int) { p.move(halves * max(p.view.height/2, 1)) },
		func(by int) { p.move(by * many) })...)
}

// Keys returns the key bindings at the cursor.
func (p *Panel) Keys() []stage.Binding {
	switch {
	case p.input.what != typingNothing:
		return onTyping()
	case p.among:
		return p.onGroups(p.everywhere())
	case p.end() != nil:
		return p.onEnd(p.everywhere())
	}
	return p.onWord(p.everywhere())
}

// move moves the cursor in the list of groups or in the open group.
func (p *Panel) move(by int) {
	if p.among {
		p.open(min(max(p.group+by, 0), len(p.groups)-1))
		return
	}
	p.at = max(min(p.at+by, len(p.rows)-1), 0)
}

// end returns the end of a range under the cursor, or nil.
func (p *Panel) end() *end {
	if r := p.row(); r != nil && !p.among {
		return r.end
	}
	return nil
}

func (p *Panel) unturnable() string {
	r := p.row()
	if r == nil {
		return "There is nothing to turn on yet."
	}
	return r.barred
}

func (p *Panel) turn() { p.change(p.row().turn) }

// shift moves an end of a range by steps.
func (p *Panel) shift(by float64) {
	e := p.end()
	if e.step == 0 {
		p.stage.Say("Values are not known yet; type one.")
		return
	}
	text := e.moved(by)
	if text == "" && e.at == e.open() {
		return // already there
	}
	p.change(func(q *ask.Values) error { return e.set(q, text) })
}

// out moves to the list of groups.
func (p *Panel) out() {
	if p.find != "" {
		p.open(p.group)
		return
	}
	p.among = true
}

// back closes the search results, then the panel.
func (p *Panel) back() {
	if p.find != "" {
		p.open(p.group)
		return
	}
	p.stage.Drop(p)
}

// unset says why a group without active filters cannot be cleared.
func (p *Panel) unset() string {
	if p.find != "" {
		return "esc leaves what was found; then x clears a group."
	}
	for _, i := range p.groups[p.group] {
		if i.on {
			return ""
		}
	}
	return "Nothing of this group is on."
}

func (p *Panel) clearGroup() {
	p.change(func(q *ask.Values) error {
		for _, f := range p.o.Of.groups[p.group].filters {
			q.ClearFilters([]string{f.Wire})
		}
		return nil
	})
}

func (p *Panel) clear() {
	p.change(func(q *ask.Values) error {
		q.ClearFilters(q.Filters())
		return nil
	})
}

// Point handles the mouse: the wheel moves the cursor, and a click opens a group, toggles an item, or selects an end of
// a range.
func (p *Panel) Point(m screen.Mouse) {
	if p.input.what == typingValue {
		p.input = input{} // the input belongs to the row under the cursor
	}
	switch by := stage.WheelLines(m); {
	case by != 0:
		p.move(by)
	case m.Button != screen.LeftButton || m.Released:
	case m.Column < p.view.groups:
		if g := m.Row + p.view.groupsTop; g < len(p.groups) {
			p.open(g)
			p.among = true
		}
	default:
		at := slices.Index(p.view.lines, m.Row)
		if at < 0 {
			return
		}
		p.input, p.among, p.at = input{}, false, p.view.first+at
		switch why := p.unturnable(); {
		case p.end() != nil:
		case why != "":
			p.stage.Say(why)
		default:
			p.turn()
		}
	}
}

// input is the text being typed.
type input struct {
	what typing
	text field.Text
}

// typing is the purpose of the text being typed.
type typing uint8

const (
	typingNothing typing = iota
	typingFind
	typingValue // for the end under the cursor
)

func (p *Panel) begin(what typing) {
	const most = 40 // code points
	p.input = input{what: what, text: field.Text{Most: most}}
}

// Type handles keys while the user types, and starts typing on a digit at an end of a range.
func (p *Panel) Type(e screen.Event) bool {
	k, isKey := e.(screen.Key)
	switch {
	case p.input.what == typingNothing:
		if !isKey || p.end() == nil || k.Code != screen.Text || k.Mod != 0 || k.Rune < '0' || k.Rune > '9' {
			return false
		}
		p.begin(typingValue)
	case isKey: // some keys end the typing, unless the value is not accepted
		switch key := k.String(); {
		case key == "esc", key == "backspace" && p.input.text.Empty():
			p.input.text.Set("")
			p.look()
			p.input = input{}
			return true
		case key == "enter":
			p.accept()
			return true
		case key == "tab", key == "shift+tab":
			return !p.accept()
		case key == "up", key == "down":
			return p.input.what == typingValue && !p.accept()
		}
	}
	p.input.text.Type(e)
	p.look()
	return true
}

// accept ends the typing and reports whether the value was accepted.
func (p *Panel) accept() bool {
	if p.input.what == typingValue {
		e, text := p.end(), strings.TrimSpace(p.input.text.Value())
		if e != nil && !p.change(func(q *ask.Values) error { return e.set(q, text) }) {
			return false
		}
	}
	p.input = input{}
	return true
}

// look searches as the user types.
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

func (p *Panel) finding() {
	p.find, p.among = "", false
	p.list()
	p.begin(typingFind)
}
