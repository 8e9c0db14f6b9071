package screen

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	// escWait is how long an Esc may be the start of a sequence. The bytes of a key nearly always arrive together;
	// the wait is for connections that split them.
	escWait = 25 * time.Millisecond
	// maxSequence is the longest sequence that is parsed, in bytes. No known sequence has more than 20. A longer one
	// is skipped.
	maxSequence = 64
	// maxPaste is the most of a paste that is kept, in bytes.
	maxPaste = 64 << 10
	// ctrlC works in every state, so that no input from the terminal can lock the user in.
	ctrlC = 0x03
	esc   = 0x1b
	del   = 0x7f
)

// pasteEnd is the sequence that ends a paste.
const pasteEnd = "\x1b[201~"

// Input parses bytes from a terminal into events. It works byte by byte, so it does not matter how reads split them,
// and it buffers a bounded amount. Unknown sequences are skipped.
type Input struct {
	held    []byte // an incomplete sequence or character; of a string its introducer and last byte
	mod     Mod    // modifiers of an incomplete character
	pasting bool
	paste   []byte // at most maxPaste
	ended   int    // how many bytes of pasteEnd have matched
	out     []Event
}

// Feed parses bytes and returns the completed events. The slice is valid until the next call.
func (in *Input) Feed(data []byte) []Event {
	in.out = in.out[:0]
	for _, c := range data {
		in.step(c)
	}
	return in.out
}

// inString reports whether the held bytes are the start of a string, such as ESC ].
func (in *Input) inString() bool {
	return len(in.held) > 1 && in.held[0] == esc && strings.IndexByte("]PX^_", in.held[1]) >= 0
}

// Wait returns how long to wait for more bytes before calling [Input.Timeout], or 0 if no timeout applies. It is 0
// after ESC [ and ESC O because more bytes always follow: they are never keys by themselves.
func (in *Input) Wait() time.Duration {
	switch n := len(in.held); {
	case n == 1 && in.held[0] == esc, in.inString() && (n == 2 || in.held[2] == esc):
		return escWait
	}
	return 0
}

// Timeout handles the end of the time given by [Input.Wait]: a pending Esc becomes the Esc key, and the apparent
// start of a string becomes a key with Alt.
func (in *Input) Timeout() []Event {
	in.out = in.out[:0]
	key := Key{Code: Esc}
	switch {
	case in.Wait() == 0:
		return nil
	case len(in.held) == 2:
		key = Key{Rune: rune(in.held[1]), Mod: Alt}
	}
	in.held = in.held[:0]
	in.key(key)
	return in.out
}

func (in *Input) key(k Key) {
	k.Mod |= in.mod
	in.mod = 0
	in.out = append(in.out, k)
}

// again drops what is held and parses a byte that does not belong to it.
func (in *Input) again(c byte) {
	in.held, in.mod = in.held[:0], 0
	in.step(c)
}

func (in *Input) step(c byte) {
	switch {
	case in.pasting:
		in.pasted(c)
	case len(in.held) == 0:
		in.plain(c)
	case in.held[0] != esc:
		in.letter(c)
	case len(in.held) == 1:
		in.escaped(c)
	case in.inString():
		in.string(c)
	default:
		in.sequence(c)
	}
}

func (in *Input) plain(c byte) {
	switch {
	case c == esc, c >= utf8.RuneSelf && utf8.RuneStart(c):
		in.held = append(in.held, c)
	case c == '\r' || c == '\n':
		in.out = append(in.out, Key{Code: Enter})
	case c == '\t':
		in.out = append(in.out, Key{Code: Tab})
	case c == '\b' || c == del:
		in.key(Key{Code: Backspace})
	case c == 0:
		in.key(Key{Rune: ' ', Mod: Ctrl})
	case c < ' ':
		in.key(Key{Rune: unicode.ToLower(rune(c) + '@'), Mod: Ctrl})
	case c < utf8.RuneSelf:
		in.key(Key{Rune: rune(c)})
	}
}

func (in *Input) letter(c byte) {
	if utf8.RuneStart(c) {
		in.again(c) // the character before it is incomplete and is dropped
		return
	}
	if in.held = append(in.held, c); !utf8.FullRune(in.held) {
		return
	}
	if r, size := utf8.DecodeRune(in.held); size == len(in.held) && !unicode.IsControl(r) {
		in.key(Key{Rune: r})
	}
	in.held, in.mod = in.held[:0], 0
}

// escaped handles the byte after ESC.
func (in *Input) escaped(c byte) {
	switch {
	case strings.IndexByte("[O]PX^_", c) >= 0:
		in.held = append(in.held, c)
	case c < ' ': // Esc and another key, as programs send them; a second Esc may start a sequence
		in.key(Key{Code: Esc})
		in.again(c)
	default:
		in.held, in.mod = in.held[:0], Alt
		if in.plain(c); len(in.held) == 0 {
			in.mod = 0
		}
	}
}

// string skips a string, such as a late reply meant for an earlier program. Only a control character ends it, so that
// its contents are never taken for keys.
func (in *Input) string(c byte) {
	last := in.held[len(in.held)-1]
	switch {
	case last == esc && c == '\\', last != esc && c == '\a':
		in.held = in.held[:0]
	case last == esc:
		in.held = in.held[:1]
		in.escaped(c)
	case c < ' ' && c != esc:
		in.again(c)
	default:
		in.held = append(in.held[:2], c)
	}
}

