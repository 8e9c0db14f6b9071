package stage

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// page returns a sheet whose last lines are items of a height, on a screen of that many rows.
type page struct {
	Sheet
	c canvas.Canvas
}

func open(lines, items, height, rows int) *page {
	p := &page{c: canvas.New(io.Discard, canvas.Terminal{Unicode: true, Width: 20, Height: rows})}
	p.fill(lines, items, height)
	p.Draw(p.c)
	return p
}

func (p *page) fill(lines, items, height int) {
	text := make([]string, lines)
	for i := range text {
		text[i] = fmt.Sprintf(" %d", i)
	}
	var list []Item
	for i := range items {
		from := lines - (items-i)*height
		list = append(list, Item{Lead: from, From: from, To: from + height})
	}
	p.Fill(text, list)
}

// view returns what is visible: the first line, the last one, and the chosen item, with a star if its mark is
// visible.
func (p *page) view() string {
	drawn := p.Draw(p.c)
	mark := ""
	for _, line := range drawn {
		if strings.Contains(line, ">") {
			mark = "*"
		}
	}
	return fmt.Sprintf("%d-%d at %d%s", p.top, p.top+len(drawn)-1, p.At(), mark)
}

func (p *page) press(keys string) {
	for key := range strings.FieldsSeq(keys) {
		for _, row := range p.MoveKeys() {
			if strings.Contains(" "+row.Keys+" ", " "+key+" ") {
				row.Do()
			}
		}
		p.Draw(p.c)
	}
}

func TestTheCursorStaysInSightAndEverythingCanBeReached(t *testing.T) {
	for _, test := range []struct {
		name                       string
		lines, items, height, rows int
		keys, want                 string
	}{
		{"all fits", 8, 3, 1, 10, "", "0-7 at 0*"},
		{"down and up", 8, 3, 1, 10, "j j k", "0-7 at 1*"},
		{"not beyond the last", 8, 3, 1, 10, "j j j j", "0-7 at 2*"},
		{"begins at the top", 30, 3, 1, 10, "", "0-9 at 0"},
		{"down passes no line over", 30, 3, 1, 10, "j", "9-18 at 0"},
		{"down to the first item", 30, 3, 1, 10, "j j", "18-27 at 0*"},
		{"and to the next", 30, 3, 1, 10, "j j j", "19-28 at 1*"},
		{"up to the first shows what is above", 30, 8, 1, 10, "G k k k k k k k", "13-22 at 0*"},
		{"up from the first scrolls", 30, 3, 1, 10, "j j k k", "16-25 at 0"},
		{"the end", 30, 3, 1, 10, "G", "20-29 at 2*"},
		{"the beginning", 30, 3, 1, 10, "G g", "0-9 at 0"},
		{"half a screen", 30, 3, 1, 10, "ctrl+d", "5-14 at 0"},
		{"a screen, and no further", 30, 3, 1, 10, "pgdn pgdn pgdn pgdn", "20-29 at 0*"},
		{"a screen up takes the cursor along", 40, 20, 1, 10, "G pgup", "21-30 at 10*"},
		{"half a screen down takes it along", 40, 40, 1, 10, "ctrl+d ctrl+d", "10-19 at 10*"},
		{"items of two lines are whole", 30, 10, 2, 5, "j j j j j j", "15-19 at 4*"},
		{"one that no screen holds", 30, 1, 12, 5, "G", "25-29 at 0"},
		{"no items", 30, 0, 1, 10, "j j k", "1-10 at 0"},
	} {
		p := open(test.lines, test.items, test.height, test.rows)
		p.press(test.keys)
		if got := p.view(); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// New lines and another terminal size do not move what is visible.
func TestOtherLinesDoNotScroll(t *testing.T) {
	p := open(40, 20, 1, 10)
	p.press("G k k k")
	p.fill(42, 22, 1)
	if got := p.view(); got != "30-39 at 16*" {
		t.Error("more lines:", got)
	}
	p.c.Height = 5
	if got := p.view(); got != "32-36 at 16*" {
		t.Error("fewer rows:", got)
	}
	p.press("g")
	p.fill(50, 22, 1)
	if got := p.view(); got != "0-4 at 0" {
		t.Error("at the beginning:", got)
	}
	p.fill(2, 1, 1)
	if got := p.view(); got != "0-1 at 0*" {
		t.Error("hardly any:", got)
	}
}

func TestWhatIsChosenStaysOnItsLine(t *testing.T) {
	lines := func(n int) (text []string, list []Item) {
		for i := range n {
			text, list = append(text, fmt.Sprintf(" %d", i)), append(list, Item{Lead: i, From: i, To: i + 1})
		}
		return text, list
	}
	p := open(40, 40, 1, 10)
	p.press("ctrl+d ctrl+d j j")
	for _, test := range []struct {
		at, rows int
		want     string
	}{{19, 60, "17-26 at 19*"}, {13, 60, "11-20 at 13*"}, {0, 60, "0-9 at 0*"}, {59, 60, "50-59 at 59*"}, {9, 4, "0-3 at 3*"}, {0, 0, "0--1 at 0"}, {3, 60, "0-9 at 3*"}} {
		text, list := lines(test.rows)
		p.Renew(test.at)
		p.Fill(text, list)
		if got := p.view(); got != test.want {
			t.Errorf("%d of %d: %s, want %s", test.at, test.rows, got, test.want)
		}
	}
}

func TestTheMouseScrollsAndChooses(t *testing.T) {
	p := open(30, 20, 1, 10)
	if p.Click(screen.Mouse{Button: screen.WheelDown}); p.view() != "3-12 at 0*" {
		t.Error("the wheel:", p.view())
	}
	p.press("pgdn")
	click := screen.Mouse{Button: screen.LeftButton, Row: 4}
	if opened := p.Click(click); opened || p.view() != "12-21 at 6*" {
		t.Error("a click:", opened, p.view())
	}
	if !p.Click(click) {
		t.Error("a second click does not open")
	}
	click.Released = true
	if p.Click(click) {
		t.Error("letting go opens")
	}
}
