package screen

// An Event is anything that an [App] handles: a [Key], a [Mouse], a [Paste], a [Size], or a value passed to
// [Screen.Send] or [Screen.After].
type Event any

// Size is the size of the terminal in cells. As an event, it reports a new size.
type Size struct{ Width, Height int }

// Key is a key press. It is comparable, so it can be a map key. A character made of several code points arrives as
// several keys, in order.
type Key struct {
	Code Code
	Rune rune // the character if Code is Text; never a control character
	Mod  Mod
}

// Code identifies a key.
type Code uint8

// The keys. For Text, Rune holds the character.
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
)

// Mod is a bit set of the modifiers held down with a key or a button. A capital letter is its own rune, not a letter
// with Shift.
type Mod uint8

// The modifiers, in the bits that terminals use.
const (
	Shift Mod = 1 << iota
	Alt
	Ctrl
)

var codeNames = [...]string{
	Text: "", Esc: "esc", Enter: "enter", Tab: "tab", Backspace: "backspace", Insert: "insert", Delete: "delete",
	Up: "up", Down: "down", Right: "right", Left: "left", Home: "home", End: "end", PageUp: "pgup", PageDown: "pgdn",
}

// String returns the usual name of a key with its modifiers, such as j, G, space, ctrl+d, shift+tab or pgup.
func (k Key) String() string {
	name := codeNames[k.Code]
	switch {
	case k.Code == Text && k.Rune == ' ':
		name = "space"
	case k.Code == Text:
		name = string(k.Rune)
	}
	if k.Mod&Shift != 0 {
		name = "shift+" + name
	}
	if k.Mod&Alt != 0 {
		name = "alt+" + name
	}
	if k.Mod&Ctrl != 0 {
		name = "ctrl+" + name
	}
	return name
}

// Mouse is a mouse button or wheel event at a cell. Row and Column count from 0.
type Mouse struct {
	Button      Button
	Released    bool // released rather than pressed; never set for a wheel
	Row, Column int
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

// Paste is pasted text, at most 64 KiB: valid UTF-8 with lines that end in \n and no control characters but \n and \t.
// It is untrusted: clean it before showing it.
type Paste struct{ Text string }
