// Package field is what a form is made of: a line of text, a number, and a choice between a few words.
// A field takes the events that belong to it and says what it holds; the form decides where it stands.
package field

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// longest is how many code points a line of text takes where no one says.
const longest = 200

// Text is one line of text that a person types. The zero value is empty and ready. What is typed or pasted
// is taken apart into letters as they are seen, so that a letter of several code points moves, and goes, as
// one.
type Text struct {
	Most int // code points that it takes; 0 is 200

	text  string // valid UTF-8 without anything hidden but joiners
	at    int    // the cursor: bytes before it, between two letters
	from  int    // bytes before the first letter that is shown
	cell  int    // where the cursor was drawn last
	whole bool   // all of it is marked: what is typed next takes its place
}

// Value is what was typed, clean and without blanks at the ends.
func (t *Text) Value() string { return clean.Line(t.text) }

// Empty tells whether nothing was typed.
func (t *Text) Empty() bool { return t.Value() == "" }

// Set puts a text into the field, with the cursor behind it. It may be foreign.
func (t *Text) Set(text string) {
	t.text, t.at, t.from, t.whole = "", 0, 0, false
	t.insert(clean.Line(text))
}

// Mark marks all of the text, so that what is typed next takes its place.
func (t *Text) Mark() { t.at, t.whole = len(t.text), t.text != "" }

// Unmark takes the mark away.
func (t *Text) Unmark() { t.whole = false }

// Type takes a key or a paste, and tells whether it was one for a line of text. Keys that move or delete are
// taken even where there is nothing left of or behind the cursor.
func (t *Text) Type(e screen.Event) bool {
	switch e := e.(type) {
	case screen.Paste:
		t.replace()
		t.insert(clean.Line(strings.ReplaceAll(e.Text, "\n", " ")))
		return true
	case screen.Key:
		if e.Code == screen.Text && e.Mod == 0 {
			t.typed(e.Rune)
			return true
		}
		return t.edit(e.String())
	}
	return false
}

// edit does what a key that is not a letter stands for, and tells whether it stands for anything.
func (t *Text) edit(key string) bool {
	switch key {
	case "left":
		t.at = t.before()
	case "right":
		t.at = t.behind()
	case "home", "ctrl+a":
		t.at = 0
	case "end", "ctrl+e":
		t.at = len(t.text)
	case "ctrl+left":
		t.at = t.word()
	case "ctrl+right":
		t.at = t.nextWord()
	case "backspace":
		t.cut(t.before(), t.at)
	case "delete":
		t.cut(t.at, t.behind())
	case "ctrl+u":
		t.cut(0, t.at)
	case "ctrl+k":
		t.cut(t.at, len(t.text))
	case "ctrl+w":
		t.cut(t.word(), t.at)
	default:
		return false
	}
	t.whole = false
	return true
}

// typed takes a letter, unless it shows nothing.
func (t *Text) typed(r rune) {
	if !utf8.ValidRune(r) || r == utf8.RuneError || clean.Hidden(r) && r != ' ' && !joins(r) {
		return
	}
	t.replace()
	if last, _ := utf8.DecodeLastRuneInString(t.text[:t.at]); t.at == 0 && (unicode.In(r, unicode.M) || r == ' ') || joins(r) && last < utf8.RuneSelf {
		return // there is nothing that it could join or stand on
	}
	t.insert(string(r))
}

// joins tells the joiners and selectors that belong to a letter or a picture.
func joins(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\ufe0f' }

// replace empties a marked field.
func (t *Text) replace() {
	if t.whole {
		t.cut(0, len(t.text))
	}
	t.whole = false
}

// insert puts text at the cursor, as much as there is room for.
func (t *Text) insert(text string) {
	most := t.Most
	if most <= 0 {
		most = longest
	}
	letters := []rune(text)
	room := max(most-utf8.RuneCountInString(t.text), 0)
	text = string(letters[:min(room, len(letters))])
	t.text = t.text[:t.at] + text + t.text[t.at:]
	t.at = t.boundary(t.at + len(text))
}

// cut takes the bytes between two places out, and puts the cursor there. Of a marked text it takes all.
func (t *Text) cut(from, to int) {
	if t.whole {
		from, to = 0, len(t.text)
	}
	t.text = t.text[:from] + t.text[to:]
	t.at = t.boundary(from)
}

// letter is the first letter of a text as it is seen, and its cells.
func letter(text string) (string, int) { return ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth) }

// boundary is the first place between two letters that is not before a place.
func (t *Text) boundary(at int) int {
	end := 0
	for end < at {
		one, _ := letter(t.text[end:])
		end += max(len(one), 1)
	}
	return min(end, len(t.text))
}

// before is where the letter before the cursor begins.
func (t *Text) before() int {
	begin := 0
	for begin < t.at {
		one, _ := letter(t.text[begin:])
		if begin+len(one) >= t.at {
			break
		}
		begin += max(len(one), 1)
	}
	return begin
}

// behind is where the letter at the cursor ends.
func (t *Text) behind() int {
	one, _ := letter(t.text[t.at:])
	return t.at + len(one)
}

// word is where the word before the cursor begins, nextWord where the next one does.
func (t *Text) word() int {
	text := strings.TrimRight(t.text[:t.at], " ")
	return t.boundary(strings.LastIndexByte(text, ' ') + 1)
}

func (t *Text) nextWord() int {
	rest := t.text[t.at:]
	gap := strings.IndexByte(rest, ' ')
	if gap < 0 {
		return len(t.text)
	}
	return t.at + gap + len(rest[gap:]) - len(strings.TrimLeft(rest[gap:], " "))
}

// Draw gives the text on a canvas in at most so many cells, with the cursor among them; the end of a long
// one moves into sight with the cursor.
func (t *Text) Draw(c canvas.Canvas, cells int) string {
	letters := t.letters(c)
	first, cursor := 0, len(letters)
	for i, l := range letters {
		if l.begin <= t.from {
			first = i
		}
		if l.begin == t.at {
			cursor = i
		}
	}
	first = min(first, cursor)
	width := func(from, to int) (n int) {
		for _, l := range letters[from:to] {
			n += l.cells
		}
		return n
	}
	t.cell = width(first, cursor)
	for ; t.cell >= cells && first < cursor; first++ {
		t.cell -= letters[first].cells
	}
	used := width(first, len(letters))
	for first > 0 && used+letters[first-1].cells < cells { // what was out of sight comes back where there is room
		first--
		used, t.cell = used+letters[first].cells, t.cell+letters[first].cells
	}
	t.from, used = len(t.text), 0
	if first < len(letters) {
		t.from = letters[first].begin
	}
	var out strings.Builder
	for _, l := range letters[first:] {
		if used += l.cells; used > cells {
			break
		}
		out.WriteString(l.shown)
	}
	if t.whole {
		return "\x1b[7m" + out.String() + "\x1b[27m"
	}
	return out.String()
}

// shownLetter is a letter as a canvas shows it, and where it begins in the text.
type shownLetter struct {
	shown        string
	cells, begin int
}

// letters are all of them.
func (t *Text) letters(c canvas.Canvas) []shownLetter {
	list := make([]shownLetter, 0, len(t.text))
	for begin := 0; begin < len(t.text); {
		one, _ := letter(t.text[begin:])
		l := shownLetter{shown: " ", begin: begin}
		if one != " " {
			l.shown = c.Text(one)
		}
		l.cells = canvas.Cells(l.shown)
		list = append(list, l)
		begin += max(len(one), 1)
	}
	return list
}

// Cursor is the cell within what was drawn last where the cursor stands.
func (t *Text) Cursor() int { return t.cell }
