package field_test

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/stagetest"
)

func onto(unicode bool) canvas.Canvas {
	return canvas.New(io.Discard, canvas.Terminal{TTY: true, Unicode: unicode, Width: 60, Height: 20})
}

// keys types key names separated by blanks; text after a quote is typed letter by letter.
func keys(t *field.Text, list string) {
	for name := range strings.FieldsSeq(list) {
		text, letters := strings.CutPrefix(name, "'")
		if !letters {
			t.Type(stagetest.Key(name))
			continue
		}
		for _, r := range text {
			t.Type(screen.Key{Rune: r})
		}
	}
}

func TestALineOfTextIsEditedAsPeopleExpect(t *testing.T) {
	for _, test := range []struct {
		keys, want string
		cursor     int
	}{
		{"'lisbon", "lisbon", 6},
		{"'lisbon left left 'x", "lisbxon", 5},
		{"'lisbon home delete 'L end '!", "Lisbon!", 7},
		{"'lisbon left left left left left left left left backspace", "lisbon", 0},
		{"'new space 'york ctrl+w 'delhi", "new delhi", 9},
		{"'new space 'york ctrl+left ctrl+k", "new", 4},
		{"'new space 'york ctrl+left ctrl+u", "york", 0},
		{"'new space 'york ctrl+a ctrl+right 'x ctrl+e 'y", "new xyorky", 10},
		{"space space 'dxb", "dxb", 3},
		{"'東京 backspace", "東", 2},
		{"'東京 left", "東京", 2},
		{"'e\u0301a left backspace", "a", 0},     // a letter of two code points is deleted as one
		{"'👩\u200d💻a left left delete", "a", 0},  // and so is an emoji of three
		{"\u0301 'a", "a", 1},                    // nothing to combine with
		{"'نیویورک left backspace", "نیویوک", 5}, // in logical order, whatever the direction
		{"'می\u200cخواهم", "می\u200cخواهم", 7},   // the joiner is kept
		{"'a\u202eb\u200bc", "abc", 3},           // hidden characters are dropped
		{"'👩💻 left '\u200d backspace", "", 0},    // two emoji joined into one
		{"'🇵🇹🇫🇷 left backspace", "🇫🇷", 0},        // flags
		{"ctrl+w ctrl+u ctrl+k delete backspace", "", 0},
	} {
		var f field.Text
		keys(&f, test.keys)
		f.Draw(onto(true), 40)
		if f.Value() != test.want || f.Cursor() != test.cursor {
			t.Errorf("%s: %q with the cursor at %d, want %q at %d", test.keys, f.Value(), f.Cursor(), test.want, test.cursor)
		}
	}
}

func TestKeysOfTheFormAreNotTheField(t *testing.T) {
	var f field.Text
	for _, name := range []string{"tab", "shift+tab", "enter", "up", "down", "esc", "pgup", "pgdn", "ctrl+o", "alt+b"} {
		if f.Type(stagetest.Key(name)) {
			t.Errorf("the field takes %s", name)
		}
	}
	if f.Type(screen.Mouse{}) || !f.Empty() {
		t.Error("the field takes a press of the mouse")
	}
}

func TestAPasteIsCleanAndBounded(t *testing.T) {
	f := field.Text{Most: 20}
	keys(&f, "'to space")
	if !f.Type(screen.Paste{Text: "New\x1b[2J\n York \u202e"}) || f.Value() != "to New York" {
		t.Errorf("pasted: %q", f.Value())
	}
	f.Type(screen.Paste{Text: strings.Repeat("x", 100_000)})
	if n := utf8.RuneCountInString(f.Value()); n != 20 {
		t.Errorf("a field of 20 letters holds %d", n)
	}
	keys(&f, "'y")
	if strings.Contains(f.Value(), "y") {
		t.Error("a full field takes another letter")
	}
}

