// Package jsonspan tells where the parts of a JSON text stand, in one pass and without decoding them.
// The text must be valid, as encoding/json says: of any other, the answers mean nothing, but no call
// reads past its end.
package jsonspan

import (
	"bytes"
	"encoding/json"
	"iter"
	"unicode/utf8"
)

// Skip is where the next thing stands that is not white space, from at on.
func Skip(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
		at++
	}
	return at
}

// StringEnd is where the text goes on behind a string whose opening quote stands before at.
func StringEnd(text []byte, at int) int {
	for at < len(text) {
		switch text[at] {
		case '"':
			return at + 1
		case '\\':
			at++
		}
		at++
	}
	return len(text)
}

// End is where the text goes on behind the value that begins at at.
func End(text []byte, at int) int {
	if at >= len(text) {
		return len(text)
	}
	switch text[at] {
	case '"':
		return StringEnd(text, at+1)
	case '{', '[':
		return containerEnd(text, at)
	}
	for at < len(text) && !ends(text[at]) {
		at++
	}
	return at
}

// ends tells a byte that no number and no word of JSON holds.
func ends(b byte) bool { return b == ',' || b == ']' || b == '}' || b <= ' ' }

func containerEnd(text []byte, at int) int {
	depth := 0
	for at < len(text) {
		switch text[at] {
		case '"':
			at = StringEnd(text, at+1)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
		at++
	}
	return len(text)
}

// A Walk goes over the members of an object or the items of an array that begins at At. The caller
// moves it behind each value, with End or by a walk of its own.
type Walk struct {
	Text []byte
	At   int // of the value that Next found; the caller sets it behind that value
	Name []byte
	open bool
}

// NewWalk begins a walk of the object or array at a position. Any other value has no members.
func NewWalk(text []byte, at int) Walk { return Walk{Text: text, At: at} }

// Next goes to the next value, and tells whether there is one. In an object, Name is its name.
func (w *Walk) Next() bool {
	if !w.open {
		if w.At >= len(w.Text) || w.Text[w.At] != '{' && w.Text[w.At] != '[' {
			return false
		}
		w.open = true
		if w.Text[w.At] == '{' {
			w.Name = []byte{} // its members have names
		}
		return w.begin(Skip(w.Text, w.At+1))
	}
	at := Skip(w.Text, w.At)
	if at >= len(w.Text) || w.Text[at] != ',' {
		w.At = min(at+1, len(w.Text)) // behind the bracket
		return false
	}
	return w.begin(Skip(w.Text, at+1))
}

// begin reads the name of a member, and stops at a value.
func (w *Walk) begin(at int) bool {
	if at >= len(w.Text) || w.Text[at] == '}' || w.Text[at] == ']' {
		w.At = min(at+1, len(w.Text))
		return false
	}
	if w.Name != nil {
		end := StringEnd(w.Text, at+1)
		w.Name = name(w.Text[at:end])
		at = Skip(w.Text, end)
		at = Skip(w.Text, min(at+1, len(w.Text))) // behind the colon
	}
	w.At = at
	return at < len(w.Text)
}

// name is what a quoted name says. It is never nil.
func name(quoted []byte) []byte {
	if len(quoted) > 1 && bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return quoted[1 : len(quoted)-1]
	}
	var text string
	_ = json.Unmarshal(quoted, &text)
	return append([]byte{}, text...)
}

// Items are the values of an array or of the members of an object, each as it stands there.
func Items(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for w := NewWalk(text, Skip(text, 0)); w.Next(); {
			at := w.At
			w.At = End(text, at)
			if !yield(text[at:w.At]) {
				return
			}
		}
	}
}

// Member is where the value of an object's member begins and ends; the last of the name counts, as for
// every reader. ok is false when there is none.
func Member(text []byte, name string) (at, end int, ok bool) {
	start := Skip(text, 0)
	if start >= len(text) || text[start] != '{' {
		return 0, 0, false
	}
	for w := NewWalk(text, start); w.Next(); {
		from := w.At
		w.At = End(text, from)
		if string(w.Name) == name {
			at, end, ok = from, w.At, true
		}
	}
	return at, end, ok
}
