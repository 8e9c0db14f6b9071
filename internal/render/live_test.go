package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
)

// screen is as much of a terminal as a live view needs: it folds long lines, moves up, erases, and
// scrolls at its lower edge. As tmux does, it keeps what is erased from its first cell in its
// scrollback.
type screen struct {
	width, height int
	rows          []string // cleaned text, one string a row
	row           int      // the cursor's, counted from the first ever
	top           int      // the first row that can still be reached
	column        int
	hostile       string // the first sequence the screen does not know
}

func (s *screen) Write(p []byte) (int, error) {
	text := sgr.ReplaceAllString(string(p), "")
	for text != "" {
		switch {
		case text[0] == '\n':
			s.row++
			s.column = 0
			text = text[1:]
		case text[0] == '\r':
			s.column = 0
			text = text[1:]
		case text[0] == '\x1b':
			text = s.control(text)
		default:
			end := strings.IndexAny(text, "\n\r\x1b")
			if end < 0 {
				end = len(text)
			}
			s.print(text[:end])
			text = text[end:]
		}
		s.top = max(s.top, s.row-s.height+1)
	}
	return len(p), nil
}

func (s *screen) control(text string) string {
	sequence := frame.FindString(text)
	if sequence == "" || !strings.HasPrefix(text, sequence) {
		s.hostile = fmt.Sprintf("%+q", text)
		return ""
	}
	switch sequence[len(sequence)-1] {
	case 'A':
		n := 1
		_, _ = fmt.Sscanf(sequence, "\x1b[%dA", &n)
		s.row = max(s.row-n, s.top)
	case 'K':
		s.line(s.row)
		s.rows[s.row] = prefix(s.rows[s.row], s.column)
	case 'J':
		s.line(s.row)
		if s.row == s.top && s.column == 0 {
			s.row, s.top = len(s.rows), len(s.rows)
			return text[len(sequence):]
		}
		s.rows = append(s.rows[:s.row], prefix(s.rows[s.row], s.column))
	}
	return text[len(sequence):]
}

func prefix(text string, n int) string { return string([]rune(text)[:min(n, len([]rune(text)))]) }

func (s *screen) line(row int) {
	for len(s.rows) <= row {
		s.rows = append(s.rows, "")
	}
}

func (s *screen) print(text string) {
	for _, r := range text {
		for i := range max(canvas.Cells(string(r)), 1) {
			s.cell([]rune{r, wideRest}[i])
		}
	}
}

// wideRest fills the second cell of a wide letter.
const wideRest = '\uffff'

func (s *screen) cell(r rune) {
	if s.column >= s.width {
		s.row++
		s.column = 0
	}
	s.line(s.row)
	line := []rune(s.rows[s.row] + strings.Repeat(" ", max(s.column-len([]rune(s.rows[s.row])), 0)))
	if s.column < len(line) {
		line[s.column] = r
	} else {
		line = append(line, r)
	}
	s.rows[s.row] = string(line)
	s.column++
}

// visible is what stands on the screen, without blanks at the ends.
func (s *screen) visible() string {
	var out []string
	for _, row := range s.rows {
		out = append(out, strings.TrimRight(row, " "))
	}
	return strings.ReplaceAll(strings.TrimRight(strings.Join(out, "\n"), "\n"), string(wideRest), "")
}

