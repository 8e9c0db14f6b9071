package stage

import (
	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/screen"
)

// A Look searches a place for a text and moves to it. With by 0 it searches from where the place was when the search
// began, inclusive. With 1 and -1 it searches forward and backward from the current position and wraps around. An
// empty text comes only with 0 and restores the position. said describes the result, such as "2 of 7" or "nothing has
// it". The text is clean and has at most 200 characters.
type Look func(text string, by int) (said string)

// Finder searches a place with the key /. It shows its field on the line above the keys.
type Finder struct {
	stage *Stage
	look  Look
	text  field.Text
	kept  string // the text for n and N
	said  string
}

// NewFinder returns a finder for a place to keep.
func NewFinder(s *Stage, look Look) *Finder { return &Finder{stage: s, look: look} }

// Begin opens the field. The finder's place must be on top.
func (f *Finder) Begin() {
	f.text, f.said = field.Text{}, ""
	f.stage.finding = f
}

// next goes to the next match, or to the previous one with -1.
func (f *Finder) next(by int) { f.stage.Say(f.kept + ": " + f.look(f.kept, by)) }

// Keys returns the keys that search.
func (f *Finder) Keys() []Binding {
	none := Needs(func() bool { return f.kept != "" }, "Nothing to find yet; / starts a search.")
	return []Binding{
		{Keys: "/", Foot: "find", Does: "Find a text", Do: f.Begin},
		{Keys: "n", Foot: "next", Does: "The next match", Do: func() { f.next(1) }, Bars: none},
		{Keys: "N", Does: "The previous match", Do: func() { f.next(-1) }, Bars: none},
	}
}

// keys returns the key bindings of the field.
func (f *Finder) keys() []Binding {
	return []Binding{{Keys: "enter", Foot: "find", Do: f.keep}, {Keys: "esc", Foot: "stop", Do: f.stop}}
}

// handle handles an event while the field is open.
func (f *Finder) handle(e screen.Event) {
	switch e {
	case screen.Key{Code: screen.Enter}:
		f.keep()
	case screen.Key{Code: screen.Esc}:
		f.stop()
	default:
		before := f.text.Value()
		if f.text.Type(e); f.text.Value() != before {
			f.said = f.look(f.text.Value(), 0)
		}
	}
}

// keep closes the field and keeps the text for n and N.
func (f *Finder) keep() {
	f.kept, f.stage.finding = f.text.Value(), nil
	if f.kept != "" {
		f.stage.Say(f.kept + ": " + f.said)
	}
}

// stop closes the field and restores the position.
func (f *Finder) stop() {
	f.stage.finding = nil
	f.look("", 0)
}