func TestWhatIsTypedIntoAMarkedFieldTakesItsPlace(t *testing.T) {
	for typed, want := range map[string]string{
		"'x": "x", "backspace": "", "delete": "", "ctrl+w": "", "left 'x": "lisboxn", "end 'x": "lisbonx",
	} {
		var f field.Text
		f.Set("lisbon")
		f.Mark()
		if shown := f.Draw(onto(true), 40); !strings.HasPrefix(shown, "\x1b[7m") {
			t.Errorf("a marked field is drawn as %q", shown)
		}
		if keys(&f, typed); f.Value() != want {
			t.Errorf("%s in a marked field: %q, want %q", typed, f.Value(), want)
		}
	}
	var f field.Text
	f.Set("lisbon")
	f.Mark()
	if f.Type(screen.Paste{Text: "porto"}); f.Value() != "porto" {
		t.Errorf("a paste into a marked field: %q", f.Value())
	}
}

func TestALongTextKeepsTheCursorInSight(t *testing.T) {
	f := field.Text{}
	f.Set("Llanfairpwllgwyngyll")
	c := onto(true)
	for _, test := range []struct {
		keys, want string
		cursor     int
	}{
		{"", "gwyngyll", 9}, {"left left", "gwyngyll", 7}, {"home", "Llanfairpw", 0}, {"right right", "Llanfairpw", 2}, {"end backspace", "lgwyngyl", 9},
	} {
		keys(&f, test.keys)
		got := f.Draw(c, 10)
		if !strings.Contains(got, test.want) && test.keys == "" || ansi.StringWidth(got) > 10 || f.Cursor() > 9 {
			t.Errorf("after %q: %q with the cursor at %d", test.keys, got, f.Cursor())
		}
		if test.keys == "home" && (got != test.want || f.Cursor() != test.cursor) {
			t.Errorf("after %q: %q with the cursor at %d, want %q at %d", test.keys, got, f.Cursor(), test.want, test.cursor)
		}
	}
}

func TestATerminalWithoutUnicodeSeesASCII(t *testing.T) {
	var f field.Text
	f.Set("Zürich 東京")
	keys(&f, "home right right")
	if got := f.Draw(onto(false), 40); got != "Zurich ??" || f.Cursor() != 2 {
		t.Errorf("drawn as %q with the cursor at %d", got, f.Cursor())
	}
}

// Whatever keys are pressed, the cursor is between two letters, and nothing hidden is drawn.
func FuzzTextHoldsWhatCanBeShown(f *testing.F) {
	f.Add("lisbon\x01\x02\x03", "pasted", 10)
	f.Add("👩\u200d💻\x04\u0301\x05", "\u200d\ufe0f", 3)
	f.Add("🇵🇹🇫\x01\x01🇷\x06ﷺ", "a\u0300\u0300\u0300", 1)
	names := []string{"left", "right", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+u", "ctrl+k", "ctrl+left", "ctrl+right"}
	f.Fuzz(func(t *testing.T, typed, pasted string, cells int) {
		cells = max(1, cells%100)
		var text field.Text
		check := func() {
			for _, unicode := range []bool{true, false} {
				got := text.Draw(onto(unicode), cells)
				switch {
				case ansi.StringWidth(got) > cells:
					t.Fatalf("%q is wider than %d", got, cells)
				case text.Cursor() < 0 || text.Cursor() > cells:
					t.Fatalf("the cursor stands at %d of %d in %q", text.Cursor(), cells, got)
				case !utf8.ValidString(got) || strings.ContainsFunc(ansi.Strip(got), func(r rune) bool { return r < ' ' || r == '\u202e' }):
					t.Fatalf("%q is drawn", got)
				}
			}
			if v := text.Value(); v != clean.Line(v) || utf8.RuneCountInString(v) > 200 {
				t.Fatalf("the value is %q", v)
			}
		}
		for i, r := range typed {
			switch {
			case r < ' ':
				text.Type(stagetest.Key(names[int(r)%len(names)]))
			default:
				text.Type(screen.Key{Rune: r})
			}
			if i%7 == 3 {
				text.Mark()
			}
			check()
		}
		text.Type(screen.Paste{Text: pasted})
		check()
	})
}