// plain is what a view prints where nothing moves.
func plain(t *testing.T, term Terminal, v flightview.TripList) string {
	t.Helper()
	term.Color = false
	var out bytes.Buffer
	if err := New(&out, term, FormatText).Print(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(out.String(), "\n")
}

func TestALiveViewIsDrawnInItsPlace(t *testing.T) {
	term := canvas.Terminal{TTY: true, Width: 80, Height: 40, Color: true, Unicode: true}
	s := &screen{width: 80, height: 40}
	_, _ = io.WriteString(s, "$ travel flights search DXB LON\n")
	l := NewLive(s, term)
	l.Status("searching")
	if want := "$ travel flights search DXB LON\n⠋ searching"; s.visible() != want {
		t.Fatalf("status:\n%s", cmp.Diff(want, s.visible()))
	}
	v := sampleReturn()
	for n := range len(v.Rows) + 1 {
		part := v
		part.Rows = v.Rows[:n]
		l.List(part, fmt.Sprintf("%d trips", n))
	}
	l.List(v, "748 trips")
	full := plain(t, term, v)
	drawn := full[:strings.Index(full, "\n\n748 trips")] // the list without what follows it
	if want := "$ travel flights search DXB LON\n" + drawn + "\n⠦ 748 trips"; s.visible() != want {
		t.Fatalf("after several frames:\n%s", cmp.Diff(want, s.visible()))
	}
	l.Status("settled")
	l.Clear()
	l.Clear()
	if want := "$ travel flights search DXB LON"; s.visible() != want {
		t.Errorf("after Clear:\n%s", cmp.Diff(want, s.visible()))
	}
	if s.hostile != "" {
		t.Errorf("a live view writes %s", s.hostile)
	}
}

func TestALiveViewIsNeverTallerThanTheTerminal(t *testing.T) {
	v := sampleReturn()
	for len(v.Rows) < 40 {
		v.Rows = append(v.Rows, v.Rows[:2]...)
	}
	step := 1
	if testing.Short() { // the screen of a test is slow under the race detector
		step = 5
	}
	for height := 2; height <= 30; height += step {
		s := &screen{width: 100, height: height}
		l := NewLive(s, Terminal{TTY: true, Width: 100, Height: height, Color: true, Unicode: true})
		for range 5 {
			l.List(v, "wait")
		}
		if s.row > height-1 {
			t.Errorf("height %d: the cursor went down to row %d", height, s.row)
		}
		if !strings.Contains(s.visible(), " wait") {
			t.Errorf("height %d: the status is not on the screen:\n%s", height, s.visible())
		}
		if height > 12 && !strings.Contains(s.visible(), "… ") {
			t.Errorf("height %d: nothing says that more follows:\n%s", height, s.visible())
		}
	}
}

func TestScrollbackHoldsNoOldFrame(t *testing.T) {
	for height := 4; height <= 40; height++ {
		s := &screen{width: 100, height: height}
		l := NewLive(s, Terminal{TTY: true, Width: 100, Height: height, Color: true, Unicode: true})
		l.Status("searching")
		l.List(sampleReturn(), "first")
		l.List(sampleReturn(), "second")
		l.Status("settled")
		l.List(sampleReturn(), "third")
		l.Clear()
		_, _ = io.WriteString(s, "the answer\n")
		if got := s.visible(); got != "the answer" {
			t.Fatalf("height %d, with what scrolled away:\n%s", height, got)
		}
	}
}

func TestALiveViewSurvivesANarrowerWindow(t *testing.T) {
	s := &screen{width: 120, height: 40}
	_, _ = io.WriteString(s, "$\n")
	l := NewLive(s, Terminal{TTY: true, Width: 120, Height: 40, Color: true, Unicode: true})
	l.List(sampleReturn(), "first")
	// A terminal folds what was drawn when its window shrinks.
	folded := &screen{width: 70, height: 40}
	_, _ = io.WriteString(folded, s.visible()+"\n")
	*s = *folded
	l.Resize(70, 40)
	l.List(sampleReturn(), "second")
	l.Clear()
	if got := s.visible(); got != "$" {
		t.Errorf("after Clear the screen holds:\n%s", got)
	}
}

func TestALiveViewWithoutColourIsOneLine(t *testing.T) {
	var out bytes.Buffer
	l := NewLive(&out, Terminal{TTY: true, Width: 40, Height: 20})
	l.List(sampleReturn(), "12 trips so far, and many more providers to come")
	l.Status("done")
	l.Clear()
	want := "\r| 12 trips so far, and many more prov..\r/ done" + strings.Repeat(" ", 33) + "\r" + strings.Repeat(" ", 6) + "\r"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestALiveViewIsSilentInAPipe(t *testing.T) {
	var out bytes.Buffer
	l := NewLive(&out, Terminal{Width: 80, Height: 20, Color: true, Unicode: true})
	l.List(sampleReturn(), "x")
	l.Status("y")
	l.Clear()
	if out.Len() > 0 {
		t.Errorf("wrote %q", out.String())
	}
}

func TestALiveViewMayBeDrawnByTwo(t *testing.T) {
	s := &screen{width: 80, height: 24}
	l := NewLive(s, Terminal{TTY: true, Width: 80, Height: 24, Color: true, Unicode: true})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { l.List(sampleReturn(), "list") })
		wg.Go(func() { l.Status("status") })
	}
	wg.Wait()
	l.Clear()
	if got := s.visible(); got != "" {
		t.Errorf("the screen holds:\n%s", got)
	}
}

// A word for the person, such as why the program waits, stays above the view, which goes on below it.
func TestWhatIsSaidStaysAboveTheLiveView(t *testing.T) {
	for _, color := range []bool{true, false} {
		s := &screen{width: 80, height: 24}
		l := NewLive(s, Terminal{TTY: true, Width: 80, Height: 24, Color: color, Unicode: true})
		_, _ = io.WriteString(l, "before\n")
		l.List(sampleReturn(), "list")
		_, _ = io.WriteString(l, "waiting 7 s: the request quota is used up\n")
		l.List(sampleReturn(), "still the list")
		if got := s.visible(); strings.Count(got, "still the list") != 1 || strings.Count(got, " list") != 1 {
			t.Errorf("colour %t, while it is drawn:\n%s", color, got)
		}
		l.Clear()
		if got := s.visible(); got != "before\nwaiting 7 s: the request quota is used up" {
			t.Errorf("colour %t, at the end:\n%s", color, got)
		}
	}
}
