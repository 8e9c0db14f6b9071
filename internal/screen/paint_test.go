package screen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/testkit/need"
)

// desk is a typical screen of travel: a title, a list with a chosen row, and a line at the foot.
type desk struct {
	rows, at, top int
	clock         int
}

func (d desk) row(i, width int) string {
	text := fmt.Sprintf("%5d  QF %-4d  DXB %02d:%02d -> LHR %02d:%02d  %dh %02dm  %-14s  EUR %d", i+1, 100+i*7%899, i%24, i*5%60,
		(i+7)%24, i*11%60, 7+i%9, i*13%60, []string{"direct", "1 stop DOH", "2 stops"}[i%3], 300+i*37%900)
	return text + strings.Repeat(" ", max(width-len(text)-9, 0)) + "Emirates"
}

// body returns the number of rows of the list that fit.
func (d desk) body(size Size) int { return max(size.Height-4, 1) }

func (d *desk) go1(by int, size Size) {
	d.at = min(max(d.at+by, 0), d.rows-1)
	d.show(size)
}

// show scrolls to the chosen row.
func (d *desk) show(size Size) { d.top = min(max(d.top, d.at-d.body(size)+1), d.at) }

func (d desk) frame(size Size) Frame {
	lines := []string{"\x1b[1mDubai to London\x1b[m" + strings.Repeat(" ", max(size.Width-29, 1)) + fmt.Sprintf("%d min left", d.clock), ""}
	for i := d.top; i < min(d.top+d.body(size), d.rows); i++ {
		row := d.row(i, size.Width)
		if i == d.at {
			row = "\x1b[7m" + row + strings.Repeat(" ", max(size.Width-len(row), 0)) + "\x1b[m"
		}
		lines = append(lines, row)
	}
	for len(lines) < size.Height-1 {
		lines = append(lines, "")
	}
	return Frame{Lines: append(lines, fmt.Sprintf("%d of %d · j k move · ? help", d.at+1, d.rows))}
}

func shows(t *testing.T, m *model, p *Painter, f Frame) string {
	t.Helper()
	size := Size{m.width, m.height}
	written := string(p.Paint(f, size))
	m.write(written)
	if diff := cmp.Diff(ideal(f, size), m.shows()); diff != "" || len(m.wrong) > 0 {
		t.Fatalf("%d x %d, written %q, wrong %q (-the frame +what the terminal shows):\n%s", m.width, m.height, written, m.wrong, diff)
	}
	if f.Cursor != nil != m.modes["?25"] {
		t.Fatalf("the cursor is shown: %v", m.modes["?25"])
	}
	if f.Cursor != nil && (*f.Cursor != Place{m.row, min(m.column, m.width-1)}) {
		t.Fatalf("the cursor is at %d, %d and not at %v", m.row, m.column, *f.Cursor)
	}
	if f.Mouse != m.modes["?1000"] || f.Mouse != m.modes["?1006"] || m.modes["?2026"] {
		t.Fatalf("modes: %v", m.modes)
	}
	return written
}

// heals fails if a terminal that counts widths differently keeps something of an earlier frame, compared with a fresh
// drawing. It skips rows that are too wide for it.
func heals(t *testing.T, m *model, f Frame) {
	t.Helper()
	anew := newModel(m.width, m.height)
	anew.apart = true
	anew.write(entering + string((&Painter{}).Paint(f, Size{m.width, m.height})))
	want, got := anew.shows(), m.shows()
	for row := range want {
		wide := 0
		for _, r := range ansi.Strip(lineOf(f, row)) {
			wide += ansi.StringWidth(string(r))
		}
		if wide < m.width && got[row] != want[row] {
			t.Fatalf("line %q is shown as %q, and drawn anew as %q", lineOf(f, row), got[row], want[row])
		}
	}
}

// TestTheTerminalShowsTheFrame goes through random frames, moves and sizes, and checks after each what a terminal
// shows, and what one that counts widths differently shows.
func TestTheTerminalShowsTheFrame(t *testing.T) {
	seed := need.Seed(t)
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 2))
	words := []string{
		"a", "bc", " ", "   ", "0123456789", "東京", "é", "e\u0301", "\u0301", "👨‍👩‍👧", "नमस्ते", "\x1b[1m", "\x1b[7m", "\x1b[31m", "\x1b[m", "\x1b[0m",
		"·", "مرحبا", "\x1b[38;5;28mgreen\x1b[m", "🇩🇪", "longer text of some words",
	}
	line := func() string {
		var b strings.Builder
		for range chance.IntN(12) {
			b.WriteString(words[chance.IntN(len(words))])
		}
		if s := b.String(); strings.Contains(s, "\x1b") {
			return s + "\x1b[m"
		}
		return b.String()
	}
	for range need.Count(60, 3_000) {
		m, p := newModel(1+chance.IntN(40), 1+chance.IntN(14)), &Painter{}
		m.write(entering)
		other := newModel(m.width, m.height)
		other.apart = true
		var f Frame
		for range 40 {
			switch n := chance.IntN(10); {
			case n < 3 && len(f.Lines) > 1: // part of it moves
				from, by := chance.IntN(len(f.Lines)), 1+chance.IntN(3)
				f.Lines = slices.Clone(f.Lines)
				if to := min(from+by, len(f.Lines)); n < 2 {
					f.Lines = slices.Delete(f.Lines, from, to)
				} else {
					f.Lines = slices.Insert(f.Lines, from, slices.Repeat([]string{line()}, by)...)
				}
			case n < 7 && len(f.Lines) > 0: // a line gets another end
				f.Lines = slices.Clone(f.Lines)
				i := chance.IntN(len(f.Lines))
				f.Lines[i] = ansi.Truncate(f.Lines[i], chance.IntN(20), "") + line()
			case n == 7 && len(f.Lines) > 0: // a line changes in the middle
				f.Lines = slices.Clone(f.Lines)
				i := chance.IntN(len(f.Lines))
				at := chance.IntN(20)
				end := ansi.TruncateLeft(f.Lines[i], at, "")
				f.Lines[i] = ansi.Truncate(f.Lines[i], chance.IntN(at+1), "") + "\x1b[m\x1b[7m" + strings.Repeat("x", chance.IntN(9)) + "\x1b[27m" + end
			case n == 8:
				m.resize(1+chance.IntN(40), 1+chance.IntN(14))
			default:
				f.Lines = nil
				for range chance.IntN(16) {
					f.Lines = append(f.Lines, line())
				}
			}
			f.Mouse, f.Cursor = chance.IntN(5) == 0, nil
			if chance.IntN(3) == 0 {
				f.Cursor = &Place{chance.IntN(m.height), chance.IntN(m.width)}
			}
			if m.width != other.width || m.height != other.height {
				other.resize(m.width, m.height)
			}
			other.write(shows(t, m, p, f))
			heals(t, other, f)
			if again := p.Paint(f, Size{m.width, m.height}); len(again) > 0 {
				t.Fatalf("seed %d: the same frame again writes %q", seed, again)
			}
		}
	}
}

