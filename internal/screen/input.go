package screen

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	// escWait is how long an Esc may be the beginning of a sequence. What a key sends comes in one piece
	// nearly always; the time is for lines that part it.
	escWait = 25 * time.Millisecond
	// maxSequence is the longest sequence that is read, in bytes without its introducer; none that is known
	// has more than 20. A longer one is passed over.
	maxSequence = 64
	// maxPaste is how much of a paste is kept, in bytes.
	maxPaste = 64 << 10
	// ctrlC acts wherever it comes, so that nothing a terminal sends can lock a person in.
	ctrlC = 0x03
	esc   = 0x1b
	del   = 0x7f
)

// pasteEnd is what stands behind a paste.
const pasteEnd = "\x1b[201~"

// Input turns the bytes of a terminal into events. It goes byte by byte, so that it does not matter how
// reads part them, and it holds a bounded number of them. What it does not know it passes over.
type Input struct {
	state inputState
	held  []byte // of a sequence or a letter that is not whole yet; at most maxSequence
	long  bool   // the sequence is longer than that
	mod   Mod    // of the letter that is not whole yet
	paste []byte // at most maxPaste
	cut   bool   // the paste was longer than that
	ended int    // how much of pasteEnd the last bytes of the paste are
	out   []Event
}

type inputState uint8

const (
	ground     inputState = iota
	letter                // within a letter of UTF-8
	escape                // behind ESC
	control               // behind ESC [
	single                // behind ESC O
	console               // behind ESC [ [, of the console of Linux
	oldMouse              // behind ESC [ M, with three bytes to come
	introduced            // behind ESC and what introduces a string, such as ESC ]
	text                  // within a string, which is passed over
	textEscape            // behind ESC in a string
	pasting               // within a paste
)

// Feed reads bytes and returns the events that became whole. The slice is good until the next call.
func (in *Input) Feed(data []byte) []Event {
	in.out = in.out[:0]
	for _, c := range data {
		in.step(c)
	}
	return in.out
}

// Wait is how long to wait for more before [Input.Timeout] is to be called; 0 where nothing waits. Behind
// ESC [ and ESC O more always comes: what they begin is never taken for keys.
func (in *Input) Wait() time.Duration {
	if in.state == escape || in.state == introduced || in.state == textEscape {
		return escWait
	}
	return 0
}

// Timeout says that nothing came for as long as [Input.Wait] said: an Esc was the key, and what looked like
// the beginning of a string was a key with Alt.
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

// begin enters a state with nothing held.
func (in *Input) begin(state inputState) {
	in.state, in.held, in.long = state, in.held[:0], false
}

// again reads a byte that ended something without belonging to it.
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

// control is a key that sends a control character.
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
		in.again(c) // the letter before is not whole and is passed over
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
	case c < ' ': // Esc and another key, as programs send them; a second Esc may begin a sequence
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

// string passes a string over, such as a late answer to a program before. Only a control character ends it,
// so that what it holds is never taken for keys.
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

// sequence reads on in what ESC [ or ESC O begins. A control character ends it and acts.
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
		if c >= 'A' && c <= 'E' {
			in.key(Key{Code: F1 + Code(c-'A')})
		}
		in.begin(ground)
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

// pasted reads on in a paste.
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
	if len(in.paste) >= maxPaste {
		in.cut = true
		return
	}
	in.paste = append(in.paste, c)
}

func (in *Input) endPaste() {
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(string(in.paste), ""))
	in.out = append(in.out, Paste{Cut: in.cut, Text: strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, lines)})
	in.paste, in.cut, in.ended = nil, false, 0
	in.begin(ground)
}
