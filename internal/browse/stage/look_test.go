package stage

import "testing"

// A search starts at the current position and wraps around; it chooses the item found, or scrolls the line to the
// top.
func TestLook(t *testing.T) {
	for _, test := range []struct {
		name  string
		items int
		top   int
		looks []string // a text starts a search, + and - continue it
		want  string
		said  string
	}{
		{"from where it stood", 0, 5, []string{"1"}, "10", "2 of 13"},
		{"one letter more", 0, 0, []string{"1", "15"}, "15", "1 of 1"},
		{"none, back to where it stood", 0, 5, []string{"1", "1x"}, "5", "nothing has it"},
		{"nothing, back to where it stood", 0, 5, []string{"1", ""}, "5", ""},
		{"on", 0, 5, []string{"1", "+"}, "11", "3 of 13"},
		{"around", 0, 0, []string{"9", "+", "+", "+", "+"}, "9", "1 of 4"},
		{"before, as far as the end lets it", 0, 5, []string{"9", "-"}, "30", "4 of 4"},
		{"chosen", 30, 0, []string{"27"}, "27", "1 of 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(40, test.items, 1, 10)
			p.top = test.top
			p.sought = sought{p.top, p.at, p.top}
			text, said := "", ""
			for _, look := range test.looks {
				switch look {
				case "+":
					said = p.Look(text, 1)
				case "-":
					said = p.Look(text, -1)
				default:
					text, said = look, p.Look(look, 0)
				}
			}
			got := p.lines[p.top]
			if test.items > 0 {
				got = p.lines[p.items[p.at].From]
			}
			if got != " "+test.want || said != test.said {
				t.Errorf("it is at%s and says %q", got, said)
			}
		})
	}
}
