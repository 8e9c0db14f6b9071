// Package field has an editable line of text. It handles its own events and holds a value; the place that has it
// decides where it appears.
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

// longest is the default limit of a line of text, in code points.
const longest = 200

// Text is an editable line of text. The zero value is empty and ready to use. The cursor moves over and deletes whole
// grapheme clusters, even those of several code points.
type Text struct {
	Most int // limit in code points; 0 means 200

	text  string // valid UTF-8 without hidden characters other than joiners
	at    int    // byte offset of the cursor, always between two clusters
	from  int    // byte offset of the first visible cluster
	cell  int    // the cell of the cursor in the last drawing
	whole bool   // all of it is selected: typing replaces it
}

// Value returns the text, cleaned and trimmed.
func (t *Text) Value() string { return clean.Line(t.text) }

// Empty reports whether the text is empty.
func (t *Text) Empty() bool { return t.Value() == "" }

// Set replaces the text and moves the cursor to its end. The text may be untrusted.
func (t *Text) Set(text string) {
	t.text, t.at, t.from, t.whole = "", 0, 0, false
	t.insert(clean.Line(text))
}

// Mark selects all of the text, so that typing replaces it.
func (t *Text) Mark() { t.at, t.whole = len(t.text), t.text != "" }

// Unmark removes the selection.
func (t *Text) Unmark() { t.whole = false }

// Type handles a key or a paste and reports whether it belongs to a line of text. Keys that move or delete belong to
// it even if there is nothing on that side of the cursor.
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

// edit performs an editing key and reports whether it is one.
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

// typed inserts a character unless it is invisible.
func (t *Text) typed(r rune) {
	if !utf8.ValidRune(r) || r == utf8.RuneError || clean.Hidden(r) && r != ' ' && !joins(r) {
		return
	}
	t.replace()
	if last, _ := utf8.DecodeLastRuneInString(t.text[:t.at]); t.at == 0 && (unicode.In(r, unicode.M) || r == ' ') || joins(r) && last < utf8.RuneSelf {
		return // there is nothing to combine with
	}
	t.insert(string(r))
}

// joins reports whether r is a joiner or a selector that belongs to a letter or an emoji.
func joins(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\ufe0f' }

// replace clears a selected text.
func (t *Text) replace() {
	if t.whole {
		t.cut(0, len(t.text))
	}
	t.whole = false
}

// insert inserts text at the cursor, up to the limit.
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

// cut deletes the bytes between two offsets and moves the cursor there. It deletes everything if the text is
// selected.
func (t *Text) cut(from, to int) {
	if t.whole {
		from, to = 0, len(t.text)
	}
	t.text = t.text[:from] + t.text[to:]
	t.at = t.boundary(from)
}

// letter returns the first grapheme cluster of a text and its width in cells.
func letter(text string) (string, int) { return ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth) }

// boundary returns the first cluster boundary at or after an offset.
func (t *Text) boundary(at int) int {
	end := 0
	for end < at {
		one, _ := letter(t.text[end:])
		end += max(len(one), 1)
	}
	return min(end, len(t.text))
}

// before returns the start of the cluster before the cursor.
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

// behind returns the end of the cluster at the cursor.
func (t *Text) behind() int {
	one, _ := letter(t.text[t.at:])
	return t.at + len(one)
}

// word returns the start of the word before the cursor; nextWord returns the start of the next word.
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

// Draw returns the text in at most that many cells and scrolls to keep the cursor visible.
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
	for first > 0 && used+letters[first-1].cells < cells { // text that had scrolled out comes back if there is room
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

// shownLetter is a cluster as the canvas shows it and its offset in the text.
type shownLetter struct {
	shown        string
	cells, begin int
}

// letters returns all clusters of the text.
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

// Cursor returns the cell of the cursor in the last drawing.
func (t *Text) Cursor() int { return t.cell }