func TestAListIsGoneThroughInAllSizes(t *testing.T) {
	for _, size := range []Size{{60, 20}, {80, 24}, {120, 40}, {200, 60}} {
		m, p, d := newModel(size.Width, size.Height), &Painter{}, &desk{rows: 500, clock: 15}
		m.write(entering)
		shows(t, m, p, d.frame(size))
		for _, by := range slices.Concat(slices.Repeat([]int{1}, 80), slices.Repeat([]int{-1}, 70), []int{18, 18, -30, 400, -400, 3, 5, 7}) {
			d.go1(by, size)
			shows(t, m, p, d.frame(size))
		}
	}
}

// TestAMovementIsShort limits the bytes per key: two full rows and little more, or the whole screen if the list scrolls.
// A clock takes its own row.
func TestAMovementIsShort(t *testing.T) {
	for _, aim := range []struct {
		size Size
		most int
	}{{Size{120, 40}, 350}, {Size{200, 60}, 500}} {
		p, d := &Painter{}, &desk{rows: 5000, at: 1000, top: 990, clock: 15}
		first := len(p.Paint(d.frame(aim.size), aim.size))
		longest, scrolled := 0, 0
		for _, by := range slices.Concat(slices.Repeat([]int{1}, 300), slices.Repeat([]int{-1}, 300)) {
			top := d.top
			d.go1(by, aim.size)
			n := len(p.Paint(d.frame(aim.size), aim.size))
			if top != d.top {
				scrolled = max(scrolled, n)
			} else {
				longest = max(longest, n)
			}
		}
		d.clock--
		tick := len(p.Paint(d.frame(aim.size), aim.size))
		what := fmt.Sprintf("bytes of a frame, a movement, one that scrolls, a clock, at %d x %d", aim.size.Width, aim.size.Height)
		need.Figure(t, what, fmt.Sprint(first, longest, scrolled, tick), fmt.Sprint("- ", aim.most, first, aim.most/2))
		if longest > aim.most || scrolled == 0 || scrolled > first || tick > aim.most/2 || first > (aim.size.Width+10)*aim.size.Height {
			t.Errorf("%s: %d, %d, %d, %d; want at most %d", what, first, longest, scrolled, tick, aim.most)
		}
	}
}

// TestNothingElseIsWritten: no control characters, no cursor movement within a line, nothing beyond the size.
func TestNothingElseIsWritten(t *testing.T) {
	p, m := &Painter{}, newModel(10, 3)
	m.write(entering)
	for _, text := range []string{"a\nb\rc\td\x7f\u009be\x00", strings.Repeat("東", 9), "\x1b[7m" + strings.Repeat("x", 30) + "\x1b[m"} {
		size := Size{10, 3}
		m.write(string(p.Paint(Frame{Lines: []string{text, text, text, text}, Cursor: &Place{99, -1}}, size)))
		if len(m.wrong) > 0 || m.row != 2 || m.column != 0 {
			t.Errorf("%q: %q, cursor %d, %d", text, m.wrong, m.row, m.column)
		}
	}
	if got := m.shows()[2]; got != "{[7m}xxxxxxxxxx" {
		t.Errorf("got %q", got)
	}
}

func TestAHyperlinkIsClosedWhereItIsCut(t *testing.T) {
	link := ansi.SetHyperlink("https://site.example/") + "a long name of a link" + ansi.ResetHyperlink()
	written := string((&Painter{}).Paint(Frame{Lines: []string{link}}, Size{8, 1}))
	if !strings.Contains(written, "a long n"+ansi.ResetHyperlink()) {
		t.Errorf("written %q", written)
	}
}

func BenchmarkMovement(b *testing.B) {
	size := Size{120, 40}
	p, d := &Painter{}, &desk{rows: 5000, at: 1000, top: 990}
	written := 0
	for b.Loop() {
		d.go1(1-2*(d.at/200%2), size)
		written += len(p.Paint(d.frame(size), size))
	}
	b.ReportMetric(float64(written)/float64(b.N), "bytes/op")
}
