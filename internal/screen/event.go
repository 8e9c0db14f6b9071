package screen

import "strings"

// An Event is what an [App] is told: a [Key], a [Mouse], a [Paste] or a [Size], or what was given to
// [Screen.Send] or [Screen.After], as it was given.
type Event any

// Size is that of the terminal, in cells. As an event it says that the terminal has another size now.
type Size struct{ Width, Height int }

// Key is a key that was pressed. It can be compared and be the key of a map. A letter made of several code
// points comes as several keys, in order.
type Key struct {
	Code Code
	Rune rune // what was typed where Code is Text, never a control character
	Mod  Mod
}

// Code is which key it is.
type Code uint8

// The keys. A key that is Text says more in Rune; F1 to F12 follow one another.
const (
	Text Code = iota
	Esc
	Enter
	Tab
	Backspace
	Insert
	Delete
	Up
	Down
	Right
	Left
	Home
	End
	PageUp
	PageDown
	F1
	F2
	F3
	F4
	F5
	F6
	F7
	F8
	F9
	F10
	F11
	F12
)

// Mod is what was held down with a key or a button, as bits. A capital letter is a rune of its own and not
// a letter with Shift.
type Mod uint8

// The modifiers, as terminals count them.
const (
	Shift Mod = 1 << iota
	Alt
	Ctrl
)

var codeNames = [...]string{
	Text: "", Esc: "esc", Enter: "enter", Tab: "tab", Backspace: "backspace", Insert: "insert", Delete: "delete",
	Up: "up", Down: "down", Right: "right", Left: "left", Home: "home", End: "end", PageUp: "pgup", PageDown: "pgdn",
	F1: "f1", F2: "f2", F3: "f3", F4: "f4", F5: "f5", F6: "f6", F7: "f7", F8: "f8", F9: "f9", F10: "f10", F11: "f11", F12: "f12",
}

// String names a key as people do: j, G, space, ctrl+d, shift+tab, pgup.
func (k Key) String() string {
	name := codeNames[k.Code]
	switch {
	case k.Code == Text && k.Rune == ' ':
		name = "space"
	case k.Code == Text:
		name = string(k.Rune)
	}
	return k.Mod.String() + name
}

// String is the modifiers as they stand before a key: ctrl+alt+.
func (m Mod) String() string {
	var b strings.Builder
	for _, one := range []struct {
		mod  Mod
		name string
	}{{Ctrl, "ctrl+"}, {Alt, "alt+"}, {Shift, "shift+"}} {
		if m&one.mod != 0 {
			b.WriteString(one.name)
		}
	}
	return b.String()
}

// Mouse is a button of the mouse, or its wheel, at a cell; both count from 0.
type Mouse struct {
	Button      Button
	Released    bool // let go, where it was pressed otherwise; a wheel is never let go
	Row, Column int
	Mod         Mod
}

// Button is a button of the mouse, or a direction of its wheel.
type Button uint8

// The buttons.
const (
	LeftButton Button = iota
	MiddleButton
	RightButton
	WheelUp
	WheelDown
	WheelLeft
	WheelRight
)

// Paste is text that was pasted: valid UTF-8, lines that end with \n, no control characters but \n and \t.
// It is foreign all the same: clean it before it is shown.
type Paste struct {
	Text string
	Cut  bool // there was more than 64 KiB
}
