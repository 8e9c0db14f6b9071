package tab

import (
	"strings"
	"unicode/utf8"
)

// A word is one word of a command line.
type word struct {
	text string // unquoted; anything a shell would expand is as it was typed
	raw  string // as it was typed
	// from is the offset in text from which the shell replaces the word.
	from int
	// quote is the quote that is still open at the end, 0 if none.
	quote rune
	// opaque marks a word that contains something a shell would run or compute; it cannot be completed.
	opaque bool
	file   bool // the name of a file to read or write
}

// A reader parses a line by the rules of one shell.
type reader struct {
	shell      *shell
	line, rest string
	found      []word

	begun bool
	word  word // the current word, if begun
	at    int  // offset in line where it begins
	file  bool // it is the name of a file
}

// split splits a line into words. The last is the word at the end, which is "" after a space.
func (s shell) split(line string) []word {
	r := &reader{shell: &s, line: line, rest: line}
	for r.rest != "" {
		c, size := utf8.DecodeRuneInString(r.rest)
		switch {
		case c == ' ' || c == '\t' || c == '\n':
			r.take(size)
			r.end()
		case strings.ContainsRune(s.operators, c) && firstRune(r.rest[size:]) != '(':
			r.operator(c, size)
		default:
			r.begin()
			r.part(c, size)
		}
	}
	r.begin()
	r.word.raw = r.line[r.at:]
	r.word.file = r.file
	return append(r.found, r.word)
}

// word parses one word that a shell has already split off.
func (s shell) word(text string) word {
	r := &reader{shell: &s, line: text, rest: text}
	r.begin()
	for r.rest != "" {
		c, size := utf8.DecodeRuneInString(r.rest)
		r.part(c, size)
	}
	r.word.raw = text
	return r.word
}

func (r *reader) take(n int) string {
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) begin() {
	if !r.begun {
		r.begun, r.at, r.word = true, len(r.line)-len(r.rest), word{}
	}
}

// end ends a word. The name of a file to read or write is dropped.
func (r *reader) end() {
	if !r.begun {
		return
	}
	r.word.raw = r.line[r.at : len(r.line)-len(r.rest)]
	if !r.file {
		r.found = append(r.found, r.word)
	}
	r.begun, r.file = false, false
}

// operator parses < and >, which are followed by a file name, or the end of a command.
func (r *reader) operator(c rune, size int) {
	if r.begun && strings.Trim(r.word.text, "0123456789") == "" {
		r.begun = false // 2>file
	}
	r.end()
	r.take(size)
	if c == '<' || c == '>' {
		r.rest = strings.TrimLeft(r.rest, "<>&|")
		r.file = true
	}
}

// part parses the next part of a word: a quote, an expansion, or one character.
func (r *reader) part(c rune, size int) {
	switch {
	case c == r.shell.escape && len(r.rest) > size:
		r.take(size)
		_, next := utf8.DecodeRuneInString(r.rest)
		if escaped := r.take(next); escaped != "\n" {
			r.word.text += escaped
		}
	case c == r.shell.escape: // at the very end
		r.take(size)
		r.word.opaque = true
	case c == '\'' || c == '"':
		r.take(size)
		r.quoted(c)
	case strings.ContainsRune(r.shell.expands, c):
		r.expansion(c, size)
	default:
		r.word.text += r.take(size)
		if strings.ContainsRune(r.shell.breaks, c) {
			r.word.from = len(r.word.text)
		}
	}
}

// quoted parses to the end of a quote.
func (r *reader) quoted(quote rune) {
	from := len(r.word.text)
	for r.rest != "" {
		c, size := utf8.DecodeRuneInString(r.rest)
		rest := r.rest[size:]
		escapable := strings.ContainsRune(r.shell.inDouble, firstRune(rest))
		if quote == '\'' {
			escapable = strings.ContainsRune(r.shell.inSingle, firstRune(rest))
		}
		switch {
		case c == quote && r.shell.doubles && firstRune(rest) == quote:
			r.take(size)
			r.word.text += r.take(size)
		case c == quote:
			r.take(size)
			return
		case c == r.shell.escape && rest != "" && escapable:
			r.take(size)
			_, next := utf8.DecodeRuneInString(rest)
			r.word.text += r.take(next)
		case quote == '"' && (c == '$' || c == '`') && strings.ContainsRune(r.shell.expands, c):
			r.expansion(c, size)
		default:
			r.word.text += r.take(size)
		}
	}
	r.word.quote = quote
	if r.shell.breaks != "" {
		r.word.from = from
	}
}

func firstRune(text string) rune {
	if text == "" {
		return -1
	}
	c, _ := utf8.DecodeRuneInString(text)
	return c
}

// closing maps each opening bracket to the closing one.
var closing = map[rune]rune{'(': ')', '{': '}', '[': ']'}

// expansion copies what a shell would run or compute as it was typed: text in backquotes, or in brackets after c, or
// c alone.
func (r *reader) expansion(c rune, size int) {
	r.word.opaque = true
	if c == '`' {
		end := strings.IndexByte(r.rest[size:], '`') + 1
		if end == 0 {
			end = len(r.rest) - size
		}
		r.word.text += r.take(size + end)
		return
	}
	if c != '(' {
		r.word.text += r.take(size)
	}
	if c := firstRune(r.rest); c != '(' && c != '{' {
		return
	}
	var open []rune
	for r.rest != "" {
		c, size := utf8.DecodeRuneInString(r.rest)
		r.word.text += r.take(size)
		if end, opens := closing[c]; opens {
			open = append(open, end)
		} else if c == open[len(open)-1] {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			return
		}
	}
}
