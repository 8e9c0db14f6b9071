package screen

import (
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
	// maxSequence is the longest sequence that is parsed, in bytes without its introducer. No known sequence has more
	// than 20. A longer one is skipped.
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
	state inputState
	held  []byte // bytes of an incomplete sequence or character; at most maxSequence
	long  bool   // the sequence is longer than maxSequence
	mod   Mod    // modifiers of an incomplete character
	paste []byte // at most maxPaste
	ended int    // how many bytes of pasteEnd have matched
	out   []Event
}

type inputState uint8

const (
	ground     inputState = iota
	letter                // within a UTF-8 character
	escape                // after ESC
	control               // after ESC [
	single                // after ESC O
	console               // after ESC [ [, from the Linux console
	oldMouse              // after ESC [ M, with three bytes to come
	introduced            // after ESC and a string introducer, such as ESC ]
	text                  // within a string, which is skipped
	textEscape            // after ESC in a string
	pasting               // within a paste
)

// Feed parses bytes and returns the completed events. The slice is valid until the next call.
func (in *Input) Feed(data []byte) []Event {
	in.out = in.out[:0]
	for _, c := range data {
		in.step(c)
	}
	return in.out
}

// Wait returns how long to wait for more bytes before calling [Input.Timeout], or 0 if no timeout applies. It is 0
// after ESC [ and ESC O because more bytes always follow: they are never keys by themselves.
func (in *Input) Wait() time.Duration {
	if in.state == escape || in.state == introduced || in.state == textEscape {
		return escWait
	}
	return 0
}

// Timeout handles the end of the time given by [Input.Wait]: a pending Esc becomes the Esc key, and the apparent
// start of a string becomes a key with Alt.
func (in *Input) Timeout() []Event {
	in.out = in.out[:0]
	switch in.state {
	case escape, textEscape:
		in.key(Key{Code: Esc})
	case introduced:
		in.key(Key{Rune: rune(in.held[0]), Mod: Alt})
	default:
		return nil
	}
	in.begin(ground)
	return in.out
}

func (in *Input) key(k Key) { in.out = append(in.out, k) }

// begin enters a state with an empty buffer.
func (in *Input) begin(state inputState) {
	in.state, in.held, in.long = state, in.held[:0], false
}

// again resets the state and parses a byte that ended a sequence without belonging to it.
func (in *Input) again(c byte) {
	in.begin(ground)
	in.mod = 0
	in.step(c)
}

func (in *Input) step(c byte) {
	switch in.state {
	case ground:
		in.plain(c)
	case letter:
		in.letter(c)
	case escape:
		in.escaped(c)
	case pasting:
		in.pasted(c)
	case text, textEscape, introduced:
		in.string(c)
	default:
		in.sequence(c)
	}
}

func (in *Input) plain(c byte) {
	switch {
	case c == esc:
		in.begin(escape)
	case c < ' ' || c == del:
		in.control(c)
	case c < utf8.RuneSelf:
		in.key(Key{Rune: rune(c), Mod: in.mod})
		in.mod = 0
	case utf8.RuneStart(c):
		in.held = append(in.held[:0], c)
		in.state = letter
	}
}

// control handles a control character.
func (in *Input) control(c byte) {
	switch c {
	case '\r', '\n':
		in.key(Key{Code: Enter})
	case '\t':
		in.key(Key{Code: Tab})
	case '\b', del:
		in.key(Key{Code: Backspace, Mod: in.mod})
	case 0:
		in.key(Key{Rune: ' ', Mod: Ctrl})
	default:
		in.key(Key{Rune: unicode.ToLower(rune(c) + '@'), Mod: Ctrl})
	}
	in.mod = 0
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
		in.key(Key{Rune: r, Mod: in.mod})
	}
	in.begin(ground)
	in.mod = 0
}

func (in *Input) escaped(c byte) {
	switch {
	case c == '[':
		in.begin(control)
	case c == 'O':
		in.begin(single)
	case strings.IndexByte("]PX^_", c) >= 0:
		in.begin(introduced)
		in.held = append(in.held, c)
	case c < ' ': // Esc and another key, as programs send them; a second Esc may start a sequence
		in.key(Key{Code: Esc})
		in.again(c)
	default:
		in.begin(ground)
		in.mod = Alt
		in.step(c)
		if in.state == ground {
			in.mod = 0
		}
	}
}

// string skips a string, such as a late reply meant for an earlier program. Only a control character ends it, so that
// its contents are never taken for keys.
func (in *Input) string(c byte) {
	switch {
	case in.state == textEscape && c == '\\':
		in.begin(ground)
	case in.state == textEscape:
		in.state = escape
		in.step(c)
	case c == esc:
		in.begin(textEscape)
	case c == '\a':
		in.begin(ground)
	case c < ' ':
		in.again(c)
	default:
		in.begin(text)
	}
}

// sequence parses the bytes after ESC [ or ESC O. A control character ends the sequence and takes effect.
func (in *Input) sequence(c byte) {
	switch {
	case c < ' ':
		in.again(c)
	case in.state == oldMouse:
		if in.held = append(in.held, c); len(in.held) == 3 {
			in.mouse(int(in.held[0])-' ', int(in.held[1])-' ', int(in.held[2])-' ', 'M')
			in.begin(ground)
		}
	case c == del:
	case c > del:
		in.again(c)
	case in.state == console:
		in.begin(ground) // a function key, which has no use here
	case c < '@' && len(in.held) < maxSequence:
		in.held = append(in.held, c)
	case c < '@':
		in.long = true
	case c == '[' && in.state == control && len(in.held) == 0:
		in.begin(console)
	case c == 'M' && in.state == control && len(in.held) == 0:
		in.begin(oldMouse)
	default:
		in.whole(c)
	}
}

// pasted parses a byte of a paste.
func (in *Input) pasted(c byte) {
	if c == pasteEnd[in.ended] {
		if in.ended++; in.ended == len(pasteEnd) {
			in.endPaste()
		}
		return
	}
	for i := range in.ended { // it only looked like the end
		in.keep(pasteEnd[i])
	}
	in.ended = 0
	switch c {
	case esc:
		in.ended = 1
	case ctrlC:
		in.endPaste()
		in.control(c)
	default:
		in.keep(c)
	}
}

func (in *Input) keep(c byte) {
	if len(in.paste) < maxPaste {
		in.paste = append(in.paste, c)
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
	in.paste, in.ended = nil, 0
	in.begin(ground)
}

// letterKey returns the key whose sequence, after ESC [ or ESC O, ends with a letter; Text if there is none.
func letterKey(c byte) Code {
	switch c {
	case 'H':
		return Home
	case 'F':
		return End
	case 'A', 'B', 'C', 'D':
		return Up + Code(c-'A')
	}
	return Text
}

// numberKeys lists the keys whose sequence is a number and ~.
var numberKeys = [...]Code{
	1: Home, 2: Insert, 3: Delete, 4: End, 5: PageUp, 6: PageDown, 7: Home, 8: End,
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
	mouseMotion = 1 << 5
	mouseWheel  = 1 << 6
	mouseMore   = 1 << 7 // the back and forward buttons
	mouseNone   = 3      // any released button, in the old encoding
)

// mouse handles a mouse report at a column and a row, which count from 1. c is m if a button was released.
func (in *Input) mouse(bits, column, row int, c byte) {
	button := Button(bits & mouseButton)
	m := Mouse{Button: button, Released: c == 'm', Row: row - 1, Column: column - 1}
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
