package screen

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/testkit/need"
)

// read returns the events of bytes that arrive at once with nothing after them.
func read(data string) []Event {
	var in Input
	events := slices.Clone(in.Feed([]byte(data)))
	if in.Wait() > 0 {
		events = append(events, in.Timeout()...)
	}
	return events
}

// spelled formats events for comparison.
func spelled(events []Event) []any {
	var out []any
	for _, e := range events {
		if k, ok := e.(Key); ok {
			e = k.String()
		}
		out = append(out, e)
	}
	return out
}

func TestWhatATerminalSendsIsUnderstood(t *testing.T) {
	tests := map[string]struct {
		in   string
		want []any
	}{
		"letters":                 {"jG 1", []any{"j", "G", "space", "1"}},
		"wide and combined":       {"é東👨‍👩‍👧e\u0301", []any{"é", "東", "👨", "\u200d", "👩", "\u200d", "👧", "e", "\u0301"}},
		"controls":                {"\x00\x01\x04\x1a\x1c\x1f", []any{"ctrl+space", "ctrl+a", "ctrl+d", "ctrl+z", "ctrl+\\", "ctrl+_"}},
		"named controls":          {"\r\n\t\x7f\b", []any{"enter", "enter", "tab", "backspace", "backspace"}},
		"arrows":                  {"\x1b[A\x1b[B\x1b[C\x1b[D", []any{"up", "down", "right", "left"}},
		"arrows of a number pad":  {"\x1bOA\x1bOB\x1bOC\x1bOD\x1bOH\x1bOF", []any{"up", "down", "right", "left", "home", "end"}},
		"the number pad":          {"\x1bOp\x1bOk\x1bOM", []any{"0", "+", "enter"}},
		"with modifiers":          {"\x1b[1;5A\x1b[1;2B\x1b[1;8C\x1b[3;5~\x1bO5D\x1b[Z", []any{"ctrl+up", "shift+down", "ctrl+alt+shift+right", "ctrl+delete", "ctrl+left", "shift+tab"}},
		"home and end":            {"\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~", []any{"home", "end", "home", "end", "home", "end"}},
		"pages":                   {"\x1b[5~\x1b[6~\x1b[2~", []any{"pgup", "pgdn", "insert"}},
		"functions":               {"\x1bOP\x1b[15~\x1b[24~\x1b[[A\x1b[[E\x1b[11~j", []any{"j"}},
		"Esc":                     {"\x1b", []any{"esc"}},
		"Esc twice":               {"\x1b\x1b", []any{"esc", "esc"}},
		"Esc and an arrow":        {"\x1b\x1b[A", []any{"esc", "up"}},
		"Esc and Enter":           {"\x1b\r", []any{"esc", "enter"}},
		"Alt":                     {"\x1bx\x1bé\x1b\x7fy", []any{"alt+x", "alt+é", "alt+backspace", "y"}},
		"Alt with a string's key": {"\x1bP", []any{"alt+P"}},
		"mouse": {"\x1b[<0;1;2M\x1b[<0;1;2m\x1b[<65;200;3M\x1b[<18;5;5M", []any{
			Mouse{Row: 1}, Mouse{Row: 1, Released: true}, Mouse{Button: WheelDown, Row: 2, Column: 199},
			Mouse{Button: RightButton, Row: 4, Column: 4},
		}},
		"mouse of old":            {"\x1b[M \x21\x22j\x1b[M#!\"", []any{Mouse{Row: 1}, "j", Mouse{Row: 1, Released: true}}},
		"mouse that only moves":   {"\x1b[<35;5;5Mj", []any{"j"}},
		"mouse out of this world": {"\x1b[<0;0;5M\x1b[<0;99999999999;5M\x1b[<0;5M\x1b[<;;Mj", []any{"j"}},
		"paste":                   {"\x1b[200~a\r\nb\rc\x1b[A\x07é\x1b[201~j", []any{Paste{Text: "a\nb\nc[Aé"}, "j"}},
		"paste of nearly its end": {"\x1b[200~\x1b[201\x1b\x1b[201~j", []any{Paste{Text: "[201"}, "j"}},
		"paste of bad UTF-8":      {"\x1b[200~a\xff\xfeb\u009b\x1b[201~", []any{Paste{Text: "ab"}}},
		"paste without its end":   {"\x1b[200~ab\x03j", []any{Paste{Text: "ab"}, "ctrl+c", "j"}},
		"end without a paste":     {"\x1b[201~j", []any{"j"}},
		"focus":                   {"\x1b[I\x1b[Oj", []any{"j"}},
		"answers to others":       {"\x1b[?62;22c\x1b[24;80R\x1b[?2026;2$y\x1b]11;rgb:0000/0000/0000\x07\x1bP1+r\x1b\\\x1b]0;x\x1b\\j", []any{"j"}},
		"unknown":                 {"\x1b[9q\x1b[1;2;3;4A\x1b[99~\x1b[?1A\x1b[27;5;13~\x1bOZj", []any{"j"}},
		"a string that goes on":   {"\x1b]11;jjjj\x03j", []any{"ctrl+c", "j"}},
		"a string and Esc":        {"\x1b]11;jjjj\x1b", []any{"esc"}},
		"too long":                {"\x1b[" + strings.Repeat("1;", maxSequence) + "Aj", []any{"j"}},
		"broken off":              {"\x1b[1\x1b[A\x1bO\x1b[B\x1b[1;5\rj", []any{"up", "down", "enter", "j"}},
		"bad UTF-8":               {"\xff\x80\xc3j\xe6\x9d\x1b[A\xed\xa0\x80k\xc2\x9b", []any{"j", "up", "k"}},
	}
	for name, test := range tests {
		if diff := cmp.Diff(test.want, spelled(read(test.in))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAPasteHasABound(t *testing.T) {
	for _, length := range []int{maxPaste, maxPaste + 1, 10 * maxPaste} {
		var in Input
		in.Feed([]byte("\x1b[200~" + strings.Repeat("x", length)))
		if len(in.paste) > maxPaste {
			t.Errorf("of %d bytes %d are held", length, len(in.paste))
		}
		want := []Event{Paste{Text: strings.Repeat("x", maxPaste)}}
		if got := in.Feed([]byte(pasteEnd)); !cmp.Equal(want, slices.Clone(got)) {
			t.Errorf("a paste of %d bytes comes otherwise", length)
		}
	}
}

// TestOnlyWhatMayBeAKeyWaits limits the timeout to where it is needed: elsewhere it would break arrow keys on a slow
// connection.
func TestOnlyWhatMayBeAKeyWaits(t *testing.T) {
	waits := map[string]bool{
		"\x1b": true, "\x1bP": true, "\x1b]": true, "\x1b]1\x1b": true,
		"": false, "j": false, "\x1b[": false, "\x1bO": false, "\x1b[1;5": false, "\x1b]1": false, "\x1b[200~\x1b": false, "\xc3": false,
	}
	for bytes, want := range waits {
		var in Input
		in.Feed([]byte(bytes))
		if got := in.Wait() == escWait; got != want {
			t.Errorf("%q: waits %v", bytes, got)
		}
	}
}

// FuzzInput checks that the same bytes give the same events however reads split them, that the buffer is bounded, and
// that Ctrl-C works after any input.
func FuzzInput(f *testing.F) {
	for _, s := range []string{
		"jé東\x1b[A\x1bOB\x1b", "\x1b[<0;1;2M\x1b[M !!\x1b[[A", "\x1b[200~a\x1b[201\x1b[201~j", "\x1b]11;x\x1b\\\x1bP\x1b\x1b[", "\xff\xc3\x1b\xe6",
	} {
		f.Add(s, uint64(1))
	}
	f.Fuzz(func(t *testing.T, data string, seed uint64) {
		want := read(data)
		var in Input
		var got []Event
		chance := rand.New(rand.NewPCG(seed, 0))
		for rest := data; rest != ""; {
			n := 1 + chance.IntN(min(len(rest), 8))
			got = append(got, in.Feed([]byte(rest[:n]))...)
			rest = rest[n:]
			if len(in.held) > maxSequence || len(in.paste) > maxPaste {
				t.Fatalf("%d and %d bytes are held", len(in.held), len(in.paste))
			}
		}
		state := in
		if in.Wait() > 0 {
			got = append(got, in.Timeout()...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q, parted otherwise (-want +got):\n%s", data, diff)
		}
		if last := state.Feed([]byte{ctrlC}); len(last) == 0 || last[len(last)-1] != (Key{Rune: 'c', Mod: Ctrl}) {
			t.Fatalf("%q and Ctrl-C: %v", data, spelled(last))
		}
		for _, e := range got {
			if k, ok := e.(Key); ok && k.Code == Text && (k.Rune < ' ' || k.Rune >= del && k.Rune < 0xa0) {
				t.Fatalf("%q: a control character as text: %q", data, k.Rune)
			}
		}
	})
}

// TestAnyPartingMeansTheSame is a small version of the fuzz target, with input that looks like sequences.
func TestAnyPartingMeansTheSame(t *testing.T) {
	seed := need.Seed(t)
	chance := rand.New(rand.NewPCG(seed, 1))
	pieces := []string{
		"\x1b", "[", "O", "]", "P", "<", ";", "1", "5", "200~", "201~", "M", "m", "A", "~", "\x03", "\a", "\\", "é", "東", "\xff", "\x9d",
		"\x1b[200~", "\x1b[201~", "\x1b[<0;", "j", "\r", " ",
	}
	for range need.Count(3_000, 300_000) {
		var b strings.Builder
		for range chance.IntN(30) {
			b.WriteString(pieces[chance.IntN(len(pieces))])
		}
		var in Input
		var got []Event
		for _, c := range []byte(b.String()) {
			got = append(got, in.Feed([]byte{c})...)
		}
		if in.Wait() > 0 {
			got = append(got, in.Timeout()...)
		}
		if diff := cmp.Diff(read(b.String()), got); diff != "" {
			t.Fatalf("seed %d: %q (-at once +byte by byte):\n%s", seed, b.String(), diff)
		}
	}
}
