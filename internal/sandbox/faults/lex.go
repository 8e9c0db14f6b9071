package faults

import "strings"

// word is a word of a spec without its quotes. eq is where its first = stands
// that was not quoted, or its length when it has none.
type word struct {
	text string
	eq   int
}

// pair is the two sides of the = of a word that has one.
func (w word) pair() (key, value string, ok bool) {
	if w.eq == len(w.text) {
		return "", "", false
	}
	return w.text[:w.eq], w.text[w.eq+1:], true
}

// lex takes a line apart at its blanks. A part in single or double quotes holds
// blanks, and in it a backslash takes the next character as it is. ok is false
// when a quote does not end.
func lex(line string) (words []word, ok bool) {
	var text strings.Builder
	eq, begun, quote, escaped := -1, false, rune(0), false
	end := func() {
		if !begun {
			return
		}
		w := word{text: text.String(), eq: eq}
		if eq < 0 {
			w.eq = len(w.text)
		}
		words = append(words, w)
		text.Reset()
		eq, begun = -1, false
	}
	for _, c := range line {
		switch {
		case escaped:
			text.WriteRune(c)
			escaped = false
		case quote != 0 && c == '\\':
			escaped = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			text.WriteRune(c)
		case c == '\'' || c == '"':
			quote, begun = c, true
		case c == ' ' || c == '\t':
			end()
		default:
			if c == '=' && eq < 0 {
				eq = text.Len()
			}
			text.WriteRune(c)
			begun = true
		}
	}
	end()
	return words, quote == 0
}
