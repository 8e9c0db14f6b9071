// Package field has an editable line of text. It handles its own events and holds a value; the place that has it
// decides where it appears.
package field

import (
	"cmp"
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

	letters []string // grapheme clusters, of valid UTF-8 without hidden characters other than joiners
	at      int      // the cursor is before this letter
	from    int      // the first visible letter
	cell    int      // the cell of the cursor in the last drawing
	whole   bool     // all of it is selected: typing replaces it
}

// Value returns the text, cleaned and trimmed.
func (t *Text) Value() string { return clean.Line(t.between(0, len(t.letters))) }

// Empty reports whether the text is empty.
func (t *Text) Empty() bool { return t.Value() == "" }

// Set replaces the text and moves the cursor to its end. The text may be untrusted.
func (t *Text) Set(text string) {
	*t = Text{Most: t.Most}
	t.insert(clean.Line(text))
}

// Mark selects all of the text, so that typing replaces it.
func (t *Text) Mark() { t.at, t.whole = len(t.letters), len(t.letters) > 0 }

// Unmark removes the selection.
func (t *Text) Unmark() { t.whole = false }

// Type handles a key or a paste and reports whether it belongs to a line of text. Keys that move or delete belong to
// it even if there is nothing on that side of the cursor.
func (t *Text) Type(e screen.Event) bool {
	switch e := e.(type) {
	case screen.Paste:
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
	before, behind, end := max(t.at-1, 0), min(t.at+1, len(t.letters)), len(t.letters)
	switch key {
	case "left":
		t.at = before
	case "right":
		t.at = behind
	case "home", "ctrl+a":
		t.at = 0
	case "end", "ctrl+e":
		t.at = end
	case "ctrl+left":
		t.at = t.word()
	case "ctrl+right":
		for t.at < end && t.letters[t.at] != " " {
			t.at++
		}
		for t.at < end && t.letters[t.at] == " " {
			t.at++
		}
	case "backspace":
		t.cut(before, t.at)
	case "delete":
		t.cut(t.at, behind)
	case "ctrl+u":
		t.cut(0, t.at)
	case "ctrl+k":
		t.cut(t.at, end)
	case "ctrl+w":
		t.cut(t.word(), t.at)
	default:
		return false
	}
	t.whole = false
	return true
}

// typed inserts a character unless it is invisible or has nothing to combine with.
func (t *Text) typed(r rune) {
	joins := r == '\u200c' || r == '\u200d' || r == '\ufe0f' // it belongs to a letter or an emoji
	if !utf8.ValidRune(r) || r == utf8.RuneError || clean.Hidden(r) && r != ' ' && !joins {
		return
	}
	at := t.at
	if t.whole {
		at = 0
	}
	last, _ := utf8.DecodeLastRuneInString(t.between(0, at))
	if at == 0 && (unicode.In(r, unicode.M) || r == ' ') || joins && (at == 0 || last < utf8.RuneSelf) {
		return
	}
	t.insert(string(r))
}

// between returns the text between two letters.
func (t *Text) between(from, to int) string { return strings.Join(t.letters[from:to], "") }

// put sets the text before and behind the cursor. The cursor moves behind a letter that is made of both.
func (t *Text) put(before, behind string) {
	t.letters, t.at = nil, 0
	text := before + behind
	for begin := 0; begin < len(text); {
		one, _ := ansi.FirstGraphemeCluster(text[begin:], ansi.GraphemeWidth)
		t.letters = append(t.letters, one)
		if begin < len(before) {
			t.at = len(t.letters)
		}
		begin += len(one)
	}
}

// insert inserts text at the cursor, up to the limit, or replaces a selected text.
func (t *Text) insert(text string) {
	if t.whole {
		t.letters, t.at, t.whole = nil, 0, false
	}
	before, behind, letters := t.between(0, t.at), t.between(t.at, len(t.letters)), []rune(text)
	room := max(cmp.Or(t.Most, longest)-utf8.RuneCountInString(before+behind), 0)
	t.put(before+string(letters[:min(room, len(letters))]), behind)
}

// cut deletes the letters between two positions and moves the cursor there. It deletes everything if the text is
// selected.
func (t *Text) cut(from, to int) {
	if t.whole {
		from, to = 0, len(t.letters)
	}
	t.put(t.between(0, from), t.between(to, len(t.letters)))
}

// word returns the start of the word before the cursor.
func (t *Text) word() int {
	at := t.at
	for at > 0 && t.letters[at-1] == " " {
		at--
	}
	for at > 0 && t.letters[at-1] != " " {
		at--
	}
	return at
}

// Draw returns the text in at most that many cells and scrolls to keep the cursor visible.
func (t *Text) Draw(c canvas.Canvas, cells int) string {
	shown, widths, used := make([]string, len(t.letters)), make([]int, len(t.letters)), 0
	first := min(t.from, t.at)
	t.cell = 0
	for i, letter := range t.letters {
		if shown[i] = " "; letter != " " {
			shown[i] = c.Text(letter)
		}
		widths[i] = canvas.Cells(shown[i])
		if i >= first {
			used += widths[i]
			if i < t.at {
				t.cell += widths[i]
			}
		}
	}
	for ; t.cell >= cells && first < t.at; first++ {
		used, t.cell = used-widths[first], t.cell-widths[first]
	}
	for first > 0 && used+widths[first-1] < cells { // text that had scrolled out comes back if there is room
		first--
		used, t.cell = used+widths[first], t.cell+widths[first]
	}
	t.from = first
	last := first
	for room := cells; last < len(shown) && widths[last] <= room; last++ {
		room -= widths[last]
	}
	text := strings.Join(shown[first:last], "")
	if t.whole {
		return "\x1b[7m" + text + "\x1b[27m"
	}
	return text
}

// Cursor returns the cell of the cursor in the last drawing.
func (t *Text) Cursor() int { return t.cell }
