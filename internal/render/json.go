package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"travel.example/travel/internal/clean"
)

// clientMember is the name of the member that holds the client's own facts.
const clientMember = "travel"

// errNotJSON is returned for a body that no JSON decoder accepts.
var errNotJSON = errors.New("the body is not valid JSON")

// JSON prints the service's body with every member and number as it was sent, and adds a member "travel" at the end
// of the top-level object (unless member is nil or the body is not an object). On a terminal it is indented.
// Characters that a terminal would interpret or hide are written as \u escapes, which changes no value. A member of
// the service with the same name stays in place; decoders use ours because it comes last.
func (p *Printer) JSON(body []byte, member any) error {
	if !json.Valid(body) {
		return fmt.Errorf("print %d bytes as JSON: %w", len(body), errNotJSON)
	}
	text := bytes.TrimSpace(body)
	if member != nil && text[0] == '{' {
		var err error
		if text, err = splice(text, member); err != nil {
			return err
		}
	}
	if p.Query != nil {
		return p.printQuery(text)
	}
	if p.term.TTY {
		var indented bytes.Buffer
		if err := json.Indent(&indented, text, "", "  "); err != nil {
			return fmt.Errorf("indent the body: %w", err)
		}
		text = indented.Bytes()
	}
	return p.writeJSON(text)
}

// Event prints a value, or the query's result for it, as one line of JSON, made safe as in JSON. An object without a
// member "travel" gets the given one, unless it is nil.
func (p *Printer) Event(value, member any) error {
	text, err := marshal(value)
	if err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if member != nil && text[0] == '{' && json.Unmarshal(text, &members) == nil && members[clientMember] == nil {
		if text, err = splice(text, member); err != nil {
			return err
		}
	}
	if p.Query == nil {
		return p.writeJSON(text)
	}
	return p.printQuery(text)
}

func (p *Printer) writeJSON(text []byte) error {
	keep := visible
	if p.term.TTY && !p.term.Unicode {
		keep = func(r rune) bool { return r < 0x7f }
	}
	if _, err := p.out.Write(append(escapeJSON(text, keep), '\n')); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

// marshal is json.Marshal without escaping <, > and &.
func marshal(value any) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("write %T as JSON: %w", value, err)
	}
	return bytes.TrimSpace(text.Bytes()), nil
}

// splice adds the member at the end of an object.
func splice(object []byte, member any) ([]byte, error) {
	value, err := marshal(member)
	if err != nil {
		return nil, fmt.Errorf("add the member %q: %w", clientMember, err)
	}
	inside := bytes.TrimRight(object[:len(object)-1], " \t\r\n")
	comma := ""
	if len(bytes.TrimSpace(inside)) > 1 {
		comma = ","
	}
	return fmt.Appendf(slices.Clip(inside), `%s%q:%s%s`, comma, clientMember, value, object[len(inside):]), nil
}

// escapeJSON writes every character that keep rejects as a \u escape. keep is not called for ASCII before DEL. In
// valid JSON such characters occur only inside strings, where the escape means the same.
func escapeJSON(text []byte, keep func(rune) bool) []byte {
	out := make([]byte, 0, len(text)+1) // a newline follows
	for {
		n := slices.IndexFunc(text, func(b byte) bool { return b >= 0x7f })
		if n < 0 {
			return append(out, text...)
		}
		out, text = append(out, text[:n]...), text[n:]
		r, size := utf8.DecodeRune(text)
		invalid := r == utf8.RuneError && size == 1
		switch {
		case keep(r) && !invalid:
			out = append(out, text[:size]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[size:]
	}
}

// visible reports whether a character may be unescaped in JSON: ASCII except DEL, and anything that is visible.
func visible(r rune) bool {
	if r < utf8.RuneSelf {
		return r != 0x7f
	}
	return !clean.Hidden(r) || r == '\ufe0f' || r == '\u00a0' || r == '\u3000'
}
