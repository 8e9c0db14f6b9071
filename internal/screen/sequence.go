package screen

import (
	"slices"
	"strconv"
	"strings"
)

// letterKey returns the key whose sequence, after ESC [ or ESC O, ends with a letter; Text if there is none.
func letterKey(c byte) Code {
	switch c {
	case 'H':
		return Home
	case 'F':
		return End
	case 'P', 'Q', 'R', 'S':
		return F1 + Code(c-'P')
	case 'A', 'B', 'C', 'D':
		return Up + Code(c-'A')
	}
	return Text
}

// numberKeys lists the keys whose sequence is a number and ~.
var numberKeys = [...]Code{
	1: Home, 2: Insert, 3: Delete, 4: End, 5: PageUp, 6: PageDown, 7: Home, 8: End,
	11: F1, 12: F2, 13: F3, 14: F4, 15: F5, 17: F6, 18: F7, 19: F8, 20: F9, 21: F10, 23: F11, 24: F12,
}

// pasteBegin is the number in the sequence that starts a paste.
const pasteBegin = 200

// whole handles a complete sequence that ended with c. Unknown sequences are skipped.
func (in *Input) whole(c byte) {
	held, state, long := string(in.held), in.state, in.long
	in.begin(ground)
	if long {
		return
	}
	if rest, found := strings.CutPrefix(held, "<"); found && state == control {
		if n, ok := numbers(rest); ok && len(n) == 3 && (c == 'M' || c == 'm') {
			in.mouse(n[0], n[1], n[2], c)
		}
		return
	}
	n, ok := numbers(held)
	if !ok {
		return
	}
	code := letterKey(c)
	switch {
	case state == single:
		in.single(n, c)
	case code != Text && (len(n) == 0 || len(n) <= 2 && n[0] <= 1): // a higher number means a report
		in.key(Key{Code: code, Mod: modifiers(n, 1)})
	case c == 'Z':
		in.key(Key{Code: Tab, Mod: Shift})
	case c == '~' && slices.Equal(n, []int{pasteBegin}):
		in.begin(pasting)
	case c == '~' && len(n) > 0 && n[0] < len(numberKeys) && numberKeys[n[0]] != Text:
		in.key(Key{Code: numberKeys[n[0]], Mod: modifiers(n, 1)})
	}
}

// single handles a key after ESC O, which the numeric keypad also sends.
func (in *Input) single(n []int, c byte) {
	switch code := letterKey(c); {
	case code != Text:
		in.key(Key{Code: code, Mod: modifiers(n, len(n)-1)})
	case c == 'M':
		in.key(Key{Code: Enter})
	case c >= 'j' && c <= 'y':
		in.key(Key{Rune: rune(c) - 'j' + '*'})
	}
}

// modifiers decodes the modifiers, which are sent as their bits plus one.
func modifiers(n []int, at int) Mod {
	if at < 0 || at >= len(n) || n[at] < 1 {
		return 0
	}
	return Mod(n[at]-1) & (Shift | Alt | Ctrl)
}

// maxNumber is the largest number accepted in a sequence.
const maxNumber = 9999

// numbers parses the numbers of a sequence; an omitted one is 0. ok is false if it contains anything else.
func numbers(held string) (n []int, ok bool) {
	if held == "" {
		return nil, true
	}
	for part := range strings.SplitSeq(held, ";") {
		if part == "" {
			part = "0"
		}
		number, err := strconv.ParseUint(part, 10, 32)
		if err != nil || number > maxNumber {
			return nil, false
		}
		n = append(n, int(number))
	}
	return n, true
}

// The bits of a mouse report.
const (
	mouseButton = 0b11
	mouseMod    = 0b11100
	mouseModAt  = 2
	mouseMotion = 1 << 5
	mouseWheel  = 1 << 6
	mouseMore   = 1 << 7 // the back and forward buttons
	mouseNone   = 3      // any released button, in the old encoding
)

// mouse handles a mouse report at a column and a row, which count from 1. c is m if a button was released.
func (in *Input) mouse(bits, column, row int, c byte) {
	button := Button(bits & mouseButton)
	m := Mouse{Button: button, Released: c == 'm', Row: row - 1, Column: column - 1, Mod: Mod(bits & mouseMod >> mouseModAt)}
	switch {
	case bits&(mouseMotion|mouseMore) != 0 || column < 1 || row < 1 || bits < 0:
		return
	case bits&mouseWheel != 0 && m.Released:
		return
	case bits&mouseWheel != 0:
		m.Button += WheelUp
	case button == mouseNone:
		m.Button, m.Released = LeftButton, true
	}
	in.out = append(in.out, m)
}
