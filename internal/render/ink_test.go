package render

import (
	"bytes"
	"strings"
	"testing"

	"travel.example/travel/internal/render/grid"
)

func TestATerminalGetsTheColoursItHas(t *testing.T) {
	for name, test := range map[string]struct {
		term Terminal
		want string
	}{
		"none":                  {Terminal{TTY: true}, "yes"},
		"its own":               {Terminal{TTY: true, Color: true}, "\x1b[32myes\x1b[0m"},
		"many":                  {Terminal{TTY: true, Color: true, ManyColors: true}, "\x1b[38;5;28myes\x1b[0m"},
		"no ESC without colour": {Terminal{TTY: true, ManyColors: true}, "yes"},
	} {
		var out bytes.Buffer
		p := New(&out, test.term, FormatText)
		if err := p.Print(grid.Table{Columns: []grid.Column{{Name: "A"}}, Rows: [][]grid.Cell{{grid.Yes.Cell()}}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), test.want) || test.want == "yes" && strings.Contains(out.String(), "\x1b") {
			t.Errorf("%s: %q, want %q in it", name, out.String(), test.want)
		}
	}
}
