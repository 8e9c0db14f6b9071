package tab

import (
	"strings"
	"unicode/utf8"
)

// A word is one word of a line.
type word struct {
	text string // without its quotes, with what a shell would expand as it was typed
	raw  string // as it was typed
	// The shell puts a word in place of what stands behind here, as so many bytes of text.
	from int
	// quote is the quote that is still open at its end, 0 for none.
	quote rune
	// opaque words hold something that a shell would run or work out: nothing goes on from there.
	opaque bool
	file   bool // it is the name of a file to read or to write
}

// A reader reads a line by the rules of one shell.
type reader struct {
	shell      *shell
	line, rest string
	found      []word

	begun bool
	word  word // under way, where begun
	at    int  // in line, where it begins
	file  bool // it is the name of a file
}

// split parts a line into its words. The last is the one at the end, which is "" behind a space.
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

// word reads one word that a shell has parted already.
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

// end ends a word, which is left out when it names a file to write to or to read.
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

// operator reads < and >, behind which a file's name follows, or what ends a command.
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

// part reads the next of a word: a quote, an expansion, or one character.
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

// quoted reads to the end of a quote.
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

// closing are what ends that which one of these begins.
var closing = map[rune]rune{'(': ')', '{': '}', '[': ']'}

// expansion takes what a shell would run or work out as it was typed: what stands in backquotes, or in
// brackets behind c, or c alone.
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
	if c := firstRune(r.rest); c == '(' || c == '{' {
		r.brackets()
	}
}

// brackets takes what stands in brackets, with them.
func (r *reader) brackets() {
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
