package tab

import "strings"

// A word is one word of a command line.
type word struct {
	text string // unquoted; anything a shell would expand is as it was typed
	// from is the offset in text from which the shell replaces the word.
	from int
	// quote is the quote that is still open at the end, 0 if none.
	quote byte
	// opaque marks a word that contains something a shell would run or compute; it cannot be completed.
	opaque bool
	file   bool // the name of a file to read or write
}

// split splits a line into words. The last is the word at the end, which is "" after a space. The names of files to
// read or write are left out before it.
func (s shell) split(line string) (words []word) {
	begun, file := false, false // the current word has begun, it is the name of a file
	var w word
	end := func() {
		if begun && !file {
			words = append(words, w)
		}
		file = file && !begun
		w, begun = word{}, false
	}
	for line != "" {
		switch c := line[0]; {
		case strings.IndexByte(" \t\n", c) >= 0:
			end()
			line = line[1:]
		case strings.IndexByte(s.operators, c) >= 0 && !strings.HasPrefix(line[1:], "("):
			begun = begun && strings.Trim(w.text, "0123456789") != "" // 2>file
			end()
			line = line[1:]
			if c == '<' || c == '>' {
				line, file = strings.TrimLeft(line, "<>&|"), true
			}
		default:
			begun = true
			line = line[s.part(&w, line):]
		}
	}
	w.file = file
	return append(words, w)
}

// word parses one word that a shell has already split off.
func (s shell) word(text string) (w word) {
	for text != "" {
		text = text[s.part(&w, text):]
	}
	return w
}

// part adds the first part of a text to a word: a quote, an expansion, or one character. It returns its length.
func (s shell) part(w *word, text string) int {
	switch c := text[0]; {
	case c == s.escape && len(text) > 1:
		w.text += strings.TrimSuffix(text[1:2], "\n")
		return 2
	case c == s.escape: // at the very end
		w.opaque = true
	case c == '\'' || c == '"':
		return s.quoted(w, text)
	case strings.IndexByte(s.expands, c) >= 0:
		return w.expansion(text)
	default:
		w.text += text[:1]
		if strings.IndexByte(s.breaks, c) >= 0 {
			w.from = len(w.text)
		}
	}
	return 1
}

// quoted adds a quoted text to a word, up to the closing quote.
func (s shell) quoted(w *word, text string) int {
	quote, from, escapable := text[0], len(w.text), s.inDouble
	if quote == '\'' {
		escapable = s.inSingle
	}
	for i := 1; i < len(text); {
		next := text[i+1 : min(i+2, len(text))]
		switch c := text[i]; {
		case c == quote && s.doubles && next == string(quote), c == s.escape && next != "" && strings.Contains(escapable, next):
			w.text += next
			i += 2
		case c == quote:
			return i + 1
		case quote == '"' && (c == '$' || c == '`') && strings.IndexByte(s.expands, c) >= 0:
			i += w.expansion(text[i:])
		default:
			w.text += text[i : i+1]
			i++
		}
	}
	w.quote = quote
	if s.breaks != "" {
		w.from = from
	}
	return len(text)
}

// expansion adds what a shell would run or compute to a word, as it was typed: text in backquotes, or in brackets
// after the first character, or that alone.
func (w *word) expansion(text string) int {
	w.opaque = true
	n := 1
	switch rest := text[1:]; {
	case text[0] == '`':
		if n = strings.IndexByte(rest, '`') + 2; n == 1 {
			n = len(text)
		}
	case text[0] == '(', strings.HasPrefix(rest, "("), strings.HasPrefix(rest, "{"):
		var open []byte // the brackets that close those still open
		for n = strings.IndexAny(text, "({"); n < len(text); {
			c := text[n]
			n++
			if at := strings.IndexByte("({[", c); at >= 0 {
				open = append(open, ")}]"[at])
			} else if c == open[len(open)-1] {
				open = open[:len(open)-1]
			}
			if len(open) == 0 {
				break
			}
		}
	}
	w.text += text[:n]
	return n
}
