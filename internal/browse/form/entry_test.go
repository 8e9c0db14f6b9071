package form

import (
	"io"
	"strings"
	"testing"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/stagetest"
)

func TestANumberStaysWithinItsBounds(t *testing.T) {
	f := sit(t, 80, 24, Options{}).form
	for list, want := range map[string]int{
		"+ + +": 4, "right l =": 4, "- - -": 1, "7": 7, "9 +": 9, "0": 1, "9 backspace": 1, "5 left h _": 2, "8 delete": 1,
		"1 2": 1, "8 8 8": 8, "1 2 backspace 3": 3, "1 + 4": 4, "0 5": 5,
	} {
		n := count{common: common{form: f}, least: 1, most: 9, value: 1}
		for name := range strings.FieldsSeq(list) {
			if !n.Type(stagetest.Key(name)) {
				t.Errorf("%s is not taken", name)
			}
		}
		if n.value != want {
			t.Errorf("%s: %d, want %d", list, n.value, want)
		}
	}
	n := count{common: common{form: f}, least: 1, most: 9, value: 1}
	for _, name := range []string{"tab", "enter", "q", "j", "k", "up", "ctrl+l"} {
		if n.Type(stagetest.Key(name)) {
			t.Errorf("%s is taken", name)
		}
	}
	if n.Type(screen.Paste{Text: "3"}) {
		t.Error("a paste is taken")
	}
}

func TestAChoiceIsReadWithoutColour(t *testing.T) {
	c := canvas.New(io.Discard, canvas.Terminal{Unicode: true, Width: 80, Height: 24})
	w := pick{common: common{form: &form{}}, words: []string{"economy", "premium economy", "business", "first"}}
	for _, test := range []struct{ keys, want string }{
		{"", "[economy] premium economy  business  first"},
		{"right l", " economy  premium economy [business] first"},
		{"right right right", " economy  premium economy  business [first]"},
		{"space", "[economy] premium economy  business  first"},
		{"left h end left", " economy  premium economy [business] first"},
	} {
		for name := range strings.FieldsSeq(test.keys) {
			if !w.Type(stagetest.Key(name)) {
				t.Errorf("%s is not taken", name)
			}
		}
		line, _ := w.draw(c, 50)
		if strings.TrimRight(line, " ") != test.want {
			t.Errorf("after %q: %q, want %q", test.keys, line, test.want)
		}
		if at := w.spans[w.at]; line[at[0]:at[1]] != "["+w.words[w.at]+"]" {
			t.Errorf("the chosen word stands at %v of %q", at, line)
		}
	}
	line, _ := w.draw(c, 20)
	if line != "[business] first " || w.spans[0] != [2]int{} {
		t.Errorf("in 20 cells: %q, %v", line, w.spans)
	}
}