// sequence parses the bytes after ESC [ or ESC O. A control character ends the sequence and takes effect.
func (in *Input) sequence(c byte) {
	switch {
	case c < ' ':
		in.again(c)
	case bytes.HasPrefix(in.held, []byte("\x1b[M")): // the mouse in the old encoding, with three bytes to come
		if in.held = append(in.held, c-' '); len(in.held) == len("\x1b[M123") {
			in.mouse(int(in.held[3]), int(in.held[4]), int(in.held[5]), 'M')
			in.held = in.held[:0]
		}
	case c == del:
	case c > del:
		in.again(c)
	case string(in.held) == "\x1b[" && (c == 'M' || c == '['): // ESC [ [ begins a function key of the Linux console
		in.held = append(in.held, c)
	case c >= '@':
		n, ok := numbers(in.held[2:])
		long, single, mouse := len(in.held) == maxSequence, in.held[1] == 'O', len(in.held) > 2 && in.held[2] == '<'
		in.held = in.held[:0]
		switch {
		case long || !ok:
		case !mouse:
			in.whole(single, n, c)
		case len(n) == 3 && (c == 'M' || c == 'm'):
			in.mouse(n[0], n[1], n[2], c)
		}
	case len(in.held) < maxSequence:
		in.held = append(in.held, c)
	}
}

// numbers parses the numbers of a sequence, of at most four digits; an omitted one is 0. ok is false if it contains
// anything else. A sequence of the mouse begins with <.
func numbers(held []byte) (n []int, ok bool) {
	text := strings.TrimPrefix(string(held), "<")
	if text == "" {
		return nil, true
	}
	for part := range strings.SplitSeq(text, ";") {
		number, err := strconv.ParseUint("0"+part, 10, 32)
		if err != nil || len(part) > 4 {
			return nil, false
		}
		n = append(n, int(number))
	}
	return n, true
}

// numberKeys lists the keys whose sequence is a number and ~.
var numberKeys = [...]Code{
	1: Home, 2: Insert, 3: Delete, 4: End, 5: PageUp, 6: PageDown, 7: Home, 8: End,
}

// whole handles a sequence of some numbers and a final byte: after ESC O, which the numeric keypad also sends, if
// single is set, and otherwise after ESC [.
func (in *Input) whole(single bool, n []int, c byte) {
	const pasteBegin = 200
	code, mod := map[byte]Code{'A': Up, 'B': Down, 'C': Right, 'D': Left, 'H': Home, 'F': End}[c], modifiers(n, 1)
	switch {
	case single && code != Text:
		in.key(Key{Code: code, Mod: modifiers(n, len(n)-1)})
	case single && c == 'M':
		in.key(Key{Code: Enter})
	case single && c >= 'j' && c <= 'y':
		in.key(Key{Rune: rune(c) - 'j' + '*'})
	case single:
	case code != Text && (len(n) == 0 || len(n) <= 2 && n[0] <= 1): // a higher number means a report
		in.key(Key{Code: code, Mod: mod})
	case c == 'Z':
		in.key(Key{Code: Tab, Mod: Shift})
	case c == '~' && slices.Equal(n, []int{pasteBegin}):
		in.pasting = true
	case c == '~' && len(n) > 0 && n[0] < len(numberKeys) && numberKeys[n[0]] != Text:
		in.key(Key{Code: numberKeys[n[0]], Mod: mod})
	}
}

// modifiers decodes the modifiers, which are sent as their bits plus one.
func modifiers(n []int, at int) Mod {
	if at < 0 || at >= len(n) || n[at] < 1 {
		return 0
	}
	return Mod(n[at]-1) & (Shift | Alt | Ctrl)
}

// mouse handles a mouse report at a column and a row, which count from 1. c is m if a button was released.
func (in *Input) mouse(bits, column, row int, c byte) {
	const (
		mouseButton = 0b11
		mouseMotion = 1 << 5
		mouseWheel  = 1 << 6
		mouseMore   = 1 << 7 // the back and forward buttons
		mouseNone   = 3      // any released button, in the old encoding
	)
	m := Mouse{Button: Button(bits & mouseButton), Released: c == 'm', Row: row - 1, Column: column - 1}
	switch {
	case bits&(mouseMotion|mouseMore) != 0 || column < 1 || row < 1 || bits&mouseWheel != 0 && m.Released:
		return
	case bits&mouseWheel != 0:
		m.Button += WheelUp
	case m.Button == mouseNone:
		m.Button, m.Released = LeftButton, true
	}
	in.out = append(in.out, m)
}

// pasted parses a byte of a paste.
func (in *Input) pasted(c byte) {
	keep := func(text string) {
		in.paste = append(in.paste, text[:min(len(text), maxPaste-len(in.paste))]...)
	}
	if c == pasteEnd[in.ended] {
		if in.ended++; in.ended == len(pasteEnd) {
			in.endPaste()
		}
		return
	}
	keep(pasteEnd[:in.ended]) // it only looked like the end
	in.ended = 0
	switch c {
	case esc:
		in.ended = 1
	case ctrlC:
		in.endPaste()
		in.plain(c)
	default:
		keep(string([]byte{c}))
	}
}

func (in *Input) endPaste() {
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(string(in.paste), ""))
	in.out = append(in.out, Paste{Text: strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, lines)})
	in.paste, in.ended, in.pasting = nil, 0, false
}
